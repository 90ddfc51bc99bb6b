"""Records that fit somebody, of which each stands out by a mark."""

from __future__ import annotations

from wayveil.contract.by_hand import boxes, trips

#: One person, and three records that fit: fine, off the middle; coarse, around it; and in two.
PERSON = trips([(30, 50, 50), (90, 50, 50)])
RECORDS = boxes(
    [(0, 100, 0, 0, 60, 60)],
    [(0, 120, 0, 0, 100, 100)],
    [(0, 60, 0, 0, 400, 400), (60, 120, 0, 0, 400, 400)],
    [(0, 60, 0, 0, 400, 400)],
)
