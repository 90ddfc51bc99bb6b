"""One page that shows what a release is: self-contained, for a reader who knows none of this.

It shows a map of the original, so it is as private as the original is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources
from string import Template

from wayveil.certificate import UNSIGNED, protects
from wayveil.kinds import Anonymizer, Measure, Reading
from wayveil.part import Part, Unit
from wayveil.record import Tally
from wayveil.release import Release, Verification
from wayveil.report import tables
from wayveil.report.figures import Figures, share
from wayveil.report.maps import STYLE, Frame, draws_dots, map_svg
from wayveil.shapes import Trajectories


def page(
    original: Trajectories,
    release: Release,
    verification: Verification,
    readings: Iterable[tuple[Measure, Reading]],
    *,
    title: str = "What was released",
    lead: str = "",
    commands: Sequence[str] = ("wayveil verify RELEASE",),
    files: Sequence[tables.File] = (),
    generator: str = "wayveil",
) -> str:
    """Write the page; `lead` is a first sentence that tells where the data comes from."""
    before, after = Figures.of(original), Figures.of(release.data)
    claims = release.certificate.claims
    first = len(verification.checks) - len(claims)
    told = {
        "title": escape(title),
        "generator": escape(generator),
        "story": escape(" ".join([lead, *story(before, after, release, verification)]).strip()),
        "figures": "".join(_figures(before, after, verification)),
        "claims": tables.promises(claims, verification.checks[first:]),
        "papers": tables.papers(verification.checks[:first]),
        "cautions": "".join(f"<li>{escape(item)}</li>\n" for item in cautions(release, after)),
        "readings": tables.readings(readings),
        "removed": tables.removed(_tally(release, before, after)),
        "commands": escape("\n".join(commands)),
        "files": tables.folder(files),
        "footer": escape(_footer(release)),
        **_maps(original, release.data, before, after),
    }
    return Template(_resource("page.html")).substitute(told)


def story(
    before: Figures, after: Figures, release: Release, verification: Verification
) -> Iterator[str]:
    """Tell in two sentences what happened."""
    method = Anonymizer.read(release.certificate.recipe["method"])
    does = method.sentence().partition(" (")[0].rstrip(".")
    yield f"The method {method.name} ({settings(method)}) did this: {does[:1].lower()}{does[1:]}."
    yield (
        f"{after.trajectories:,} of {before.trajectories:,} trajectories came out, on "
        f"{after.places:,} places where there were {before.places:,}; "
        f"{held(verification)} checks hold."
    )


def settings(part: Part) -> str:
    """Write a part's parameters with their units, on one line."""
    fields = type(part).model_fields
    units = {
        name: "".join(f" {mark.name}" for mark in field.metadata if isinstance(mark, Unit))
        for name, field in fields.items()
    }
    values = part.as_json()["params"].items()
    return ", ".join(
        f"{name} {value['name'] if isinstance(value, dict) else value}{units[name]}"
        for name, value in values
    )


def held(verification: Verification) -> str:
    """Say how many checks hold, of how many."""
    yes = sum(check.verdict.answer == "yes" for check in verification)
    return f"{yes} of {len(verification.checks)}"


def cautions(release: Release, after: Figures) -> Iterator[str]:
    """Say what the release does not show, from its own figures and papers."""
    if after.alone:
        yield (
            f"That nobody can be found. {after.alone:,} of {after.trajectories:,} trajectories "
            f"({share(after.alone, after.trajectories)}) are like no other; even with all times "
            f"left out, {share(after.alone_without_times, after.trajectories)} are. Who knows a "
            "few of someone's places and times usually finds the one trajectory that has them, "
            "and with it the rest of that trip."
        )
    counted = protects(release.certificate.unit).partition(": ")[2]
    yield (
        "That a promise says more than its words, or holds against someone whom it does not "
        f"name. Here {counted}."
    )
    if release.certificate.chance != "secret":
        yield (
            "That ids and order are secret here. The chance was seeded, so that the run can be "
            "repeated; leave the seed out for data of real people."
        )
    yield f"That nobody changed the file and its certificate together. {UNSIGNED}"


def _figures(before: Figures, after: Figures, verification: Verification) -> Iterator[str]:
    told = {
        "trajectories": f"{before.trajectories:,}",
        "points": f"{before.points:,}",
        f"places after, of {before.places:,}": f"{after.places:,}",
        "checks hold": held(verification),
        "of trajectories are still like no other": share(after.alone, after.trajectories),
    }
    if before.people is not None:
        told = {"people": f"{before.people:,}", **told}
    for name, value in told.items():
        yield f"<div><dt>{name}</dt><dd>{value}</dd></div>\n"


def _maps(
    original: Trajectories, released: Trajectories, before: Figures, after: Figures
) -> dict[str, str]:
    """Draw both sides in the original's frame."""
    frame = Frame.around(original)
    return {
        "map_style": STYLE,
        "map_before": map_svg(original, frame, "Map of the data before"),
        "map_after": map_svg(released, frame, "Map of the data after"),
        "caption_before": _caption(original, before),
        "caption_after": _caption(released, after),
    }


def _caption(data: Trajectories, figures: Figures) -> str:
    if draws_dots(data):
        return (
            f"The {figures.places:,} places that were published: the larger a dot, the more "
            "points lie on it. Faint lines join places that follow each other."
        )
    return f"{figures.trajectories:,} trajectories: the stronger a line, the more went along it."


def _tally(release: Release, before: Figures, after: Figures) -> Tally:
    """Take what was removed from the record, or without one from the counts."""
    if release.record is not None:
        return release.record.removed
    trajectories = before.trajectories - after.trajectories
    return Tally.of("not told apart", trajectories, before.points - after.points)


def _footer(release: Release) -> str:
    told = ", ".join(f"{name} {version}" for name, version in release.certificate.software.items())
    return (
        f"Made with {told}. This page loads nothing from the network. It shows a map of the "
        "data before: where that is not invented, keep the page at home."
    )


def _resource(name: str) -> str:
    return resources.files("wayveil.report").joinpath(name).read_text("utf-8")
