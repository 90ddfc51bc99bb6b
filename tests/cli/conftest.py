from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.cli import plugin
from wayveil.catalogue import catalogue
from wayveil.cli import wayveil

Run = Callable[..., Result]
HEADER = "trajectory_id,user_id,timestamp,lat,lon,speed"


def rows(trajectories: int = 40, points: int = 8) -> list[str]:
    """Trips of ten people through one town; trip n has 3 + n % points points."""
    out = []
    for trip in range(trajectories):
        for step in range(3 + trip % points):
            time = f"2026-03-0{1 + trip % 7}T08:{step:02d}:{trip:02d}"
            lat, lon = 41.1 + trip * 1e-3 + step * 7e-4, 4.2 + step * 9e-4
            out.append(f"t{trip:03d},u{trip % 10},{time},{lat:.7f},{lon:.7f},{step}")
    return out


def files(folder: str = ".") -> list[str]:
    """Name what lies in a folder."""
    return sorted(path.name for path in Path(folder).iterdir())


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def trips(here: Path) -> str:
    Path("trips.csv").write_text("\n".join([HEADER, *rows()]) + "\n")
    return "trips.csv"


@pytest.fixture
def run() -> Run:
    """Run the command line in this process, and expect an exit status."""

    def call(*words: object, status: int = 0, input: bytes | None = None) -> Result:
        result = CliRunner().invoke(wayveil, [str(word) for word in words], input=input)
        assert result.exit_code == status, (result.stdout, result.stderr)
        return result

    return call


@pytest.fixture
def run_json(run: Run) -> Callable[..., Any]:
    """Run a command with --json: stdout must be one document."""

    def call(*words: object, status: int = 0) -> Any:
        return json.loads(run(*words, "--json", status=status).stdout)

    return call


@pytest.fixture
def release(trips: str, run: Run) -> str:
    run("anonymize", "simple_generalization", trips, "out.csv", "--record", "record.json")
    return "out.csv"


@pytest.fixture(scope="session")
def plug_in_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plugin")
    plugin.install(folder)
    return folder


@pytest.fixture
def plug_in(plug_in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the plug-in for one test, also for the processes that it starts."""
    monkeypatch.syspath_prepend(str(plug_in_folder))
    monkeypatch.setenv("PYTHONPATH", str(plug_in_folder))
    catalogue.cache_clear()
    yield plug_in_folder
    catalogue.cache_clear()


def start(*words: object, **settings: Any) -> subprocess.Popen[bytes]:
    """Start the command line as a process of its own."""
    command = [sys.executable, "-m", "wayveil", *map(str, words)]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
    process: subprocess.Popen[bytes] = subprocess.Popen(command, **streams)
    return process
