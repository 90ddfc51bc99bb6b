"""What parts that read a file of polygons have in common."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field

from wayveil.io import at_hand
from wayveil.io.polygons import Polygons, read_polygons
from wayveil.part import Part


class Mapped(Part):
    """A part that works on the polygons of a file; needs the extra `geo`."""

    file: str
    """File of the polygons: GeoJSON, shapefile, GeoPackage or FlatGeobuf."""

    layer: str | None = None
    """Layer, where the file has several."""

    crs: str | None = None
    """What the coordinates are, where the file does not say: EPSG:25832, say."""

    digest: Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")] | None = None
    """SHA-256 that the file must have; of a shapefile, of its .shp and .prj together."""

    @classmethod
    def example(cls) -> Self:
        """Take a few invented districts around Vienna."""
        return cls(file=str(Path(__file__).with_name("districts.geojson")))

    def published(self) -> dict[str, Any]:
        """Name the file as a stranger would find it, and what it must be."""
        recipe = super().published()
        path = self._path()
        recipe["params"] |= {"file": path.name, "digest": at_hand.digest_of(path)}
        return recipe

    def notes(self) -> tuple[str, ...]:
        """Say what was done to the polygons of the file."""
        return self.polygons().notes

    def polygons(self) -> Polygons:
        """Give the polygons; a file is read again only when it changes."""
        path = self._path()
        state = path.stat()
        return _read(path.resolve(), (state.st_mtime_ns, state.st_size), self.layer, self.crs)

    def _path(self) -> Path:
        return at_hand.located(self.file, self.digest)


@lru_cache(maxsize=4)
def _read(path: Path, state: tuple[int, int], layer: str | None, crs: str | None) -> Polygons:
    return read_polygons(path, layer, crs)
