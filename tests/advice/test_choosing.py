"""The rules of the choice, on trials made up by hand."""

from __future__ import annotations

import pytest

from wayveil.advice.choosing import choose
from wayveil.advice.knowledge import attacker, purpose
from wayveil.advice.trials import Tried
from wayveil.errors import Infeasible
from wayveil.kinds import Analysis, Anonymizer

GROUPS = Anonymizer.named("microaggregation", k=5)
TILES = Anonymizer.named("simple_generalization")
TABLE = Analysis.named("od_matrix")


def tried(label: str, part: Anonymizer, price: float, risk: float, removed: float = 0.0) -> Tried:
    return Tried(label, part, price, "m", removed, {"some": risk / 2, "other": risk})


def chosen(*candidates: Tried, foe: str = "rival", risk: float = 0.1) -> str:
    return choose(candidates, purpose("tracks"), attacker(foe), risk).best.label


CHEAP = tried("cheap", TILES, 10, 0.5)
FAIR = tried("fair", TILES, 20, 0.1)
DEAR = tried("dear", GROUPS, 30, 0.05)


def test_the_least_price_among_the_safe() -> None:
    assert chosen(CHEAP, DEAR, FAIR) == "fair"
    assert chosen(CHEAP, DEAR, FAIR, risk=0.5) == "cheap"


def test_the_least_risk_if_none_is_safe() -> None:
    assert chosen(CHEAP, DEAR, FAIR, risk=0.01) == "dear"
    choice = choose([CHEAP, DEAR], purpose("tracks"), attacker("rival"), 0.01)
    assert "None lets the rival find as few as 1%" in choice.reasons[0]


def test_who_wants_a_promise_gets_one() -> None:
    assert chosen(CHEAP, DEAR, FAIR, foe="regulator") == "dear"
    with pytest.raises(Infeasible, match="promises what a regulator"):
        chosen(CHEAP, FAIR, foe="regulator")
    promised = choose([DEAR], purpose("tracks"), attacker("rival"), 0.1).reasons[-1]
    assert promised == "Promised, and checked on each release: k_anonymous."
    measured = choose([FAIR], purpose("tracks"), attacker("rival"), 0.1).reasons[-1]
    assert measured.startswith("Nothing is promised")


def test_what_removes_most_trips_is_not_proposed() -> None:
    assert chosen(tried("empty", GROUPS, 1, 0, removed=0.6), DEAR) == "dear"
    with pytest.raises(Infeasible):
        chosen(tried("empty", GROUPS, 1, 0, removed=0.6))


def test_the_finest_counts_that_leave_out_little() -> None:
    def best(*lost: float) -> str:
        each = [Tried(str(share), TABLE, share, "share") for share in lost]
        return choose(each, purpose("od"), attacker("rival"), 0.1).best.label

    assert best(0.9, 0.2, 0.1) == "0.2"
    assert best(0.9, 0.5, 0.6) == "0.5"


def test_what_failed_is_said() -> None:
    failed = [Tried("a", GROUPS, failed="too few."), Tried("b", TILES, failed="too far.")]
    with pytest.raises(Infeasible, match=r"a: too few\.; b: too far\."):
        choose(failed, purpose("tracks"), attacker("rival"), 0.1)
    assert chosen(failed[0], DEAR) == "dear"
