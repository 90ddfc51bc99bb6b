"""Files that parts name, found where they lie: a certificate knows only their base names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from wayveil.errors import MissingFile

_folders: ContextVar[tuple[Path, ...]] = ContextVar("wayveil_folders", default=())


@contextmanager
def also_in(*folders: Path) -> Iterator[None]:
    """Look into these folders too, for files that are not where their names say."""
    token = _folders.set((*_folders.get(), *folders))
    try:
        yield
    finally:
        _folders.reset(token)


def located(name: str, digest: str | None = None) -> Path:
    """Find a file by its path or its base name; where a digest is known, it must be that very one.

    The file that is named comes first, then those of its base name in the working directory and
    in the folders of `also_in`.
    """
    path = Path(name)
    places = [path, Path(path.name), *(folder / path.name for folder in _folders.get())]
    there = [place for place in places if place.is_file()]
    found = next((p for p in there if digest is None or digest_of(p) == digest), None)
    if found is not None:
        return found
    if there:
        raise MissingFile(
            f"{path.name} is not the file that was used: its digest is another.",
            "Ask whoever made the release for the one that the certificate names.",
        )
    hint = "" if digest is None else "Work where it lies, or put it beside the release."
    raise MissingFile(f"there is no file {name}.", hint)


def digest_of(path: Path) -> str:
    """Give the SHA-256 of a file; of a shapefile, of the .shp and the .prj one after the other."""
    seal = hashlib.sha256()
    for part in (path, *_beside(path)):
        with part.open("rb") as file:
            while block := file.read(2**20):
                seal.update(block)
    return f"sha256:{seal.hexdigest()}"


def _beside(path: Path) -> list[Path]:
    """A shapefile says in a file of its own what its coordinates are."""
    if path.suffix.lower() != ".shp":
        return []
    sisters = (path.with_suffix(".prj"), path.with_suffix(".PRJ"))
    return [sister for sister in sisters if sister.is_file()][:1]
