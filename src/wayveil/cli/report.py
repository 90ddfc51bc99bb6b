"""`wayveil report`: one page that shows what a release is, for people."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from wayveil import io
from wayveil.cli._bar import bar
from wayveil.cli._places import Place, PlaceType, clear, present, writable
from wayveil.cli._reading import Reading, field_flag, load, reading_flags, released, tell_reading
from wayveil.cli._show import the_voice
from wayveil.cli._verb import Verb, certificate_flag, force_flag, json_flag, path_type
from wayveil.errors import PrivacyError
from wayveil.release import Release, read_certificate, read_record
from wayveil.report.page import page
from wayveil.report.study import Study
from wayveil.report.terms import Terms


@click.command(cls=Verb)
@click.argument("original", type=PlaceType(), metavar="ORIGINAL")
@click.argument("release", type=PlaceType(), metavar="RELEASE")
@click.argument("output", type=path_type(), metavar="OUT.html")
@click.option(
    "--record", type=path_type(), help="The private record: measures and attacks need it."
)
@field_flag(Terms, "k")
@field_flag(Terms, "tile_size")
@field_flag(Terms, "internal")
@reading_flags
@certificate_flag
@force_flag
@json_flag
def report(
    *,
    original: Place,
    release: Place,
    output: Path,
    record: Path | None,
    certificate: Path | None,
    reading: Reading,
    format: str | None,
    force: bool,
    **asked: Any,
) -> None:
    """Write one page that shows what a release promises, loses and still gives away.

    The page opens from disk, without a network. Unless it is --internal it may be handed on: its
    maps are counts of people on a coarse grid. Exits with 3 if a promise does not hold. The flags
    about reading are for ORIGINAL.
    """
    papers_at = release.certificate(certificate)
    present(original, release)
    clear([output], [*original.files, *release.files, record, papers_at], force=force)
    writable([output])
    terms = Terms(**{name: value for name, value in asked.items() if value is not None})
    papers, voice = read_certificate(papers_at), the_voice()
    to_verify = [release.name, *(["--certificate", str(certificate)] if certificate else [])]
    with bar(voice):
        before = load(original, reading, format)
        held = read_record(record) if record else None
        given = Release(released(release, papers, format), papers, held)
        study = Study.of(before.data, given, terms)
        write(study, output, to_verify, force=force)
    tell_reading(voice, original.as_source, before)
    document = {"report": str(output), "checks": study.verification.as_json()}
    voice.show(document, *study.gaps, told(output, terms))
    if study.verification.broken:
        raise click.exceptions.Exit(PrivacyError.status)


def write(study: Study, output: Path, to_verify: Iterable[str], *, force: bool) -> None:
    """Write the page of a study; of the folders in which files lie here it tells nothing."""
    first = f"wayveil verify {shlex.join(Path(word).name for word in to_verify)}"
    commands = [first, f"{first} --record RECORD --original ORIGINAL"]
    io.write_text(page(study, commands=commands), output, force=force)


def told(output: Path, terms: Terms) -> str:
    """Say what was written, and to whom it may be shown."""
    if terms.internal:
        return f"Wrote {output}: private, keep it at home"
    return f"Wrote {output}: tells counts of {terms.k} or more, and may go with the release"
