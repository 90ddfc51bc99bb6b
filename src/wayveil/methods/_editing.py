"""Members of a group given their pivot's times, and drawn in around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayveil import geo, progress
from wayveil.flat import Ground
from wayveil.kernels import lineup, ragged, waiting
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.parallel import in_turn
from wayveil.record import Edits
from wayveil.shapes import Trajectories

#: Places are rounded at the door, by up to 8 mm each: a cylinder is filled up to so many metres.
_MARGIN = 0.02


@dataclass(frozen=True, eq=False)
class Edited:
    """What became of some people's points, and which was which.

    Released point r was `own[r]`, as a row of the table edited, or -1: it is made up.
    `strayed` is by how many metres it lay outside the cylinder, `late` by how many seconds it was
    moved (of a point that is made up: nothing).
    """

    data: Trajectories
    own: Ints
    strayed: Floats
    late: Floats

    @property
    def edits(self) -> Edits:
        """Count what was moved and made up."""
        true = self.own >= 0
        moved = true & ((self.strayed > 0) | (self.late != 0))
        return Edits(moved=int(moved.sum()), created=int((~true).sum()))


@dataclass(frozen=True)
class Editor:
    """How points are matched, and how near they must be in the end."""

    delta: float
    patience: float
    speed: float

    @property
    def radius(self) -> float:
        """How far from the pivot a point may be."""
        return max(0.0, self.delta / 2 - _MARGIN)

    def edit(self, people: Trajectories, members: Ints, pivots: Ints) -> Edited:
        """Give each member the times of its pivot, and a place near it at each of them."""
        ground = Ground.under(people)
        paths = ground.lay(people)
        of_pivot = ragged.rows_of(people.offsets, pivots)
        offsets = ragged.offsets_of(people.lengths[pivots])
        own = self._matched(paths, members, pivots, offsets)
        whose = np.repeat(members, np.diff(offsets))
        lat, lon = _places(people, paths, ground, own, whose, paths.t[of_pivot])
        centre = people.lat[of_pivot], people.lon[of_pivot]
        away = geo.metres(lat, lon, *centre)
        lat, lon = geo.drawn_in(lat, lon, *centre, self.radius)
        chosen = people.take(members)
        data = replace(chosen, lat=lat, lon=lon, t=people.t[of_pivot], offsets=offsets)
        return Edited(
            data, own, np.maximum(0, away - self.radius), np.abs(paths.t[own] - paths.t[of_pivot])
        )

    def _matched(self, paths: Paths, members: Ints, pivots: Ints, offsets: Ints) -> Ints:
        """Find the counterpart of each of the pivots' samples; a pivot's are its own."""
        own = ragged.rows_of(paths.offsets, pivots)
        edited = np.flatnonzero(members != pivots)

        def work(place: int) -> None:
            found = own[offsets[place] : offsets[place + 1]]
            lineup.counterparts(
                paths, int(pivots[place]), int(members[place]),
                self.radius, self.speed, self.patience, found,
            )  # fmt: skip

        for _ in progress.track(in_turn(work, edited.tolist()), "editing", len(edited)):
            pass
        return own


def _places(
    people: Trajectories, paths: Paths, ground: Ground, own: Ints, whose: Ints, moments: Floats
) -> tuple[Floats, Floats]:
    """Give where each point was, or where its person was under way at that moment."""
    lat, lon = people.lat[own], people.lon[own]
    made = np.flatnonzero(own < 0)
    x, y = waiting.places(paths, whose[made], moments[made])
    lat[made], lon[made] = ground.plane.unproject(x + ground.x, y + ground.y)
    return lat, lon
