"""Points that are near each other exchange their trajectories."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

import numpy as np
from pydantic import Field, model_validator

from wayveil import clock, geo, progress
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.radix import distinct, order_by, order_of
from wayveil.kernels.swarms import Gathered, Radii, Swarm, buckets_of, gather_all, join
from wayveil.kernels.tile_pairs import holders, lasting
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.part import K, Metres, Seconds
from wayveil.record import Origin, Tally
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled

_BLOCK: Final = 20_000


class SwapLocations(Tiled, Anonymizer):
    """Exchange points among k people who were near each other. (D4.10, 6.3.3.5, SwapAllLocations)

    Around a point drawn by lot the radii grow from the smallest to the largest (in space and time
    alike) until points of k - 1 other people are inside; of those equally near the lot decides.
    These k points then change trajectories by lot: each has the same chance to be published in any
    of the k. A point that is left over joins the nearest group without that person, or is removed.
    All points stay true, and trajectories keep their course to within the largest radii. At last
    points are removed until every step from tile to tile, and every trajectory within one
    tile, is shared by k published trajectories. (Domingo-Ferrer and Trujillo-Rasua 2012)
    """

    k: K = 3
    """Fewest people whose points change places with each other."""

    min_r_s: Metres = 100
    """Distance up to which points count as equally near."""

    max_r_s: Annotated[Metres, Field(le=100_000)] = 500
    """Greatest distance from the point in the middle."""

    min_r_t: Seconds = 60
    """Difference in time up to which points count as equally near."""

    max_r_t: Seconds = 120
    """Greatest difference in time from the point in the middle."""

    tile_size: Annotated[Metres, Field(ge=1, le=1_000_000)] = 1000
    """Side of a square tile."""

    @model_validator(mode="after")
    def _grows(self) -> SwapLocations:
        for low, high in (("min_r_s", "max_r_s"), ("min_r_t", "max_r_t")):
            if getattr(self, low) > getattr(self, high):
                raise ValueError(f"{low} must be at most {high}")
        return self

    def claims(self) -> tuple[Claim, ...]:
        """Each point was put where it is by lot among k; steps between tiles are shared by k."""
        attack = {"name": "own_share", "params": {"unit": "user"}}
        return (
            Claim.named("true_points"),
            Claim.named("exchanged_among", k=self.k),
            Claim.named("pairs_at_least_k", k=self.k, tessellation=self.tiles()),
            Claim.named("attack_success", attack=attack),
        )

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Gather, exchange, and remove what is shared by too few."""
        group = self._groups(data, rng)
        grouped = np.flatnonzero(group >= 0)
        slot = _drawn(group[grouped], data.of_point[grouped], rng)
        order = order_by(slot, data.t[grouped])
        rows, slot = grouped[order], slot[order]
        tile = self.tiles().cells(data.lat[rows], data.lon[rows])
        stay = lasting(slot, tile, self.k)
        people = holders(group[grouped], data.owner[data.of_point[grouped]].astype(np.int64))
        draft = _published(data, rows[stay], slot[stay], people[order][stay])
        return replace(draft, removed=_tally(data, rows, draft.origin))

    def _groups(self, data: Trajectories, rng: Chance) -> Ints:
        """Give the group of each point, -1 for those that are left over."""
        radii = Radii(
            geo.chord(self.min_r_s),
            geo.chord(self.max_r_s),
            clock.milliseconds(self.min_r_t),
            clock.milliseconds(self.max_r_t),
        )
        swarm, row = _swarm(data, radii, rng)
        made = Gathered(np.full(data.n_points, -1), np.full(data.n_points, -1))
        best = np.full(int(data.owner.max()) + 1, -1)
        centres = order_of(swarm.rank)
        progress.stage("exchanging points", len(centres))
        for low in range(0, len(centres), _BLOCK):
            some = centres[low : low + _BLOCK]
            gather_all(swarm, some, self.k, radii, made, best)
            progress.advance(len(some))
        join(swarm, centres[made.group[centres] == -2], radii, made)
        group = np.full(data.n_points, -1)
        group[row] = np.maximum(made.group, -1)
        return group


def _swarm(data: Trajectories, radii: Radii, rng: Chance) -> tuple[Swarm, Ints]:
    """Put the points into buckets, with a rank by lot; and say which row each of them is."""
    places, t = geo.vectors(data.lat, data.lon), (data.t - data.t.min()).astype(np.float64)
    buckets = 1 << max(4, min(22, data.n_points.bit_length()))
    bucket = buckets_of(*places, t, radii, buckets)
    row = order_of(bucket)
    x, y, z = (column[row] for column in places)
    first = ragged.offsets_of(np.bincount(bucket, minlength=buckets))
    owner = data.owner[data.of_point[row]]
    rank = rng.spawn("centres").permutation(len(row))
    return Swarm(x, y, z, t[row], owner, rank, first), row


def _drawn(group: Ints, trip: Ints, rng: Chance) -> Ints:
    """Let each group draw by lot who is published in whose trajectory."""
    lot = rng.spawn("exchange").permutation(len(group))
    slot = np.empty_like(trip)
    slot[order_of(group)] = trip[order_by(group, lot)]
    return slot


def _published(data: Trajectories, rows: Ints, slot: Ints, among: Ints) -> Draft:
    """Put the points into their slots; rows are in the order of slot and time."""
    lengths = np.bincount(slot, minlength=len(data))
    used = np.flatnonzero(lengths)
    swapped = replace(
        data,
        lat=data.lat[rows],
        lon=data.lon[rows],
        t=data.t[rows],
        offsets=ragged.offsets_of(lengths[used]),
        id=data.id[used],
        owner=data.owner[used],
        extra=None if data.extra is None else data.extra[rows],
    )
    return Draft(swapped, Origin.one_each(used, data.of_point[rows], among))


def _tally(data: Trajectories, rows: Ints, origin: Origin) -> Tally:
    """Say what is gone: points that found no others, then points in steps that too few share.

    A trajectory counts as removed if its slot is empty and none of its points is in another.
    """
    assert origin.of_point is not None
    began = len(distinct(data.of_point[rows]))
    alone = Tally.of("no k - 1 others near", len(data) - began, data.n_points - len(rows))
    left = len(origin.everybody)
    return alone + Tally.of(
        "steps between tiles that fewer than k share",
        began - left,
        len(rows) - len(origin.of_point),
    )
