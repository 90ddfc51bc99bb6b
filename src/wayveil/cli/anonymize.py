"""`wayveil anonymize`: raw trajectories in, a checked release out."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from wayveil import clock, io, run
from wayveil.certificate import protects
from wayveil.cli import _rehearsal
from wayveil.cli._anonymize_job import AnonymizeJob
from wayveil.cli._bar import bar
from wayveil.cli._choice import MethodVerb
from wayveil.cli._kinds import offered
from wayveil.cli._reading import (
    edited,
    field_flag,
    input_json,
    outline,
    promises,
    reading_flags,
    removed,
    understood,
)
from wayveil.cli._show import Voice, labelled, the_voice
from wayveil.cli._verb import certificate_flag, force_flag, json_flag, path_type
from wayveil.kinds import Anonymizer
from wayveil.recipe import AnonymizeRecipe
from wayveil.release import Release


@click.command(cls=MethodVerb)
@click.argument(
    "method", required=False, metavar="METHOD", shell_complete=offered(Anonymizer.folder)
)
@click.argument("input", required=False, metavar="INPUT")
@click.argument("output", required=False, metavar="OUTPUT")
@click.option("-f", "--file", type=path_type(), help="Recipe, or parameter file of D4.10.")
@field_flag(AnonymizeRecipe, "unit")
@field_flag(AnonymizeRecipe, "seed")
@field_flag(AnonymizeRecipe, "record")
@field_flag(AnonymizeRecipe, "keep")
@reading_flags
@certificate_flag
@click.option("--save-recipe", type=path_type(), help="Write this job as a recipe for -f.")
@click.option("--report", type=path_type(), help="Write a page that shows what the release is.")
@force_flag
@click.option("--dry-run", is_flag=True, help="Tell what would happen and how long it would take.")
@json_flag
def anonymize(dry_run: bool, **flags: Any) -> None:
    """Turn trajectories into a release, and check its promises.

    With -f the method, the input and the output are in the file; what is given here overrides it.
    INPUT and OUTPUT may be - for stdin and stdout.
    """
    voice = the_voice()
    job = AnonymizeJob.of(**flags)
    if job.output.is_stream and not dry_run:
        voice.keep_stdout_for_data()
    job.check(dry_run)
    (_rehearse if dry_run else _carry_out)(job, voice)


def _rehearse(job: AnonymizeJob, voice: Voice) -> None:
    with bar(voice):
        rehearsal = _rehearsal.of(job)
    voice.show(rehearsal.as_json(), *rehearsal.lines())


def _carry_out(job: AnonymizeJob, voice: Voice) -> None:
    with bar(voice):
        loaded = job.load()
        release = _released(job, loaded)
        if job.report:
            _report(job, loaded, release, job.report)
    voice.show(_document(job, loaded, release), *labelled(_lines(job, loaded, release)))
    assert release.record is not None
    laps = (f"{name} {clock.duration(s)}" for name, s in release.record.seconds.items())
    voice.detail(f"Steps: {', '.join(laps)}.")


def _released(job: AnonymizeJob, loaded: io.Loaded) -> Release:
    release = run.anonymize(loaded.data, **job.settings)
    if job.save_recipe:
        io.write_json(job.recipe.as_json(), job.save_recipe, force=job.force)
    release.write(
        job.output.name,
        certificate=job.papers,
        record=job.recipe.record,
        format=job.output.format(job.format),
        force=job.force,
    )
    return release


def _report(job: AnonymizeJob, loaded: io.Loaded, release: Release, target: Path) -> None:
    from wayveil.cli import report
    from wayveil.report.study import Study

    report.write(Study.of(loaded.data, release), target, job.to_verify, force=job.force)


def _lines(job: AnonymizeJob, loaded: io.Loaded, release: Release) -> Iterator[tuple[str, object]]:
    assert release.record is not None
    yield from understood(job.input.as_source, loaded)
    yield "Protects", protects(release.certificate.unit)
    for note in job.notes:
        yield "Note", note
    yield from removed(release.record.removed)
    yield from edited(release.record)
    yield from promises(release.certificate)
    if not release.record.secret:
        yield "Chance", "reproducible by the seed: ids and order are not secret"
    yield "Wrote", f"{job.output.as_target}: {outline(release.data)}"
    yield "", f"{job.papers}: belongs beside it"
    if job.recipe.record:
        yield "", f"{job.recipe.record}: private, keep it at home"
    if job.report:
        yield "", f"{job.report}: shows what the release is"
    yield "Next", f"wayveil verify {shlex.join(job.to_verify)}"


def _document(job: AnonymizeJob, loaded: io.Loaded, release: Release) -> dict[str, Any]:
    assert release.record is not None
    papers, told = release.certificate.as_json(), release.record.as_json()
    shown = ("unit", "protects", "claims", "measured", "release", "recipe", "chance", "software")
    return {
        "input": {"file": job.input.name, **input_json(loaded)},
        "notes": job.notes,
        **{name: told[name] for name in ("removed", "edits") if name in told},
        **{name: papers[name] for name in shown},
        "seconds": dict(release.record.seconds),
        "files": job.files_json(),
    }
