"""`wayveil advise`: what to publish of this data, for this purpose, against this attacker."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from wayveil import io
from wayveil.advice import Advice
from wayveil.advice import advise as advised
from wayveil.advice.advising import SAMPLE
from wayveil.advice.knowledge import ATTACKERS, PURPOSES, Row, attacker, explained, purpose
from wayveil.advice.script import script
from wayveil.advice.trials import Tried
from wayveil.certificate import protects
from wayveil.cli._bar import bar
from wayveil.cli._places import Place, clear, present, writable
from wayveil.cli._reading import Reading, field_flag, load, reading_flags, understood
from wayveil.cli._show import Voice, counted, labelled, the_voice
from wayveil.cli._verb import Verb, force_flag, json_flag, path_type
from wayveil.errors import InputError, ParameterError
from wayveil.kinds import Attack, Measure
from wayveil.recipe import CompareRecipe, ReleaseRecipe


def _offer(rows: Sequence[Row]) -> str:
    return "|".join(row.name for row in rows)


class AdviseVerb(Verb):
    """A command that explains its words below its options."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Explain purposes and attackers."""
        for head, rows in (("What it is for", PURPOSES), ("Against whom", ATTACKERS)):
            with formatter.section(head):
                formatter.write_dl([(row.name, row.meaning) for row in rows])


@dataclass(frozen=True)
class Files:
    """What is written now, and what the recipe will write beside it."""

    recipe: Path
    release: str
    record: Path

    @classmethod
    def around(cls, recipe: Path, aim: str) -> Files:
        """Put everything beside the recipe; counts are written as a map."""
        ending = "geojson" if purpose(aim).publishes == "counts" else "csv"
        here = recipe.with_name(f"{recipe.stem}-release.{ending}")
        return cls(recipe, str(here), recipe.with_name(f"{recipe.stem}-record.json"))

    @property
    def script(self) -> Path:
        """The same as Python."""
        return self.recipe.with_suffix(".py")

    def as_json(self) -> dict[str, str]:
        """Name what was written."""
        return {"recipe": str(self.recipe), "script": str(self.script)}


@click.command(cls=AdviseVerb)
@click.argument("input", metavar="INPUT")
@click.option("--for", "aim", metavar=_offer(PURPOSES), help="What the data is for.")
@click.option("--against", "foe", metavar=_offer(ATTACKERS), help="Who should find nobody.")
@click.option(
    "--risk", type=float, default=0.1, show_default=True,
    help="Largest share of those sought that this attacker may find in the trials.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(1), default=SAMPLE, show_default=True,
    help="About how many trips methods are tried on: those of whole people.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=path_type(), default="recipe.json", show_default=True,
    help="Where to write the recipe; the same as Python goes beside it.",
)  # fmt: skip
@field_flag(CompareRecipe, "unit")
@field_flag(CompareRecipe, "seed")
@reading_flags
@force_flag
@json_flag
def advise(
    input: str,
    aim: str | None,
    foe: str | None,
    output: Path,
    format: str | None,
    reading: Reading,
    force: bool,
    seed: int | None,
    **settings: Any,
) -> None:
    """Look at your data, try what might do, and propose what to publish.

    It says what the data is like, what was tried, what each trial cost and gave away, and why it
    proposes what it does. At a terminal it asks what is not given. Nothing is published: you get
    a recipe for `wayveil anonymize -f` or `wayveil analysis -f`, and a script of Python.
    """
    voice, source = the_voice(), Place(input)
    if source.is_stream:
        raise InputError("advice is written as a recipe, which needs the name of a file.")
    present(source)
    aim = purpose(aim or _asked("What is the data for?", PURPOSES, "--for", voice)).name
    foe = attacker(foe or _asked("Who should find nobody?", ATTACKERS, "--against", voice)).name
    files = Files.around(output, aim)
    clear([files.recipe, files.script], source.sources(format), force=force)
    writable([files.recipe])
    with bar(voice):
        loaded = load(source, reading, format)
        found = advised(loaded.data, aim, foe, seed=seed or 0, **settings)
    recipe = found.recipe(input, files.release, str(files.record), reading)
    _write(found, recipe, files, format, force)
    command = _next(recipe, files, format)
    document = {**found.as_json(), "files": files.as_json(), "next": command}
    lines = labelled([*understood(input, loaded), *_seen(found)])
    voice.show(document, *lines, "", _table(found, voice), "", *labelled(_told(found)), *labelled([
        ("Wrote", f"{files.recipe}: a recipe"),
        ("", f"{files.script}: the same as Python"),
        ("Next", command),
    ]))  # fmt: skip


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _asked(question: str, rows: Sequence[Row], flag: str, voice: Voice) -> str:
    """Ask a person; where nobody can answer, say what to add."""
    told = [f"  {line}" for line in explained(rows)]
    if voice.json or voice.quiet or not _at_terminal():
        raise ParameterError(f"{question} Add {flag} NAME:", "\n".join(told))
    click.echo("\n".join([question, *told]))
    answer: str = click.prompt("Name", type=click.Choice([row.name for row in rows]))
    return answer


def _seen(found: Advice) -> Iterator[tuple[str, object]]:
    yield "Protects", protects(found.unit)
    yield "For", f"{found.purpose.name}: {found.purpose.meaning}"
    yield "Against", f"{found.attacker.name}: {found.attacker.meaning}"
    yield from found.profile.lines()
    if found.purpose.publishes == "trajectories":
        yield "Price", f"{found.purpose.price}: {Measure.load(found.purpose.price).sentence()}"
        for part in (*map(Attack.read, found.attacker.attacks), *_linking(found)):
            yield "Tries", f"{part.name}: {part.sentence()}"


def _linking(found: Advice) -> Iterator[Measure]:
    return (Measure.read(name) for name in found.attacker.linkage)


def _table(found: Advice, voice: Voice) -> str:
    """Lay out what was tried, in the order of the table of candidates."""
    attacks = list(dict.fromkeys(name for one in found.tried for name in one.found))
    removed = ["removed"] if attacks else []
    head = ["tried", found.purpose.price, *removed, *attacks]
    return voice.table(head, [_row(one, attacks) for one in found.tried if not one.failed])


def _row(one: Tried, attacks: Sequence[str]) -> list[object]:
    shares = [] if one.removed is None else [f"{one.removed:.1%}"]
    return [one.label, one.cost, *shares, *(f"{one.found[name]:.1%}" for name in attacks)]


def _told(found: Advice) -> Iterator[tuple[str, object]]:
    for one in found.tried:
        if one.failed:
            yield "Failed", f"{one.label}: {one.failed}"
    yield "Proposes", found.choice.best.label
    for reason in found.choice.reasons:
        yield "Because", reason
    for claim in found.choice.best.claims:
        yield "Promises", f"{claim.name} ({claim.grade}): {claim.promise(found.unit)}"
    yield from _limits(found)


def _limits(found: Advice) -> Iterator[tuple[str, object]]:
    """Say what the trials do not tell."""
    everything = found.sample == found.profile.trajectories
    some = f"on a sample, {counted(found.sample, 'trip')} of whole people"
    yield "Tried", "on all of the data" if everything else some
    if not everything:
        yield "", "in all of the data people have more company: expect other figures, and measure"
    yield "Not tried", ", ".join(found.not_tried) or "nothing of this kind"
    yield (
        "",
        "nor other parameters or filters, nor attackers who know more or look for what is near",
    )


def _write(
    found: Advice, recipe: ReleaseRecipe, files: Files, format: str | None, force: bool
) -> None:
    why = (
        f"{found.choice.best.label}, as wayveil advised for {found.purpose.name} "
        f"against a {found.attacker.name}."
    )
    io.write_json(recipe.as_json(), files.recipe, force=force)
    io.write_text(script(recipe, why, format), files.script, force=force)


def _next(recipe: ReleaseRecipe, files: Files, format: str | None) -> str:
    further = ["--format", format] if format else []
    return shlex.join(["wayveil", recipe.task, "-f", str(files.recipe), *further])
