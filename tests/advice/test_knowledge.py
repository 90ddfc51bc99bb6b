"""The tables name what there is, and say each thing once."""

from __future__ import annotations

import pytest

from wayveil.advice.knowledge import ATTACKERS, PURPOSES, attacker, explained, purpose
from wayveil.errors import ParameterError
from wayveil.kinds import Analysis, Anonymizer, Attack, Claim, Measure
from wayveil.recipe import varied


@pytest.mark.parametrize("aim", PURPOSES, ids=lambda row: row.name)
def test_candidates_and_prices_can_be_made(aim: object) -> None:
    row = purpose(getattr(aim, "name", ""))
    kind = Analysis if row.publishes == "counts" else Anonymizer
    made = [kind.read(one) for item in row.candidates for one in varied(item)]
    assert len({str(part.as_json()) for part in made}) == len(made) >= 2
    assert (row.price in Measure.names()) == (row.publishes == "trajectories")


@pytest.mark.parametrize("foe", ATTACKERS, ids=lambda row: row.name)
def test_attacks_and_promises_can_be_made(foe: object) -> None:
    row = attacker(getattr(foe, "name", ""))
    attacks = [Attack.read(one).name for one in row.attacks]
    names = [*attacks, *row.linkage]
    assert len(set(names)) == len(names) >= 1
    assert set(row.linkage) <= set(Measure.names())
    assert set(row.promises) <= set(Claim.names())


def test_each_word_is_explained_in_one_sentence() -> None:
    for rows in (PURPOSES, ATTACKERS):
        assert len({row.name for row in rows}) == len(rows)
        assert all(row.meaning.endswith(".") and row.meaning.count(". ") == 0 for row in rows)


def test_another_word_is_answered_with_all_there_are() -> None:
    with pytest.raises(ParameterError) as error:
        purpose("profit")
    assert all(line in str(error.value) for line in explained(PURPOSES))
    assert "profit" not in str(error.value)
