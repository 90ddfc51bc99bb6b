"""`wayveil report`, and `--report` of `wayveil anonymize`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from tests.report.reading import Reader, loads

RunJson = Callable[..., Any]


def read(name: str) -> str:
    return Path(name).read_text("utf-8")


def test_a_page_is_written(release: str, trips: str, run: Run) -> None:
    words = (trips, release, "page.html", "--record", "record.json", "--k", "2")
    told = run("report", *words).stdout
    html = read("page.html")
    assert "tells counts of 2 or more" in told
    assert Reader(html).faults == loads(html) == []
    assert "2 people or more" in html
    assert f"wayveil verify {release}" in html
    assert "exists" in run("report", *words, status=2).stderr
    run("report", *words, "--internal", "--force")
    assert "keep the page at home" in read("page.html")


def test_json_names_the_page_and_the_checks(release: str, trips: str, run_json: RunJson) -> None:
    found = run_json("report", trips, release, "page.html")
    assert found["report"] == "page.html"
    assert {"digest", "columns"} <= {check["name"] for check in found["checks"]}


def test_a_broken_promise_is_written_down_and_told(release: str, trips: str, run: Run) -> None:
    Path(release).write_text(read(release).replace("T08:00", "T08:59", 1))
    run("report", trips, release, "page.html", status=3)
    assert "✗ Broken: digest" in read("page.html")


def test_a_release_without_a_certificate_has_no_report(trips: str, run: Run) -> None:
    assert "certificate" in run("report", trips, trips, "page.html", status=2).stderr


def test_bad_terms_are_refused(release: str, trips: str, run: Run) -> None:
    for terms in (("--k", "1"), ("--tile-size", "5")):
        run("report", trips, release, "page.html", *terms, status=2)
    assert not Path("page.html").exists()


def test_anonymize_writes_it_too(trips: str, run: Run, here: Path) -> None:
    words = ("anonymize", "simple_generalization", trips, str(here / "o.csv"), "--report", "p.html")
    assert "p.html" in run(*words).stdout
    html = read("p.html")
    assert "wayveil verify o.csv" in html
    assert str(here) not in html
    assert "What attackers found" in html
