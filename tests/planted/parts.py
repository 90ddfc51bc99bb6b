"""Parts that are broken on purpose, each in one way that a check of the contract must catch."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Annotated, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from wayveil.attacks.reconstruction import Reconstruction
from wayveil.attacks.unicity import Clues, Unicity
from wayveil.chance import Chance
from wayveil.claims.k_anonymous import KAnonymous
from wayveil.filters.min_locations import MinLocations
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import (
    Attack,
    Claim,
    Draft,
    Guesses,
    Knowledge,
    Reading,
    Synth,
    Verdict,
    Whereabouts,
)
from wayveil.measures.trajectories_removed import TrajectoriesRemoved
from wayveil.methods.simple_generalization import SimpleGeneralization
from wayveil.record import Origin, Record, Tally
from wayveil.shapes import Names, Trajectories
from wayveil.tessellations.square import Square


class Misnamed(MinLocations):
    """Keep what is long enough, under a name that is not the file's. (planted)"""

    name: ClassVar[str] = "something_else"


class Mute(MinLocations):
    """keep"""


class Unexplained(MinLocations):
    """Keep what is long enough, with a field that nobody explains. (planted)"""

    depth: int = 3


class Tattler(MinLocations):
    """Keep what is long enough, and quote what it is given. (planted)"""

    def __init__(self, **params: object) -> None:
        try:
            super().__init__(**params)
        except Exception as error:
            from wayveil.errors import ParameterError

            raise ParameterError(f"cannot use {params}") from error


class Mover(MinLocations):
    """Keep all, and move what it keeps. (planted)"""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        return replace(data, lat=data.lat + 1e-7), Tally()


class Silent(MinLocations):
    """Drop the first trajectory and do not say so. (planted)"""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        return data.take(np.arange(1, len(data))), Tally()


class Meddler(MinLocations):
    """Write into the table it was given. (planted)"""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        base = data.lat.base if data.lat.base is not None else data.lat
        assert isinstance(base, np.ndarray)
        base.flags.writeable = True
        base += 1
        return data, Tally()


class Anchored(Square):
    """Count tiles from the southernmost point of the data. (planted)"""

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        return super().cells(lat - lat.min(), lon)


class Torn(Square):
    """Tear at the antimeridian. (planted)"""

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        return super().cells(lat, np.minimum(lon, 179.999999))


class OffCentre(Square):
    """Publish the corner of a tile as its centre. (planted)"""

    def centres(self, cells: Ints) -> tuple[Floats, Floats]:
        lat, lon = super().centres(cells)
        return lat - self.size / 111_195 / 2 - 1e-7, lon


class Inflated(Square):
    """State areas as a web map sees them. (planted)"""

    def areas(self, cells: Ints) -> Floats:
        lat, _ = self.centres(cells)
        mercator: Floats = super().areas(cells) / np.cos(np.radians(lat)) ** 2
        return mercator


class Lonely(SimpleGeneralization):
    """Promise 3-anonymity and do nothing for it. (planted)"""

    def claims(self) -> tuple[Claim, ...]:
        return (KAnonymous(k=3),)


class Careless(SimpleGeneralization):
    """Use chance that no seed controls. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)
        return replace(draft, data=replace(draft.data, t=draft.data.t + next(_CLOCK)))


_CLOCK = itertools.count()


class Talker(SimpleGeneralization):
    """Print where somebody was. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        print(data.lat[0])  # noqa: T201
        return super().__call__(data, rng)


class Forgetful(SimpleGeneralization):
    """Drop a trajectory without a tally. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        return super().__call__(data.take(np.arange(len(data) - 1)), rng)


class Orphaned(SimpleGeneralization):
    """Release a trajectory that comes from nowhere. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)
        twice = np.append(np.arange(len(data)), 0)
        return Draft(draft.data.take(twice), draft.origin)


class Moody(SimpleGeneralization):
    """Promise something else each time. (planted)"""

    def claims(self) -> tuple[Claim, ...]:
        return (KAnonymous(k=2 + next(_CLOCK)),)


class Guesser(TrajectoriesRemoved):
    """Read off a number by chance. (planted)"""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        return Reading(float(next(_CLOCK)), "share", 1)


class Unitless(TrajectoriesRemoved):
    """Read off a number of nothing. (planted)"""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        return Reading(float("nan"), "", 0)


class Flatterer(TrajectoriesRemoved):
    """Say that something is lost where nothing is. (planted)"""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        return Reading(0.5, "share", 1)


class Blind(TrajectoriesRemoved):
    """Need an origin, and do not say so. (planted)"""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        return Reading(float("nan") if origin is None else 0.0, "share", 1)


class Boaster(TrajectoriesRemoved):
    """Show an example that is not so. (planted)

    >>> Boaster().unchanged
    0.5
    """


class Taciturn(TrajectoriesRemoved):
    """Show no example. (planted)"""


class Gullible(KAnonymous):
    """Believe any record. (planted)"""

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        return Verdict("no" if record is None else "yes")


class Vague(KAnonymous):
    """Promise nothing to nobody. (planted)"""

    @property
    def adversary(self) -> str:
        return ""

    def promise(self, unit: str) -> str:
        return "privacy"


class Restless(Synth):
    """Make other data each time, of nobody. (planted)"""

    def __call__(self, rng: Chance) -> Trajectories:
        one = np.zeros(1, np.int32)
        t = np.array([next(_CLOCK)])
        return Trajectories(
            np.ones(1), np.ones(1), t, np.arange(2), one, one, Names(pl.Series(["a"]))
        )


class Keeping(Attack):
    """Keep the original for later. (planted)"""

    seen: ClassVar[list[Trajectories]] = []

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        type(self).seen[:] = [original]
        return super().knows(original, rng)  # type: ignore[safe-super]


class Peeking(Keeping, Unicity):
    """Keep the original for later, and look there instead of at the clues. (planted)"""

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        starts = released.lat[released.offsets[:-1]]
        wanted = self.seen[0].lat[self.seen[0].offsets[:-1]][: len(clues.cell) // self.points]
        return Guesses.one_each(np.array([np.abs(starts - lat).argmin() for lat in wanted]))


class Clairvoyant(Keeping, Reconstruction):
    """Keep the original for later, and say that people were where they were. (planted)"""

    def guess(self, clues: object, released: Trajectories, rng: Chance) -> Whereabouts:
        rows = np.arange(released.n_points) % self.seen[0].n_points
        return Whereabouts(self.seen[0].lat[rows], self.seen[0].lon[rows], self.within)


class Positional(Unicity):
    """Take the order of a release for the truth. (planted)"""

    points: Annotated[int, Field(ge=1, le=9)] = 1

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        return Guesses.one_each(np.arange(len(clues.cell) // self.points) % len(released))


class Fickle(Unicity):
    """Draw what is known from a source of its own. (planted)"""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        return super().knows(original, Chance.fresh())


class Harmless(Unicity):
    """Say of no risk what it tries. (planted)"""

    risk = "curiosity"  # type: ignore[assignment]


class Nosy(Unicity):
    """Ask about everybody twice. (planted)"""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        known = super().knows(original, rng)
        return replace(known, about=np.zeros_like(known.about))
