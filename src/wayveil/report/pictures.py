"""The pictures of the page: maps before and after, and how trips were distributed."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from wayveil.counts import Counts
from wayveil.errors import Infeasible
from wayveil.report import coverage, profiles
from wayveil.report.figures import Figures
from wayveil.report.heatmap import heatmap_svg
from wayveil.report.maps import Frame, draws_dots, map_svg
from wayveil.report.study import Study
from wayveil.shapes import Trajectories

_TOOL = """<div class="tool" id="tool" hidden>
<button type="button" id="lay" aria-pressed="false">Lay one over the other</button>
<input type="range" id="cut" min="0" max="100" value="50" hidden
  aria-label="Where the map before ends and the map after begins">
</div>"""


def maps(study: Study) -> str:
    """Draw before and after, or what there is, or say why there is nothing."""
    try:
        if isinstance(study.release.data, Counts):
            return _counts(study.release.data)
        if study.points is None:
            return f"<p>No map: a release of {study.release.data.shape} is not drawn here.</p>"
        draw: Callable[[Study, Trajectories], str] = _trips if study.terms.internal else _tiles
        return draw(study, study.points)
    except Infeasible as error:
        return f"<p>No map: {escape(error.message)}</p>"


def distributions(study: Study) -> str:
    """Draw the profiles that both sides have."""
    if study.points is None:
        return ""
    k = study.terms.k
    drawn = "".join(
        f"<figure>{one.svg()}<figcaption><b>{escape(one.title)}.</b></figcaption></figure>\n"
        for one in profiles.profiles(study.original, study.points, k)
    )
    return (
        f'<p><span class="legend-before">Filled: before.</span> '
        f'<span class="legend-after">Outlined: after.</span> Shares of what is shown; classes '
        f'with fewer than {k} people are left empty.</p>\n<div class="profiles">{drawn}</div>\n'
        if drawn
        else ""
    )


def _tiles(study: Study, released: Trajectories) -> str:
    """Draw counts on tiles: pictures that may be handed on."""
    found = coverage.coverage(study.original, released, study.terms)
    size, k = coverage.told(found.tile_size), study.terms.k
    who = "people" if study.original.has_owners else "trajectories"
    before = f"{found.tiles[0]:,} tiles in which {k} {who} or more were."
    after = f"{found.tiles[1]:,} tiles in which {k} released trajectories or more were."
    note = (
        f"<p>Visits per km² to square tiles of {size}, whose grid is the same for every data set. "
        f"Where fewer than {k} were, nothing is drawn: an empty tile is not one where nobody was."
        "</p>"
    )
    return f"{_side_by_side(found.before, before, found.after, after)}\n{found.key}\n{note}"


def _trips(study: Study, released: Trajectories) -> str:
    """Draw every trip, in the original's frame: for eyes that may see the original."""
    frame = Frame.around(study.original)
    sides = (study.original, released)
    before, after = (
        map_svg(data, frame, f"Map of the data {when}")
        for data, when in zip(sides, ("before", "after"), strict=True)
    )
    return _side_by_side(before, _caption(study.original), after, _caption(released))


def _caption(data: Trajectories) -> str:
    if draws_dots(data):
        return (
            f"The {Figures.of(data).places:,} places that were published: the larger a dot, the "
            "more points lie on it. Faint lines join places that follow each other."
        )
    return f"{len(data):,} trajectories: the stronger a line, the more went along it."


def _side_by_side(before: str, about_before: str, after: str, about_after: str) -> str:
    sides = "".join(
        f'<figure class="{when}">{drawn}\n<figcaption><b>{when.title()}.</b> '
        f"<span>{escape(about)}</span></figcaption></figure>\n"
        for when, drawn, about in (
            ("before", before, about_before),
            ("after", after, about_after),
        )
    )
    return f'<div class="maps" id="pair">\n{sides}</div>\n{_TOOL}'


def _counts(data: Counts) -> str:
    drawn = heatmap_svg(data)
    about = f"The release itself: {data.of} in {len(data):,} rows."
    return f"<figure>{drawn}<figcaption>{escape(about)}</figcaption></figure>"
