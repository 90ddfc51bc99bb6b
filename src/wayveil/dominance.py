"""Which of several choices are worth a thought: those that no other beats in loss and in risk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Rated:
    """A choice, what it loses and what it risks; less of both is better."""

    label: str
    loss: float
    risk: float

    def dominates(self, other: Rated) -> bool:
        """Whether it is no worse in either, and better in one.

        >>> Rated("a", 1, 2).dominates(Rated("b", 1, 3)), Rated("a", 1, 2).dominates(
        ...     Rated("c", 0.5, 9)
        ... )
        (True, False)
        """
        no_worse = self.loss <= other.loss and self.risk <= other.risk
        return no_worse and (self.loss, self.risk) != (other.loss, other.risk)


def front(rated: Sequence[Rated]) -> list[Rated]:
    """List those that nothing dominates, the one of least loss first."""
    best = [one for one in rated if not any(other.dominates(one) for other in rated)]
    return sorted(best, key=lambda one: (one.loss, one.risk, one.label))


def beaten(rated: Sequence[Rated]) -> dict[str, str]:
    """Say of each dominated choice which of the front beats it, the one of least risk."""
    best = front(rated)
    better = {one.label: [other for other in best if other.dominates(one)] for one in rated}
    return {
        label: min(others, key=lambda other: (other.risk, other.loss)).label
        for label, others in better.items()
        if others
    }


def conclusion(rated: Sequence[Rated], loss: str, risk: str) -> str:
    """Say in plain words what dominates what."""
    if not rated:
        return f"No run has both {loss} and {risk}, so that nothing can be set against another."
    best, worse = front(rated), beaten(rated)
    names = ", ".join(one.label for one in best)
    if len(best) == 1:
        told = f"Nothing beats {names}: no other run has less {loss} or less {risk}."
    else:
        told = f"Worth a choice, from least {loss} to least {risk}: {names}."
    lost = "; ".join(f"{label} by {other}" for label, other in worse.items())
    return f"{told} Beaten in both at once: {lost}." if lost else f"{told} None is beaten in both."
