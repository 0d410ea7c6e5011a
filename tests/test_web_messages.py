"""What visitors send: read strictly, and refused in one line that quotes it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from faceup.web.answers.requests import ABOUT_NO_GAME, REQUESTS, Message, refusal
from faceup.web.server.guard import DEEPEST_NESTING, RefusedRequest, read_json

POLICIES = "possible: 'random', 'first', 'best', 'mcts:N' (N to 9999) or 'ab:D' (D to 9)"


def line(error: str) -> str:
    assert error.splitlines() == [error]
    assert error.isprintable()
    assert len(error) < 400
    return error


def not_json(body: bytes) -> str:
    with pytest.raises(RefusedRequest) as caught:
        read_json(body)
    assert caught.value.status == 400
    return line(caught.value.text)


def refused(do: str, sent: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        REQUESTS[do].model_validate(sent)
    return line(refusal(caught.value))


def taken(do: str, sent: Any) -> Message:
    return REQUESTS[do].model_validate(sent)


@pytest.mark.parametrize(
    ("body", "quoted"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b"{} {}", "not JSON"),
        ("\ufeff{}".encode(), "not JSON"),
        (b"\xff{}", "byte 0"),
        (b'"\xed\xa0\x80"', "byte 1"),
        (b'{"a": "\\ud800"}', "half"),
        (b'{"\\udfff": 1}', "half"),
        (b"NaN", "NaN"),
        (b"[-Infinity]", "-Infinity"),
        (b"[1e999]", "1e999"),
        (b"9" * 5000, "5,000 digits"),
        (b'{"a": 1, "b": 2, "a": 1}', "'a' occurs twice"),
        (b"[" * (DEEPEST_NESTING + 2) + b"]" * (DEEPEST_NESTING + 2), "nested"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 100_000, "nested"),
    ],
    ids=lambda thing: str(thing)[:20],
)
def test_what_is_no_sound_json_is_refused(body: bytes, quoted: str) -> None:
    assert quoted in not_json(body)


def test_sound_json_is_read() -> None:
    deepest = b"[" * DEEPEST_NESTING + b"1" + b"]" * DEEPEST_NESTING
    assert json.loads(deepest) == read_json(deepest)
    body = '{"a": [1, -2.5, true, null, "ä\U0001f0a1"]}'.encode()
    assert read_json(body) == {"a": [1, -2.5, True, None, "ä\U0001f0a1"]}


@pytest.mark.parametrize(
    ("do", "sent", "said"),
    [
        ("play", {"moves": [1, None]}, "moves[1] null; possible: a whole number or a word, or a list of them"),
        ("play", {"moves": [1.0]}, "moves[0] 1.0; possible: a whole number or a word, or a list of them"),
        ("play", {"moves": [True]}, "moves[0] true; possible: a whole number or a word, or a list of them"),
        (
            "play",
            {"moves": [[6], [1, 0.5]]},
            "moves[1] [1, 0.5]; possible: a whole number or a word, or a list of them",
        ),
        ("play", {"moves": [2**63]}, "moves[0] 9223372036854775808; possible: numbers of 64 bits"),
        ("play", {"moves": [0] * 10_001}, "moves has 10,001 entries; possible: at most 10,000"),
        ("play", {"moves": 5}, "moves 5; possible: a list"),
        ("play", {"seats": ["best"] * 65}, "seats has 65 entries; possible: at most 64"),
        ("play", {"seats": []}, "seats has 0 entries; possible: at least 2"),
        ("play", {"seats": ["best"]}, "seats has 1 entries; possible: at least 2"),
        ("play", {"seed": -1}, "seed -1; possible: at least 0"),
        ("play", {"seed": "1"}, "seed '1'; possible: a whole number"),
        ("play", {"values": 1}, "values 1; possible: true or false"),
        ("play", {"colour": 1}, "colour is not a field here"),
        ("play", [], "the request []; possible: an object of names and values"),
        ("play", None, "the request null; possible: an object of names and values"),
        ("play", {"parameters": {"a": [1]}}, "parameters.a [1]; possible: a number, text, true or false"),
        ("play", {"parameters": {"a": None}}, "parameters.a null; possible: a number, text, true or false"),
        ("play", {"parameters": {"a": 2**63}}, "parameters.a 9223372036854775808; possible: a number of 64 bits"),
        ("simulate", {"games": 0}, "games 0; possible: at least 1"),
        ("simulate", {"confidence": 1}, "confidence 1; possible: less than 1.0"),
        ("simulate", {"policies": ["x.py:f"]}, f"policies[0] 'x.py:f'; {POLICIES}"),
        ("simulate", {"policies": ["mcts:0"]}, f"policies[0] 'mcts:0'; {POLICIES}"),
        ("simulate", {"policies": ["mcts:5\n"]}, f"policies[0] 'mcts:5\\n'; {POLICIES}"),
        ("replay", {"policies": ["random"] * 65}, "policies has 65 entries; possible: at most 64"),
        ("same", {"first": {"game": "nim"}}, "second is missing"),
        ("same", {"first": {}, "second": {"game": "nim"}}, "first.game is missing"),
        ("load", {}, "record is missing"),
        ("load", {"record": []}, "record []; possible: an object of names and values"),
    ],
    ids=lambda thing: str(thing)[:30],
)
def test_a_wrong_field_is_quoted(do: str, sent: Any, said: str) -> None:
    assert refused(do, sent) == said


@pytest.mark.parametrize("do", [do for do in REQUESTS if do not in (*ABOUT_NO_GAME, "load")])
def test_names_and_texts_are_bounded(do: str) -> None:
    assert "up to 64" in refused(do, {"parameters": {"x" * 65: 1}})
    assert "shorter" in refused(do, {"parameters": {"x": "y" * 301}})
    assert "65 entries" in refused(do, {"parameters": {str(k): 1 for k in range(65)}})


def test_defaults_are_filled_in() -> None:
    found = taken("play", {"moves": [5]}).model_dump()
    assert found == {
        "parameters": {},
        "moves": [5],
        "after": "",
        "position": "",
        "seats": ["person", "best"],
        "seed": 0,
        "values": True,
        "go_on": True,
        "most": None,
        "solve": False,
    }
    written = {"a": 5, "b": True, "c": "1-16", "d": -(2**63)}
    assert taken("solve", {"parameters": written}).model_dump() == {"parameters": written, "after": ""}


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
things = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)
fields = st.sampled_from([name for model in REQUESTS.values() for name in model.model_fields])


@settings(max_examples=200)
@given(st.sampled_from(sorted(REQUESTS)), st.dictionaries(fields, things) | things)
def test_anything_is_taken_or_refused_in_one_line(do: str, sent: Any) -> None:
    try:
        taken(do, sent)
    except ValidationError as error:
        line(refusal(error))
