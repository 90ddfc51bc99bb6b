"""Paper 004's Figures 6 to 9 laid out again for kte_hide on call records of a city and a nation.

    python -m bench.kte_figures FOLDER [USERS DAYS]

k is 2, and epsilon is tau: from 10 minutes to 4 hours, and half an hour over a week for what
depends on the hour. Prints a row a run; grain, suppression and what leaks go into the folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wayveil import Release, anonymize, synthesize
from wayveil.cells import Cells
from wayveil.claims.leakage import Leakage
from wayveil.joined import standing_behind
from wayveil.kernels.arrays import Floats, Ints
from wayveil.measures._samples import Samples
from wayveil.report.charts import Axis, Point, Points, lines_svg, shares_svg
from wayveil.shapes import Trajectories

AREAS = ("city", "nation")
TAUS_MIN = (10, 20, 30, 60, 120, 240)
WEEK = 7
#: Of more people hardly anybody is suppressed.
FEW = 500
#: The time of watching for which the hours of the day are told apart, as in the paper's Figure 9.
BY_HOUR_MIN = 30
HEADS = ("area", "tau, min", "space, km: quartiles", "mean", "time, min: quartiles", "mean")
GRAINS = ("first quartile", "median", "third quartile", "mean")
SPACE, TIME = "km, width and height added", "minutes"
SUPPRESSED = "per cent of points suppressed"
ACROSS = Axis("τ = ε, minutes", log=True)


@dataclass(frozen=True)
class Run:
    """One release, and the data it is of."""

    data: Trajectories
    made: Release[Cells]
    tau: int

    @classmethod
    def of(cls, data: Trajectories, tau_min: int) -> Run:
        method = {
            "name": "kte_hide",
            "params": {"k": 2, "tau": 60 * tau_min, "epsilon": 60 * tau_min},
        }
        return cls(data, anonymize(data, method, seed=1), tau_min)

    @property
    def samples(self) -> Samples:
        assert self.made.record is not None
        return Samples.of(self.data, self.made.data, self.made.record.origin)

    @property
    def suppressed(self) -> float:
        """Per cent of points."""
        assert self.made.record is not None
        return 100 * self.made.record.removed.points / self.data.n_points

    def leaks(self) -> Floats:
        """Minutes learned in each window besides the time of watching."""
        assert self.made.record is not None
        claim = Leakage(tau=60 * self.tau, epsilon=60 * self.tau)
        return claim.leaks(self.made.data, self.made.record, self.data) / 60_000

    def row(self, area: str) -> str:
        """Say all of it, with the verdicts."""
        km, minutes = self.samples.kilometres(), self.samples.minutes()
        verdicts = {judged.claim.name: judged.verdict for judged in self.made.certificate.judged}
        scope = verdicts["kte_anonymous"].note.split("; ")[1].split()[0]
        answers = " ".join(f"{name}: {verdict.answer}" for name, verdict in verdicts.items())
        grains = [" ".join(f"{v:.2f}" for v in grain(x)[:3]) for x in (km, minutes)]
        leak = float(verdicts["leakage"].found or 0)
        last = f"{self.suppressed:.3f}% | {scope} | {leak:.1%} | {answers}"
        return (
            f"{area} | {self.tau} | {grains[0]} | {km.mean():.2f} | "
            f"{grains[1]} | {minutes.mean():.2f} | {last}"
        )


def main(folder: str, users: int = 5_000, days: int = 3) -> None:
    """Run and draw all."""
    print(f"{users:,} people, {days} days; {min(users, 2_000):,} over a week; k=2, epsilon=tau")
    print(*HEADS, "suppressed", "out of scope", "leak above epsilon", "verdicts", sep=" | ")
    charts: dict[str, str] = {}
    lost: dict[str, Points] = {}
    for area in AREAS:
        data = synthesize("cdr", users=users, days=days, area=area, seed=1)
        charts |= dict(against_tau(area, told(area, data)))
        data = synthesize("cdr", users=FEW, days=days, area=area, seed=1)
        few = told(f"{area}, {FEW} people", data)
        lost[area] = [(run.tau, run.suppressed) for run in few]
    title = f"What is suppressed of {FEW} people, by τ"
    charts["suppressed"] = lines_svg(lost, title, ACROSS, Axis(SUPPRESSED))
    charts |= dict(by_hour(min(users, 2_000)))
    for name, chart in charts.items():
        Path(folder, f"kte-hide-{name}.svg").write_text(chart, "utf-8")


def told(name: str, data: Trajectories) -> list[Run]:
    """Run with every time of watching, and print a row of each."""
    runs = []
    for tau in TAUS_MIN:
        runs.append(Run.of(data, tau))
        print(runs[-1].row(name), flush=True)
    return runs


def against_tau(area: str, runs: list[Run]) -> Iterator[tuple[str, str]]:
    """Draw the grain of boxes, and what leaks, for each time of watching."""
    km = [grain(run.samples.kilometres()) for run in runs]
    minutes = [grain(run.samples.minutes()) for run in runs]
    taus = [run.tau for run in runs]
    yield f"{area}-space", lines_svg(lines(taus, km), f"Space, {area}", ACROSS, Axis(SPACE, True))
    yield f"{area}-time", lines_svg(lines(taus, minutes), f"Time, {area}", ACROSS, Axis(TIME, True))
    leaks = {f"τ = ε = {run.tau} min": shares(run.leaks()) for run in runs[::2]}
    across = Axis("minutes besides the time watched", log=True)
    yield f"{area}-leaks", shares_svg(leaks, f"What is learned, {area}", across)


def grain(values: Floats) -> list[float]:
    """Quartiles and mean, in the order of `GRAINS`."""
    return [*np.percentile(values, [25, 50, 75]).tolist(), float(values.mean())]


def lines(taus: list[int], grains: list[list[float]]) -> dict[str, Points]:
    """Make a line of each quartile and of the mean."""
    return {
        name: list(zip(taus, column, strict=True))
        for name, column in zip(GRAINS, zip(*grains, strict=True), strict=True)
    }


def shares(leaks: Floats) -> list[Point]:
    """Give the share of windows with at most so many minutes, which are 1 at least."""
    values, counts = np.unique(np.maximum(np.ceil(leaks), 1), return_counts=True)
    return list(zip(values.tolist(), (counts.cumsum() / len(leaks)).tolist(), strict=True))


def by_hour(users: int) -> Iterator[tuple[str, str]]:
    """Draw the mean grain, and what is suppressed, by the hour of the day, over a week."""
    space, time, lost = {}, {}, {}
    for area in AREAS:
        data = synthesize("cdr", users=users, days=WEEK, area=area, seed=1)
        run = Run.of(data, BY_HOUR_MIN)
        print(f"{run.row(area)} | a week", flush=True)
        assert run.made.record is not None
        samples = run.samples
        points = standing_behind(run.made.record.origin, data)
        kept, seen = hours(points.t[samples.box >= 0]), np.bincount(hours(data.t), minlength=24)
        count = np.bincount(kept, minlength=24)
        space[area] = over_day(np.bincount(kept, samples.kilometres(), 24) / count)
        time[area] = over_day(np.bincount(kept, samples.minutes(), 24) / count)
        lost[area] = over_day(100 * (1 - count / seen))
    across, half = Axis("hour of the day"), f"by the hour; τ = ε = {BY_HOUR_MIN} min"
    yield "hour-space", lines_svg(space, f"Mean in space, {half}", across, Axis(SPACE, True))
    yield "hour-time", lines_svg(time, f"Mean in time, {half}", across, Axis(TIME))
    yield "hour-suppressed", lines_svg(lost, f"Suppressed, {half}", across, Axis(SUPPRESSED))


def hours(t: Ints) -> Ints:
    """Give the hour of the day."""
    return t // 3_600_000 % 24


def over_day(values: Floats) -> Points:
    """Pair each hour with its value."""
    return list(enumerate(values.tolist()))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
