"""Areas of ten degrees, as old charts have them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil.part import Metres
from wayveil.tessellations.square import Square


class SeaArea(Square):
    """Large square tiles, for the open sea."""

    size: Annotated[Metres, Field(ge=100_000, le=1_000_000)] = 500_000
    """Side of a tile."""
