"""Games in which players do not see everything: values against an oracle of all plans, proofs, strategies, refusals."""

import json
from fractions import Fraction
from math import inf
from operator import gt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import faceup
from faceup.engines.doctor.diagnose import doctor
from faceup.engines.hidden import regret_matching
from faceup.engines.hidden.equilibrium_plans import equilibrium, matrix_plans, proven_bounds
from faceup.engines.hidden.regret_matching import RULES, Learning, Rule
from faceup.engines.hidden.sequence_form import PARTS, SequenceForm, best_response, rounded_plan
from faceup.engines.hidden.stage import Stage
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.dispatch import solve
from faceup.games.kuhn_poker import KuhnPoker
from faceup.games.nim import Nim
from faceup.numbers.linear_systems import rational_solution
from faceup.results.answers.decision import MixedStrategy, Seen
from faceup.results.scene.view_words import view_texts
from faceup.results.sentences.mixed_strategies import share_note
from faceup.rules import CHANCE, OVER, Game, NamedTuple, RulesError, UsageError
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.show.drawings.pure_strategies import pure_drawing
from faceup.show.pictures.mixed_strategies import mixed_figure
from tests.commands import Capture, run
from tests.games.hidden import (
    Exchange,
    Forgetting,
    Held,
    HeldAsASet,
    HeldInSecret,
    Lists,
    MadeUp,
    MadeUpAlone,
    MadeUpForTheSecond,
    OneTrick,
    OtherUnits,
    PaidPennies,
    Peek,
    ShownExchange,
    ToldByMoves,
    ToldByMovesToTheSecond,
    Twice,
    Unnoticed,
)
from tests.hidden_oracle import oracle, solved


def form_of(game: Any) -> SequenceForm:
    stage = Stage(game, game.start(), Limits())
    assert not stage.leads
    return SequenceForm(stage.sets, stage.pays)


@pytest.mark.parametrize(("rules", "seeds"), [(MadeUp, 40), (MadeUpAlone, 30), (MadeUpForTheSecond, 20)])
def test_values_are_those_of_an_oracle_that_knows_all_plans(rules: Any, seeds: int) -> None:
    compared, engines = 0, set()
    for seed in range(seeds):
        game = rules(seed=seed)
        expected = oracle(game)
        if expected is None:
            continue
        solution = solved(game)
        assert solution.value.exact == expected, seed
        compared += 1
        engines.add(solution.engine)
    assert compared > 0.7 * seeds
    assert engines == ({"beliefs", "sequence-form"} if rules is MadeUp else {"beliefs"})


def test_every_answer_about_opponents_in_other_units_is_in_these() -> None:
    game = PaidPennies(won=3, lost=-1, other_won=2, other_lost=-6)
    (cell,) = faceup.sweep(PaidPennies, {"won": [3], "lost": [-1], "other_won": [2], "other_lost": [-6]}).cells
    assert [cell.values[f"value_{k}"].exact for k in (1, 2)] == [1, -2]
    solution = solved(game)
    strategy, reasons = faceup.mixed_strategy(solution), faceup.mixed_reasons(solution).reasons
    assert {one.player: one.worths for one in strategy.decisions} == {0: (1, 1), 1: (-2, -2)}
    costs = {reason.decision.player: reason.most for reason in reasons}
    assert costs == {0: 4, 1: 2}  # of the other, in units of that one
    answer = faceup.best_answer(game, "first", player=1)
    assert (answer.value.exact, answer.secured.exact, answer.gain.exact) == (2, -2, 4)
    session = faceup.Session(game, ("person", "person"), moves="1 0")
    assert [row.hopes for row in faceup.review(session).rows] == [(1, -2), (1, -2)]
    assert "value       -2 for the second player" in str(strategy)


def test_who_always_gets_less_wins_nothing() -> None:
    """Payoffs of 1 and 0 are wins where the other gets 0 and 1; where that one always gets more, they are numbers."""
    for game, wins in ((PaidPennies(), False), (PaidPennies(other_won=1, other_lost=0), True)):
        assert ("wins" in str(faceup.solve(game))) is wins
        assert (faceup.simulate(game, 1000, seed=1).seats[0].win_rate.value > 0) is wins


def test_opponents_in_other_units_are_worth_the_same_in_these() -> None:
    """A positive multiple, a shift, and a third seat that never decides change no plan."""
    compared, names = 0, set[str]()
    for seed in range(24):
        expected = oracle(MadeUp(seed=seed))
        if expected is None:
            continue
        game = OtherUnits(seed=seed, aside=seed % 3)
        solution = solved(game)
        one, two = (game.seat(who) for who in (0, 1))
        assert [value.exact for value in solution.own_values] == list(game.row(expected, game.total)), seed
        names.add(solution.stakes.name(0) if solution.stakes else "")
        if solution.engine == "sequence-form":
            assert solution.value.exact == solution.own_values[one].exact
            told = game.total - game.rate * solution.value.exact
            assert solution.own_values[two].exact == told
            usual, other = (faceup.mixed_strategy(solved(one), "all") for one in (MadeUp(seed=seed), game))
            assert [one.exact for one in other.own_values] == [solution.value.exact, told]
            for here, there in zip(usual.decisions, other.decisions, strict=True):
                worths = here.worths and tuple(
                    worth if here.player == 0 else game.total + game.rate * worth for worth in here.worths
                )
                assert (there.chances, there.worths) == (here.chances, worths), seed
        compared += 1
    assert compared > 15
    assert {"the first player", "the second player"} <= names


@pytest.mark.parametrize("game", [Twice(), Peek(), *(Forgetting(seed=seed) for seed in range(20))], ids=repr)
def test_positions_that_somebody_confuses_are_in_one_stage(game: Any) -> None:
    """Also where the other player knows for certain which of them it is."""
    assert solved(game, engine="sequence-form").value.exact == oracle(game)


@pytest.mark.parametrize("seed", range(20))
def test_one_player_is_the_same_to_both_engines(seed: int) -> None:
    game = MadeUpAlone(seed=seed)
    assert solved(game, engine="sequence-form").value == solved(game, engine="beliefs").value


def test_who_looks_for_all_decisions_is_told_where_they_are() -> None:
    solution = solved(KuhnPoker())
    with pytest.raises(AttributeError, match=r"possible: faceup.mixed_strategy\(solution\).decisions are all"):
        solution.decisions  # noqa: B018  # asking is all
    assert len(faceup.mixed_strategy(solution).decisions) == 12


def test_what_decisions_say_adds_up() -> None:
    """What is gained from all first decisions on, each as often as it comes, is the value of the game."""
    for name in ("kuhn-poker", "leduc-poker", "mia", "liars-dice sides=3", "morra"):
        word, *parameters = name.split()
        game = faceup.game(word, **{one.split("=")[0]: int(one.split("=")[1]) for one in parameters})
        solution = solved(game)
        decisions = list(solution.table.decisions(solution.start))
        for one in decisions:
            assert sum(one.chances) == 1
            if one.worths is not None and one.reach:
                made = [worth for worth, chance in zip(one.worths, one.chances, strict=True) if chance]
                assert set(made) == {max(one.worths)}, "what is made by lot is worth the same"
        first = [one for one in decisions if one.player == 0 and not one.done and one.known == solution.start]
        if name != "mia":  # in which the first player's first moves are several, one after another
            assert sum(one.reach for one in first) == 1
            assert sum(one.reach * max(one.worths) for one in first) == solution.value.exact


def test_no_decision_makes_a_move_that_another_beats_for_certain() -> None:
    """Not even where best play of the other never leads: who errs there shall pay for it."""
    compared = 0
    for seed in range(50):
        game = MadeUp(seed=seed)
        if oracle(game) is None:
            continue
        solution = solved(game, engine="sequence-form")
        for one, number, decision in solution.table.in_stages(solution.start):
            sign, known = 1 - 2 * decision.player, one.stage.examples[decision.player][number]
            after = [[(state, move, game.play(state, move)) for move in decision.moves] for state in known]
            if decision.worths is None and all(game.turn(then) == OVER for row in after for *_, then in row):
                compared += 1
                worths = [[sign * (game.reward(s, m) + game.payoff(then)) for s, m, then in row] for row in after]
                for made, chance in zip(zip(*worths, strict=True), decision.chances, strict=True):
                    beaten = any(all(map(gt, another, made)) for another in zip(*worths, strict=True))
                    assert not (chance and beaten), (seed, decision)
    assert compared > 25


def test_leduc_poker_is_worth_a_fraction() -> None:
    value = solved(faceup.game("leduc-poker")).value
    assert value.exact == Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


def test_stages_are_solved_one_by_one() -> None:
    """Goofspiel is one small game after another, and not the tree of all that may be remembered."""
    solution = solved(faceup.game("goofspiel", cards=3))
    assert solution.value.exact == 0
    assert solution.states < 1000
    bid = faceup.game("goofspiel", cards=3)
    after_prize = bid.play(bid.start(), 3)
    assert solution.value_of(after_prize).exact == 0
    assert set(solution.values(after_prize)) == {1, 2, 3}
    from_there = solved(bid, start=after_prize)
    assert (from_there.value.exact, from_there.engine) == (0, "sequence-form")
    assert faceup.outcomes(from_there).value == from_there.value


def test_learning_proves_what_it_comes_near_to(monkeypatch: pytest.MonkeyPatch) -> None:
    form = form_of(faceup.game("leduc-poker"))
    exact = equilibrium(form, Limits()).value
    assert exact.low == exact.high
    monkeypatch.setattr(thresholds, "PROGRAM_SEQUENCES", 0)
    found = equilibrium(form, Limits(), width=0.001)
    assert found.method in {rule.name for rule in RULES}
    assert found.value.low <= exact.low <= found.value.high
    assert 0 < found.value.high - found.value.low <= Fraction(11, 10000)
    solution = solved(faceup.game("kuhn-poker"))
    assert solution.value.how == "bounded"
    assert solution.value.low < Fraction(-1, 18) < solution.value.high
    assert all(one.worths is None for one in solution.table.decisions(solution.start)), "no number is said to be exact"
    (costs,) = [
        [change.bounds for change in reason.changes]
        for why in [faceup.mixed_reasons(solution)]
        for reason in why.reasons
        if why.strategy.sees[reason.decision] == "1: check" and reason.decision.player == 1
    ]
    assert [cost.how for cost in costs] == ["bounded"] * 2
    never, always = ((cost.low, cost.high) for cost in costs)
    assert never[0] < Fraction(1, 9) < never[1], "what it costs never to bluff, within bounds"
    assert always[0] < Fraction(2, 9) < always[1]
    played = faceup.outcomes(solution).value.exact
    assert solution.value.low <= played <= solution.value.high, "plans that are learned can be followed"


def test_learning_stops_at_the_width_that_is_typed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "PROGRAM_SEQUENCES", 0)
    monkeypatch.setattr(regret_matching, "TRIED", 1)  # turns before it is looked at how near the plans are
    left = []
    for typed in ("0.5", "0.1", "1e-3"):
        code, out, _ = run(capsys, "solve", "kuhn-poker", "--width", typed, "--json")
        document = json.loads(out)
        assert (code, document["how"]) == (0, "bounded")
        assert document["low"] < -1 / 18 < document["high"]
        left.append(document["high"] - document["low"])
        assert left[-1] <= float(typed)
    assert left[0] > 0.1 > 0.01 < left[1], "what is asked for is enough"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        *((f"kuhn-poker --width {number}", "possible: more than 0") for number in ("0", "-1", "nan", "inf")),
        ("kuhn-poker --width wide", "'wide'; possible: a number"),
        ("nim --width 0.1", "nim hides nothing; width is for games with hidden cards or moves"),
        ("one-handed --width 0.1", "'one-handed' is a solitaire game, in which nobody moves"),
    ],
)
def test_a_width_that_means_nothing_is_refused(capsys: Capture, words: str, problem: str) -> None:
    code, out, err = run(capsys, "solve", *words.split())
    assert (code, out, problem in err, err.count("\n")) == (2, "", True, 1)


@pytest.mark.parametrize(("name", "parameters"), [("leduc-poker", {}), ("goofspiel", {"cards": 3})])
def test_no_room_for_what_is_learned_is_said(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str, parameters: dict[str, int]
) -> None:
    """In one stage or in many: bounds that hold the value, or none, and then its decisions are not known either."""
    game = faceup.game(name, **parameters)
    exact = solved(game).value.exact
    monkeypatch.setattr(thresholds, "PROGRAM_SEQUENCES", 0)
    learned = solved(game, width=0.05)
    for share in (0, 0.5, 1, 2):
        solution = solved(game, width=0.05, memory=1 + share * learned.bytes)
        assert solution.value.low <= exact <= solution.value.high
        assert (solution.value.how == "stopped") == (share < 1)
        if share < 1:
            assert (solution.value.limit, solution.value.low, solution.value.high) == ("memory", -inf, inf)
            with pytest.raises(LimitReached, match="the memory limit was reached after"):
                next(iter(solution.table.decisions(solution.start)))
    code, out, err = run(capsys, "solve", name, *(f"{k}={v}" for k, v in parameters.items()), "--memory", "1e-6")
    assert (code, "stopped at the memory limit" in out, "--memory GIB raises it" in err) == (3, True, True)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_turns_of_learning_are_those_of_plain_python(rule: Rule) -> None:
    """The loops on flat arrays against the method as it is told, in dictionaries."""
    form = form_of(faceup.game("kuhn-poker"))
    learning = Learning(form, rule)
    learning.learn(3)
    regrets: list[dict[int, float]] = [{}, {}]
    plans = [plain_plan(form, player, {}) for player in (0, 1)]
    totals = [[0.0] * count for count in form.counts]
    for turn in (1, 2, 3):
        for player in (0, 1):
            sign = 1 if player == 0 else -1
            worth = [0.0] * form.counts[player]
            for pair, pay in form.pays.items():
                worth[pair[player]] += sign * float(pay) * plans[1 - player][pair[1 - player]]
            for one in reversed(form.sets[player]):
                old = plain_plan(form, player, regrets[player])
                share = [old[q] / old[one.parent] if old[one.parent] else 0.0 for q in one.sequences]
                if not old[one.parent]:
                    share = shares(regrets[player], one.sequences)
                value = sum(s * worth[q] for s, q in zip(share, one.sequences, strict=True))
                for q in one.sequences:
                    now = regrets[player].get(q, 0.0) + worth[q] - value
                    regrets[player][q] = now * kept(turn, rule.kept if now > 0 else rule.forgiven)
                worth[one.parent] += value
            plans[player] = plain_plan(form, player, regrets[player])
            totals[player] = [t + turn**rule.later * p for t, p in zip(totals[player], plans[player], strict=True)]
    for total, plan in zip(totals, learning.plans, strict=True):
        assert plan.tolist() == pytest.approx([t / total[0] for t in total])


def kept(turn: int, power: float) -> float:
    return float(power > 0) if power in (inf, -inf) else turn**power / (turn**power + 1)


def shares(regrets: dict[int, float], sequences: range) -> list[float]:
    own = [max(regrets.get(q, 0.0), 0.0) for q in sequences]
    return [r / sum(own) if sum(own) > 0 else 1 / len(own) for r in own]


def plain_plan(form: SequenceForm, player: int, regrets: dict[int, float]) -> list[float]:
    plan = [1.0] + [0.0] * (form.counts[player] - 1)
    for one in form.sets[player]:
        for q, share in zip(one.sequences, shares(regrets, one.sequences), strict=True):
            plan[q] = plan[one.parent] * share
    return plan


def test_rounded_plans_are_plans() -> None:
    form = form_of(faceup.game("kuhn-poker"))
    plan = rounded_plan(form.sets[0], [1.0, *([0.3, 0.7] * 6)])
    assert plan.parts[0] == plan.unit
    for one in form.sets[0]:
        assert sum(plan.parts[q] for q in one.sequences) == plan.parts[one.parent]
    assert (plan.unit & (plan.unit - 1)) == 0
    assert plan.unit >= PARTS
    assert best_response(form, 1, plan).value >= Fraction(1, 18)


matrices = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.fractions(-3, 3, max_denominator=4), min_size=width, max_size=width), min_size=1, max_size=4
    )
)


@given(matrices)
def test_plans_for_a_matrix_prove_each_other(matrix: list[list[Fraction]]) -> None:
    rows, columns = matrix_plans(matrix)
    for plan in (rows, columns):
        assert min(plan.parts) >= 0
        assert sum(plan.parts[1:]) == plan.parts[0] == plan.unit
    x = [Fraction(part, rows.unit) for part in rows.parts[1:]]
    y = [Fraction(part, columns.unit) for part in columns.parts[1:]]
    least = min(sum(a * row[k] for a, row in zip(x, matrix, strict=True)) for k in range(len(y)))
    most = max(sum(b * pay for b, pay in zip(y, row, strict=True)) for row in matrix)
    assert least == most


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=6), st.data())
def test_systems_are_solved_in_fractions(rows: list[list[int]], data: st.DataObject) -> None:
    """Where there is a solution one is found, and it solves all equations."""
    truth = data.draw(st.lists(st.fractions(-5, 5, max_denominator=7), min_size=3, max_size=3))
    unit = 420
    system = [{k: unit * number for k, number in enumerate(row) if number} for row in rows]
    constants = [int(unit * sum(a * b for a, b in zip(row, truth, strict=True))) for row in rows]
    found = rational_solution(system, constants, 3)
    assert found is not None
    for row, constant in zip(system, constants, strict=True):
        assert sum(number * found[k] for k, number in row.items()) == constant


def test_a_system_without_a_solution_has_none() -> None:
    assert rational_solution([{0: 1}, {0: 1}], [1, 2], 1) is None


def test_what_nobody_notices_is_not_remembered() -> None:
    """How long chance waited cannot be counted: the longest wait is guessed half as often as it is right."""
    assert solved(Unnoticed()).value.exact == Fraction(1, 2)
    assert solved(Unnoticed(), engine="sequence-form").value.exact == Fraction(1, 2)


@pytest.mark.parametrize("rules", [ToldByMoves, ToldByMovesToTheSecond])
def test_moves_that_tell_what_view_hides_are_refused(rules: Any) -> None:
    with pytest.raises(RulesError, match=r"the moves tell player \d what view hides.*legal in State\(coin=.*1, 2, 3"):
        solve(rules())


def test_positions_that_somebody_does_not_know_have_no_value() -> None:
    game = faceup.game("kuhn-poker")
    solution = solved(game)
    with pytest.raises(UsageError, match="not all players know the position 2 and 1"):
        solution.value_of(game.play(game.start(), (2, 1)))
    assert solution.decision([(2, 1)]).words == ("check", "bet")
    assert solution.decision(["cards 2 and 1", "check"]) == solution.decision([(2, 1), 0])
    assert solution.decision([(2, 1)]).reach is None
    with pytest.raises(UsageError, match=r"move 2 \(7\) is not legal; legal moves: 0, 1"):
        solution.decision([(2, 1), 7])
    with pytest.raises(UsageError, match=r"nobody has a choice here \(nothing dealt yet\); possible: moves up to"):
        solution.decision([])


def test_what_is_about_open_games_refuses_others() -> None:
    game = faceup.game("kuhn-poker")
    for question in (
        lambda: faceup.same(game, game),
        lambda: faceup.explain(game),
        lambda: solved(game).move(game.start()),
    ):
        with pytest.raises(UnsupportedError, match="hides something from its players"):
            question()


def test_a_limit_leaves_the_value_open() -> None:
    stopped = solved(faceup.game("leduc-poker"), memory=1000)
    assert stopped.value.how == "stopped"
    for asked in (stopped.values, stopped.best, stopped.decision, lambda: stopped.known):
        with pytest.raises(LimitReached, match="a limit was reached before"):
            asked()
    assert solved(faceup.game("mastermind"), memory=1000).value.low == -inf


def test_strategies_as_text_and_as_json(capsys: Capture) -> None:
    code, out, _ = run(capsys, "strategy", "kuhn-poker")
    assert code == 0
    assert "The second player" in out
    assert "1: check   66.67%   33.33%                        -1.000" in out
    seen = [line.split("  ")[0] for line in out.splitlines() if line[:1] in "123"]  # the same choice together
    assert seen[:6] == ["1", "2", "3", "1: check, bet", "2: check, bet", "3: check, bet"]
    assert "1: bet                       always        -   never met" in out
    code, out, _ = run(capsys, "strategy", "kuhn-poker", "--fractions")
    assert "1: check      2/3      1/3                            -1" in out
    code, out, _ = run(capsys, "strategy", "kuhn-poker", "--player", "Second", "--json")
    document = json.loads(out)
    bluff = next(one for one in document["decisions"] if one["sees"] == "1: check")
    assert dict(zip(bluff["words"], (one["exact"] for one in bluff["chances"]), strict=True)) == {
        "check": "2/3",
        "bet": "1/3",
    }
    facing = [one for one in document["decisions"] if "bet" in one["sees"]]
    assert len(facing) == 3, "best play of the first player never bets at once, and still the table says what to do"
    assert all(one["worths"] is None and one["reach"]["exact"] == "0" for one in facing)
    code, _, err = run(capsys, "strategy", "kuhn-poker", "--lines", "1")
    assert (code, "--lines is for games in which everybody sees all" in err) == (2, True)
    code, _, err = run(capsys, "strategy", "mastermind", "--player", "1")
    assert (code, "player 1 never decides" in err) == (2, True)


def test_a_picture_has_a_bar_for_each_thing_seen(capsys: Capture, tmp_path: Path) -> None:
    strategy = faceup.mixed_strategy(solved(faceup.game("kuhn-poker")))
    for player, axes in enumerate(mixed_figure(strategy).axes):
        decisions = strategy.of(player)
        assert [tick.get_text() for tick in axes.get_yticklabels()] == [strategy.sees[one] for one in decisions]
        for place, one in enumerate(decisions):
            row = [bar for bar in axes.patches if round(bar.get_y() + bar.get_height() / 2) == place]
            assert [bar.get_width() for bar in row] == pytest.approx(
                [float(chance) for chance in one.chances if chance]
            )
        assert {"check 2/3", "bet 1/3"} <= {text.get_text() for text in axes.texts} or player == 0
    code, _, _ = run(capsys, "strategy", "leduc-poker", "--plot", str(tmp_path / "leduc.svg"))
    assert code == 0
    assert "The first player: the 24 of 124 decisions that best play comes to" in (tmp_path / "leduc.svg").read_text()
    with pytest.raises(UsageError, match="nim has no decision to draw"):
        mixed_figure(MixedStrategy(Nim(), strategy.value, ()))


class Higher(Game):
    """You see one of two cards of three, and say whether the other one is higher."""

    class State(NamedTuple):
        seen: int
        other: int
        said: int

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        return OVER if s.said else 0 if s.other else CHANCE

    def moves(self, s):
        if s.other:
            yield from ("lower", "higher")
        else:
            yield from (card for card in (1, 2, 3) if card != s.seen)

    def play(self, s, m):
        if not s.other:
            return self.State(s.seen or m, m * (s.seen > 0), 0)
        return s._replace(said=1 if m == "lower" else 2)

    def payoff(self, s):
        return (s.other > s.seen) == (s.said == 2)

    def view(self, s, player):
        return (s.seen,)


def test_a_strategy_without_mixing_is_a_map_of_what_is_seen() -> None:
    strategy = faceup.mixed_strategy(solved(Higher()))
    cells = pure_drawing(strategy)["panels"][0]["cells"]
    assert sorted(x for cell in cells for x, *_ in cell["runs"]) == [0, 1, 2], "pages read the same map"
    (axes,) = mixed_figure(strategy).axes
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["1", "2", "3"]
    moves = [text.get_text() for text in sorted(axes.texts, key=lambda text: text.get_position())]
    assert (moves[0], moves[2], axes.get_xlabel()) == ("higher", "lower", "seen")
    keys = [text.get_text() for text in axes.figure.legends[0].get_texts()]
    assert keys == ["lower", "higher", f"{moves[1]} or {'lower' if moves[1] == 'higher' else 'higher'}, equally good"]


def test_solve_leads_with_a_sentence(capsys: Capture) -> None:
    _, out, _ = run(capsys, "solve", "rock-paper-scissors")
    assert "draw" not in out, "each of two games has a winner, two times in three"
    assert "best    rock, paper, scissors" in out
    _, out, _ = run(capsys, "solve", "liars-dice", "sides=3")
    assert "The first player wins 44.44% of games with best play by both (exact)." in out
    _, out, _ = run(capsys, "solve", "kuhn-poker", "--json")
    assert json.loads(out)["exact"] == "-1/18"


def test_proofs_are_by_best_answers() -> None:
    """A strategy that is not best secures less, and no more is claimed of it."""
    form = form_of(faceup.game("kuhn-poker"))
    evenly = [rounded_plan(sets, [1.0] * count) for sets, count in zip(form.sets, form.counts, strict=True)]
    low, high = proven_bounds(form, evenly)
    assert low < Fraction(-1, 18) < high


def test_the_doctor_knows_the_engine_for_it() -> None:
    found = doctor(faceup.game("kuhn-poker"), seconds=20)
    assert (found.answers, found.positions, found.positions_counted) == ("sequence-form", 55, True)


def test_open_games_are_one_stage_for_each_position() -> None:
    """With a view that hides nothing, every position begins a stage, and the value is that of the open game."""

    class Open(Nim):
        def view(self, s: Any, player: int) -> Any:
            return s

    open_game = Nim(a=1, b=2, c=2)
    solution = solved(Open(a=1, b=2, c=2))
    assert solution.value.exact == solve(open_game).value.exact
    for state in (open_game.start(), open_game.play(open_game.start(), next(iter(open_game.moves(open_game.start()))))):
        assert solution.value_of(state).exact == solve(open_game).value_of(state).exact


def test_rows_of_a_strategy_are_told_apart() -> None:
    """By what was seen before, where the same is seen now."""
    for game in (Peek(), faceup.game("goofspiel", cards=3), faceup.game("mia"), faceup.game("mastermind")):
        found = faceup.mixed_strategy(solved(game))
        for player in found.players:
            texts = [found.sees[one] for one in found.of(player)]
            assert len(set(texts)) == len(texts), texts


def test_what_is_seen_now_is_not_told_as_seen_before() -> None:
    """A hand that was dealt card by card is there to be seen; how much was paid when is not."""

    def labels(game: Any, player: int) -> list[str]:
        found = faceup.mixed_strategy(solved(game, engine="sequence-form"), reach="all", player=player)
        return [found.sees[one] for one in found.of(player)]

    as_a_set = labels(HeldAsASet(), 0)
    assert len(as_a_set) * 2 == len(labels(Held(), 0)), "the order of the deal is forgotten"
    assert as_a_set[:2] == ["hand 1 2, turns 0, pot 1", "hand 1 3, turns 0, pot 1"]
    merged, in_order = (solved(rules(), engine="sequence-form") for rules in (HeldAsASet, Held))
    assert merged.value == in_order.value
    story = merged.decision([2, 1]).story
    assert [event.view.hand for event in story if isinstance(event, Seen)] == [set(), {1, 2}], "whichever came first"
    assert labels(Held(), 0)[5:8] == [
        "hand 3 2, turns 0, pot 1",
        "hand 1 2, turns 1, pot 1",
        "hand 1 2, turns 1, pot 2",
    ]
    assert labels(Held(), 1) == ["pot 1", "pot 2; after seeing turns 1", "pot 2; after seeing turns 1, pot 2", "pot 3"]
    secret = labels(HeldInSecret(), 0)
    assert secret[5:8] == ["3 2", "1 2; after pass", "1 2; after bet"]
    assert labels(HeldInSecret(), 1) == ["the start"]


def test_a_hand_is_called_so_and_its_cards_as_they_are_played() -> None:
    found = faceup.mixed_strategy(solved(OneTrick(), engine="sequence-form"))
    ann, bob = ([found.sees[one] for one in found.of(player)] for player in (0, 1))
    assert ann[:2] == ["hand T J", "hand T Q"]
    assert {"hand J Q, led T", "hand J Q, led K"} <= {*bob}
    assert "*" not in share_note(found), "the moves stand in one column"


NAMED = {1: "play T", 2: "play J"}, {1: "play T", 3: "play Q"}


@pytest.mark.parametrize(
    ("bob", "led", "played", "texts"),
    [
        (0, 0, NAMED, ["hand T J, Bob -, led 0, winner -1", "hand T Q, Bob -, led 0, winner -1"]),
        (2, 3, NAMED, ["hand T J, Bob T, led Q, winner -1", "hand T Q, Bob T, led Q, winner -1"]),
        (0, 5, NAMED, ["hand 1 2, Bob -, led 5, winner -1", "hand 1 3, Bob -, led 5, winner -1"]),  # 5 has no name
        (16, 1, NAMED, ["hand 1 2, Bob 4, led 1, winner -1", "hand 1 3, Bob 4, led 1, winner -1"]),
        (-1, -1, NAMED, ["hand T J, Bob -1, led -1, winner -1", "hand T Q, Bob -1, led -1, winner -1"]),  # hidden
        ("?", "?", NAMED, ["hand T J, Bob ?, led ?, winner -1", "hand T Q, Bob ?, led ?, winner -1"]),
        (0, 0, ({1: "T", 2: "queen of clubs"}, {1: "T", 3: "Q"}), ["hand 1 2, Bob -, led 0, winner -1"]),
        (8, 0, ({3: "take Q"}, {3: "take Q"}), ["Ann 1 2, Bob 3, led 0, winner -1"] * 2),  # no card of the player's
        (0, 0, ({1: "pass"}, {1: "pass"}), ["Ann 1 2, Bob -, led 0, winner -1"] * 2),
        (0, 0, ({1: "pass", 2: "bet"},), ["Ann 1 2, Bob -, led 0, winner -1"]),  # by chance the cards 1 and 2
        (0, 0, ({10**12: "bid"}, {1: "pass"}), ["Ann 1 2, Bob -, led 0, winner -1"] * 2),
    ],
)
def test_a_view_names_no_card_unless_it_names_all(bob: Any, led: Any, played: Any, texts: list[str]) -> None:
    game = OneTrick()
    views = [game.start()._replace(ann=10 if 3 in moves and 1 in moves else 6, bob=bob, led=led) for moves in played]
    assert view_texts(game, views, whole=True, player=0, played=played)[: len(texts)] == texts


def test_what_is_known_but_not_seen_is_told_as_remembered() -> None:
    """And of it no more than tells decisions apart: the other's card where both know both, no other field."""
    known = {Exchange: "first 1", ShownExchange: "1 against 2"}
    for game, text in known.items():
        found = faceup.mixed_strategy(solved(game(), engine="sequence-form"), reach="all", player=1)
        labels = [found.sees[one] for one in found.of(1)]
        assert any(label.endswith(f"; remembered: {text}") for label in labels), labels
        assert sum("remembered" in label for label in labels) == 6, "where nothing was exchanged nothing is known"


def test_views_that_cannot_be_remembered_are_told() -> None:
    with pytest.raises(
        RulesError, match=r"view returns \[0\]; possible: a whole number, a word, a set, a tuple of them"
    ):
        solve(Lists())


@pytest.mark.parametrize("factor", [10**400, 10**10, Fraction(1, 10**12 + 39)])
def test_payoffs_of_any_size_are_exact(factor: Any) -> None:
    class Huge(KuhnPoker):
        def payoff(self, s: Any) -> Any:
            return super().payoff(s) * factor

    assert solved(Huge()).value.exact == Fraction(-1, 18) * factor


def test_decisions_that_are_never_come_to_are_counted() -> None:
    solution = solved(faceup.game("mia"))
    everything = faceup.mixed_strategy(solution, reach="all")
    best = faceup.mixed_strategy(solution)
    assert everything.left_out == 0 < best.left_out
    assert len(everything.decisions) == len(best.decisions) + best.left_out
    alone = solved(faceup.game("mastermind"))
    found = faceup.mixed_strategy(alone)
    assert (len(found.decisions), found.left_out) == (9, alone.information_sets - 9)
