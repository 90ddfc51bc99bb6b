"""Records that fit: found as by looking, and excluded exactly where that can be done."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import fitting
from wayveil import Release, anonymize
from wayveil.cells import Cells
from wayveil.claims.one_k import OneK, _matchable
from wayveil.contract.tables import ordinary
from wayveil.errors import ClaimBroken


@given(st.lists(st.sets(st.integers(0, 4)), min_size=5, max_size=5))
@settings(max_examples=50, deadline=None)
def test_what_cannot_be_is_excluded(drawn: list[set[int]]) -> None:
    fitted = [{*records, who} for who, records in enumerate(drawn)]
    person = np.array([who for who, records in enumerate(fitted) for _ in records])
    record = np.array([each for records in fitted for each in records])
    stays = _matchable(person, record, 5)
    assert [set(record[stays & (person == who)].tolist()) for who in range(5)] == (
        fitting.possible(fitted)
    )


def test_points_that_a_filter_left_out_are_missed() -> None:
    with pytest.raises(ClaimBroken, match="with wayveil filter"):
        anonymize(ordinary(), "k_pick", filters=[{"name": "discretize"}], seed=1)


def test_trips_that_a_filter_removed_are_not_covered_and_counted() -> None:
    long = [{"name": "min_locations", "params": {"points": 10}}]
    release = anonymize(ordinary(), "k_pick", filters=long, seed=1)
    told = next(j.verdict for j in release.certificate.judged if j.claim.name == "one_k")
    assert release.record is not None
    assert f"not of the {release.record.removed.points:,} points" in told.note


def test_it_says_what_it_needs() -> None:
    release: Release[Cells] = anonymize(ordinary(), "kmerge_groups", k=3, seed=1)
    claim = OneK(k=3)
    assert claim.check(release.data).answer == "needs record"
    assert claim.check(release.data, release.record).answer == "needs original"
    assert claim.check(release.data, release.record, ordinary()).answer == "yes"
    assert OneK(k=31).check(release.data, release.record, ordinary()).answer == "no"
