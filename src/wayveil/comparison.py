"""Methods side by side on one data set: what each costs, and what it still gives away.

Each run's result and certificate are files of their own, written whole and named by a digest of
all that they depend on: a comparison that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

import wayveil
from wayveil import io, progress, run
from wayveil.certificate import digest
from wayveil.chance import Chance
from wayveil.dominance import Rated
from wayveil.errors import Infeasible, InputError, ParameterError
from wayveil.kinds import Anonymizer, Attack, Filter, Measure, Unit
from wayveil.part import Part
from wayveil.release import Release
from wayveil.shapes import Trajectories
from wayveil.trial import attack

SCHEMA: Final = 1
_KEY_LENGTH: Final = 16

P = TypeVar("P", Measure, Attack)


@dataclass(frozen=True)
class Plan:
    """What is done with each method. The seed makes runs alike, and a comparison resumable."""

    measures: tuple[Measure, ...]
    attacks: tuple[Attack, ...]
    filters: tuple[Filter, ...] = ()
    unit: Unit | None = None
    holdout: float = 0.0
    seed: int = 0

    @classmethod
    def of(
        cls,
        measures: Iterable[Any] | None = None,
        attacks: Iterable[Any] = ("unicity",),
        filters: Iterable[Any] = (),
        **rest: Any,
    ) -> Plan:
        """Read the parts; every measure there is, if none is named."""
        named = Measure.names() if measures is None else measures
        return cls(
            tuple(Measure.read(item) for item in named),
            tuple(Attack.read(item) for item in attacks),
            tuple(Filter.read(item) for item in filters),
            **rest,
        )

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        lists = {name: getattr(self, name) for name in ("measures", "attacks", "filters")}
        parts = {name: [part.as_json() for part in each] for name, each in lists.items()}
        return {**parts, "unit": self.unit, "holdout": self.holdout, "seed": self.seed}


@dataclass(frozen=True)
class Run:
    """One method's result, as it is written."""

    label: str
    document: Mapping[str, Any]

    @property
    def failed(self) -> str | None:
        """Why there is no release, if there is none."""
        failed: str | None = self.document.get("failed")
        return failed

    @property
    def values(self) -> dict[str, float]:
        """Give the headlines of all measures and attacks; what could not be had is not there."""
        found = {}
        for reading in self.document.get("measures", []):
            name = reading["name"]
            if "value" in reading:
                shown = Measure.load(name).beside
                found[name] = reading["value"]
                found |= {f"{name}.{each}": reading["detail"][each] for each in shown}
        for trial in self.document.get("attacks", []):
            if "success" in trial:
                found[trial["name"]] = trial["success"]["value"]
        return found

    def unit(self, name: str) -> str:
        """Give the unit of a measure; the success of an attack is a share of those it targets."""
        units = {each["name"]: each.get("unit", "") for each in self.document.get("measures", [])}
        return str(units.get(name, "share found"))

    def rated(self, loss: str, risk: str) -> Rated | None:
        """Give where it stands, if it has both."""
        found = self.values
        if loss in found and risk in found:
            return Rated(self.label, found[loss], found[risk])
        return None


def compare(
    data: Trajectories,
    methods: Sequence[Anonymizer],
    plan: Plan,
    folder: str | Path,
) -> list[Run]:
    """Anonymize with each method, measure and attack; results already in the folder are kept."""
    if not methods:
        raise ParameterError("there is no method to compare.")
    place = _folder(Path(folder) / "runs")
    rest, withheld = split(data, plan.holdout, plan.seed)
    sealed = seal(data, plan)
    labels = labelled(methods)
    return [
        Run(label, _once(method, rest, withheld, plan, place / named(method, sealed)))
        for method, label in progress.track(list(zip(methods, labels, strict=True)), "comparing")
    ]


def _folder(place: Path) -> Path:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise InputError(f"the folder {place} cannot be made.") from None
    return place


def split(
    data: Trajectories, share: float, seed: int = 0
) -> tuple[Trajectories, Trajectories | None]:
    """Withhold a share of the people, with all that is theirs: those attacks should not find."""
    everybody = np.unique(data.owner)
    count = round(share * len(everybody))
    if count == 0:
        return data.renumbered(), None
    if count == len(everybody):
        raise ParameterError("the holdout leaves nobody to anonymize.", "Withhold less.")
    order = Chance.seeded(seed).spawn("holdout").permutation(len(everybody))
    aside = np.isin(data.owner, everybody[order[:count]])
    return data.take(~aside).renumbered(), data.take(aside).renumbered()


def seal(data: Trajectories, plan: Plan) -> str:
    """Fingerprint all that a run depends on besides its method."""
    owners = hashlib.sha256(data.owner.astype("<i4").tobytes()).hexdigest()
    about = [digest(data), owners, data.has_owners, plan.as_json(), wayveil.__version__, SCHEMA]
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


def named(method: Anonymizer, sealed: str) -> str:
    """Give the name of a run's file."""
    told = json.dumps([method.as_json(), sealed], sort_keys=True)
    return f"{method.name}-{hashlib.sha256(told.encode()).hexdigest()[:_KEY_LENGTH]}.json"


def labelled(methods: Sequence[Part]) -> list[str]:
    """Name each method with what is not at its default, or is not the same for all of that name.

    >>> labelled([Anonymizer.named("microaggregation", k=k) for k in (3, 7)])
    ['microaggregation k=3', 'microaggregation k=7']
    """
    varied = {
        (method.name, field)
        for method in methods
        for other in methods
        for field in type(method).model_fields
        if other.name == method.name and getattr(other, field) != getattr(method, field)
    }
    shown = {name: {field for owner, field in varied if owner == name} for name, _ in varied}
    return [
        " ".join([method.name, *_told(method, type(method)(), shown.get(method.name, set()))])
        for method in methods
    ]


def _told(part: Part, usual: Part, always: Collection[str] = (), prefix: str = "") -> Iterator[str]:
    """Say in what a part differs from the usual one of its name."""
    for name in type(part).model_fields:
        value, default = getattr(part, name), getattr(usual, name)
        if isinstance(value, Part):
            same = type(value) is type(default)
            if not same:
                yield f"{prefix}{name}={value.name}"
            yield from _told(value, default if same else type(value)(), prefix=f"{prefix}{name}.")
        elif value != default or name in always:
            word = f"{value:g}" if isinstance(value, float) else str(value)
            yield f"{prefix}{name}={word}"


def _once(
    method: Anonymizer,
    data: Trajectories,
    withheld: Trajectories | None,
    plan: Plan,
    file: Path,
) -> Mapping[str, Any]:
    """Take the result from its file, or make it and write it there."""
    if file.exists():
        known = io.read_json(file)
        if isinstance(known, Mapping) and known.get("schema") == SCHEMA:
            return known
    made = _made(method, data, withheld, plan, file.with_suffix(".certificate.json"))
    document = json.loads(json.dumps({"schema": SCHEMA, "method": method.as_json(), **made}))
    io.write_json(document, file, force=True)
    return dict(document)


def _made(
    method: Anonymizer,
    data: Trajectories,
    withheld: Trajectories | None,
    plan: Plan,
    papers: Path,
) -> dict[str, Any]:
    try:
        release = run.anonymize(data, method, filters=plan.filters, unit=plan.unit, seed=plan.seed)
    except Infeasible as error:
        return {"failed": error.message}
    record = release.record
    assert record is not None
    io.write_json(release.certificate.as_json(), papers, force=True)
    return {
        "certificate": papers.name,
        "unit": release.certificate.unit,
        "released": release.data.size(),
        "removed": record.removed.as_json(),
        "seconds": dict(record.seconds),
        "measures": [_measured(part, data, release) for part in _about(release, plan.measures)],
        "attacks": [
            _attacked(part, data, release, withheld, plan.seed)
            for part in _about(release, plan.attacks)
        ],
    }


def _about(release: Release[Any], parts: Iterable[P]) -> list[P]:
    """Choose the parts that are about the shape of a release."""
    return [part for part in parts if isinstance(release.data, part.about)]


def _measured(part: Measure, data: Trajectories, release: Release) -> dict[str, Any]:
    try:
        ((_, found),) = run.measure(data, release.data, [part], release.record)
    except Infeasible as error:
        return {**part.as_json(), "failed": error.message}
    return {**part.as_json(), **vars(found)}


def _attacked(
    part: Attack, data: Trajectories, release: Release, withheld: Trajectories | None, seed: int
) -> dict[str, Any]:
    try:
        found = attack(data, release.data, part, record=release.record, control=withheld, seed=seed)
    except Infeasible as error:
        return {**part.as_json(), "failed": error.message}
    return found.as_json()
