"""The whole command against its method alone: read, anonymize, check, write.

python -m bench.whole_command MONTH.parquet [CLUSTERING] [K]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import wayveil
from bench.microaggregation import draft_of, timed
from wayveil.kinds import Clustering
from wayveil.methods.microaggregation import Microaggregation


def main(month: str, clustering: str = "farthest_first", k: str = "5") -> None:
    """Print the seconds of both, and the most that the whole may take."""
    method = Microaggregation(k=int(k), clustering_method=Clustering.named(clustering))
    data = wayveil.read(month).each_alone()
    draft_of(method, data.take(np.arange(300)))
    alone, _ = timed(lambda: draft_of(method, data))
    whole = command(month, clustering, k)
    print(f"method alone {alone:.1f} s, whole command {whole:.1f} s, asked {1.3 * alone + 5:.1f} s")


def command(month: str, clustering: str, k: str) -> float:
    """Time the command line, from start to written files."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "out.parquet")
        how = ["--k", k, "--clustering-method", clustering, "--unit", "trajectory"]
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "wayveil", "anonymize", "microaggregation", month, out, *how],
            check=True,
        )
        return time.perf_counter() - start


if __name__ == "__main__":
    main(*sys.argv[1:])
