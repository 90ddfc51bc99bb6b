"""The sentences of the page: what was done, and what a reader must not conclude from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from wayveil.certificate import UNSIGNED, protects
from wayveil.kinds import Analysis, Anonymizer, Filter
from wayveil.part import Part, Unit
from wayveil.release import Release, Verification
from wayveil.report.figures import Figures, share
from wayveil.report.study import Study
from wayveil.shapes import Trajectories

_PUBLIC: Final = (
    "This page loads nothing from the network. It tells totals, and counts of {k} or more: no "
    "place finer than the tiles of its maps, no id, no row."
)
_PRIVATE: Final = (
    "This page loads nothing from the network. It shows a map of the data before: where that is "
    "not invented, keep the page at home."
)


class Setting(NamedTuple):
    """A parameter with its value and meaning."""

    name: str
    value: str
    meaning: str
    is_part: bool


class Step(NamedTuple):
    """One part of a recipe, in words."""

    kind: str
    name: str
    does: str
    settings: tuple[Setting, ...]


def steps(release: Release[Any]) -> Iterator[Step]:
    """Tell the recipe of a release: the filters in order, then the method."""
    recipe = release.certificate.recipe
    for sieve in recipe.get("filters", ()):
        yield _step("Filter", Filter, sieve)
    if "analysis" in recipe:
        yield _step("Analysis", Analysis, recipe["analysis"])
    else:
        yield _step("Method", Anonymizer, recipe["method"])


def _step(word: str, kind: type[Part], told: Mapping[str, Any]) -> Step:
    part = kind.load(told["name"])
    settings = (_setting(part, name, value) for name, value in told["params"].items())
    return Step(word, part.name, part.sentence(), tuple(settings))


def _setting(part: type[Part], name: str, value: Any) -> Setting:
    field = part.model_fields[name]
    unit = "".join(f" {mark.name}" for mark in field.metadata if isinstance(mark, Unit))
    return Setting(
        name, f"{_plain(value)}{unit}", field.description or "", isinstance(value, Mapping)
    )


def _plain(value: Any) -> str:
    """Write a value for people; a nested part with what it was given.

    >>> _plain({"name": "square", "params": {"size": 500.0}}), _plain(["a", "b"])
    ('square (size 500)', 'a, b')
    """
    if isinstance(value, Mapping) and "name" in value:
        params = ", ".join(f"{n} {_plain(v)}" for n, v in value.get("params", {}).items())
        return f"{value['name']} ({params})" if params else str(value["name"])
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def settings_of(part: Part) -> str:
    """Write a part's parameters with their units, on one line."""
    return _line(_step("", part.kind(), part.published()).settings)


def _line(settings: tuple[Setting, ...]) -> str:
    return ", ".join(f"{each.name} {each.value}" for each in settings)


def story(study: Study, before: Figures, after: Figures | None) -> Iterator[str]:
    """Tell in a few sentences what happened."""
    *_, method = steps(study.release)
    does = method.does.partition(" (")[0].rstrip(".")
    settings = _line(tuple(each for each in method.settings if not each.is_part))
    doing = f"{does[:1].lower()}{does[1:]}"
    given = f" ({settings})" if settings else ""
    yield f"The {method.kind.lower()} {method.name}{given} did this: {doing}."
    if after is None:
        sizes = " and ".join(f"{n:,} {name}" for name, n in study.release.data.size().items())
        yield f"{before.trajectories:,} trajectories went in, {sizes} came out;"
    else:
        yield (
            f"{after.trajectories:,} of {before.trajectories:,} trajectories came out, on "
            f"{after.places:,} places where there were {before.places:,};"
        )
    yield f"{held(study.verification)} checks hold."


def held(verification: Verification) -> str:
    """Say how many checks hold, of how many."""
    yes = sum(check.verdict.answer == "yes" for check in verification)
    return f"{yes} of {len(verification.checks)}"


def cautions(study: Study, after: Figures | None) -> Iterator[str]:
    """Say what the release does not show, from its own figures and papers."""
    papers = study.release.certificate
    if after and after.alone:
        yield (
            f"That nobody can be found. {after.alone:,} of {after.trajectories:,} trajectories "
            f"({share(after.alone, after.trajectories)}) are like no other; even with all times "
            f"left out, {share(after.alone_without_times, after.trajectories)} are. Who knows a "
            "few of someone's places and times usually finds the one trajectory that has them, "
            "and with it the rest of that trip."
        )
    record = study.release.record
    if record is not None and record.edits is not None:
        made, points = record.edits.created, study.release.data.n_rows
        yield (
            f"That the points are true. {made:,} of {points:,} ({share(made, points)}) are made "
            f"up, and {record.edits.moved:,} were moved in place or time."
        )
    counted = protects(papers.unit).partition(": ")[2]
    yield (
        "That a promise says more than its words, or holds against someone whom it does not "
        f"name. Here {counted}."
    )
    if study.tried:
        yield (
            "That no attack works because these do not. They are a few, they know only what they "
            "are said to know, and an attack that was not tried may find more."
        )
    if study.readings:
        yield (
            "That the data is as good for your question as a measure says for its own. Each is a "
            "figure of the whole, and one district or one hour may fare worse."
        )
    if papers.chance != "secret":
        yield (
            "That ids and order are secret here. The chance was seeded, so that the run can be "
            "repeated; leave the seed out for data of real people."
        )
    yield f"That nobody changed the file and its certificate together. {UNSIGNED}"


def footer(study: Study) -> str:
    """Say what made the page, and what it gives away itself."""
    software = study.release.certificate.software.items()
    made = ", ".join(f"{name} {version}" for name, version in software)
    private = study.terms.internal and isinstance(study.release.data, Trajectories)
    return f"Made with {made}. {_PRIVATE if private else _PUBLIC.format(k=study.terms.k)}"
