"""What advice knows, as tables: purposes, attackers, and which recipes are worth a trial.

To teach it something, add a row. A recipe may `vary` parameters, as in `wayveil compare`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from wayveil.errors import ParameterError

R = TypeVar("R", bound="Row")


@dataclass(frozen=True)
class Row:
    """Something that a publisher can choose by its name, and what that means."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Purpose(Row):
    """What the data is for: what is published for it, and the figure that it costs.

    Of counts the candidates stand in the order of preference, the finest first; `price` is then
    what is left out, and needs no measure.
    """

    publishes: Literal["trajectories", "counts"]
    price: str
    candidates: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Attacker(Row):
    """Who should learn nothing: how they would try, and which promise would stop them.

    `attacks` are parts of that kind, none twice, and `linkage` measures that attack; both give a
    share of those who were found. `crowd` is the fewest people in a published cell of counts.
    """

    attacks: tuple[Any, ...]
    linkage: tuple[str, ...]
    promises: tuple[str, ...]
    must_promise: bool
    crowd: int


#: Methods that keep trajectories, mild and strong.
METHODS: Final[tuple[Mapping[str, Any], ...]] = (
    {"name": "microaggregation", "vary": {"k": [3, 5, 10, 20]}},
    {"name": "protected_generalization", "vary": {"k": [3, 5, 10]}},
    {"name": "simple_generalization", "vary": {"tile_size": [250, 500, 1000]}},
    {"name": "swap_locations", "vary": {"k": [3, 5]}},
    {"name": "swapmob"},
)
TABLES: Final[tuple[Mapping[str, Any], ...]] = (
    {"name": "od_matrix", "vary": {"tile_size": [250, 500, 1000, 2000, 5000]}},
)
MAPS: Final[tuple[Mapping[str, Any], ...]] = (
    {"name": "quadtree_heatmap"},
    {"name": "tile_counts", "vary": {"tile_size": [500, 1000, 2000]}},
)

PURPOSES: Final[tuple[Purpose, ...]] = (
    Purpose(
        "heatmap",
        "A map of where people are: counts of places, no trips.",
        "counts", "locations left out", MAPS,
    ),
    Purpose(
        "od",
        "How many trips go from where to where: a table of origins and destinations.",
        "counts", "trips left out", TABLES,
    ),
    Purpose(
        "visits",
        "Which places trips visit how often, for questions that are not known yet.",
        "trajectories", "visits_divergence", METHODS,
    ),
    Purpose(
        "lengths",
        "How far trips go.",
        "trajectories", "trip_length_divergence", METHODS,
    ),
    Purpose(
        "speeds",
        "How fast trips are.",
        "trajectories", "speed_divergence", METHODS,
    ),
    Purpose(
        "hours",
        "At which times of day people are under way.",
        "trajectories", "time_of_day_divergence", METHODS,
    ),
    Purpose(
        "tracks",
        "The ways themselves, one trip after another, as near as can be to where they were.",
        "trajectories", "rmse_all", METHODS,
    ),
)  # fmt: skip

_SEEN: Final = {"name": "location_time", "params": {"known": 2}}
_ADDRESSES: Final = {"name": "top_locations", "params": {"known": 2}}
_DEPARTURE: Final = {"name": "own_end"}
_TO_THE_MINUTE: Final = {"name": "unicity", "params": {"points": 1, "interval": 60}}
_FOUR: Final = {"name": "unicity", "params": {"points": 4}}

ATTACKERS: Final[tuple[Attacker, ...]] = (
    Attacker(
        "stranger",
        "Somebody with a phone book, who knows the two places where a person is most.",
        (_ADDRESSES,), (), ("k_anonymous",), must_promise=False, crowd=3,
    ),
    Attacker(
        "neighbour",
        "Somebody who saw a person in two places and knows about when.",
        (_SEEN,), (), ("k_anonymous", "km_anonymous"), must_promise=False, crowd=5,
    ),
    Attacker(
        "follower",
        "Somebody who saw where and when a person set out, and wants to know where they went.",
        (_DEPARTURE, _TO_THE_MINUTE), (), ("k_anonymous",), must_promise=False, crowd=5,
    ),
    Attacker(
        "rival",
        "Somebody who has the same trips from another source, and looks for them in the release.",
        (), ("record_linkage",), ("k_anonymous",), must_promise=False, crowd=10,
    ),
    Attacker(
        "regulator",
        "Somebody who tries all of this, and wants a promise and not only a trial.",
        (_ADDRESSES, _SEEN, _DEPARTURE, _FOUR), ("record_linkage",), ("k_anonymous",),
        must_promise=True, crowd=10,
    ),
)  # fmt: skip


def purpose(name: str) -> Purpose:
    """Give the purpose of this name."""
    return _row(PURPOSES, name, "purpose")


def attacker(name: str) -> Attacker:
    """Give the attacker of this name."""
    return _row(ATTACKERS, name, "attacker")


def explained(rows: Sequence[Row]) -> list[str]:
    """List names with what they mean, a line each."""
    wide = max(len(row.name) for row in rows)
    return [f"{row.name:<{wide}}  {row.meaning}" for row in rows]


def _row(rows: tuple[R, ...], name: str, what: str) -> R:
    for row in rows:
        if row.name == name:
            return row
    told = "\n".join(f"  {line}" for line in explained(rows))
    raise ParameterError(f"there is no such {what}.", f"Choose one of:\n{told}")
