"""Check the parts of one package, or all there are: `python -m wayveil.contract [PACKAGE]`."""

from __future__ import annotations

import sys

from wayveil.contract import pairs
from wayveil.errors import WayveilError


def main(package: str | None) -> int:
    """Run every check and tell which failed."""
    broken, ran = 0, pairs(package)
    for pair in ran:
        try:
            pair.check()
        except (AssertionError, WayveilError) as fault:
            broken += 1
            sys.stdout.write(f"FAILED {pair}\n       {fault}\n")
    sys.stdout.write(f"{len(ran) - broken} passed, {broken} failed\n")
    return 1 if broken or not ran else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
