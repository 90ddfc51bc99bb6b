from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

import wayveil
from tests.report.reading import Reader, loads
from tests.report.towns import town
from wayveil.record import Tally
from wayveil.release import Release
from wayveil.report.page import page
from wayveil.report.tables import File


@cache
def released(seed: int | None = 1) -> Release:
    return wayveil.anonymize(town(), "simple_generalization", tile_size=500, seed=seed)


def shown(release: Release, **more: object) -> str:
    original = town()
    readings = wayveil.measure(original, release.data, record=release.record)
    return page(original, release, release.verify(original), readings, **more)  # type: ignore[arg-type]


def test_tags_balance() -> None:
    html = shown(released(), files=[File("a.csv", "b", True)], commands=["one", "two"])
    assert Reader(html).faults == []
    assert Reader(html.replace("</figure>", "", 1)).faults


def test_nothing_is_loaded() -> None:
    html = shown(released())
    assert loads(html) == []
    assert loads(html.replace("<main>", '<main><img src="//x.org/y">'))


def test_no_id_and_no_coordinate_is_told() -> None:
    data, release, html = town(), released(), shown(released())
    assert release.data.names.ids is not None
    assert not re.search("trip-|person-", html)
    assert not any(name in html for name in release.data.names.ids)
    known = {f"{degrees:.3f}" for degrees in (*data.lat, *data.lon)}
    assert not known & set(re.findall(r"\d+\.\d{3}", html))


def test_both_maps_share_the_frame() -> None:
    html = shown(released())
    boxes = re.findall(r'viewBox="([^"]+)"', html)
    bars = re.findall(r'class="frame" d="([^"]+)"', html)
    assert len(boxes) == len(bars) == 2
    assert len(set(boxes)) == len(set(bars)) == 1


def test_it_says_what_was_promised_and_what_came_of_it() -> None:
    release = released()
    text = Reader(shown(release)).text
    for claim in release.certificate.claims:
        assert claim.promise("user") in text
        assert claim.adversary in text
        assert claim.checkable_by in text
    assert "6 of 6 checks hold" in text
    assert "simple_generalization (tile_size 500 m, overlapping_strategy all)" in text
    assert "0.0 % of trajectories" in text


def test_it_says_that_trajectories_are_alone() -> None:
    assert "150 of 150 trajectories (100 %) are like no other" in Reader(shown(released())).text


def test_a_seed_is_not_passed_off_as_a_secret() -> None:
    assert "The chance was seeded" in shown(released())
    assert "The chance was seeded" not in shown(released(seed=None))


def test_a_broken_promise_is_seen() -> None:
    release = released()
    moved = replace(release.data, lat=release.data.lat + 1e-4)
    forged = replace(release, data=moved)
    text = Reader(page(town(), forged, forged.verify(town()), [])).text
    assert "4 of 6 checks hold" in text
    assert text.count("✗ broken") == 2


def test_what_could_not_be_checked_is_seen() -> None:
    assert "○ needs record" in Reader(shown(replace(released(), record=None))).text


def test_what_was_removed_is_told_by_cause() -> None:
    release = released()
    assert "Nothing: every trajectory" in shown(release)
    assert release.record is not None
    record = replace(release.record, removed=Tally.of("too <short>", 3, 1234))
    text = Reader(shown(replace(release, record=record))).text
    assert "too <short> 3 1,234" in text


def test_what_is_missing_without_a_record_is_told() -> None:
    release = replace(released(), record=None)
    fewer = replace(release, data=release.data.take(release.data.owner > 4))
    assert re.search(r"not told apart \d+ ", Reader(shown(fewer)).text)


@pytest.mark.parametrize("field", ["title", "lead", "generator"])
def test_words_are_escaped(field: str) -> None:
    html = shown(released(), **{field: '<script>"$x" & more'})
    assert html.count("<script>") == 1
    assert "&lt;script&gt;&quot;$x&quot; &amp; more" in html


def test_it_can_be_read_without_scripts() -> None:
    html = shown(released())
    assert html.count("<script>") == 1
    assert '<div class="tool" id="tool" hidden>' in html
    assert html.count("<figure") == 2
