from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wayveil.dominance import Rated, beaten, conclusion, front

GOOD, CHEAP, SAFE, BAD = (
    Rated("good", 2, 2),
    Rated("cheap", 1, 9),
    Rated("safe", 9, 1),
    Rated("bad", 3, 2),
)
_FEW = st.integers(0, 4)
CHOICES = st.lists(st.tuples(_FEW, _FEW), min_size=1, max_size=8).map(
    lambda drawn: [Rated(f"run {i}", *pair) for i, pair in enumerate(drawn)]
)


def worse(one: Rated, other: Rated) -> bool:
    return (
        one.loss >= other.loss
        and one.risk >= other.risk
        and (one.loss > other.loss or one.risk > other.risk)
    )


@given(CHOICES)
def test_the_front_is_what_nothing_beats(rated: list[Rated]) -> None:
    best = front(rated)
    assert {one.label for one in best} == {
        one.label for one in rated if not any(worse(one, other) for other in rated)
    }
    assert [one.loss for one in best] == sorted(one.loss for one in best)
    labels = {one.label: one for one in rated}
    for label, other in beaten(rated).items():
        assert worse(labels[label], labels[other])
        assert labels[other] in best
    assert len(best) + len(beaten(rated)) == len(rated)


def test_worked_by_hand() -> None:
    every = [BAD, GOOD, SAFE, CHEAP]
    assert front(every) == [CHEAP, GOOD, SAFE]
    assert beaten(every) == {"bad": "good"}
    told = conclusion(every, "rmse", "unicity")
    assert told == (
        "Worth a choice, from least rmse to least unicity: cheap, good, safe. "
        "Beaten in both at once: bad by good."
    )


def test_equals_do_not_beat_each_other() -> None:
    twins = [Rated("a", 1, 1), Rated("b", 1, 1)]
    assert [one.label for one in front(twins)] == ["a", "b"]
    assert "None is beaten in both." in conclusion(twins, "x", "y")


def test_one_alone_and_nobody() -> None:
    assert conclusion([GOOD, BAD], "x", "y").startswith("Nothing beats good: no other")
    assert "nothing can be set against another" in conclusion([], "x", "y")
