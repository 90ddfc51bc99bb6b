"""What there is to say of a release: checked, measured and attacked once, before it is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Self

from wayveil import progress
from wayveil.errors import Infeasible, InputError
from wayveil.kinds import Attack, Measure, Reading
from wayveil.measures._readings import every, read_off
from wayveil.record import Origin
from wayveil.release import Release, Verification
from wayveil.report.terms import Terms
from wayveil.run import origin_of
from wayveil.shapes import Tracks, Trajectories
from wayveil.trial import Trial, attack

#: Attacks that take seconds: where and when, only where, an exact point, and nothing known.
ATTACKS: Final = (
    {"name": "unicity", "params": {}},
    {"name": "unicity", "params": {"interval": 0}},
    {"name": "own_share", "params": {}},
    {"name": "reconstruction", "params": {}},
)
#: Attacks on boxes: all is known of an hour, or of all the time.
BOX_ATTACKS: Final = ("time_window", "true_record")
#: Measures that take longer than all others together: made shorter, or left out.
_SHORTER: Final = {"propensity_score": {"permutations": 2}}
#: Above how many trajectories a measure or attack takes longer than anybody waits for a page.
_SLOW_ABOVE: Final = {
    "normalized_rmse": 0,
    "propensity_score": 100_000,
    "record_linkage": 100_000,
    "reconstruction": 100_000,
    "time_window": 5_000,
    "true_record": 5_000,
}
_LONG: Final = "It takes long, so it is left out here:"
#: What attackers know is drawn alike in every report on the same data.
_SEED: Final = 0
_UNPAIRED: Final = (
    "It is not known which released trajectory comes from which, so that no guess can be judged. "
    "Make the report with --record FILE."
)
_NOT_POINTS: Final = (
    "Maps and trips before and after compare points with points; this is a release of {shape}. "
    "What it promises was checked."
)
_NO_TRACKS: Final = (
    "Measures and attacks are about trajectories, and there are none in a release of {shape}."
)


@dataclass(frozen=True)
class Tried:
    """An attack, and what came of it; or why it could not be tried."""

    attack: Attack
    trial: Trial | None
    why_not: str = ""


@dataclass(frozen=True)
class Study:
    """A release beside its original, with all that was found out about it."""

    original: Trajectories
    release: Release[Any]
    verification: Verification
    readings: tuple[tuple[Measure, Reading], ...] = ()
    tried: tuple[Tried, ...] = ()
    terms: Terms = field(default_factory=Terms)
    #: Why something that a reader would look for is not there.
    gaps: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        original: Trajectories,
        release: Release[Any],
        terms: Terms | None = None,
        skip: Collection[str] = (),
    ) -> Self:
        """Check, measure and attack a release; skipped measures are named."""
        terms = terms or Terms()
        progress.stage("checking")
        found = release.verify(original)
        if not isinstance(release.data, Tracks):
            return cls(original, release, found, terms=terms, gaps=_gaps(release, _NO_TRACKS))
        origin, gaps = _origin(original, release)
        slow = (name for name, most in _SLOW_ABOVE.items() if len(original) > most)
        readings = _read(original, release.data, origin, {*skip, *slow})
        if not isinstance(release.data, Trajectories):
            gaps += _gaps(release)
        tried = () if origin is None else tuple(_tried(original, release))
        return cls(original, release, found, readings, tried, terms, gaps)

    @property
    def points(self) -> Trajectories | None:
        """The released points, if points were released."""
        return self.release.data if isinstance(self.release.data, Trajectories) else None


def _gaps(release: Release[Any], *more: str) -> tuple[str, ...]:
    """Say what is missing from the report of a release that is not of points."""
    return tuple(gap.format(shape=release.data.shape) for gap in (_NOT_POINTS, *more))


def _origin(original: Trajectories, release: Release[Any]) -> tuple[Origin | None, tuple[str, ...]]:
    """Say which came from which, or why that is not known."""
    try:
        found = origin_of(original, release.data, release.record)
    except InputError as error:
        return None, (f"Which came from which: {error.message}",)
    return found, () if found else (_UNPAIRED,)


def _read(
    original: Trajectories, released: Tracks, origin: Origin | None, skip: Collection[str]
) -> tuple[tuple[Measure, Reading], ...]:
    """Read off all measures that do not take long; the others say so."""
    parts = [
        type(part)(**_SHORTER[part.name]) if part.name in _SHORTER else part
        for part in every(type(released))
    ]
    quick = [part for part in parts if part.name not in skip]
    try:
        found = read_off(quick, original, released, origin)
    except (Infeasible, InputError) as error:  # none applies, which for a page is an answer too
        found = [(part, Reading.not_applicable(error.message)) for part in quick]
    left_out = ((part, _left_out(part)) for part in parts if part.name in skip)
    return (*found, *left_out)


def _left_out(part: Measure) -> Reading:
    return Reading.not_applicable(f"{_LONG} wayveil measures ORIGINAL RELEASE -m {part.name}")


def _attacks(release: Release) -> list[Attack]:
    if isinstance(release.data, Trajectories):
        return [Attack.read(recipe) for recipe in ATTACKS]
    return [Attack.named(name, unit=release.certificate.unit) for name in BOX_ATTACKS]


def _tried(original: Trajectories, release: Release) -> Iterator[Tried]:
    for part in _attacks(release):
        if len(original) > _SLOW_ABOVE.get(part.name, len(original)):
            how = f"wayveil attack {part.name} ORIGINAL RELEASE --record RECORD"
            yield Tried(part, None, f"{_LONG} {how}")
        else:
            yield _try(part, original, release)


def _try(part: Attack, original: Trajectories, release: Release) -> Tried:
    try:
        found = attack(original, release.data, part, record=release.record, seed=_SEED)
    except Infeasible as error:
        return Tried(part, None, error.message)
    return Tried(part, found)
