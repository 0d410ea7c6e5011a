"""The scene of a game with decisions: its board or track, what its fields hold, and the cards that may be taken."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from faceup.results.scene import Scene
from faceup.results.scene_boards import board_zones
from faceup.results.scene_cards import cards_picked, cards_to_take, check_sets
from faceup.results.scene_fields import dice_zone, field_zones
from faceup.results.scene_scores import is_of_scores, score_zones
from faceup.results.scene_tracks import track_zones
from faceup.results.scene_words import not_drawn
from faceup.results.selections import selections_of
from faceup.results.stones import Stones, stones_taken
from faceup.results.things import Zone
from faceup.rules.contract import Game
from faceup.rules.fields import Field, fields_of
from faceup.rules.moves import Move
from faceup.rules.texts import state_text


def scene_of(game: Game, state: Any, legal: Collection[Move], thrown: Iterable[int] = ()) -> Scene:
    """A position with the moves that are legal in it, none where nobody decides; ``thrown`` are dice thrown last."""
    fields, text = fields_of(state), state_text(game, state)
    stones, scores = stones_taken(game, state, legal), score_zones(game, state)
    return scene_of_fields(game, fields, text, legal, game.turn(state), stones, thrown, scores)


def scene_of_fields(
    game: Game,
    fields: Sequence[Field],
    text: str,
    legal: Collection[Move],
    turn: int,
    stones: Stones,
    thrown: Iterable[int] = (),
    scores: Sequence[Zone] = (),
) -> Scene:
    """Fields drawn by their annotation, but for those that the game's ``board`` or ``track`` shows."""
    check_sets(game, fields)
    moves = {move for move in legal if isinstance(move, int)}
    picked = cards_picked(game, fields, turn, moves)
    board, on_board = board_zones(game, fields, moves)
    track, on_track = track_zones(game, fields)
    zones: list[Zone] = [*scores, *cards_to_take(game, fields, moves - picked.keys()), *board, *track]
    chosen_from, selections = selections_of(game, fields, legal) if turn >= 0 else ("", ())
    for field in fields:
        if field not in on_board and field not in on_track and not is_of_scores(field, scores):
            drawn = field_zones(field, {move for move, name in picked.items() if name == field.name}, stones)
            zones += [zone._replace(selections=selections) if field.name == chosen_from else zone for zone in drawn]
    more = not_drawn(game, text, fields, zones)
    if thrown and not any(zone.kind == "dice" for zone in zones):
        zones.append(dice_zone("thrown", thrown))
        more = more and not_drawn(game, text, fields, zones)  # the text may speak of the throw, or not
    return Scene(tuple(zones), text, more)
