"""The command line: `wayveil COMMAND`. This module is all that `wayveil --help` loads."""

from __future__ import annotations

from typing import Final

import click

from wayveil.cli._lazy import Home, LazyGroup
from wayveil.cli._verb import global_flags

#: Every command: where it lives, and what it does in one sentence.
COMMANDS: Final = {
    "demo": Home(
        "wayveil.cli.demo:demo",
        "Make a small city, anonymize it, check the release, and show it on a page.",
    ),
    "advise": Home(
        "wayveil.cli.advise:advise",
        "Look at your data, try what might do, and propose what to publish.",
    ),
    "anonymize": Home(
        "wayveil.cli.anonymize:anonymize",
        "Turn trajectories into a release, and check its promises.",
    ),
    "verify": Home(
        "wayveil.cli.verify:verify", "Check a release against the promises in its certificate."
    ),
    "analysis": Home(
        "wayveil.cli.analysis:analysis",
        "Count what a map or a table may tell, and check its promises.",
    ),
    "measures": Home(
        "wayveil.cli.measures:measures", "Measure what a release lost against its original."
    ),
    "attack": Home(
        "wayveil.cli.attack:attack",
        "Try to find people in a release, as somebody would who knows a little of them.",
    ),
    "report": Home(
        "wayveil.cli.report:report",
        "Write one page that shows what a release promises, loses and still gives away.",
    ),
    "compare": Home(
        "wayveil.cli.compare:compare",
        "Put methods side by side on your data: what each costs, and what it gives away.",
    ),
    "filter": Home("wayveil.cli.filter:filter", "Leave out trajectories that you do not want."),
    "convert": Home(
        "wayveil.cli.convert:convert",
        "Write another format, and carry the certificate along.",
    ),
    "synth": Home("wayveil.cli.synth:synth", "Make trajectories of people who do not exist."),
    "parts": Home(
        "wayveil.cli.parts:parts", "List what there is: methods, filters, measures and the rest."
    ),
    "show": Home("wayveil.cli.show:show", "Explain a part: what it does, takes and promises."),
    "completion": Home(
        "wayveil.cli.completion:completion", "Print the script that completes words in a shell."
    ),
}


@click.group(
    cls=LazyGroup,
    homes=COMMANDS,
    params=list(global_flags()),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 done, 2 wrong input or parameters, 3 a promise does not hold, "
    "4 the data cannot meet the request, 130 interrupted, 1 our fault.",
)
@click.pass_context
def wayveil(ctx: click.Context) -> None:
    """Turn location trajectories into data that can be shared, with guarantees that are checked.

    New here? Run: wayveil demo
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line; the end of the process."""
    wayveil()
