"""A sample or a comparison as lines of text."""

from collections import Counter
from collections.abc import Iterator

from faceup.results.documents.sample import QUANTILES
from faceup.results.histogram import gathered
from faceup.results.sample import Comparison, Sample
from faceup.rules.game_ends import WON
from faceup.show.text.bars import bar_chart


def sample_lines(sample: Sample, encoding: str) -> Iterator[str]:
    """Histogram and figures."""
    yield from bar_chart(gathered(sample.histogram), encoding)
    yield from figure_lines(sample)


def figure_lines(sample: Sample) -> Iterator[str]:
    """Figures with their intervals, and how many games they come from."""
    score = "score" if sample.players == 0 else "payoff"
    step = "steps" if sample.players == 0 else "moves"
    won = "won" if sample.players == 0 else "player 0 won"
    yield f"{won:<11} {sample.win_rate}  at {sample.confidence:.4g} confidence"
    if sample.duel:
        yield f"draws       {sample.draw_rate}"
        yield f"player 1 won {sample.loss_rate}"
        yield f"first player's advantage  {sample.advantage}"
    mean = f"mean {score}"
    partly = "  of the games that ended" if sample.finished < sample.games else ""
    yield f"{mean:<11} {sample.mean}{partly}"
    if sample.variance is not None:
        marks = "  ".join(f"{share:.0%} {sample.quantile(share):g}" for share in QUANTILES)
        yield f"spread      variance {sample.variance:.6g}, quantiles {marks}"
    yield f"length      {sample.length} {step}{partly}"
    if sample.endless:
        yield f"endless     {sample.endless_rate}: {sample.endless:,} games known never to end"
    if sample.unfinished:
        yield f"unfinished  {sample.unfinished:,} games reached the limit of steps"
    for what, games in sample.kept.items():
        listed = ", ".join(f"{game.number} ({game.length} {step}, {score} {game.score:g})" for game in games)
        yield f"{what:<11} {listed or 'none'}"
    stored = sample.games - sample.computed
    more = f", {stored:,} of them from the store" if stored else ""
    speed = f"{sample.games_per_second:,.0f} a second ({sample.engine})"
    yield f"games       {sample.games:,} of seed {sample.seed}{more}, {speed}"


def comparison_lines(comparison: Comparison, names: tuple[str, str]) -> Iterator[str]:
    """Each one's figures, and the difference on common deals."""
    word = "score" if comparison.first.players == 0 else "payoff"
    width = max(map(len, names))
    for name, sample in zip(names, (comparison.first, comparison.second), strict=True):
        yield f"{name:<{width}}  won {sample.win_rate}  mean {word} {sample.mean}"
    yield f"{'difference':<{width}}  won {comparison.win_rate}  mean {word} {comparison.mean}"
    won: Counter[tuple[bool, bool]] = Counter()
    for (_, first, _, second), games in comparison.pairs.items():
        won[first == WON, second == WON] += games
    sample = comparison.first
    yield (
        f"of {sample.games:,} pairs on common deals: {won[True, False]:,} won by the first alone, "
        f"{won[False, True]:,} by the second alone, {won[True, True]:,} by both"
    )
    if comparison.ended < sample.games:
        yield f"both ended in {comparison.ended:,} pairs, which the difference of the means is about"
        for name, one in zip(names, (comparison.first, comparison.second), strict=True):
            yield f"{name:<{width}}  {one.endless:,} games never end, {one.unfinished:,} are unfinished"
    speed = f"{sample.games_per_second:,.0f} pairs a second ({sample.engine})"
    yield f"games  {sample.games:,} of seed {sample.seed}, at {sample.confidence:.4g} confidence, {speed}"
