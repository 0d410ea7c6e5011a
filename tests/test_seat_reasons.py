"""Several seats: teams, ties, reasons, sameness, and figures of each seat in sweeps."""

from fractions import Fraction
from typing import Any

import pytest

import faceup
from faceup.engines.exact import exact_equilibrium as equilibria
from faceup.engines.explain.why import explain
from faceup.engines.same.symmetries import symmetries
from faceup.engines.simulate.tournament import tournament
from faceup.games.centipede import Centipede
from faceup.games.coin_race import CoinRace
from faceup.results.sentences.reasons import explanation_parts
from faceup.results.sentences.samples import tournament_parts
from faceup.results.sentences.solutions import seat_facts
from faceup.rules import OVER
from faceup.rules.errors import FaceupError, UsageError
from faceup.show.text.parts import part_lines
from tests.games.seats import Ballot, Meeting, Table


def test_who_always_gets_the_same_plays_as_one() -> None:
    solution = faceup.solve(Meeting())
    assert solution.teams == ((0, 1),)
    assert [seat.value.exact for seat in solution.seats] == [4, 4]  # at the best place of all
    assert "team    the first player and the second player play as one" in "\n".join(
        part_lines(seat_facts(solution), 8)
    )
    assert faceup.outcomes(solution).histogram == {(4, 4): 1}
    assert "always get the same, and play as one." in "\n".join(part_lines(explanation_parts(explain(Meeting())), 11))


def test_policies_of_partners_are_compared_where_everybody_plays_the_same() -> None:
    found = tournament(Meeting(), ("best", "random"), 400)
    assert found.all_alike
    alone = [faceup.simulate(Meeting(), 400, policies=(policy,)).seat(0).mean.value for policy in ("best", "random")]
    assert [one.mean.value for one in found.by_policy] == alone
    assert alone[0] > alone[1]
    lines = list(part_lines(tournament_parts(found), 0))
    assert any(line.startswith("all seats got the same, as partners do") for line in lines)
    assert not any("in each seat" in line or "no seat" in line for line in lines)
    assert not tournament(Meeting(alike=False), ("best", "random"), 400).all_alike


class Dancing(Table):
    """Either of two may stop, for one each; that neither ever does takes both, and is worth five."""

    players: int = 2
    endless = 5
    made = [(0, [2, 1], [1, 1], (0, 0)), (1, [2, 0], [1, 1], (0, 0)), (OVER, [], [], (1, 1))]


def test_a_team_finds_what_neither_finds_alone() -> None:
    solution = faceup.solve(Dancing())
    assert solution.teams == ((0, 1),)
    assert [seat.value.exact for seat in solution.seats] == [5, 5]


def test_who_does_not_always_get_the_same_is_no_team() -> None:
    solution = faceup.solve(Meeting(alike=False))
    assert solution.teams == ()
    assert sum(seat.value.exact for seat in solution.seats) == 5


def test_seats_that_never_decide_are_no_team() -> None:
    class Watched(Table):
        def payoff(self, s: Any) -> Any:
            return (*super().payoff(s)[:1], 0, 0)

        def turn(self, s: Any) -> Any:
            return min(super().turn(s), 0)

    assert faceup.solve(Watched(seed=1)).teams == ()


def test_other_ways_to_break_ties_are_tried_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = faceup.solve(Ballot())
    tried: list[Any] = []
    asked = equilibria._Seats.solve_single
    monkeypatch.setattr(equilibria._Seats, "solve_single", lambda self, i: tried.append(i) or asked(self, i))
    assert not tried
    assert (solution.seats[1].least.exact, solution.seats[1].most.exact) == (1, 3)
    graph = solution.table.parts[0].graph
    assert len(set(tried)) < len(graph.states)  # ends are not worth anything else
    count = len(tried)
    assert (solution.seats[2].least.exact, solution.seats[2].most.exact) == (1, 3)
    assert len(tried) == count


def test_that_ties_in_positions_that_repeat_are_as_found_is_said() -> None:
    found = 0
    for seed in range(60):
        try:
            solution = faceup.solve(Table(seed=seed, size=7, back=True, most=1))
        except FaceupError:
            continue
        said = "in positions that can repeat are broken by the first answer" in "\n".join(
            part_lines(seat_facts(solution), 8)
        )
        assert said == solution.ties_as_found
        found += said
    assert found > 3


def test_reasons_give_the_worth_of_moves_to_all() -> None:
    why = explain(Centipede())
    take, leave = why.groups
    assert [[worth.exact for worth in group.worth] for group in (take, leave)] == [[40, 10], [20, 80]]
    assert (take.best, leave.best) == (True, False)
    assert [contest.mean for contest in why.contests] == [30.0, 10.0]
    text = "\n".join(part_lines(explanation_parts(why), 11))
    assert "Best play is worth 40 to the first player, 10 to the second player." in text
    assert "The first player decides; 1 of 2 moves is best: take." in text
    assert "The second player loses nothing by playing at random against best play." in text


def test_reasons_say_what_is_the_same_to_one_and_not_to_others() -> None:
    text = "\n".join(part_lines(explanation_parts(explain(Ballot())), 11))
    assert "The best moves are the same to the first player, and not to the others." in text
    assert "Ties broken in other ways, here and later, give the second player 1 to 3." in text


def test_games_of_as_many_seats_are_compared() -> None:
    found = faceup.same(Ballot(), Ballot(shift=1))
    assert found.same
    assert found.renaming is not None
    assert found.renaming.players == ({0: 2, 1: 0, 2: 1},)
    assert not faceup.same(Ballot(), Table(seed=4, chance=False)).same
    assert symmetries(Ballot()).order == 1


def test_symmetries_of_seats_solve_one_state_for_several() -> None:
    class Colours(Ballot):
        def payoff(self, s: Any) -> Any:
            return tuple(s.votes.count(vote) for vote in s.votes)

    game = Colours()
    assert symmetries(game).order == 6
    plain, reduced = faceup.solve(game), faceup.solve(game, symmetries=True)
    assert [seat.value for seat in plain.seats] == [seat.value for seat in reduced.seats]
    assert reduced.states < plain.states
    assert [group.moves for group in explain(game).groups] == [(0, 1, 2)]


def test_a_sweep_has_a_figure_for_each_seat() -> None:
    found = faceup.sweep("coin-race", {"players": (2, 3)})
    assert found.figures == ("value_1", "value_2", "value_3")
    for cell in found.cells:
        seats = faceup.solve(CoinRace(players=cell.parameters["players"])).seats
        values = [seat.value for seat in seats] + [None] * (3 - len(seats))
        assert list(cell.values.values()) == values
    assert found.rows[1]["value_3_exact"] == "9/37"
    players = found.with_players()
    assert (list(players.axes), players.figures, len(players.cells)) == (["players", "player"], ("value",), 6)


def test_a_sweep_of_policies_and_of_simulations_has_them_too() -> None:
    axes = {"players": (2, 3), "goal": 1}
    exact = faceup.sweep("coin-race", axes, figures=("win_rate", "tie_rate_2", "length"), play=("random",))
    assert exact.figures == ("win_rate_1", "win_rate_2", "win_rate_3", "tie_rate_2", "length")
    assert [exact.cells[1].values[f"win_rate_{k}"].exact for k in (1, 2, 3)] == [Fraction(n, 7) for n in (4, 2, 1)]
    played = faceup.sweep("coin-race", axes, figures=("mean_2",), games=2000, seed=3, engine="cpython")
    assert played.cells[0].values["mean_2"].low < 1 / 3 < played.cells[0].values["mean_2"].high


def test_stored_cells_of_seats_are_found_again(tmp_path: Any) -> None:
    store = tmp_path / "cells"
    faceup.sweep("coin-race", {"goal": (1, 2)}, store=store)
    again = faceup.sweep("coin-race", {"goal": (1, 2)}, store=store)
    assert all(cell.stored for cell in again.cells)
    assert again.cells[0].values["value_1"].exact == Fraction(4, 7)


def test_the_first_value_of_a_parameter_is_found_by_the_figure_of_one_seat() -> None:
    found = faceup.first_cell("coin-race", {"goal": "1..3"}, "value_3 >= 0.24")
    assert found.first is not None
    assert (found.first.parameters["goal"], found.first.values["value_3"].exact) == (2, Fraction(9, 37))
    with pytest.raises(UsageError, match="each player has a value; possible: value_1, value_2, value_3"):
        faceup.first_cell("coin-race", {"goal": "1..2"}, "value >= 0.3")


@pytest.mark.parametrize(
    ("game", "figure", "possible"),
    [("coin-race", "value_4", "value_1, value_2, value_3"), ("nim", "value_2", "no rows"), ("nim", "tie_rate", "rows")],
)
def test_figures_of_seats_that_are_not_there_are_refused(game: str, figure: str, possible: str) -> None:
    with pytest.raises(UsageError, match=rf"has no {figure}; possible: .*{possible}"):
        faceup.sweep(game, {}, figures=(figure,), **({"games": 10} if figure == "tie_rate" else {}))
