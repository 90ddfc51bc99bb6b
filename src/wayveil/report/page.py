"""One page that shows what a release is: self-contained, for a reader who knows none of this.

As it stands it may be handed on: pictures are counts of k people or more on a stated grid. With
`Terms(internal=True)` it shows a map of the original, and is as private as the original is.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Final, NamedTuple

from wayveil.record import Tally
from wayveil.report import (
    attacked,
    bars,
    heatmap,
    maps,
    pictures,
    profiles,
    tables,
    words,
)
from wayveil.report.figures import Figures, share
from wayveil.report.study import Study

_VERIFYING: Final = (
    "In the folder of the release: the first line is for whoever gets the file with its "
    "certificate, the others for whoever holds more. An exit status of 0 says that nothing is "
    "broken."
)


class Section(NamedTuple):
    """A part of the page that its contents lead to."""

    id: str
    title: str
    body: str
    look: str = ""

    def html(self) -> str:
        """Write it."""
        look = f' class="{self.look}"' if self.look else ""
        return f'<section id="{self.id}"{look}>\n<h2>{self.title}</h2>\n{self.body}\n</section>\n'

    def link(self) -> str:
        """Write the line that leads to it."""
        return f'<li><a href="#{self.id}">{self.title}</a></li>'


def page(
    study: Study,
    *,
    title: str = "What was released",
    lead: str = "",
    commands: Sequence[str] = ("wayveil verify RELEASE",),
    files: Sequence[tables.File] = (),
    generator: str = "wayveil",
) -> str:
    """Write the page; `lead` is a first sentence that tells where the data comes from."""
    before = Figures.of(study.original)
    after = None if study.points is None else Figures.of(study.points)
    sections = [*_sections(study, before, after, commands, files)]
    script = _resource("page.js")
    told = {
        "title": escape(title),
        "generator": escape(generator),
        "policy": _policy(script),
        "style": _style(),
        "story": escape(" ".join([lead, *words.story(study, before, after)]).strip()),
        "banner": _banner(study),
        "figures": "".join(_figures(study, before, after)),
        "contents": "".join(section.link() for section in sections),
        "sections": "".join(section.html() for section in sections),
        "footer": escape(words.footer(study)),
        "script": script,
    }
    return Template(_resource("page.html")).substitute(told)


def _sections(
    study: Study,
    before: Figures,
    after: Figures | None,
    commands: Sequence[str],
    files: Sequence[tables.File],
) -> Iterator[Section]:
    """Give the sections in the order in which they are read."""
    yield Section("maps", "Before and after", pictures.maps(study))
    yield Section("done", "What was done", tables.recipe(words.steps(study.release)))
    yield Section("promises", "What was promised, and what came of it", _promises(study))
    cautions = "".join(f"<li>{escape(item)}</li>\n" for item in words.cautions(study, after))
    yield Section("cautions", "What you must not conclude", f"<ul>{cautions}</ul>", "caution")
    if study.readings:
        told = pictures.distributions(study) + "".join(tables.readings(study.readings))
        yield Section("measured", "What was measured", told)
    if study.tried:
        yield Section("attacks", "What attackers found", attacked.attacks(study.tried))
    removed = tables.removed(_tally(study, before, after))
    yield Section("removed", "What was left out", removed)
    if study.gaps:
        gaps = "".join(f"<p>{escape(gap)}</p>" for gap in study.gaps)
        yield Section("gaps", "What this page does not say", gaps)
    yield Section("verify", "Check it yourself", _commands(commands))
    if files:
        yield Section("files", "What lies in this folder", tables.folder(files))


def _promises(study: Study) -> str:
    """Set out the claims, then the papers, which are checked first."""
    claims, checks = study.release.certificate.claims, study.verification.checks
    first = len(checks) - len(claims)
    promised = tables.promises(claims, checks[first:])
    return f"{promised}\n<h3>The papers</h3>\n{tables.papers(checks[:first])}"


def _commands(commands: Sequence[str]) -> str:
    lines = escape("\n".join(commands))
    shown = f'<pre tabindex="0" role="region" aria-label="Commands"><code>{lines}</code></pre>'
    return f"<p>{_VERIFYING}</p>\n{shown}"


def _banner(study: Study) -> str:
    """Say first of all if something is broken."""
    names = ", ".join(escape(check.name) for check in study.verification.broken)
    if not names:
        return ""
    return f'<p class="broken-banner" role="alert"><b class="no">✗ Broken: {names}.</b></p>\n'


def _figures(study: Study, before: Figures, after: Figures | None) -> Iterator[str]:
    told = {"trajectories": f"{before.trajectories:,}", "points": f"{before.points:,}"}
    if before.people is not None:
        told = {"people": f"{before.people:,}", **told}
    if after is None:
        told |= {f"{name} released": f"{n:,}" for name, n in study.release.data.size().items()}
    else:
        alone = share(after.alone, after.trajectories)
        told[f"places after, of {before.places:,}"] = f"{after.places:,}"
        told["of trajectories are still like no other"] = alone
    told["checks hold"] = words.held(study.verification)
    for name, value in told.items():
        yield f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>\n"


def _tally(study: Study, before: Figures, after: Figures | None) -> Tally:
    """Take what was removed from the record, or without one from the counts."""
    if study.release.record is not None:
        return study.release.record.removed
    if after is None:
        return Tally()
    trajectories = before.trajectories - after.trajectories
    return Tally.of("not told apart", trajectories, before.points - after.points)


def _style() -> str:
    dark = f"@media screen and (prefers-color-scheme: dark) {{{heatmap.DARK_STYLE}}}\n"
    own = (maps.STYLE, heatmap.HEAT_STYLE, dark, bars.STYLE, profiles.STYLE)
    return "".join([*own, _resource("page.css")])


def _policy(script: str) -> str:
    """Forbid the page to load anything, and to run any script but its own."""
    seal = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{seal}'"


def _resource(name: str) -> str:
    return resources.files("wayveil.report").joinpath(name).read_text("utf-8")
