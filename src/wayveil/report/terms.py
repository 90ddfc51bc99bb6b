"""What may be asked of a report: how much of the original its pictures may tell."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from wayveil.part import K, Metres


class Terms(BaseModel):
    """How a report is made. As it stands by itself, it may be handed on with the release."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    k: K = 5
    """Show nothing of a tile, or of a class of trips, with fewer people."""
    tile_size: Annotated[Metres, Field(ge=100, le=1_000_000)] | None = None
    """Side of the tiles that maps are drawn on; if not given, it fits the size of the area."""
    internal: bool = False
    """Draw every trip as it was: a page that is as private as the original."""
