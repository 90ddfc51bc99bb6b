"""Whether the true record stands out among those that fit, in k_pick and in kte_hide.

python -m bench.asymmetry [PEOPLE CITIES]
python -m bench.asymmetry kte [PEOPLE DAYS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import get_args
from unittest.mock import patch

import numpy as np

import wayveil
from wayveil import Release, clock
from wayveil.attacks._marks import By, standing_out
from wayveil.attacks.time_window import Clues, TimeWindow
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.joined import joined
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.boxes import Points
from wayveil.kinds import Knowledge
from wayveil.methods import k_pick
from wayveil.methods._covers import Covers
from wayveil.shapes import Trajectories

_BY: tuple[By, ...] = get_args(By)
_WINDOWS, _HOURS = 8, 40


def main(people: str = "2000", cities: str = "20") -> None:
    """Print a row for each k, for the method as it is and without its lot: means over cities."""
    print(f"{cities} cities of {people} people; the mean over cities, ± twice its standard error")
    print(f"{'':>20}", *(f"{by:>13}" for by in _BY))
    for k in (2, 3, 5):
        row(int(people), int(cities), k, "by lot", k_pick._owners)
        row(int(people), int(cities), k, "whoever picked", lambda members, rng: members[0])


def row(people: int, cities: int, k: int, name: str, owners: Callable[..., np.ndarray]) -> None:
    """Print who is found in cities whose people, calls and lots differ."""
    with patch.object(k_pick, "_owners", owners):
        found = 100 * np.array([shares(people, k, seed) for seed in range(cities)])
    mean, error = found.mean(axis=0), found.std(axis=0, ddof=1) / cities**0.5
    told = (f"{m:5.1f} ±{2 * e:4.1f} %" for m, e in zip(mean, error, strict=True))
    print(f"k={k} {name:>15}", *(f"{each:>13}" for each in told), flush=True)


def shares(people: int, k: int, seed: int) -> list[float]:
    """Give which share of a city is found, by each mark."""
    data = wayveil.synthesize("cdr", users=people, days=1, rate=6.0, seed=seed)
    release = wayveil.anonymize(data, "k_pick", k=k, seed=seed)
    tries = (
        wayveil.attack(
            data, release.data, "true_record", record=release.record, seed=seed, unit="user", by=by
        )
        for by in _BY
    )
    return [found.release.success.value for found in tries]


def kte(people: str = "1500", days: str = "3") -> None:
    """Print who is found when all records that fit count, and when exactly two do.

    A person is drawn, and a time at which they are seen; or an hour, and all who are seen then.
    With and without the price that those who hide in a record already have in it.
    """
    data = wayveil.synthesize("cdr", users=int(people), days=int(days), seed=1)
    print(f"{people} people, {days} days, k=2; {_WINDOWS} windows of each person, {_HOURS} hours")
    print(f"{'':>40}", *(f"{by:>12}" for by in _BY), "       n")
    windows = {"people": list(by_person(data)), "hours": list(by_hour(data))}
    for name, price in (("as it is", Covers._costs), ("pairs", pairs_alone)):
        with patch.object(Covers, "_costs", price):
            release: Release[Cells] = wayveil.anonymize(data, "kte_hide", k=2, seed=1)
        for drawn, known in windows.items():
            print_rows(f"{name}, {drawn} drawn", [credits(release, some) for some in known])


def pairs_alone(covers: Covers, pieces: Ints) -> Floats:
    """Give the price of each two, whoever hides in their records already."""
    grid = np.stack(np.meshgrid(pieces, pieces), -1).reshape(-1, 2)
    return covers.epochs.costs(grid).reshape(len(pieces), -1)


def print_rows(name: str, every: list[tuple[Floats, Ints]]) -> None:
    """Print what was earned where any record fits, and where exactly two do."""
    for told, least, most in (("some fit", 1, sys.maxsize), ("two fit", 2, 2)):
        found = np.concatenate([row[(fit >= least) & (fit <= most)] for row, fit in every])
        shares = (f"{100 * share:11.1f}%" for share in found.mean(axis=0))
        print(f"{name + ', ' + told:>40}", *shares, f"{len(found):8,}", flush=True)


def by_person(data: Trajectories) -> Iterator[Knowledge]:
    """Draw a window of each person."""
    return (TimeWindow().knows(data, Chance.seeded(seed)) for seed in range(_WINDOWS))


def by_hour(data: Trajectories) -> Iterator[Knowledge]:
    """Draw hours, and take everybody who is seen then."""
    people, hour = joined(data).data, clock.milliseconds(3600)
    points, whose = people.positions(), people.of_point
    for start in np.random.default_rng(1).integers(points.t.min(), points.t.max(), _HOURS):
        seen = (points.t >= start) & (points.t <= start + hour)
        t, lat, lon = (column[seen] for column in points[:3])
        who, counts = np.unique(whose[seen], return_counts=True)
        within = Points(t, lat, lon, ragged.offsets_of(counts))
        yield Knowledge(people.owner[who].astype(np.int64), Clues(within, np.full(len(who), start)))


def credits(release: Release[Cells], known: Knowledge) -> tuple[Floats, Ints]:
    """Give for each target what each way of guessing earns, and how many records fit."""
    assert release.record is not None
    origin, whose = release.record.origin, release.record.owner
    true = whose[origin.sources[origin.offsets[:-1]]]
    fit = TimeWindow().guess(known.clues, release.data, Chance.seeded(0))
    who, target = ragged.group_of_rows(fit.offsets), known.about
    earned = np.zeros((len(target), len(_BY)))
    for column, by in enumerate(_BY):
        named = standing_out(by, known.clues.points, release.data, who, fit.items)
        for_whom, counts = ragged.group_of_rows(named.offsets), np.diff(named.offsets)
        right = true[named.items] == target[for_whom]
        np.add.at(earned[:, column], for_whom[right], 1 / counts[for_whom[right]])
    return earned, np.diff(fit.offsets)


if __name__ == "__main__":
    if sys.argv[1:2] == ["kte"]:
        kte(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
