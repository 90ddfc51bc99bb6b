"""What parts that work on tiles have in common: squares of one size, or tiles of any other kind."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil.kinds import Tessellation
from wayveil.part import Metres, Part


class Tiled(Part):
    """A part that works on tiles."""

    tile_size: Annotated[Metres, Field(ge=1, le=1_000_000)] = 500
    """Side of a square tile."""

    tessellation: Tessellation | None = None
    """Tiles of another kind, instead of squares."""

    def tiles(self) -> Tessellation:
        """Give the tiles."""
        return self.tessellation or Tessellation.named("square", size=self.tile_size)
