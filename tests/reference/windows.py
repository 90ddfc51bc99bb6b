"""Who fits what is known within a window, by trying every window there is. (DEFINITIONS: kte)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Point = tuple[int, int, int]
Box = tuple[int, int, int, int, int, int]


def inside(point: Point, box: Box) -> bool:
    """Whether a point (t, lat, lon) lies in a box (start, end, south, north, west, east)."""
    t, lat, lon = point
    start, end, south, north, west, east = box
    return start <= t < end and south <= lat <= north and west <= lon <= east


def fits(known: Sequence[Point], record: Sequence[Box], w: int, tau: int) -> bool:
    """Whether a record holds all that is known in [w, w + tau], and no box in it besides."""
    seen = [point for point in known if w <= point[0] <= w + tau]
    within = [box for box in record if w <= box[0] and box[1] - 1 <= w + tau]
    return all(any(inside(point, box) for box in record) for point in seen) and all(
        any(inside(point, box) for point in seen) for box in within
    )


def in_scope(
    points: Sequence[Point], own: Sequence[Sequence[Box]], tau: int
) -> Iterator[tuple[int, list[Point]]]:
    """All windows of a person with a known point and no suppressed one, at any millisecond."""
    known = [p for p in points if any(inside(p, box) for record in own for box in record)]
    hidden = [p[0] for p in points if p not in known]
    for w in range(points[0][0] - tau, points[-1][0] + 1):
        some = any(w <= p[0] <= w + tau for p in known)
        if some and not any(w <= t <= w + tau for t in hidden):
            yield w, known


def fewest(
    people: Sequence[Sequence[Point]],
    records: Sequence[Sequence[Box]],
    whose: Sequence[int],
    tau: int,
) -> tuple[int | None, bool]:
    """The fewest people who fit in any window in scope, and whether one's own always does."""
    counts, always = [], True
    for person, points in enumerate(people):
        own = [record for record, who in zip(records, whose, strict=True) if who == person]
        for w, known in in_scope(points, own, tau):
            crowd = {
                who
                for record, who in zip(records, whose, strict=True)
                if fits(known, record, w, tau)
            }
            counts.append(len(crowd))
            always &= person in crowd
    return min(counts, default=None), always


def leaks(
    person: int,
    people: Sequence[Sequence[Point]],
    records: Sequence[Sequence[Box]],
    whose: Sequence[int],
    spans: tuple[int, int],
) -> list[int]:
    """The time outside each window that starts at a point on which all records that fit agree."""
    tau, epsilon = spans
    own = [record for record, who in zip(records, whose, strict=True) if who == person]
    found = []
    open_windows = dict(in_scope(people[person], own, tau))
    for w in sorted({p[0] for p in people[person]} & set(open_windows)):
        crowd = [record for record in records if fits(open_windows[w], record, w, tau)]
        learned = 0
        for epoch in {p[0] // epsilon for p in people[person]}:
            points = [p for p in people[person] if p[0] // epsilon == epoch]
            if all(any(inside(p, box) for box in record) for record in crowd for p in points):
                begin, end = epoch * epsilon, (epoch + 1) * epsilon
                learned += epsilon - max(0, min(end, w + tau) - max(begin, w))
        found.append(learned)
    return found
