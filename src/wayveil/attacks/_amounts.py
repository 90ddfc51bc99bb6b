"""What attackers have in common who know how often somebody was where, more or less."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from wayveil.attacks._background import Background
from wayveil.kernels.holdings import ALIKE


class Amounts(Background):
    """Find everybody who was in known places about as often as is known."""

    rule: ClassVar[int] = ALIKE
    by_point: ClassVar[bool] = False

    tolerance: Annotated[float, Field(ge=0, le=1)] = 0
    """How far what is known may lie from what is found, as a share of what is found."""

    def allowance(self) -> float:
        """Give the tolerance."""
        return self.tolerance
