"""Commands whose options depend on which part is chosen on the command line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import click

from wayveil.catalogue import catalogue
from wayveil.cli import _jobs
from wayveil.cli._fields import parameters
from wayveil.cli._options import (
    Branch,
    FieldOption,
    as_part,
    nested,
    part_options,
    taken_out,
    typed,
)
from wayveil.cli._verb import Verb, global_flags
from wayveil.errors import WayveilError
from wayveil.kinds import Analysis, Anonymizer, Attack, Synth
from wayveil.part import Part

_CHOSEN: Final = "wayveil.cli.chosen"


class PartVerb(Verb, ABC):
    """A command that takes the parameters of a part, and gives them as `params`."""

    @abstractmethod
    def options_for(self, args: list[str]) -> Iterator[FieldOption]:
        """Make the options that these arguments call for."""

    def further(self, ctx: click.Context) -> list[click.Option]:
        """Give the options of the chosen part."""
        chosen: list[click.Option] = ctx.meta.get(_CHOSEN, [])
        return chosen

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Look which part is chosen, then parse with its options."""
        try:
            ctx.meta[_CHOSEN] = list(self.options_for(args))
        except WayveilError:
            if not ctx.resilient_parsing:
                raise
        rest = super().parse_args(ctx, list(args))
        ctx.params["params"] = self.gathered(taken_out(ctx), args)
        return rest

    def gathered(self, given: Mapping[FieldOption, Any], args: Sequence[str]) -> Any:
        """Make of the given values what the command works with: nested parameters."""
        return nested(given)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the parameters of the part apart from the command's own options."""
        options = [option.get_help_record(ctx) for option in self.further(ctx)]
        if options:
            with formatter.section("Parameters"):
                formatter.write_dl([record for record in options if record])
        chosen, ctx.meta[_CHOSEN] = ctx.meta.get(_CHOSEN, []), []
        super().format_options(ctx, formatter)
        ctx.meta[_CHOSEN] = chosen

    def words(self, args: list[str], known: Mapping[str, object]) -> list[str]:
        """Find the arguments that are not options, before it is known which options there are.

        What stands behind an option that is not known yet is taken for its value, unless it is
        one of the known words.
        """
        own = [p for p in (*self.params, *global_flags()) if isinstance(p, click.Option)]
        takes = {flag: not option.is_flag for option in own for flag in option.opts}
        found, words = [], iter(args)
        for word in words:
            if not word.startswith("-") or word == "-":
                found.append(word)
            elif "=" not in word and takes.get(word, True):
                following = next(words, None)
                if following is not None and word not in takes and following in known:
                    found.append(following)
        return found


class MethodVerb(PartVerb):
    """A command whose first argument, or file, names a method."""

    part_kind: ClassVar[type[Part]] = Anonymizer

    def options_for(self, args: list[str]) -> Iterator[FieldOption]:
        """Make the options of the method."""
        file = typed("-f", args) or typed("--file", args)
        stated = as_part(_jobs.stated_in(Path(file) if file else None).get("method"))
        known = catalogue()[self.part_kind.folder]
        words = self.words(args, known)
        name = words[0] if words and (not file or words[0] in known) else stated["name"]
        if name is not None:
            params = stated["params"] if stated["name"] == name else {}
            yield from part_options(self.part_kind.load(name), args, Branch(stated=params))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Name the methods, where none is chosen."""
        if not self.further(ctx):
            formatter.write_paragraph()
            names, plural = ", ".join(self.part_kind.names()), self.part_kind.folder.capitalize()
            formatter.write_text(f"{plural}: {names}.")
            formatter.write_text(f"The parameters of one: wayveil {self.name} NAME --help")


class AnalysisVerb(MethodVerb):
    """A command whose first argument, or file, names an analysis."""

    part_kind: ClassVar[type[Part]] = Analysis


class AttackVerb(PartVerb):
    """A command whose first argument names an attack."""

    def options_for(self, args: list[str]) -> Iterator[FieldOption]:
        """Make the options of the attack."""
        words = self.words(args, catalogue()[Attack.folder])
        if words:
            yield from part_options(Attack.load(words[0]), args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Name the attacks, where none is chosen."""
        if not self.further(ctx):
            formatter.write_paragraph()
            formatter.write_text(f"Attacks: {', '.join(Attack.names())}.")
            formatter.write_text("The parameters of one: wayveil attack NAME --help")


class SynthVerb(PartVerb):
    """A command whose `--kind` names a synthesizer, or whose parameters do that only one has."""

    def options_for(self, args: list[str]) -> Iterator[FieldOption]:
        """Make the options of the synthesizer."""
        return part_options(Synth.load(self._kind(args)), args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, and say which synthesizer it is."""
        kind = self._kind(args)
        rest = super().parse_args(ctx, args)
        ctx.params["kind"] = kind
        return rest

    def _kind(self, args: Sequence[str]) -> str:
        """Find the synthesizer that is named, or that alone has a parameter that is given."""
        usual = str(next(o.default for o in self.params if o.name == "kind"))
        given = {word.partition("=")[0] for word in args if word.startswith("--")}
        flags = {n: {f"--{p.flag}" for p in parameters(Synth.load(n))} for n in Synth.names()}
        own = {n: len(given & flags[n] - flags[usual]) for n in (usual, *Synth.names())}
        return typed("--kind", args) or max(own, key=lambda name: own[name])
