"""A release with its papers, from and to files or streams."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wayveil import io
from wayveil.certificate import Certificate
from wayveil.cli._places import Place
from wayveil.errors import InputError
from wayveil.record import Record
from wayveil.release import Release


def certificate_of(place: Place, asked: Path | None) -> Certificate:
    """Read the certificate of a release."""
    papers = place.certificate(asked)
    if not papers.exists():
        raise InputError(
            f"there is no certificate {papers}.",
            "Ask whoever gave you the file for it; it belongs beside the file.",
        )
    return Certificate.from_json(io.read_json(papers))


def record_at(path: Path | None) -> Record | None:
    """Read a record, if there is one."""
    return None if path is None else Record.from_json(io.read_json(path))


def write_release(
    release: Release,
    output: Place,
    papers: Path,
    *,
    record: Path | None = None,
    format: str | None = None,
    force: bool = False,
) -> None:
    """Write data, certificate and record: all of them, or nothing."""
    with all_or_nothing([papers, *([record] if record else []), *output.files]):
        if record and release.record:
            io.write_json(release.record.as_json(), record, force=force, private=True)
        io.write_json(release.certificate.as_json(), papers, force=force)
        io.write(release.data, output.name, format=output.format(format), force=force)


@contextmanager
def all_or_nothing(paths: list[Path]) -> Iterator[None]:
    """Take away the new files of a set that could not be finished."""
    new = [path for path in paths if not path.exists()]
    try:
        yield
    except BaseException:
        for path in new:
            with suppress(OSError):
                path.unlink()
        raise
