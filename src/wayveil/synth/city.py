"""A city that nobody lives in: data that may be shown, published and tested on."""

from __future__ import annotations

from typing import Annotated, Final, Self

import numpy as np
from pydantic import Field, model_validator

from wayveil.chance import Chance
from wayveil.clock import MS_PER_SECOND
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.part import Metres, Seconds
from wayveil.shapes import Names, Trajectories
from wayveil.synth._days import Trips, trips
from wayveil.synth._fixes import Fixes, Receiver, fixes
from wayveil.synth._land import land
from wayveil.synth._lines import lines
from wayveil.synth._people import people
from wayveil.synth._places import places
from wayveil.synth._routes import travel
from wayveil.synth._setting import FIRST_DAY_MS, Setting
from wayveil.synth._streets import Streets, streets

_SHORTEST_STAY_S: Final = 180.0


class City(Setting):
    """A seeded city that looks like one: people with homes, habits and phones on real streets.

    Streets, avenues, a river with bridges, a ring road and parks are drawn first; then people are
    settled, and each makes trips between home, work and a few other places, on foot, by bicycle or
    by car, along the ways that are shortest to them. A receiver takes positions at irregular
    times, with errors that wander and now and then jump. One city belongs to one seed: asking for
    more trips, people or days fills the same streets.

    >>> data = City(trajectories=20, users=4)(Chance.seeded(1))
    >>> len(data), data.n_owners
    (20, 4)
    """

    trajectories: Annotated[int, Field(ge=1, le=20_000_000)] = 1_000
    """Number of trips."""

    users: Annotated[int, Field(ge=1, le=20_000_000)] = 100
    """Number of people; each makes at least one trip."""

    sampling: Annotated[Seconds, Field(ge=1, le=3_600)] = 30
    """Mean time between two positions."""

    noise: Annotated[Metres, Field(le=200)] = 8
    """Typical error of a position; a few are up to twelve times larger."""

    @model_validator(mode="after")
    def _enough_trips(self) -> Self:
        if self.users > self.trajectories:
            raise ValueError(
                f"{self.trajectories:,} trips are too few for {self.users:,} users, who make at "
                f"least one each; ask for at most {self.trajectories:,} users, or more trips"
            )
        return self

    def __call__(self, rng: Chance) -> Trajectories:
        """Build the city, settle its people and follow them."""
        network = network_of(rng)
        where = places(network, rng.spawn("places").numpy())
        folk = people(self.users, network, where, rng.spawn("people").numpy())
        planned = trips(
            self.trajectories, self.days, folk, network, where, rng.spawn("days").numpy()
        )
        ways = travel(planned, folk, network, where, rng.spawn("routes").numpy())
        receiver = Receiver(self.sampling, self.noise)
        found = fixes(planned, folk, network, ways, receiver, rng.spawn("fixes").numpy())
        return self._table(found, planned)

    def _table(self, found: list[Fixes], planned: Trips) -> Trajectories:
        import polars as pl

        counts = np.concatenate([part.counts for part in found])
        starts = _starts_ms(planned, np.concatenate([part.lasted_s for part in found]))
        parts = [self.degrees(part.x, part.y) for part in found]
        lat, lon = (np.concatenate(column) for column in zip(*parts, strict=True))
        number = np.arange(len(counts))
        return Trajectories(
            lat=lat,
            lon=lon,
            t=np.repeat(starts, counts) + np.concatenate([part.ms for part in found]),
            offsets=ragged.offsets_of(counts),
            id=number.astype(np.int32),
            owner=planned.owner.astype(np.int32),
            names=Names(pl.Series("id", number), pl.Series("user", np.arange(self.users))),
        )


def network_of(rng: Chance) -> Streets:
    """Draw the streets alone: the city of this chance, before anyone lives there."""
    ground = land(rng.spawn("land").numpy())
    drawn = lines(ground, rng.spawn("lines").numpy())
    return streets(drawn, ground, rng.spawn("streets").numpy())


def _starts_ms(planned: Trips, lasted_s: Floats) -> Ints:
    """Start each trip when planned, or a little after the same person's last one has ended."""
    wanted = np.rint(planned.planned_s * MS_PER_SECOND).astype(np.int64)
    taken = np.rint((lasted_s + _SHORTEST_STAY_S) * MS_PER_SECOND).astype(np.int64)
    before = ragged.offsets_of(taken)[:-1]
    before -= before[np.searchsorted(planned.owner, planned.owner)]
    # A trip that must wait starts when its forerunner is over: the running largest of what is
    # wanted less what is taken before. Each person is lifted above the one before, so that nobody
    # waits for another.
    slack = wanted - before
    lift = planned.owner * (slack.max() - slack.min() + 1)
    queued: Ints = np.maximum.accumulate(slack + lift) - lift
    return FIRST_DAY_MS + queued + before
