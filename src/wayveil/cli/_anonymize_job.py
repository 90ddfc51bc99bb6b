"""What `wayveil anonymize` is asked to do, put together from a file and from flags."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wayveil import io
from wayveil.cli import _jobs
from wayveil.cli._options import Params
from wayveil.cli._places import Place, clear, present, writable
from wayveil.cli._reading import Reading, load, reading_of
from wayveil.recipe import AnonymizeRecipe


@dataclass(frozen=True)
class AnonymizeJob:
    """A recipe, and the places around it."""

    recipe: AnonymizeRecipe
    file: Path | None
    papers: Path
    save_recipe: Path | None
    report: Path | None
    format: str | None
    force: bool

    @classmethod
    def of(
        cls,
        *,
        file: Path | None,
        certificate: Path | None,
        save_recipe: Path | None,
        report: Path | None,
        format: str | None,
        force: bool,
        **stated: Any,
    ) -> AnonymizeJob:
        """Put a job together."""
        recipe = _recipe(file, **stated)
        papers = Place(recipe.output).certificate(certificate)
        return cls(recipe, file, papers, save_recipe, report, format, force)

    @property
    def input(self) -> Place:
        """Where the data comes from."""
        return Place(self.recipe.input)

    @property
    def output(self) -> Place:
        """Where the release goes."""
        return Place(self.recipe.output)

    @property
    def settings(self) -> dict[str, Any]:
        """Give what `run.anonymize` takes."""
        names = ("method", "filters", "unit", "seed", "keep")
        return {name: getattr(self.recipe, name) for name in names}

    @property
    def notes(self) -> list[str]:
        """Say what the parts found worth telling."""
        parts = (*self.recipe.filters, self.recipe.method)
        return [note for part in parts for note in part.notes()]

    @property
    def outputs(self) -> list[Path | None]:
        """All files that will be written."""
        return [*self.output.files, self.papers, self.recipe.record, self.save_recipe, self.report]

    @property
    def to_verify(self) -> list[str]:
        """What to add to `wayveil verify` to check the release."""
        beside = Place(self.output.name).certificate(self.papers) == self._beside()
        papers = [] if beside else ["--certificate", str(self.papers)]
        return [self.output.name, *papers]

    def _beside(self) -> Path | None:
        return None if self.output.is_stream else self.output.certificate(None)

    def check(self, dry_run: bool) -> None:
        """Refuse, before any work, what could not be finished; make a folder that a file names."""
        present(self.input)
        clear(self.outputs, [*self.input.sources(self.format), self.file], force=self.force)
        shape = self.recipe.method.releases.shape
        io.check_target(shape, self.output.name, self.output.format(self.format))
        if self.file and not dry_run:
            _jobs.make_folder(self.output)
        to_be_made = [path.parent for path in self.output.files if self.file and dry_run]
        writable(path for path in self.outputs if path and path.parent not in to_be_made)

    def load(self) -> io.Loaded:
        """Read the input."""
        return load(self.input, reading_of(self.recipe), self.format)

    def files_json(self) -> dict[str, str | None]:
        """Name the files."""
        return {
            "release": self.output.name,
            "certificate": str(self.papers),
            "record": str(self.recipe.record) if self.recipe.record else None,
            "report": str(self.report) if self.report else None,
        }


def _recipe(
    file: Path | None,
    method: str | None,
    input: str | None,
    output: str | None,
    params: Params,
    reading: Reading,
    **flags: Any,
) -> AnonymizeRecipe:
    words = [word for word in (method, input, output) if word is not None]
    name, places = _jobs.sorted_out(words, file)
    stated = _jobs.stated_in(file)
    if name or params:
        stated = _jobs.with_method(stated, name, params)
    return AnonymizeRecipe.of(_jobs.with_flags(stated, {**flags, **reading, **places}))
