"""Advice is made of whole people, the same for a seed, and its recipe is one that runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import wayveil
from wayveil.advice import advising, knowledge, trials
from wayveil.advice.advising import FEWEST_PEOPLE, whole_people
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary
from wayveil.errors import Infeasible, ParameterError
from wayveil.recipe import AnalysisRecipe, AnonymizeRecipe


@pytest.fixture
def few_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two methods are enough to choose from."""
    methods = ({"name": "microaggregation", "vary": {"k": [2, 6]}}, {"name": "swapmob"})
    tracks = replace(knowledge.purpose("tracks"), candidates=methods)
    monkeypatch.setattr(knowledge, "PURPOSES", (tracks,))


def test_a_sample_holds_whole_people() -> None:
    data = ordinary(n=300, people=60)
    some = whole_people(data, 150, Chance.seeded(1))
    trips = np.bincount(data.owner)
    chosen = np.unique(some.owner)
    assert np.array_equal(np.bincount(some.owner)[chosen], trips[chosen])
    assert FEWEST_PEOPLE <= len(chosen) < 60
    assert 130 <= len(some) <= 150
    assert len(np.unique(whole_people(data, 1, Chance.seeded(1)).owner)) == FEWEST_PEOPLE
    assert not np.array_equal(chosen, np.unique(whole_people(data, 150, Chance.seeded(2)).owner))


@pytest.mark.usefixtures("few_methods")
def test_it_proposes_what_its_trials_say() -> None:
    advice = wayveil.advise(ordinary(), "tracks", "rival", seed=3)
    again = wayveil.advise(ordinary(), "tracks", "rival", seed=3)
    assert again.as_json() == advice.as_json()
    possible = [one for one in advice.tried if not one.failed]
    assert all(one.risk > 0.1 for one in possible)
    assert advice.choice.best.risk == min(one.risk for one in possible)
    assert [one.label for one in advice.tried] == [
        "microaggregation k=2", "microaggregation k=6", "swapmob",
    ]  # fmt: skip
    assert "microaggregation" not in advice.not_tried
    assert "simple_generalization" in advice.not_tried
    recipe = advice.recipe("in.csv", "out.csv", "record.json", {"tz": "UTC"})
    assert isinstance(recipe, AnonymizeRecipe)
    assert AnonymizeRecipe.of(recipe.as_json()) == recipe
    assert (recipe.method, recipe.unit, recipe.tz) == (advice.part, "user", "UTC")


@pytest.mark.usefixtures("few_methods")
def test_the_unit_is_heeded() -> None:
    advice = wayveil.advise(ordinary(), "tracks", "stranger", unit="trajectory")
    assert (advice.unit, advice.profile.people) == ("trajectory", 90)


def test_counts_are_proposed_instead_of_trips() -> None:
    advice = wayveil.advise(ordinary(), "heatmap", "stranger")
    assert isinstance(advice.recipe("in.csv", "out.csv"), AnalysisRecipe)
    assert advice.choice.reasons[0].startswith("Counts answer the question")
    assert "od_matrix" in advice.not_tried
    assert advice.sample == 90


def test_too_few_people() -> None:
    data = ordinary()
    with pytest.raises(Infeasible, match="19 people"):
        wayveil.advise(data.take(data.owner < 19), "tracks", "rival")


def test_what_is_wrong_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("work was begun")

    monkeypatch.setattr(trials, "methods", never)
    monkeypatch.setattr(advising, "profile", never)
    for wrong in ({"risk": 0.0}, {"risk": 1.5}, {"sample": 0}):
        with pytest.raises(ParameterError, match="risk is a share"):
            wayveil.advise(ordinary(), "tracks", "rival", **wrong)
    with pytest.raises(ParameterError, match="no such attacker"):
        wayveil.advise(ordinary(), "tracks", "nobody")
