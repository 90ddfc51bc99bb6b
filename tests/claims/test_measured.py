"""Figures in a certificate: found again by whoever has the papers, or the certificate is wrong."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wayveil.certificate import Certificate
from wayveil.claims.attack_success import AttackSuccess
from wayveil.claims.whole_trajectories import WholeTrajectories
from wayveil.contract.tables import busy
from wayveil.kinds import Unit
from wayveil.release import Release
from wayveil.run import anonymize

FIGURES = ["whole_trajectories", "attack_success"]


def swapped(unit: Unit = "user") -> Release:
    return anonymize(busy(), "swapmob", meeting="partition", unit=unit, seed=1)


@pytest.fixture(scope="module")
def release() -> Release:
    return swapped()


def answers(release: Release, original: Any = None) -> dict[str, str]:
    return {check.name: check.verdict.answer for check in release.verify(original)}


def test_they_need_their_papers(release: Release) -> None:
    alone = answers(replace(release, record=None))
    assert [alone[name] for name in FIGURES] == ["needs record", "needs record"]
    assert [answers(release)[name] for name in FIGURES] == ["yes", "needs original"]
    assert [answers(release, busy())[name] for name in FIGURES] == ["yes", "yes"]


def test_whole_trajectories_are_counted_by_owner() -> None:
    for unit in ("trajectory", "user"):
        release = swapped(unit)
        record = release.record
        assert record is not None
        assert record.origin.of_point is not None
        owner = record.owner[record.origin.of_point]
        pieces = np.split(owner, release.data.offsets[1:-1])
        share = np.mean([len(set(piece.tolist())) == 1 for piece in pieces])
        verdict = WholeTrajectories().check(release.data, record)
        assert verdict.found == round(float(share), 4)
        assert 0 < share < 1


def test_without_sources_of_points_all_of_a_group_count() -> None:
    release = anonymize(busy(), "microaggregation", seed=1)
    assert WholeTrajectories().check(release.data, release.record).found == 1
    assert AttackSuccess().check(release.data, release.record, busy()).found == 0


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_certificate_with_a_better_figure_is_found_out(release: Release, place: int) -> None:
    papers = deepcopy(release.certificate.as_json())
    papers["measured"][place]["verdict"]["found"] /= 2
    forged = replace(release, certificate=Certificate.from_json(papers))
    found = forged.verify(busy())
    assert [check.name for check in found.broken] == [papers["measured"][place]["name"]]
    assert not release.verify(busy()).broken
