"""Faults in microaggregated releases: a claim or the engine catches each."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from wayveil.chance import Chance
from wayveil.contract import methods
from wayveil.contract.tables import ordinary
from wayveil.errors import ClaimBroken, InternalError, WayveilError
from wayveil.kinds import Draft
from wayveil.methods.microaggregation import Microaggregation
from wayveil.record import Origin
from wayveil.release import Release
from wayveil.run import anonymize


class Short(Microaggregation):
    """Form groups of k - 1 and promise k. (planted)"""

    name: ClassVar[str] = "microaggregation"

    def __call__(self, data: object, rng: Chance) -> Draft:
        return Microaggregation(k=self.k - 1)(data, rng)  # type: ignore[arg-type]


class Nudged(Microaggregation):
    """Shift one point of one copy by the smallest step. (planted)"""

    name: ClassVar[str] = "microaggregation"

    def __call__(self, data: object, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)  # type: ignore[arg-type]
        lat = draft.data.lat.copy()
        lat[0] += 1e-7
        return replace(draft, data=replace(draft.data, lat=lat))


class Invented(Microaggregation):
    """Release a trajectory that comes from nobody. (planted)"""

    name: ClassVar[str] = "microaggregation"

    def __call__(self, data: object, rng: Chance) -> Draft:
        draft = super().__call__(data, rng)  # type: ignore[arg-type]
        offsets = draft.origin.offsets.copy()
        offsets[:-1] = np.minimum(offsets[:-1] + 1, offsets[-1])
        return replace(draft, origin=Origin(draft.origin.sources, np.append(0, offsets[1:])))


@pytest.mark.parametrize(
    ("fault", "error", "told"),
    [
        (Short, ClaimBroken, "k_anonymous: asked 3, found 2"),
        (Nudged, ClaimBroken, "k_anonymous: asked 3, found 1"),
        (Invented, InternalError, "without saying where it comes from"),
    ],
)
def test_nothing_is_released(
    fault: type[Microaggregation], error: type[WayveilError], told: str
) -> None:
    with pytest.raises(error, match=told):
        anonymize(ordinary(), fault(k=3), seed=1)


@pytest.mark.parametrize("fault", [Short, Nudged])
def test_the_contract_catches_it_too(fault: type[Microaggregation]) -> None:
    with pytest.raises(WayveilError, match="does not hold what it promises"):
        methods.holds_its_claims(fault)


@pytest.fixture(scope="module")
def sound() -> Release:
    return anonymize(ordinary(), "microaggregation", k=3, seed=1)


def answers(release: Release) -> dict[str, str]:
    return {check.name: check.verdict.answer for check in release.verify(ordinary())}


def test_a_sound_release_holds(sound: Release) -> None:
    assert set(answers(sound).values()) == {"yes"}


def test_verify_catches_a_shifted_point(sound: Release) -> None:
    lat = sound.data.lat.copy()
    lat[-1] += 1e-7
    found = answers(replace(sound, data=replace(sound.data, lat=lat)))
    assert found["k_anonymous"] == found["digest"] == "no"


def test_verify_catches_a_group_of_two(sound: Release) -> None:
    shapes = sound.data.shapes()
    rarest = min(shapes, key=shapes.count)
    keep = np.ones(len(shapes), np.bool_)
    keep[[i for i, shape in enumerate(shapes) if shape == rarest][2:]] = False
    found = answers(replace(sound, data=sound.data.take(keep)))
    assert found["k_anonymous"] == found["digest"] == "no"


def test_verify_catches_copies_that_come_from_one_person(sound: Release) -> None:
    """The copies are there, but the record shows that one person is behind them all."""
    assert sound.record is not None
    alone = replace(sound.record, owner=np.zeros_like(sound.record.owner))
    assert answers(replace(sound, record=alone))["k_anonymous"] == "no"
