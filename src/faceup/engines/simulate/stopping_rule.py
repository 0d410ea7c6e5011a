"""When a run ends that plays until a figure is known well enough."""

from dataclasses import dataclass
from math import inf

from faceup.results.sample import Sample

HOPELESS = 1 << 24  # games after which an interval that does not narrow is given up


@dataclass(frozen=True)
class StoppingRule:
    """The interval of ``figure`` is to be at most so wide, and not only because games are unfinished."""

    figure: str
    width: float

    def met(self, sample: Sample) -> bool:
        value = getattr(sample, self.figure)
        return bool(value.high - value.low <= self.width and (self.figure == "win_rate" or not sample.unfinished))

    def hopeless(self, sample: Sample) -> str:
        """Why more games would not do, or nothing."""
        if self.figure == "win_rate" and sample.wins is None:
            return f"{sample.games:,} games do not show which of them are won: wait for another figure"
        if self.met(sample) or sample.games < HOPELESS:
            return ""
        if getattr(sample, self.figure).high == inf:
            return f"{sample.games:,} games show no spread of {self.figure}, so no interval: say how many games"
        if sample.unfinished > (sample.games * self.width if self.figure == "win_rate" else 0):
            share = sample.unfinished / sample.games
            return f"{share:.3%} of {sample.games:,} games are unfinished: no interval can be trusted to be so narrow"
        return ""

    def ends(self, sample: Sample) -> bool:
        """Whether the run is over."""
        return self.met(sample) or bool(self.hopeless(sample))

    def shortfall(self, sample: Sample) -> str:
        """Why the run ended with an interval that is too wide, or nothing."""
        if self.met(sample):
            return ""
        still = f"the interval of {self.figure} is still wider than {self.width:g} after {sample.games:,} games"
        return self.hopeless(sample) or still
