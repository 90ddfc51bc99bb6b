"""A slow, plain reader of CSV: the csv module, dictionaries and one sort."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

Point = tuple[int, float, float]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def read_plainly(text: str) -> list[tuple[str, str | None, list[Point]]]:
    """Give (trajectory, user, points) in the order of names, points in the order of times."""
    tracks: dict[tuple[str, str | None], list[Point]] = {}
    for row in csv.DictReader(io.StringIO(text)):
        key = row["trajectory_id"], row.get("user_id")
        point = _ms(row["timestamp"]), float(row["lat"]), float(row["lon"])
        tracks.setdefault(key, []).append(point)
    rank_trip = _ranks([trip for trip, _ in tracks])
    rank_user = _ranks([user or "" for _, user in tracks])
    ordered = sorted(tracks, key=lambda key: (rank_trip[key[0]], rank_user[key[1] or ""]))
    return [(*key, sorted(tracks[key], key=lambda point: point[0])) for key in ordered]


def _ms(text: str) -> int:
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    gone = moment - EPOCH
    return (gone.days * 86_400 + gone.seconds) * 1000 + gone.microseconds // 1000


def _ranks(names: list[str]) -> dict[str, Any]:
    """Numbers by size if all are numbers, else text by letter."""
    if all(_is_number(name) for name in names):
        return {name: int(name) for name in names}
    return {name: name.encode() for name in names}


def _is_number(name: str) -> bool:
    return name.removeprefix("-").isdigit() and str(int(name)) == name
