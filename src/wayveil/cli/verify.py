"""`wayveil verify`: check a release as a stranger would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from wayveil.certificate import UNSIGNED, Certificate, protects
from wayveil.cli._bar import bar
from wayveil.cli._places import Place, PlaceType, present
from wayveil.cli._reading import Reading, load, reading_flags, released, tell_reading
from wayveil.cli._show import Voice, the_voice
from wayveil.cli._verb import Verb, certificate_flag, json_flag, path_type
from wayveil.errors import PrivacyError
from wayveil.io import at_hand
from wayveil.release import Release, Verification, read_certificate, read_record

_HEAD = ("check", "verdict", "asked", "found", "note")


@click.command(cls=Verb)
@click.argument("release", type=PlaceType(), metavar="RELEASE")
@click.option("--record", type=path_type(), help="The private record, if you hold it.")
@click.option("--original", type=PlaceType(), help="The original data, if you hold it.")
@click.option(
    "--files",
    type=path_type(),
    multiple=True,
    metavar="FOLDER",
    help="Where files lie that the certificate names, if not beside it; may be repeated.",
)
@click.option("--strict", is_flag=True, help="Fail also if something could not be checked.")
@reading_flags
@certificate_flag
@json_flag
def verify(
    release: Place,
    record: Path | None,
    original: Place | None,
    files: tuple[Path, ...],
    strict: bool,
    reading: Reading,
    format: str | None,
    certificate: Path | None,
) -> None:
    """Check a release against the promises in its certificate.

    Exits with 3 if a promise does not hold. The flags about reading are for the original.
    """
    voice = the_voice()
    present(release, *([original] if original else []))
    papers_at = release.certificate(certificate)
    papers = read_certificate(papers_at)
    held = None if record is None else read_record(record)
    with bar(voice), at_hand.also_in(papers_at.parent, *files):
        given = Release(released(release, papers, format), papers, held)
        before = load(original, reading, format) if original else None
        found = given.verify(before.data if before else None)
    if original and before:
        tell_reading(voice, original.as_source, before)
    _show(voice, release, papers, found)
    if found.broken or (strict and found.unchecked):
        raise click.exceptions.Exit(PrivacyError.status)


def _show(voice: Voice, release: Place, papers: Certificate, found: Verification) -> None:
    document: dict[str, Any] = {
        "release": release.name,
        "unit": papers.unit,
        "protects": protects(papers.unit),
        "chance": papers.chance,
        "holds": not found.broken,
        "complete": not found.unchecked,
        "conclusion": conclusion(found),
        "caveat": UNSIGNED,
        "checks": found.as_json(),
    }
    rows = [(c.name, v.answer, v.asked, v.found, v.note) for c in found for v in [c.verdict]]
    table = voice.table(_HEAD, rows)
    voice.show(
        document, table, "", conclusion(found), f"Protects {protects(papers.unit)}.", UNSIGNED
    )


def conclusion(found: Verification) -> str:
    """Say in one sentence what came of the checks."""
    if found.broken:
        names = ", ".join(check.name for check in found.broken)
        return f"{_promises(len(found.broken))} not hold: {names}."
    if not found.unchecked:
        return "All promises hold."
    needs: dict[str, int] = {}
    for check in found.unchecked:
        what = check.verdict.answer.removeprefix("needs ")
        needs[what] = needs.get(what, 0) + 1
    rest = " and ".join(f"{n} need{'s' * (n == 1)} the {what}" for what, n in needs.items())
    return f"All promises hold, as far as could be checked: {rest}."


def _promises(number: int) -> str:
    return "1 check does" if number == 1 else f"{number} checks do"
