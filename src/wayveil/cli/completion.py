"""`wayveil completion`: words completed by the shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from wayveil.cli._lazy import COMPLETE, PROGRAM
from wayveil.cli._verb import Verb


@click.command(cls=Verb)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that completes words in a shell.

    bash and zsh: add to ~/.bashrc or ~/.zshrc: eval "$(wayveil completion bash)". fish: wayveil
    completion fish > ~/.config/fish/completions/wayveil.fish
    """
    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(ctx.find_root().command, {}, PROGRAM, COMPLETE).source())
