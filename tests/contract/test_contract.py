"""Every part passes every check of its kind, and no check is missed."""

from __future__ import annotations

from collections import Counter

import pytest

from wayveil import contract
from wayveil.catalogue import FOLDERS, catalogue

PAIRS = contract.pairs("wayveil")

#: How many checks each kind has: a check that is not found does not run, and this notices.
CHECKS = {
    "methods": 8 + 7,
    "analyses": 8 + 8,
    "clusterings": 8 + 5,
    "aggregations": 8 + 7,
    "distances": 8 + 3,
    "meetings": 8 + 5,
    "filters": 8 + 5,
    "tessellations": 8 + 5,
    "measures": 8 + 6,
    "attacks": 8 + 7,
    "claims": 8 + 4,
    "synth": 8 + 2,
}


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_the_part_passes(pair: contract.Pair) -> None:
    pair.check()


def test_every_check_of_every_part_runs() -> None:
    counted = Counter((pair.part.folder, pair.part.name) for pair in PAIRS)
    expected = {
        (folder, name): CHECKS[folder]
        for folder in FOLDERS
        for name, entry in catalogue()[folder].items()
        if entry.module.startswith("wayveil.")
    }
    assert dict(counted) == expected
    assert len(PAIRS) == sum(expected.values())
