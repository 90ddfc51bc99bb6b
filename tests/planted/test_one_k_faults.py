"""Somebody picked too often, a box that leaves somebody out, a record that fits only one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from wayveil import Release, anonymize
from wayveil.cells import Cells
from wayveil.contract.tables import ordinary
from wayveil.joined import joined
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Verdict
from wayveil.methods import k_pick
from wayveil.methods.k_pick import KPick
from wayveil.slots import Slots


@pytest.fixture(scope="module")
def sound() -> Release[Cells]:
    return anonymize(ordinary(), "k_pick", k=2, seed=1)


def answers(release: Release[Cells]) -> dict[str, Verdict]:
    return {check.name: check.verdict for check in release.verify(ordinary())}


def test_a_sound_release_holds(sound: Release[Cells]) -> None:
    assert {verdict.answer for verdict in answers(sound).values()} == {"yes"}


def test_somebody_picked_too_often_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pick the same person, who picks the next: two records fit most, but only in one way."""

    def all_pick_one(self: KPick, samples: object) -> Ints:
        others = np.zeros(30, np.int64)
        others[0] = 1
        return np.vstack([np.arange(30), others])

    monkeypatch.setattr(KPick, "_members", all_pick_one)
    monkeypatch.setattr(k_pick, "_owners", lambda members, rng: members[0])
    monkeypatch.setattr("wayveil.walk.checked", lambda *given: ())
    broken = anonymize(ordinary(), "k_pick", k=2, seed=1)
    verdict = k_pick.KPick(k=2).claims()[0].check(broken.data, broken.record, ordinary())
    assert (verdict.answer, verdict.found) == ("no", 1)


def test_a_box_that_leaves_a_point_out_is_caught(sound: Release[Cells]) -> None:
    """A box of a metre, anywhere within the old one, still holds none of somebody's points."""
    north = sound.data.north.copy()
    widest = int(np.argmax(north - sound.data.south))
    north[widest] = sound.data.south[widest] + 90
    verdict = answers(replace(sound, data=replace(sound.data, north=north)))["one_k"]
    assert verdict.answer == "no"


def test_a_record_of_one_persons_slots_alone_is_caught(sound: Release[Cells]) -> None:
    """Everybody's own slots: each point lies in a box, and nobody fits anywhere else."""
    people = joined(ordinary())
    alone = Slots.over(ordinary(), 100, 60).boxed(people.data)
    assert sound.record is not None
    record = replace(sound.record, origin=people.origin(np.arange(30)))
    verdict = KPick(k=2).claims()[0].check(alone, record, ordinary())
    assert (verdict.answer, verdict.found) == ("no", 1)


def test_a_record_that_stands_for_two_is_caught(sound: Release[Cells]) -> None:
    assert sound.record is not None
    owner = sound.record.owner.copy()
    owner[owner == 1] = 0
    verdict = (
        KPick(k=2).claims()[0].check(sound.data, replace(sound.record, owner=owner), ordinary())
    )
    assert verdict.answer == "no"
