"""The scene of a position after known moves, with dice, tricks, and the winning set; and of a solitaire."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from faceup.results.scene.dice import dice_lying, faces_shown
from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_fields import FACE_DOWN
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.things import Item, Made, Zone, last_decider
from faceup.results.scene.tricks import with_tricks
from faceup.results.scene.winning_set import with_winning_set
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.fields import Card, fields_of, label_of
from faceup.rules.moves import Move
from faceup.rules.pile import Tally
from faceup.rules.texts import move_text, state_text


def scene_in_play(
    game: Game, state: Any, legal: Collection[Move], history: Sequence[Made], stakes_of: Callable[[], Stakes]
) -> Scene:
    """The scene after these moves, with the moves that can be picked; ``stakes`` are computed only if needed."""

    def winner() -> int | None:
        stakes = stakes_of()
        if not stakes.two:
            return None
        return stakes.outcome_of_end(game.payoff(state), last_decider(history)).winner

    def who(turn: int) -> str:
        return stakes_of().name(turn)

    rolled = dice_lying(game, history)
    if not history and game.turn(state) == CHANCE:  # the dice lie there before the first roll, too
        rolled = (0,) * len(faces_shown(game, state, next(iter(game.moves(state)))))
    scene = scene_of(game, state, legal, rolled)
    if game.turn(state) == OVER:
        scene = _with_cards_dealt(scene, game, state, history, stakes_of)
    scene = _with_moves_in_words(scene, game, state, history)
    return with_tricks(with_winning_set(scene, game, state, winner, history), state, history, who)


def _with_moves_in_words(scene: Scene, game: Game, state: Any, history: Sequence[Made]) -> Scene:
    """The scene with each row of numbers that is a record of moves in the words of these moves."""
    states = [*(before for before, _, _ in history), state]
    words: dict[str, list[str]] = {}
    for k, field in enumerate(fields_of(state)):
        if isinstance(field.value, tuple) and field.value:
            steps = [(one[k], other[k], *made) for one, other, made in zip(states, states[1:], history, strict=False)]
            added = [step for step in steps if step[0] != step[1]]
            if all(turn >= 0 and after == (*before, move) for before, after, _, turn, move in added):
                words[field.label] = [move_text(game, before, move) for _, _, before, _, move in added]
    if not words:
        return scene
    return replace(scene, zones=tuple(_in_words(zone, words.get(zone.label, [])) for zone in scene.zones))


def _in_words(zone: Zone, words: Sequence[str]) -> Zone:
    """A zone of numbers with words in their place, if there are as many."""
    if zone.kind != "number" or len(zone.rows) != 1 or len(zone.rows[0]) != len(words):
        return zone
    row = tuple(item._replace(text=word) for item, word in zip(zone.rows[0], words, strict=True))
    return replace(zone, rows=(row,))


def _with_cards_dealt(
    scene: Scene, game: Game, state: Any, history: Sequence[Made], stakes_of: Callable[[], Stakes]
) -> Scene:
    """The scene at the end of a game in which one player turns cards, with every card that chance dealt: those without
    a number face down, under the word for them, and the one in the player's hand marked if it has won.
    """
    cards = [field for field in fields_of(state) if field.kind is Card]
    dealt = [move_text(game, before, move) for before, turn, move in history if turn == CHANCE]
    alone = {turn for _, turn, _ in history} <= {0, CHANCE} and not any(zone.kind != "cards" for zone in scene.zones)
    if len(cards) != 1 or len(scene.zones) != 1 or not alone or not dealt:
        return scene
    own = str(cards[0].value)
    won = stakes_of().outcome_of_end(game.payoff(state), 0).kind == "win"
    row = tuple(
        Item(word, won=won and word == own, by="yours" if word == own else "")
        if word.isdecimal()
        else Item(FACE_DOWN, by=word)
        for word in dealt
    )
    return replace(scene, zones=(Zone("cards", "turned", (row,)),))


def table_scene(game: Patience, table: Any) -> Scene:
    """The table of a solitaire."""
    zones = []
    for name, thing in zip(table._fields, table, strict=True):
        if isinstance(thing, Tally):
            zones.append(Zone("number", label_of(name), ((Item(str(thing.n)),),)))
        else:
            zones.append(Zone("pile", label_of(name), (tuple(Item(game.say(card)) for card in thing.cards()),)))
    text = state_text(game, table)
    return Scene(tuple(zones), text, "" if type(game).show is Patience.show else text)
