"""One decorator for every compiled kernel.

Signatures are left to numba (explicit ones compile at import) and machine code is cached where
a directory for it can be written; in a read-only container numba would raise at import, and we
compile in memory instead. Kernels release the interpreter's lock, so that threads can share work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of arrays on its first call."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    try:
        kernel: Callable[P, R] = njit(cache=True, **options)(function)
    except RuntimeError:  # numba's word for "no locator": nowhere to write a cache
        kernel = njit(**options)(function)
    return kernel
