"""Trials measure what they say, and attackers look where it matters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wayveil.advice.knowledge import attacker, purpose
from wayveil.advice.trials import aimed, counts, methods
from wayveil.contract.tables import busy
from wayveil.kinds import Anonymizer, Tessellation


def test_an_attacker_uses_the_tiles_that_are_published() -> None:
    coarse = Anonymizer.named("simple_generalization", tile_size=1000)
    own = {attack.name: getattr(attack, "tiles", None) for attack in aimed(_foe(), coarse)}
    tiles = Tessellation.named("square", size=1000)
    assert own == {
        "top_locations": tiles, "location_time": tiles, "own_end": None, "unicity": tiles,
    }  # fmt: skip
    other = aimed(_foe(), Anonymizer.named("microaggregation"))
    assert {getattr(attack, "tiles", None) for attack in other} == {
        Tessellation.named("square"),
        None,
    }


def _foe() -> Any:
    return attacker("regulator")


def test_counts_ask_for_a_crowd_and_say_what_they_leave_out() -> None:
    tried = counts(busy(), purpose("heatmap"), attacker("rival"), "user", 1)
    assert [one.part.name for one in tried] == ["quadtree_heatmap", *["tile_counts"] * 3]
    for one in tried:
        assert one.risk == 0
        assert 10 in (getattr(one.part, "k", 0), getattr(one.part, "min_k", 0))
        assert one.price is not None
        assert 0 <= one.price < 1
    tiles = [one.price for one in tried[1:]]
    assert tiles == sorted(tiles, reverse=True)  # type: ignore[type-var]


def test_of_what_no_figure_is_known_nothing_is_proposed() -> None:
    """Boxes have no such price."""
    boxes = replace(purpose("tracks"), candidates=({"name": "kmerge_groups"},))
    (tried,) = methods(busy(), boxes, attacker("stranger"), "user", 1)
    assert tried.price is None
    assert tried.failed
    assert "rmse_all" in tried.failed
