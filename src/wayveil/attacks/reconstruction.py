"""Where people really were: published tracks made steady and drawn to the streets."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Final, Literal, NamedTuple

import numpy as np
from pydantic import Field
from scipy.spatial import cKDTree

from wayveil import geo, progress
from wayveil.chance import Chance
from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.numbering import numbered
from wayveil.kernels.steady import steadied
from wayveil.kinds import Attack, Knowledge, Tessellation, Whereabouts
from wayveil.parallel import processors
from wayveil.part import Metres
from wayveil.shapes import Trajectories, steps

#: Standard deviation in each direction of a point anywhere in a tile, in halves of its diagonal.
_SPREAD: Final = 1 / np.sqrt(6)
#: How many times a place is drawn on, by how many of the streets around, and from how far, in
#: widths of a street.
_TIMES, _AROUND, _REACH = 2, 16, 2.0
#: How many points are looked at to see how coarse a release is, and how many are moved at a time.
_SAMPLE, _BLOCK = 2_000, 1_000_000


class Streets(NamedTuple):
    """Where many are: a place in metres from the middle of the earth for each, and how many."""

    places: Floats
    crowd: Floats


class Reconstruction(Attack):
    """Say where people really were, from where the release says that they were.

    An inference, not a search: whoever has somebody's published track, however it was found, asks
    where on the way they were. First each track is made steady: people do not go from the centre
    of a tile to the next one's in jumps, so of all tracks as near to the published points as these
    can be wrong, the one whose velocity changes least is taken (a Kalman smoother). Then each
    point is drawn to the streets near it (mean shift: to the mean of the cells around, each as
    heavy as people were there, those near by more than those far), but never farther from where
    it is published than points were moved.

    Success is the share of somebody's true points at whose time the answer is within `within`
    metres; for whoever is not in the release it is 0. Beside it stands the release as it is, and
    how far off it is before and after. Chance takes somebody else's track. A release of exact
    places stays as it is, and so do those whose places are as dense as exact ones: there are no
    tiles to smooth away, and streets are no finer than half of their cells.
    """

    risk = "inference"
    item = "place"

    within: Annotated[Metres, Field(ge=1, le=100_000)] = 100
    """How near to the truth is near enough."""

    moved: Annotated[Metres, Field(le=100_000)] | None = None
    """How far points were moved at most; if not said, so far that squares around the published
    places just touch (half their diagonal)."""

    swerve: Annotated[float, Field(gt=0, le=100)] = 0.4
    """By how many m/s velocity changes in a second; in four seconds by twice as much."""

    streets: Literal["known", "released", "unknown"] = "known"
    """Whence streets are known: from a map, for which the cells of the original stand that many
    have been in; from the release itself; or not at all."""

    street: Annotated[Metres, Field(ge=1, le=10_000)] = 50
    """Side of the cells that streets are made of."""

    crowd: Annotated[int, Field(ge=1)] = 5
    """How many different people must have been in a cell that is part of a street."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Look at a map; of nobody anything is known."""
        owner, known = original.owner[original.of_point], self.streets == "known"
        made = self._streets(original.lat, original.lon, owner) if known else None
        return Knowledge(np.arange(len(original)), made)

    def guess(self, clues: Streets | None, released: Trajectories, rng: Chance) -> Whereabouts:
        """Make tracks steady, and draw them to the streets."""
        published = np.stack(geo.vectors(released.lat, released.lon), axis=1)
        moved = _coarseness(released, published) if self.moved is None else self.moved
        places = self._steady(released, published, moved)
        if self.streets == "released":
            clues = self._streets(*geo.degrees(*places.T), released.of_point)
        # A map of such cells tells nobody who is off by less than half of one any better.
        if clues is not None and len(clues.crowd) and moved > self.street / 2:
            places = _no_farther(self._drawn(places, clues), published, moved)
        return Whereabouts(*geo.degrees(*places.T), self.within)

    def _streets(self, lat: Floats, lon: Floats, owner: Ints | Codes) -> Streets:
        _, cell = numbered(Tessellation.named("square", size=self.street).cells(lat, lon))
        people = int(owner.max()) + 1
        each = numbered(cell * people + owner)[0] // people
        crowd, points = np.bincount(each), np.bincount(cell)
        means = [np.bincount(cell, column) / points for column in geo.vectors(lat, lon)]
        many = crowd >= self.crowd
        return Streets(np.stack(means, axis=1)[many], crowd[many].astype(np.float64))

    def _steady(self, released: Trajectories, published: Floats, moved: float) -> Floats:
        places, seconds = published.copy(), (released.t - released.t.min()) / 1000
        if moved > 0:
            for some in progress.track(list(_blocks(released.offsets)), "making tracks steady"):
                first, last = released.offsets[some[0]], released.offsets[some[-1]]
                rows, own = slice(first, last), released.offsets[some] - first
                spread = moved * _SPREAD
                places[rows] = steadied(published[rows], seconds[rows], own, spread, self.swerve)
        return _no_farther(places, published, moved)

    def _drawn(self, places: Floats, streets: Streets) -> Floats:
        """Draw each place to the mean of the streets around, a few times."""
        tree, reach = cKDTree(streets.places), _REACH * self.street
        where = np.append(streets.places, np.zeros((1, 3)), axis=0)
        crowd = np.append(streets.crowd, 0)
        places = places.copy()
        for start in progress.track(range(0, len(places), _BLOCK), "drawing to streets"):
            some = places[start : start + _BLOCK]
            for _ in range(_TIMES):
                away, near = tree.query(
                    some, _AROUND, distance_upper_bound=3 * reach, workers=processors()
                )
                weight = crowd[near] * np.exp(-((away / reach) ** 2) / 2)
                total = weight.sum(axis=1)
                mean = np.einsum("ij,ijk->ik", weight, where[near])
                drawn = total > 0
                some[drawn] = mean[drawn] / total[drawn, None]
        return places


def _blocks(offsets: Ints) -> list[Ints]:
    """Divide tracks into blocks of about as many points; give the tracks that bound each."""
    cuts = np.searchsorted(offsets, np.arange(0, offsets[-1], _BLOCK))
    cuts = np.unique(np.append(cuts, len(offsets) - 1))
    return [np.arange(low, high + 1) for low, high in pairwise(cuts)]


def _no_farther(places: Floats, published: Floats, moved: float) -> Floats:
    """Leave no place farther from where it is published than points were moved."""
    away = places - published
    far = np.sqrt((away**2).sum(axis=1))
    share: Floats = moved / np.maximum(far, max(moved, 1e-9))
    return published + away * share[:, None]


def _coarseness(released: Trajectories, published: Floats) -> float:
    """Give half the diagonal of squares around the published places that just touch.

    A square's side is how far it is, in the middle of some points, to the nearest other place.
    """
    codes = steps(released.lat) * 2**32 + steps(released.lon)
    different = np.unique(codes, return_index=True)[1]
    if len(different) < 2:
        return 0.0
    some = published[:: max(1, len(published) // _SAMPLE)]
    away = np.asarray(cKDTree(published[different]).query(some, [2])[0])
    return float(np.median(away) / np.sqrt(2))
