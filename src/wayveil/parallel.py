"""Work shared among threads: for kernels, which let go of the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def processors() -> int:
    """How many threads can work at once here."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def in_parallel(work: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """Do the work on each item, several at a time; results in the order of the items."""
    return list(in_turn(work, items))


def in_turn(work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Do so, and give each result as soon as it and those before it are there."""
    return _pool().map(work, items)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(processors(), thread_name_prefix="wayveil")
