"""Tables that Hypothesis can think of, kept in one place."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from hypothesis import strategies as st

from wayveil.kernels import ragged
from wayveil.shapes import STEPS_PER_DEGREE, Names, Trajectories

HOUR_MS = 3_600_000
#: Some of everything: the poles, the antimeridian, zero and its neighbours, one town.
_LATS = st.one_of(
    st.sampled_from([-90.0, 90.0, 0.0, 1e-7, -1e-7]),
    st.integers(-900_000_000, 900_000_000).map(lambda n: n / STEPS_PER_DEGREE),
    st.integers(377_000_000, 377_000_100).map(lambda n: n / STEPS_PER_DEGREE),
)
_LONS = st.one_of(
    st.sampled_from([-180.0, 180.0, 0.0, 179.9999999, -179.9999999]),
    st.integers(-1_800_000_000, 1_800_000_000).map(lambda n: n / STEPS_PER_DEGREE),
)
_STARTS = st.sampled_from([0, -1, 1_212_909_287_123, -12_345_678_901, 1_600_000_000_000])
#: Equal times, a millisecond, a minute, a day, thirty years.
_STEPS = st.sampled_from([0, 0, 1, 999, 60_000, 24 * HOUR_MS, 263_000 * HOUR_MS])
_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)
_POINTS = st.lists(st.tuples(_LATS, _LONS, _STEPS), min_size=1, max_size=6)


@st.composite
def tables(draw: st.DrawFn, max_size: int = 6, owners: bool | None = None) -> Trajectories:
    """Draw a table as `read` would give it; users of equal points are likely."""
    tracks = draw(st.lists(_POINTS, min_size=1, max_size=max_size))
    if draw(st.booleans()):
        tracks = [tracks[0]] * len(tracks)
    starts = draw(st.lists(_STARTS, min_size=len(tracks), max_size=len(tracks)))
    points = [point for track in tracks for point in track]
    lengths = np.array([len(track) for track in tracks])
    owner, users = _owners(draw, len(tracks), owners)
    codes = np.arange(len(tracks), dtype=np.int32)
    return Trajectories(
        lat=np.array([point[0] for point in points]),
        lon=np.array([point[1] for point in points]),
        t=np.concatenate(
            [s + np.cumsum([p[2] for p in track]) for s, track in zip(starts, tracks, strict=True)]
        ),
        offsets=ragged.offsets_of(lengths),
        id=codes,
        owner=owner,
        names=Names(_names(draw, len(tracks)), users),
    )


def _names(draw: st.DrawFn, count: int) -> pl.Series:
    """Ids as files have them: numbers or text, sorted, each once."""
    kinds: list[st.SearchStrategy[Any]] = [st.integers(-(2**63), 2**63 - 1), st.integers(0, 99)]
    kinds.append(_TEXT.map(lambda text: f"x{text}"))
    kind = draw(st.sampled_from(kinds))
    names = draw(st.lists(kind, min_size=count, max_size=count, unique=True))
    text = isinstance(names[0], str)
    ordered = sorted(names, key=lambda name: name.encode() if text else name)
    return pl.Series("trajectory", ordered, dtype=pl.String if text else pl.Int64)


def _owners(
    draw: st.DrawFn, count: int, wanted: bool | None
) -> tuple[np.ndarray[Any, np.dtype[np.int32]], pl.Series | None]:
    if not (draw(st.booleans()) if wanted is None else wanted):
        return np.arange(count, dtype=np.int32), None
    drawn = draw(st.lists(st.integers(0, count - 1), min_size=count, max_size=count))
    used, codes = np.unique(drawn, return_inverse=True)
    return codes.astype(np.int32), pl.Series("user", [f"user {n}" for n in used])
