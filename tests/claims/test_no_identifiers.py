from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from wayveil.claims.no_identifiers import NoIdentifiers
from wayveil.contract.tables import ordinary
from wayveil.record import Origin
from wayveil.release import Release
from wayveil.run import anonymize
from wayveil.shapes import Names, Trajectories

CLAIM = NoIdentifiers()
RELEASE: Release = anonymize(ordinary(200, 40), "simple_generalization", seed=3)
ORIGINAL = ordinary(200, 40)


def renamed(ids: list[str] | None) -> Trajectories:
    return replace(RELEASE.data, names=Names(ids=None if ids is None else pl.Series(ids)))


def ids() -> list[str]:
    assert RELEASE.data.names.ids is not None
    return RELEASE.data.names.ids.to_list()


def test_a_stranger_sees_the_form_and_the_holder_of_the_record_the_rest() -> None:
    assert CLAIM.check(RELEASE.data).answer == "needs record"
    assert CLAIM.check(RELEASE.data, RELEASE.record).answer == "yes"
    assert CLAIM.check(RELEASE.data, RELEASE.record, ORIGINAL).answer == "yes"


@pytest.mark.parametrize(
    "names",
    [None, [str(i) for i in range(200)], [f"trip-{i}" for i in range(200)]],
    ids=["none", "numbers", "the original's"],
)
def test_ids_that_are_not_random_are_seen_by_anyone(names: list[str] | None) -> None:
    assert CLAIM.check(renamed(names)).answer == "no"


def test_a_column_of_users_is_seen_by_anyone() -> None:
    named = replace(RELEASE.data, names=Names(pl.Series(ids()), pl.Series(["anna"] * 200)))
    assert CLAIM.check(named).answer == "no"


def test_one_random_looking_id_of_the_original_is_found() -> None:
    taken = ids()[17]
    known = replace(ORIGINAL, names=Names(pl.Series([taken] + ["x"] * 199)))
    verdict = CLAIM.check(RELEASE.data, RELEASE.record, known)
    assert (verdict.answer, verdict.found) == ("no", 1)


def test_ids_that_the_key_does_not_give_are_found() -> None:
    other = anonymize(ORIGINAL, "simple_generalization", seed=4)
    assert CLAIM.check(other.data, RELEASE.record).answer == "no"


def test_an_order_that_follows_the_original_is_found() -> None:
    assert RELEASE.record is not None
    sorted_ = replace(RELEASE.record, origin=Origin.one_each(np.arange(200)))
    verdict = CLAIM.check(RELEASE.data, sorted_)
    assert (verdict.answer, verdict.found) == ("no", 1.0)
