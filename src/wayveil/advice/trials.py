"""Candidates tried out: what each costs, and whom an attacker still finds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wayveil import comparison, progress
from wayveil.advice.knowledge import Attacker, Purpose
from wayveil.analysis import analyze
from wayveil.comparison import Plan, Run, labelled
from wayveil.errors import Infeasible
from wayveil.kinds import Analysis, Anonymizer, Attack, Claim, Unit
from wayveil.recipe import varied
from wayveil.release import Release
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled
from wayveil.walk import claims_of

_REMOVED = "trajectories_removed"
_PER_CENT = 100


@dataclass(frozen=True)
class Tried:
    """A candidate and what came of it; `found` are shares of those whom each attack found.

    `raw` is the same on the data as it was, where there is such a figure. `removed` is the share
    of the trajectories that are gone.
    """

    label: str
    part: Anonymizer | Analysis
    price: float | None = None
    price_unit: str = ""
    removed: float | None = None
    found: Mapping[str, float] = field(default_factory=dict)
    raw: Mapping[str, float] = field(default_factory=dict)
    failed: str | None = None

    @property
    def cost(self) -> str:
        """The price, as it is told."""
        if self.price_unit == "m":
            return f"{self.price:,.0f} m"
        return f"{self.price:.1%}" if self.price_unit == "share" else f"{self.price:.4f}"

    @property
    def risk(self) -> float:
        """The success of the attack that found most."""
        return max(self.found.values(), default=0.0)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All that it promises."""
        return claims_of(self.part)

    def promises(self, names: Iterable[str]) -> bool:
        """Whether it makes any of these promises."""
        return bool({claim.name for claim in self.claims} & set(names))

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        told = {**vars(self), "part": self.part.as_json()}
        return {**told, "risk": self.risk, "claims": [claim.name for claim in self.claims]}


def methods(
    data: Trajectories, purpose: Purpose, attacker: Attacker, unit: Unit, seed: int
) -> list[Tried]:
    """Anonymize a sample with each candidate, measure and attack."""
    listed = [Anonymizer.read(one) for item in purpose.candidates for one in varied(item)]
    measures = dict.fromkeys([purpose.price, _REMOVED, *attacker.linkage])
    tried = []
    with tempfile.TemporaryDirectory() as folder:
        for part, label in zip(listed, labelled(listed), strict=True):
            plan = Plan.of(measures, aimed(attacker, part), unit=unit, seed=seed)
            (run,) = comparison.compare(data, [part], plan, folder)
            tried.append(_judged(part, label, run, purpose, attacker))
    return tried


def aimed(attacker: Attacker, part: Anonymizer) -> list[Attack]:
    """Let the attacker know places by the tiles that are published, where there are any.

    Otherwise coarse tiles would seem safe, only because the attacker looks on another grid.
    """
    attacks = [Attack.read(attack) for attack in attacker.attacks]
    if not isinstance(part, Tiled):
        return attacks
    tiles = {"tiles": part.tiles()}
    on_tiles = ["tiles" in type(attack).model_fields for attack in attacks]
    pairs = zip(attacks, on_tiles, strict=True)
    return [attack.model_copy(update=tiles) if on else attack for attack, on in pairs]


def _judged(part: Anonymizer, label: str, run: Run, purpose: Purpose, attacker: Attacker) -> Tried:
    """Read off the figures that matter; without all of them a candidate has failed."""
    values = run.values
    sought = [*(attack["name"] for attack in attacker.attacks), *attacker.linkage]
    unknown = [name for name in (purpose.price, _REMOVED, *sought) if name not in values]
    silent = [f"nothing is known of {', '.join(unknown)}."] if unknown else []
    failed = run.failed or next(iter([*_failures(run.document), *silent]), None)
    if failed:
        return Tried(label, part, failed=failed)
    return Tried(
        label=label,
        part=part,
        price=values[purpose.price],
        price_unit=run.unit(purpose.price),
        removed=values[_REMOVED],
        found={name: _share(run, name) for name in sought},
        raw={each["name"]: each["raw"]["success"]["value"] for each in run.document["attacks"]},
    )


def _share(run: Run, name: str) -> float:
    """Give a figure as a share, in whichever way it is told."""
    return run.values[name] / (_PER_CENT if run.unit(name).startswith("%") else 1)


def _failures(document: Mapping[str, Any]) -> list[str]:
    each = [*document.get("measures", []), *document.get("attacks", [])]
    return [f"{one['name']}: {one['failed']}" for one in each if "failed" in one] + [
        f"{one['name']}: {one['detail']['not_applicable']}"
        for one in document.get("measures", [])
        if "not_applicable" in one.get("detail", {})
    ]


def counts(
    data: Trajectories, purpose: Purpose, attacker: Attacker, unit: Unit, seed: int
) -> list[Tried]:
    """Count with each candidate, and see how much had to be left out."""
    listed = [
        _crowded(Analysis.read(one), attacker.crowd)
        for item in purpose.candidates
        for one in varied(item)
    ]
    pairs = list(zip(listed, labelled(listed), strict=True))
    return [
        _counted(data, part, label, purpose, unit, seed)
        for part, label in progress.track(pairs, "counting")
    ]


def _crowded(part: Analysis, crowd: int) -> Analysis:
    """Ask for so many people in every cell, by whichever name the analysis has for that."""
    names = [name for name in ("k", "min_k") if name in type(part).model_fields]
    return part.model_copy(update=dict.fromkeys(names, crowd))


def _counted(
    data: Trajectories, part: Analysis, label: str, purpose: Purpose, unit: Unit, seed: int
) -> Tried:
    try:
        made = analyze(data, part, unit=unit, seed=seed)
    except Infeasible as error:
        return Tried(label, part, failed=error.message)
    assert isinstance(made, Release)
    assert made.record is not None
    gone = made.record.removed
    trips = "trips" in purpose.price
    lost = gone.trajectories / len(data) if trips else gone.points / data.n_points
    return Tried(label, part, price=lost, price_unit="share")
