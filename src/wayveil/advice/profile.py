"""What data is like, in counts and quantiles: no place, no id, nobody's extreme."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wayveil import clock
from wayveil.attempt import attempt, knowledge
from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Ints
from wayveil.kernels.numbering import numbered
from wayveil.kernels.radix import distinct_pairs
from wayveil.kinds import Attack, Tessellation, Unit
from wayveil.measures._trips import durations, lengths
from wayveil.shapes import Trajectories
from wayveil.trial import as_released

#: Quantiles that are told; beyond them lie too few to hide in.
_QUANTILES: Final = (0.1, 0.5, 0.9)
#: A place where fewer people were than this is a lonely one.
_COMPANY: Final = 5
_STEPS: Final = "seconds between points"
#: Tracks whose points are farther apart than this, in seconds, are sparse.
_SPARSE: Final = 600
_BOXES: Final = (
    "boxes suit such data better than points, and are not tried here, for they have no metres to "
    "compare: wayveil compare INPUT --methods kmerge_groups,k_pick,kte_hide"
)


@dataclass(frozen=True)
class Profile:
    """Who, how many, how long, how dense, how unique.

    Quantiles are those of 10, 50 and 90 %, to two digits; `lonely` is the share of the points in
    tiles where fewer than five units were; `unique` the share of trips in the sample that two, or
    four, of their tiles and hours single out.
    """

    unit: Unit
    people: int
    trajectories: int
    points: int
    days: int
    quantiles: dict[str, tuple[float, ...]]
    tiles: int
    lonely: float
    unique: dict[int, float]

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        return vars(self)

    @property
    def sparse(self) -> bool:
        """Whether half of the points are long after the ones before, as in call records."""
        steps = self.quantiles.get(_STEPS)
        return steps is not None and steps[1] > _SPARSE

    def lines(self) -> Iterator[tuple[str, object]]:
        """Tell it in lines with labels."""
        whom = "people" if self.unit == "user" else "trajectories"
        known = f"people {self.people:,}, " if self.unit == "user" else ""
        yield "Who", f"{known}trips {self.trajectories:,}, days {self.days:,}"
        for name, values in self.quantiles.items():
            yield "How", f"{name}: {' / '.join(f'{v:,.6g}' for v in values)} (10 / 50 / 90 %)"
        alone = f"{self.lonely:.0%} of the points lie where fewer than {_COMPANY} {whom} were"
        yield "Dense", f"{self.tiles:,} tiles of 500 m; {alone}"
        if self.sparse:
            yield "Sparse", _BOXES
        for points, share in self.unique.items():
            yield (
                "Unique",
                f"{points} known tiles and hours single out {share:.0%} of the trips tried",
            )


def profile(data: Trajectories, sample: Trajectories, rng: Chance) -> Profile:
    """Describe data; how unique it is, on a sample of it."""
    tiles, lonely = _company(data)
    _, trips = np.unique(data.owner, return_counts=True)
    steps = np.diff(data.t)[np.diff(data.of_row) == 0] / clock.MS_PER_SECOND
    unit: Unit = "user" if data.has_owners else "trajectory"
    told = {
        "trips of a person": trips if data.has_owners else trips[:0],
        "points in a trip": data.lengths,
        "minutes of a trip": durations(data) / 60,
        "km of a trip": lengths(data) / 1000,
        _STEPS: steps,
    }
    return Profile(
        unit=unit,
        people=data.n_owners,
        trajectories=len(data),
        points=data.n_points,
        days=len(np.unique(data.t // clock.MS_PER_DAY)),
        quantiles={name: _quantiles(values) for name, values in told.items() if len(values)},
        tiles=tiles,
        lonely=lonely,
        unique=_unique(sample, rng),
    )


def _quantiles(values: npt.NDArray[Any]) -> tuple[float, ...]:
    """Give quantiles to two digits: the exact ones are somebody's own."""
    return tuple(float(f"{value:.2g}") for value in np.quantile(values, _QUANTILES))


def _company(data: Trajectories) -> tuple[int, float]:
    """Count tiles, and the share of the points in those where few people were."""
    cells = Tessellation.named("square").cells(data.lat, data.lon)
    tiles, tile = numbered(cells)
    people = _people_in(tile, data.owner[data.of_row].astype(np.int64), len(tiles))
    return len(tiles), round(float((people[tile] < _COMPANY).mean()), 2)


def _people_in(tile: Ints, owner: Ints, n_tiles: int) -> Ints:
    return np.bincount(distinct_pairs(tile, owner)[0], minlength=n_tiles)


def _unique(sample: Trajectories, rng: Chance) -> dict[int, float]:
    """Give the share that few known points single out; nothing where too little is known."""
    released, origin = as_released(sample, rng)
    found = {}
    for points in (2, 4):
        part = Attack.named("unicity", points=points)
        try:
            known = knowledge(part, sample, rng)
        except Infeasible:
            continue
        score = attempt(part, known, sample, released, origin, rng)
        found[points] = round(score.success.value, 2)
    return found
