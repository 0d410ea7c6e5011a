"""The API holds what its description says, for whatever somebody who read it may send."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error, positive_data_acceptance
from schemathesis.specs.openapi.checks import negative_data_rejection

from faceup.library.finding import library_names
from faceup.web.answers.requests import REQUESTS
from faceup.web.limits import VisitorLimits
from faceup.web.server.prepared_answers import describe_api

from .visiting import serving

# The smallest of limits: what is sent at random may be any amount of work.
GAMES, SECONDS = 500, 0.5
schema: Any = schemathesis.openapi.from_dict(describe_api("1", library_names(), VisitorLimits(games=GAMES)))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving("--workers", "1", "--seconds", str(SECONDS), "--games", str(GAMES), "--memory", "0.1") as served:
        yield f"http://127.0.0.1:{served.visitor.port}"


@schema.parametrize()
@settings(max_examples=3, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_is_answered_as_described(case: schemathesis.Case, address: str) -> None:
    # A sound request may be refused all the same, for the rules say what is possible; and a limit may be reached.
    answer = case.call(address)
    excluded: list[Any] = [positive_data_acceptance, not_a_server_error]
    if answer.status_code == 413:  # more than is read: whatever else is wrong with it is not looked at
        excluded.append(negative_data_rejection)
    case.validate_response(answer, excluded_checks=excluded)
    assert answer.status_code != 500
    if answer.status_code >= 400:
        text = answer.json()["error"]
        assert text.splitlines() == [text]


def test_every_request_is_described() -> None:
    made = describe_api("1", ["nim"], VisitorLimits(games=77))
    posts = {path["post"]["operationId"] for path in made["paths"].values() if "post" in path}
    assert posts == set(REQUESTS)
    assert made["components"]["schemas"]["Simulate"]["properties"]["games"]["maximum"] == 77
    names = made["paths"]["/api/games/{name}/play"]["parameters"][0]["schema"]["enum"]
    assert names == ["nim"]


def test_the_description_is_the_same_each_time() -> None:
    assert str(describe_api("1", ["nim"], VisitorLimits())) == str(describe_api("1", ["nim"], VisitorLimits()))
