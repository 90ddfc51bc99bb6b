"""What travels with a release: its promises, how each was judged, and a digest of the data."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import numpy as np

from wayveil.errors import InputError, UserError
from wayveil.kinds import Claim, Unit, Verdict
from wayveil.shapes import Shape

SCHEMA: Final = 1
UNSIGNED: Final = (
    "The digest is not signed: it shows accidents, not forgery. Whoever can change the file can "
    "write a new certificate."
)

Chance = Literal["secret", "reproducible, not secret"]


@dataclass(frozen=True)
class Judged:
    """A claim and the verdict on it at the time of release."""

    claim: Claim
    verdict: Verdict

    @property
    def measured(self) -> bool:
        """Whether it is a figure rather than a promise."""
        return self.claim.grade == "measured"

    def as_json(self, unit: Unit) -> dict[str, Any]:
        """Give it as plain values."""
        return {**claim_json(self.claim, unit), "verdict": vars(self.verdict)}


def claim_json(claim: Claim, unit: Unit) -> dict[str, Any]:
    """Give a claim as plain values, with the sentences that make it readable."""
    return {
        **claim.published(),
        "promise": claim.promise(unit),
        "grade": claim.grade,
        "adversary": claim.adversary,
        "checkable_by": claim.checkable_by,
    }


@dataclass(frozen=True)
class Certificate:
    """The public half of a release's papers: nothing in it is secret."""

    unit: Unit
    chance: Chance
    recipe: Mapping[str, Any]
    judged: tuple[Judged, ...]
    shape: str
    covers: tuple[str, ...]
    size: Mapping[str, int]
    columns: tuple[str, ...]
    digest: str
    software: Mapping[str, str]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the release promises."""
        return tuple(judged.claim for judged in self.judged)

    def as_json(self) -> dict[str, Any]:
        """Give the certificate as plain values."""
        return {
            "schema": SCHEMA,
            "about": "A release made of location trajectories. Check it with: wayveil verify FILE",
            "unit": self.unit,
            "protects": protects(self.unit),
            "claims": [one.as_json(self.unit) for one in self.judged if not one.measured],
            "measured": [one.as_json(self.unit) for one in self.judged if one.measured],
            "release": {
                "shape": self.shape,
                **self.size,
                "columns": list(self.columns),
                "digest": self.digest,
                "digest_covers": list(self.covers),
                "digest_note": UNSIGNED,
            },
            "recipe": dict(self.recipe),
            "chance": self.chance,
            "software": dict(self.software),
        }

    @classmethod
    def from_json(cls, value: Any) -> Certificate:
        """Read a certificate back; a claim of a plug-in needs that plug-in."""
        try:
            if value["schema"] != SCHEMA:
                raise InputError("the certificate is of another version of wayveil.")
            release = value["release"]
            return cls(
                unit=_one_of(Unit, value["unit"]),
                chance=_one_of(Chance, value["chance"]),
                recipe=dict(value["recipe"]),
                judged=tuple(map(_judged, [*value["claims"], *value.get("measured", [])])),
                shape=str(release["shape"]),
                covers=tuple(release["digest_covers"]),
                size={name: n for name, n in release.items() if isinstance(n, int)},
                columns=tuple(release["columns"]),
                digest=str(release["digest"]),
                software=dict(value["software"]),
            )
        except UserError:
            raise
        except (KeyError, TypeError, ValueError):
            raise InputError("this is not a certificate of wayveil, or it is damaged.") from None


def _one_of(words: Any, value: object) -> Any:
    if value not in get_args(words):
        raise ValueError
    return value


def _judged(value: Mapping[str, Any]) -> Judged:
    claim = Claim.read({"name": value["name"], "params": value["params"]})
    return Judged(claim, Verdict(**value["verdict"]))


def protects(unit: Unit) -> str:
    """Say who counts as one."""
    if unit == "user":
        return "people: all numbers count different users"
    return "trajectories: one person may stand behind several of those that are counted"


def digest(data: Shape) -> str:
    """Fingerprint a release: the same from every file format.

    SHA-256 over the shape, the schema version and, as little-endian int64 columns, what the shape
    seals: of trajectories lat and lon in steps of 1e-7 degrees, the time in ms, and the rank of the
    trajectory, rows sorted by (id, time).
    """
    seal = hashlib.sha256(f"wayveil {data.shape} {SCHEMA}\n".encode())
    for column in data.sealed():
        seal.update(np.ascontiguousarray(column, dtype="<i8").data)
    return f"sha256:{seal.hexdigest()}"
