"""What a player sees in each decision, as text that tells one from another."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from faceup.results.answers.decision import Decision, Seen
from faceup.results.view_words import is_state, view_text, view_texts
from faceup.rules.contract import Game

Told = Mapping[Decision, str]


def decision_labels(game: Game, decisions: Sequence[Decision]) -> Told:
    """Of decisions of one player: what is seen now; where that looks alike, also what was seen and done before, as far
    as it tells them apart; and where even that is alike, the position that was known to all.
    """
    labels = dict(zip(decisions, view_texts(game, [one.view for one in decisions]), strict=True))
    for more in (_partings, _remembered):
        for alike in _groups(labels):
            labels |= {one: f"{labels[one]}; {told}" for one, told in more(game, alike).items() if told}
    return labels


def _groups(labels: Told) -> list[list[Decision]]:
    """The decisions that have a label together."""
    groups: dict[str, list[Decision]] = {}
    for one, label in labels.items():
        groups.setdefault(label, []).append(one)
    return [group for group in groups.values() if len(group) > 1]


def _partings(game: Game, alike: Sequence[Decision]) -> Told:
    """Of the way to each what was otherwise in another one, all before being the same."""
    ways = {one: tuple(_way(game, one)) for one in alike}
    onward: dict[tuple[str, ...], set[str]] = {}  # how ways go on that begin so; not at all is one possibility
    for way in ways.values():
        for k, word in enumerate((*way, "")):
            onward.setdefault(way[:k], set()).add(word)
    told: dict[Decision, str] = {}
    for one, way in ways.items():
        before = len(way) - isinstance(one.story[-1], Seen)  # what is seen now is told already
        words = (word for k, word in enumerate(way[:before]) if len(onward[way[:k]]) > 1)
        told[one] = "after " + text if (text := ", ".join(filter(None, words))) else ""
    return told


def _way(game: Game, decision: Decision) -> Iterator[str]:
    """What was done and what newly seen, one after another."""
    done, last = iter(decision.done), None
    for event in decision.story:
        if isinstance(event, Seen):
            yield _change(game, last, event.view)
            last = event.view
        else:
            yield next(done)


def _change(game: Game, last: Any, view: Any) -> str:
    """What is new to see, in a view after another; nothing of the first, which all have seen."""
    if last is None:
        return "" if hasattr(view, "_fields") else view_text(game, view)
    if is_state(game, view) and type(game).show is not Game.show:
        return view_texts(game, [view])[0]
    return view_texts(game, [last, view])[1]


def _remembered(game: Game, alike: Sequence[Decision]) -> Told:
    """What a player need not see now to know it: how the positions differ that were once known to all."""
    texts = view_texts(game, [one.known for one in alike])
    return {one: f"remembered: {text}" if len(set(texts)) > 1 else "" for one, text in zip(alike, texts, strict=True)}
