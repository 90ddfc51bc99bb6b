"""What every walk of the engine begins and ends with.

A walk begins with who counts as one, what the filters leave, and chance; it ends with every claim
checked, and a release with its papers.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, get_args

import wayveil
from wayveil import progress
from wayveil.certificate import Certificate, Judged, digest
from wayveil.chance import Chance
from wayveil.errors import ClaimBroken, Infeasible, ParameterError
from wayveil.kinds import Analysis, Anonymizer, Claim, Filter, Unit
from wayveil.record import Edits, Origin, Record, Tally
from wayveil.release import Release
from wayveil.shapes import Shape, Trajectories, must_be_read
from wayveil.sieve import applied


@dataclass(frozen=True, eq=False)
class Walk:
    """A walk that has begun.

    `people` are all trajectories, with the owners that count; `kept` what the filters left.
    """

    data: Trajectories
    unit: Unit
    rng: Chance
    sieves: Sequence[Filter]
    people: Trajectories
    kept: Trajectories
    filtered: Tally
    timing: progress.Stopwatch

    @classmethod
    def begun(
        cls, data: Trajectories, sieves: Sequence[Filter], unit: Unit | None, seed: int | None
    ) -> Self:
        """Settle who counts as one, and filter."""
        must_be_read(data)
        unit = unit_of(data, unit)
        rng = Chance.fresh() if seed is None else Chance.seeded(seed)
        timing = progress.Stopwatch()
        people = (data if unit == "user" else data.each_alone()).renumbered()
        with timing.lap("filter"):
            kept, filtered = apply_filters(people, sieves)
        return cls(data, unit, rng, sieves, people, kept, filtered, timing)

    def record(
        self, released: Shape, origin: Origin, removed: Tally, edits: Edits | None = None
    ) -> Record:
        """Write the private half of the papers."""
        return Record(
            key=self.rng.key.hex(),
            secret=self.rng.secret,
            unit=self.unit,
            origin=origin,
            owner=self.people.owner,
            original_digest=digest(self.data),
            release_digest=digest(released),
            removed=self.filtered + removed,
            seconds=self.timing.laps,
            edits=edits,
        )

    def ended(
        self, part: Anonymizer | Analysis, released: Any, record: Record, against: Trajectories
    ) -> Release[Any]:
        """Check every claim, and hand the release out with its papers."""
        with self.timing.lap("check"):
            judged = checked(claims_of(part), released, record, against)
        of = "analysis" if isinstance(part, Analysis) else "method"
        recipe = {of: part.published(), "filters": [sieve.published() for sieve in self.sieves]}
        return Release(released, certificate_of(released, record, recipe, judged), record)


def apply_filters(
    data: Trajectories, filters: Iterable[str | Mapping[str, Any] | Filter]
) -> tuple[Trajectories, Tally]:
    """Apply filters in order; an error if nothing is left."""
    data, tally = applied(data, Filter.read_all(filters))
    if not len(data):
        causes = "; ".join(f"{drop.trajectories:,} left out: {drop.cause}." for drop in tally)
        raise Infeasible("no trajectory is left to work on.", causes)
    return data, tally


def unit_of(data: Trajectories, unit: Unit | None) -> Unit:
    """Say who counts as one: the user, where users are known and nothing else is asked."""
    if unit not in (None, *get_args(Unit)):
        raise ParameterError("there is no such unit.", f"Units are {' and '.join(get_args(Unit))}.")
    if unit == "user" and not data.has_owners:
        raise ParameterError(
            "the unit cannot be the user: the data has no column of users.",
            "Name it with --columns user=...; or count trajectories, where there is --unit.",
        )
    return unit or ("user" if data.has_owners else "trajectory")


def claims_of(part: Anonymizer | Analysis) -> tuple[Claim, ...]:
    """List what every release of a method or an analysis promises."""
    own = part.claims()
    return own if isinstance(part, Analysis) else (Claim.named("no_identifiers"), *own)


def checked(
    claims: Iterable[Claim], released: Shape, record: Record, original: Trajectories
) -> tuple[Judged, ...]:
    """Check every claim; an error if one does not hold."""
    judged = tuple(Judged(claim, claim.check(released, record, original)) for claim in claims)
    broken = [item for item in judged if item.verdict.answer != "yes"]
    if broken:
        told = "; ".join(
            f"{b.claim.name}: asked {b.verdict.asked}, found {b.verdict.found} ({b.verdict.note})"
            for b in broken
        )
        raise ClaimBroken(
            f"the release does not hold what it promises: {told}.", "Nothing was written."
        )
    return judged


def certificate_of(
    released: Shape, record: Record, recipe: Mapping[str, Any], judged: tuple[Judged, ...]
) -> Certificate:
    """Write the public half of the papers."""
    return Certificate(
        unit="user" if record.unit == "user" else "trajectory",
        chance="secret" if record.secret else "reproducible, not secret",
        recipe=recipe,
        judged=judged,
        shape=released.shape,
        covers=released.covers,
        size=released.size(),
        columns=released.columns(),
        digest=record.release_digest,
        software={"wayveil": wayveil.__version__, "python": platform.python_version()},
    )
