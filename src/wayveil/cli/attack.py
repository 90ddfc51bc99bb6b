"""`wayveil attack`: what somebody who knows a little can find out from a release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from wayveil import io, trial
from wayveil.cli._bar import bar
from wayveil.cli._choice import AttackVerb
from wayveil.cli._kinds import offered
from wayveil.cli._options import Params
from wayveil.cli._places import Place, PlaceType, clear, present, writable
from wayveil.cli._reading import (
    Reading,
    field_flag,
    load,
    load_release,
    reading_flags,
    tell_reading,
)
from wayveil.cli._show import counted, finite, the_voice
from wayveil.cli._verb import force_flag, json_flag, path_type
from wayveil.kinds import Attack
from wayveil.recipe import AnonymizeRecipe
from wayveil.release import read_record
from wayveil.score import Rate
from wayveil.trial import Trial

_HEAD = ("on", "success", "from", "to", "targets")


@click.command(cls=AttackVerb)
@click.argument("name", metavar="NAME", shell_complete=offered(Attack.folder))
@click.argument("original", type=PlaceType(), metavar="ORIGINAL")
@click.argument("release", type=PlaceType(), metavar="RELEASE")
@click.option("--record", type=path_type(), help="The private record: says what would be right.")
@click.option(
    "--control", type=PlaceType(), help="Data of people who are not in the release, to fool it."
)
@click.option("-o", "--output", type=path_type(), help="Write the result to this file, as JSON.")
@field_flag(AnonymizeRecipe, "seed", "Repeat an attack: the same knowledge, the same guesses.")
@reading_flags
@force_flag
@json_flag
def attack(
    *,
    name: str,
    original: Place,
    release: Place,
    record: Path | None,
    control: Place | None,
    output: Path | None,
    seed: int | None,
    params: Params,
    reading: Reading,
    format: str | None,
    force: bool,
) -> None:
    """Try to find people in a release, as somebody would who knows a little of them.

    The same attack on the raw data, on people who are not in the release (--control), and blind
    chance are shown beside it. The flags about reading are for ORIGINAL and --control, and for a
    release that came without a certificate.
    """
    others = [control] if control else []
    present(original, release, *others)
    inputs = [path for place in (original, release, *others) for path in place.files]
    clear([output], [*inputs, record], force=force)
    writable([output])
    voice = the_voice()
    with bar(voice):
        before = load(original, reading, format)
        data, after = load_release(release, reading, format)
        aside = load(control, reading, format).data if control else None
        papers = read_record(record) if record else None
        part = Attack.named(name, **params)
        found = trial.attack(before.data, data, part, record=papers, control=aside, seed=seed)
    for place, loaded in ((original, before), (release, after)):
        if loaded:
            tell_reading(voice, place.as_source, loaded)
    document = {"schema": 1, "attacks": [found.as_json()]}
    if output:
        io.write_json(finite(document), output, force=force)
    written = [f"Wrote {output}"] if output else []
    told = [*_told(found), *_of_others(found, control)]
    voice.show(document, voice.table(_HEAD, _rows(found)), "", *told, *written)


def _rows(found: Trial) -> Iterator[tuple[object, ...]]:
    yield ("the release", *_shown(found.release.success))
    yield from ((name, *_shown(rate)) for name, rate in found.release.beside())
    yield "blind chance", found.release.chance, None, None, found.release.success.n
    yield ("the raw data", *_shown(found.raw.success))
    if found.release.precision:
        yield ("those it named", *_shown(found.release.precision))
    if found.false_matches:
        yield ("others (false)", *_shown(found.false_matches))


def _shown(rate: Rate) -> tuple[object, ...]:
    return rate.value, rate.low, rate.high, rate.n


def _told(found: Trial) -> Iterator[str]:
    """Say in sentences what the table says."""
    got, part = found.release, found.attack
    yield (
        f"{part.name} ({part.risk}): of {counted(got.success.n, part.target)}, "
        f"{_percent(got.success.value)} {got.earned}; blind chance finds {_percent(got.chance)}, "
        f"and the same attack on the raw data {_percent(found.raw.success.value)}."
    )
    yield from found.remarks()


def _of_others(found: Trial, control: Place | None) -> Iterator[str]:
    """Say what was said of people who are not in the release."""
    if found.false_matches:
        wrong = _percent(found.false_matches.value)
        yield f"Of those who are not in the release it named {wrong} all the same."
    elif control:
        yield "Control is not applicable: who is not in the release has no record to start from."


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
