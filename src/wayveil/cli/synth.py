"""`wayveil synth`: data that may be shown, published and tested on."""

from __future__ import annotations

from typing import Any

import click

from wayveil import io, run
from wayveil.cli._bar import bar
from wayveil.cli._choice import SynthVerb
from wayveil.cli._kinds import offered
from wayveil.cli._options import Params
from wayveil.cli._places import Place, PlaceType, clear, writable
from wayveil.cli._reading import field_flag, outline
from wayveil.cli._show import labelled, the_voice
from wayveil.cli._verb import force_flag, json_flag
from wayveil.io import FORMATS
from wayveil.kinds import Synth
from wayveil.recipe import AnonymizeRecipe


@click.command(cls=SynthVerb)
@click.argument("output", type=PlaceType(), metavar="OUTPUT")
@click.option(
    "--kind",
    default="city",
    show_default=True,
    help="What to make; a parameter that only one kind has says it too.",
    metavar="NAME",
    shell_complete=offered(Synth.folder),
)
@field_flag(AnonymizeRecipe, "seed", "The same seed makes the same data.")
@click.option("--format", type=click.Choice(FORMATS), help="Format, if the name does not say it.")
@force_flag
@json_flag
def synth(
    output: Place, kind: str, seed: int | None, format: str | None, force: bool, params: Params
) -> None:
    """Make trajectories of people who do not exist."""
    voice = the_voice()
    if output.is_stream:
        voice.keep_stdout_for_data()
    clear(output.files, [], force=force)
    output.written_format(format)
    writable(output.files)
    with bar(voice):
        data = run.synthesize(kind, seed=seed, **params)
        io.write(data, output.name, format=output.format(format), force=force)
    document: dict[str, Any] = {
        "output": output.name,
        "trajectories": len(data),
        "points": data.n_points,
        "users": data.n_owners if data.has_owners else None,
    }
    voice.show(document, *labelled([("Wrote", f"{output.as_target}: {outline(data)}")]))
