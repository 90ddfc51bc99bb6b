"""The true record among those that fit: marked where it stands out, and by nothing after a lot."""

from __future__ import annotations

import numpy as np
import pytest

from tests.attacks.marked import PERSON, RECORDS
from wayveil import anonymize, attack
from wayveil.attacks.true_record import TrueRecord
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary


@pytest.mark.parametrize(
    ("by", "named"),
    [
        ("lot", [0, 1, 2]),
        ("finest", [0]),
        ("coarsest", [2]),
        ("most_boxes", [2]),
        ("fewest_boxes", [0, 1]),
        ("centred", [1]),
    ],
)
def test_whoever_stands_out_is_named(by: str, named: list[int]) -> None:
    part = TrueRecord.named("true_record", by=by)
    known = part.knows(PERSON, Chance.seeded(1))
    guesses = part.guess(known.clues, RECORDS, Chance.seeded(1))
    assert sorted(guesses.items) == named


def test_raw_records_are_found_and_records_of_k_by_one_in_k() -> None:
    release = anonymize(ordinary(900, 300), "k_pick", k=3, seed=1)
    for by in ("lot", "centred"):
        found = attack(
            ordinary(900, 300), release.data, "true_record", record=release.record, seed=1,
            unit="user", by=by,
        )  # fmt: skip
        assert found.raw.success.value == 1
        assert found.release.success.low <= 1 / 3
    assert np.isclose(found.release.success.value, 1 / 3, atol=0.1)
