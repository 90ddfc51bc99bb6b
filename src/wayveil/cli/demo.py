"""`wayveil demo`: people who do not exist go in, a checked release and a page come out."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from wayveil.cli._bar import bar
from wayveil.cli._show import the_voice
from wayveil.cli._verb import Verb

if TYPE_CHECKING:
    from wayveil.report.study import Study

_CITY: Final = {"trajectories": 3_000, "users": 300, "days": 3}
_METHOD: Final = "microaggregation"
_K: Final = 5
#: Its kernels take longer to compile, the first time, than all the rest of the demo.
_SLOW_AT_FIRST: Final = ("record_linkage",)
_TITLE: Final = "A city, before and after"
_GENERATOR: Final = "wayveil demo"
_MARK: Final = f'<meta name="generator" content="{_GENERATOR}">'
_UNFINISHED: Final = (
    f'<!doctype html><html lang="en"><head><meta charset="utf-8">{_MARK}<title>{_TITLE}</title>'
    "</head><body><p>This demo is being made. If it never ends, run it again with --force.</p>"
    "</body></html>"
)


@dataclass(frozen=True)
class Folder:
    """Where the demo puts its files."""

    path: Path

    def __getitem__(self, name: str) -> Path:
        return self.path / name

    @property
    def is_ours(self) -> bool:
        """Whether a demo made it: its page says so."""
        page = self["index.html"]
        return page.is_file() and _MARK in page.read_text("utf-8", errors="replace")[:2_000]

    def shown(self, name: str) -> str:
        """Write a path as a shell reads it."""
        return shlex.quote(str(self[name]))


@dataclass(frozen=True)
class Shown:
    """All that the demo has to show."""

    folder: Folder
    study: Study


@click.command(cls=Verb)
@click.argument(
    "folder",
    metavar="[DIR]",
    default="wayveil-demo",
    type=click.Path(file_okay=False, path_type=Path),
)
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0, 9_999),
    help="Another number makes another city.",
)
@click.option("--force", is_flag=True, help="Replace the files of an earlier demo in DIR.")
def demo(folder: Path, seed: int, force: bool) -> None:
    """Make a small city, anonymize it, check the release, and show it on a page.

    Everything goes to the folder DIR (wayveil-demo if none is named). The people are invented,
    and the same seed gives the same files.
    """
    voice = the_voice()
    with bar(voice):
        shown = make(Folder(folder), seed, force)
        write_page(shown)
    voice.say(*told(shown))


def make(folder: Folder, seed: int, force: bool) -> Shown:
    """Walk the whole way once, and judge the files as a stranger would find them."""
    from wayveil import io, run
    from wayveil.errors import ClaimBroken
    from wayveil.release import Release
    from wayveil.report.study import Study
    from wayveil.report.terms import Terms

    take(folder, force)
    io.write(run.synthesize("city", seed=seed, **_CITY), folder["city.csv"], force=True)
    original = io.read(folder["city.csv"])
    made = run.anonymize(original, _METHOD, k=_K, seed=seed)
    made.write(folder["release.csv"], record=folder["record.json"], force=True)
    release = Release.open(folder["release.csv"], record=folder["record.json"])
    terms = Terms(k=_K, internal=True)
    study = Study.of(original, release, terms, skip=_SLOW_AT_FIRST)
    if study.verification.broken:
        raise ClaimBroken("the files of the demo do not hold what they promise.")
    return Shown(folder, study)


def take(folder: Folder, force: bool) -> None:
    """Make the folder, or take over an earlier demo's; leave every other alone."""
    from wayveil import io
    from wayveil.errors import InputError

    folder.path.mkdir(parents=True, exist_ok=True)
    if any(folder.path.iterdir()) and not folder.is_ours:
        raise InputError(
            f"{folder.path} is not empty, and no demo made it.", "Name another: wayveil demo DIR."
        )
    io.refuse_existing([folder["index.html"]], force=force)
    _write_text(folder["index.html"], _UNFINISHED)


def write_page(shown: Shown) -> None:
    """Write the page of what was made."""
    from wayveil.report.page import page
    from wayveil.report.tables import File

    here = Folder(Path())
    about = [
        File("release.csv", "The release.", shared=True),
        File("release.csv.certificate.json", "What it promises, for anyone to check.", shared=True),
        File("city.csv", "The original: raw trips of invented people.", shared=False),
        File("record.json", "Which source each released trajectory comes from.", shared=False),
        File("index.html", "This page. It shows a map of the original.", shared=False),
    ]
    html = page(
        shown.study,
        title=_TITLE,
        lead=_lead(shown),
        commands=[_verify(here), f"{_verify(here)} {_papers(here)}"],
        files=about,
        generator=_GENERATOR,
    )
    _write_text(shown.folder["index.html"], html)


def told(shown: Shown) -> Iterator[str]:
    """Tell in about ten lines what happened, where to look and what to run next."""
    from wayveil.report.figures import Figures
    from wayveil.report.words import held

    folder, study = shown.folder, shown.study
    before, after = Figures.of(study.original), Figures.of(study.release.data)
    yield _lead(shown)
    yield (
        f"Trips that are alike were put in groups of {_K} or more people, and each trip became "
        "its group's mean:"
    )
    yield f"{before.places:,} places became {after.places:,}, {_price(shown)}."
    yield (
        f"{after.trajectories:,} of {before.trajectories:,} trips are released. "
        f"Read back and checked: {held(study.verification)} checks hold."
    )
    yield "But a group hides one trip at a time: once several trips of one person are linked,"
    yield "nothing is promised."
    yield ""
    yield f"Look at  {folder.path / 'index.html'}"
    yield "Share    release.csv and release.csv.certificate.json; keep the rest at home"
    yield f"Next     {_verify(folder)}"
    yield f"         wayveil anonymize {_METHOD} {folder.shown('city.csv')} my.csv --k 10"
    yield "         wayveil parts"


def _price(shown: Shown) -> str:
    far = next(reading for part, reading in shown.study.readings if part.name == "mean_distance")
    return f"and a trip lies {far.value:,.0f} m from what is published of it"


def _lead(shown: Shown) -> str:
    data, days = shown.study.original, _CITY["days"]
    return (
        f"{data.n_owners:,} people who do not exist made {len(data):,} trips through a city in "
        f"{days} days: {data.n_points:,} points."
    )


def _verify(folder: Folder) -> str:
    return f"wayveil verify {folder.shown('release.csv')}"


def _papers(folder: Folder) -> str:
    return f"--record {folder.shown('record.json')} --original {folder.shown('city.csv')}"


def _write_text(path: Path, text: str) -> None:
    from wayveil import io

    io.write_text(text, path, force=True)
