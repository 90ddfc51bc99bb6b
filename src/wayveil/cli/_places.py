"""Where data comes from and goes to: paths, `-`, and what must be true before long work begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from wayveil import io
from wayveil.errors import InputError
from wayveil.release import certificate_path


@dataclass(frozen=True)
class Place:
    """A file, or `-` for stdin or stdout."""

    name: str

    @property
    def is_stream(self) -> bool:
        """Whether it is stdin or stdout."""
        return self.name == "-"

    @property
    def as_source(self) -> str:
        """How to call it when it is read."""
        return "stdin" if self.is_stream else self.name

    @property
    def as_target(self) -> str:
        """How to call it when it is written."""
        return "stdout" if self.is_stream else self.name

    @property
    def files(self) -> list[Path]:
        """The file, if it is one."""
        return [] if self.is_stream else [Path(self.name)]

    def sources(self, asked: str | None) -> list[Path]:
        """Give the files that are read here: more than one for a folder or a pattern."""
        many = not self.is_stream and io.names_many(self.name)
        return io.files_of(self.name, self.format(asked)) if many else self.files

    def format(self, asked: str | None) -> str | None:
        """Give the format asked for, where the name does not say it."""
        speaks = not self.is_stream and self.name.lower().endswith(tuple(io.ENDINGS))
        return None if speaks else asked

    def written_format(self, asked: str | None) -> str:
        """Give the format that is written here."""
        return self.format(asked) or ("csv" if self.is_stream else io.format_of(self.name))

    @property
    def has_papers(self) -> bool:
        """Whether a certificate lies beside it: it is a release of ours, and needs no flags."""
        return not self.is_stream and certificate_path(self.name).exists()

    def certificate(self, asked: Path | None) -> Path:
        """Give the place of the certificate; a stream has none of its own."""
        if asked is not None:
            return asked
        if self.is_stream:
            raise InputError(
                "the certificate of a release on stdin or stdout needs a place.",
                "Add --certificate FILE.",
            )
        return certificate_path(self.name)


class PlaceType(click.ParamType[Place]):
    """A path, or `-`."""

    name = "path"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Place:
        """Wrap the name."""
        return value if isinstance(value, Place) else Place(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Leave it to the shell to offer files."""
        return click.Path().shell_complete(ctx, param, incomplete)


def clear(outputs: Iterable[Path | None], inputs: Iterable[Path | None], *, force: bool) -> None:
    """Refuse, before any work, outputs that may not be written."""
    targets = [path for path in outputs if path is not None]
    io.refuse_existing(targets, [path for path in inputs if path is not None], force)
    for path in targets:
        if targets.count(path) > 1:
            raise InputError(f"{path} is named for two outputs.", "Give each its own name.")


def writable(outputs: Iterable[Path | None]) -> None:
    """Refuse, before any work, outputs whose folder is not there."""
    for path in outputs:
        if path is not None and not path.parent.is_dir():
            raise InputError(f"there is no folder {path.parent}.", "Make it first.")


def present(*places: Place) -> None:
    """Refuse inputs that are not there before any is read, and stdin twice."""
    if sum(place.is_stream for place in places) > 1:
        raise InputError("only one input can be stdin.", "Name a file for the other.")
    for place in places:
        if not (place.is_stream or io.names_many(place.name)):
            io.existing(place.name)
