"""From what was tried to what is proposed, with the reasons in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wayveil.advice.knowledge import Attacker, Purpose
from wayveil.advice.trials import Tried
from wayveil.errors import Infeasible

#: What leaves out more than this of all that it counts is too fine for the data.
MOST_LEFT_OUT: Final = 0.25
#: A method that removes more than this of the trips is not proposed, whatever the rest says.
MOST_REMOVED: Final = 0.5


@dataclass(frozen=True)
class Choice:
    """The candidate that is proposed, and why."""

    best: Tried
    reasons: tuple[str, ...]


def choose(tried: Sequence[Tried], purpose: Purpose, attacker: Attacker, risk: float) -> Choice:
    """Choose by the rule for what is published; an error if nothing can be."""
    possible = [one for one in tried if one.failed is None]
    if not possible:
        told = "; ".join(f"{one.label}: {one.failed}" for one in tried)
        raise Infeasible("none of the candidates can be published of this data.", told)
    if purpose.publishes == "counts":
        return _finest(possible, purpose, attacker)
    return _cheapest(possible, purpose, attacker, risk)


def _finest(possible: Sequence[Tried], purpose: Purpose, attacker: Attacker) -> Choice:
    """Take the finest counts that leave out little, or else those that leave out least."""
    fitting = [one for one in possible if _price(one) <= MOST_LEFT_OUT]
    best = fitting[0] if fitting else min(possible, key=_price)
    why = "the finest that leaves" if fitting else "nothing leaves"
    rest = "" if fitting else ", and this leaves out least"
    return Choice(best, (
        "Counts answer the question, so no trip is published: there is no track to follow, and no "
        "trip to link with another.",
        f"Each published number counts {attacker.crowd} or more, for this attacker. No "
        "attack was tried: the promises are all there is.",
        f"{purpose.price}: {best.cost} of all; {why} out at most {MOST_LEFT_OUT:.0%}{rest}.",
        "Counts are exact: who knows all others in a cell, or sees two releases of nearly the same "
        "people, can subtract.",
    ))  # fmt: skip


def _cheapest(
    possible: Sequence[Tried], purpose: Purpose, attacker: Attacker, risk: float
) -> Choice:
    """Take the least price among those that are safe enough, or else the least risk."""
    allowed = [one for one in possible if (one.removed or 0) <= MOST_REMOVED]
    if attacker.must_promise:
        allowed = [one for one in allowed if one.promises(attacker.promises)]
    if not allowed:
        raise Infeasible(
            f"no candidate keeps half of the trips and promises what a {attacker.name} asks for.",
            "Publish counts instead: --for od or --for heatmap.",
        )
    safe = [one for one in allowed if one.risk <= risk]
    best = min(safe, key=_price) if safe else min(allowed, key=lambda one: (one.risk, _price(one)))
    return Choice(best, tuple(_reasons(best, bool(safe), purpose, attacker, risk)))


def _reasons(
    best: Tried, safe: bool, purpose: Purpose, attacker: Attacker, risk: float
) -> Iterator[str]:
    among = f"of those where the {attacker.name} finds at most {risk:.0%}"
    if safe:
        yield f"Its price is the least {among}: {purpose.price} {best.cost}."
    else:
        yield (
            f"None lets the {attacker.name} find as few as {risk:.0%}; this one lets them find "
            f"least. Its price: {purpose.price} {best.cost}."
        )
    for name, share in best.found.items():
        raw = f", on the raw data {best.raw[name]:.1%}" if name in best.raw else ""
        yield f"Measured, not promised: {name} finds {share:.1%}{raw}."
    if best.promises(attacker.promises):
        names = [claim.name for claim in best.claims if claim.name in attacker.promises]
        yield f"Promised, and checked on each release: {', '.join(names)}."
    else:
        yield "Nothing is promised against this attacker: what was measured is all there is."


def _price(one: Tried) -> float:
    assert one.price is not None
    return one.price
