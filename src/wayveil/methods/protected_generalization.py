"""Places become cells, and visits go until no few of them single anyone out."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import Field

from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.radix import distinct
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.methods._cells import Cells, Place, cells_of, check_places, mean_places
from wayveil.methods._suppression import Protection
from wayveil.methods._visits import Visits, visits_of
from wayveil.part import K, Minutes
from wayveil.precision import Precision, bins
from wayveil.record import Origin, Tally
from wayveil.shapes import Trajectories, steps
from wayveil.tiled import Tiled

_MS_PER_MINUTE: Final = 60_000
#: Tiles with fewer points than this many times k are joined. (D4.10)
_SMALL: Final = 3


class ProtectedGeneralization(Tiled, Anonymizer):
    """Publish visits to tiles, without those that would single somebody out. (D4.10, 6.3.3.2)

    Whoever knows up to `knowledge` visits of one trajectory finds that none or at least k people
    have them. Square tiles with fewer than 3k points are joined with others of their block of
    four tiles by four; each trajectory becomes its visits, a row each; and visits are removed
    until no combination of them is rare. A visit that breaks many rare combinations and is part
    of few others goes first, and comes back at the end if it can.
    """

    k: K = 3
    """Fewest people (or trajectories) that share what an attacker may know."""

    knowledge: Annotated[int, Field(ge=1, le=10)] = 2
    """Most visits of one trajectory that an attacker knows."""

    time_interval: Annotated[Minutes, Field(ge=0.1, le=1_000_000)] | None = None
    """Length of a level of time, counted from 1970 UTC. Not set, all time is one level."""

    strategy: Literal["avg", "centroid"] = "avg"
    """What stands for a cell: the mean of its points, where k people are, or its centre."""

    time_strategy: Literal["keep", "same"] = "keep"
    """The time of a visit's first point, or its level's middle (1970-01-01 if all is one level)."""

    attacker_time: Precision | None = None
    """Times as attackers know them: none, exact, or to 10min, say; not set, to time_interval."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise km-anonymity."""
        return (
            Claim.named(
                "km_anonymous", k=self.k, knowledge=self.knowledge, attacker_time=self._known()
            ),
        )

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Find the cells, the visits, those that can stay, and the points that stand for them."""
        laid = self.on_tiles(data)
        seen = laid.data
        if not len(seen):
            raise Infeasible("no point lies on any tile.", "Choose tiles where the data is.")
        level, t = self._times(seen.t)
        side = self.tile_size if self.tessellation is None else None
        cells, cell = cells_of(self.tiles(), laid.cells, level, _SMALL * self.k, side)
        visits, (lat, lon) = self._settled(seen, cells, cell, t)
        stay = distinct(visits.trajectory)
        released = replace(
            seen, lat=lat[visits.cell], lon=lon[visits.cell], t=visits.t,
            offsets=ragged.offsets_of(np.bincount(visits.trajectory)[stay]),
            id=seen.id[stay], owner=seen.owner[stay], extra=None,
        )  # fmt: skip
        gone = len(seen) - len(stay), int((visits.of_point < 0).sum())
        tally = laid.removed + Tally.of("would single somebody out", *gone)
        return Draft(released, Origin.one_each(laid.sources[stay]), tally)

    def _known(self) -> Precision:
        if self.attacker_time is not None:
            return self.attacker_time
        return "none" if self.time_interval is None else self.time_interval * 60

    def _times(self, t: Ints) -> tuple[Ints, Ints]:
        """Give the level and the published time of each point."""
        same = self.time_strategy == "same"
        if self.time_interval is None:
            return np.zeros_like(t), np.zeros_like(t) if same else t
        length = round(self.time_interval * _MS_PER_MINUTE)
        return t // length, t // length * length + length // 2 if same else t

    def _settled(
        self, seen: Trajectories, cells: Cells, cell: Ints, t: Ints
    ) -> tuple[Visits, Place]:
        """Remove visits, place those that stay, and again while that changes their order.

        Visits of one time are published in the order of their places, which the means of what
        stays decide; what was not rare may be so in the new order.
        """
        protection = Protection(self.k, self.knowledge, seen.owner.astype(np.int64))
        centres = cells.centres()
        place = cell if self.strategy == "avg" else ragged.numbered(*map(steps, centres))[cell]
        visits = visits_of(seen.of_point, t, cell, place, bins(t, self._known()))
        while True:
            visits = visits.only(protection.of(visits))
            lat, lon = self._places(seen, cells, cell, centres, visits)
            order = visits.order(lat, lon)
            if (np.diff(order) == 1).all():
                return visits, (lat, lon)
            visits = visits.take(order)

    def _places(
        self, seen: Trajectories, cells: Cells, cell: Ints, centres: Place, visits: Visits
    ) -> Place:
        """Give the point that stands for each cell."""
        if self.strategy == "avg":
            stay = np.flatnonzero(visits.of_point >= 0)
            owner = seen.owner[seen.of_point[stay]].astype(np.int64)
            at = seen.lat[stay], seen.lon[stay]
            centres = mean_places(cells, centres, at, cell[stay], owner, self.k)
        check_places(cells, centres)
        return centres
