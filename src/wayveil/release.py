"""A release: the data that may be shared, its certificate, and the record that stays home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Generic

from typing_extensions import TypeVar

from wayveil import io
from wayveil.certificate import Certificate, Judged, digest, protects
from wayveil.errors import InputError, MissingFile
from wayveil.kinds import Filter, Verdict
from wayveil.record import Record
from wayveil.shapes import Shape, Tracks, Trajectories

S = TypeVar("S", bound=Shape, default=Trajectories)


@dataclass(frozen=True)
class Check:
    """One thing that was looked at, and what came of it."""

    name: str
    promise: str
    verdict: Verdict


@dataclass(frozen=True, repr=False)
class Verification:
    """All that a stranger can find out about a release with what is at hand."""

    checks: tuple[Check, ...]

    def __repr__(self) -> str:
        told = ", ".join(f"{check.name} {check.verdict.answer}" for check in self)
        return f"<Verification: {told}>"

    def _repr_html_(self) -> str:
        return _html("checks", [(c.name, c.promise, c.verdict.answer) for c in self])

    def __iter__(self) -> Iterator[Check]:
        return iter(self.checks)

    @property
    def broken(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self if check.verdict.answer == "no")

    @property
    def unchecked(self) -> tuple[Check, ...]:
        """The checks that need more than was given."""
        return tuple(check for check in self if check.verdict.answer.startswith("needs"))

    def as_json(self) -> list[dict[str, Any]]:
        """Give the checks as plain values."""
        return [{"name": c.name, "promise": c.promise, **vars(c.verdict)} for c in self]


@dataclass(frozen=True, eq=False, repr=False)
class Release(Generic[S]):
    """What can be shared; `write` it, `verify` it, send the file and certificate."""

    data: S
    certificate: Certificate
    record: Record | None = None

    def __repr__(self) -> str:
        return f"<Release: {self.data!r}, protects {protects(self.certificate.unit)}>"

    def _repr_html_(self) -> str:
        unit = self.certificate.unit
        rows = [
            (j.claim.name, j.claim.promise(unit), j.verdict.answer) for j in self.certificate.judged
        ]
        return f"{self.data._repr_html_()}{_html('claims', rows)}"

    def verify(self, original: Trajectories | None = None) -> Verification:
        """Check every promise again, on the data as it is now."""
        record = self.record if self._fits_record() else None
        before = original if isinstance(self.data, Tracks) else self._as_analyzed(original)
        claims = (_judge(judged, self, record, before) for judged in self.certificate.judged)
        return Verification((*self._papers(original), *claims))

    def write(
        self,
        target: str | Path,
        *,
        certificate: str | Path | None = None,
        record: str | Path | None = None,
        format: str | None = None,
        force: bool = False,
    ) -> None:
        """Write the data and its certificate, and the private record if a place for it is given.

        All of them, or nothing. The certificate lies beside the data unless told otherwise.
        """
        papers = Path(certificate or certificate_path(target))
        data_file = [] if target == "-" else [Path(target)]
        io.refuse_existing([papers, *([record] if record else []), *data_file], force=force)
        with ExitStack() as ready:
            if record is not None:
                private = self._record_to_write().as_json()
                ready.enter_context(io.prepared_json(private, record, force=force, private=True))
            public = self.certificate.as_json()
            ready.enter_context(io.prepared_json(public, papers, force=force))
            io.write_shape(self.data, target, format=format, force=force)

    @classmethod
    def open(cls, path: str | Path, *, record: str | Path | None = None) -> Release[Any]:
        """Read a release with the certificate beside it."""
        papers = read_certificate(certificate_path(path))
        data = io.read_shape(papers.shape, path)
        return Release(data, papers, None if record is None else read_record(record))

    def _as_analyzed(self, original: Trajectories | None) -> Trajectories | None:
        """Apply the filters of the recipe, as what is counted again is what passed them."""
        if original is None:
            return None
        original = original.renumbered()
        for sieve in self.certificate.recipe.get("filters", ()):
            original, _ = Filter.read(sieve)(original)
        return original

    def _record_to_write(self) -> Record:
        if self.record is None:
            raise InputError("this release has no record to write.")
        return self.record

    def _fits_record(self) -> bool:
        return self.record is not None and self.record.origin.fits(self.data)

    def _papers(self, original: Trajectories | None) -> Iterator[Check]:
        promised = self.certificate.digest
        yield _same(
            "digest",
            "The data is what the certificate was issued for.",
            digest(self.data),
            promised,
        )
        yield _same(
            "columns",
            "The file has the promised columns and no other.",
            self.data.columns(),
            self.certificate.columns,
        )
        if self.record is not None:
            about = "The record belongs to this release."
            named = self.record.release_digest if self._fits_record() else None
            yield _same("record", about, named, promised)
            if original is not None:
                about = "The original is the data that the record speaks of."
                yield _same("original", about, digest(original), self.record.original_digest)


def certificate_path(path: str | Path) -> Path:
    """Give the place of the certificate that belongs to a file."""
    return Path(f"{path}.certificate.json")


def read_certificate(path: Path) -> Certificate:
    """Read the certificate of a release."""
    if not path.exists():
        raise InputError(
            f"there is no certificate {path}.",
            "It belongs beside the release; ask whoever gave you the file for it.",
        )
    return Certificate.from_json(io.read_json(path))


def read_record(path: str | Path) -> Record:
    """Read the private record of a release."""
    return Record.from_json(io.read_json(path))


def _html(caption: str, rows: Iterable[tuple[str, str, str]]) -> str:
    cells = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows)
    lines = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<table><caption>{caption}</caption>{lines}</table>"


def _same(name: str, promise: str, found: object, asked: object) -> Check:
    return Check(name, promise, Verdict("yes" if found == asked else "no"))


def _judge(
    stated: Judged, release: Release[Any], record: Record | None, original: Trajectories | None
) -> Check:
    """Check a claim again; what was measured must come out as the certificate states it."""
    claim, before = stated.claim, stated.verdict
    try:
        verdict = claim.check(release.data, record, original)
    except MissingFile as error:
        verdict = Verdict("needs file", note=error.message)
    if claim.grade == "measured" and verdict.answer == "yes" and verdict.found != before.found:
        verdict = Verdict("no", before.found, verdict.found, "measured again, it is another")
    return Check(claim.name, claim.promise(release.certificate.unit), verdict)
