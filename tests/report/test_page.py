from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import wayveil
from tests.report.reading import Reader, loads
from tests.report.towns import town
from wayveil.record import Tally
from wayveil.release import Release
from wayveil.report.page import page
from wayveil.report.study import Study
from wayveil.report.tables import File
from wayveil.report.terms import Terms


@cache
def released(seed: int | None = 1) -> Release:
    return wayveil.anonymize(town(), "simple_generalization", tile_size=500, seed=seed)


def shown(release: Release[Any]) -> str:
    return page(studied(release))


def studied(release: Release[Any], **terms: Any) -> Study:
    return Study.of(town(), release, Terms(**terms))


@cache
def study() -> Study:
    return studied(released())


@cache
def usual() -> str:
    return page(study())


def test_made_up_points_are_warned_of() -> None:
    release = wayveil.anonymize(town(), "w4m", k=2, patience=86_400, seed=1)
    assert release.record is not None
    assert release.record.edits is not None
    assert f"That the points are true. {release.record.edits.created:,} of" in shown(release)
    assert "That the points are true" not in usual()


def test_tags_balance() -> None:
    html = page(study(), files=[File("a.csv", "b", True)], commands=["one", "two"])
    assert Reader(html).faults == []
    assert Reader(html.replace("</figure>", "", 1)).faults


def test_nothing_is_loaded() -> None:
    html = usual()
    assert loads(html) == []
    assert loads(html.replace("<main>", '<main><img src="//x.org/y">'))


def test_both_maps_share_the_frame() -> None:
    html = usual()
    boxes = re.findall(r'class="map heat"[^>]*viewBox="([^"]+)"', html)
    bars = re.findall(r'class="frame" d="([^"]+)"', html)
    assert len(boxes) == len(bars) == 2
    assert len(set(boxes)) == len(set(bars)) == 1


def test_it_says_what_was_promised_and_what_came_of_it() -> None:
    release, text = released(), Reader(usual()).text
    for claim in release.certificate.claims:
        assert claim.promise("user") in text
        assert claim.adversary in text
        assert claim.checkable_by in text
    assert "6 of 6 checks hold" in text
    assert "simple_generalization (tile_size 500 m, overlapping_strategy all)" in text
    assert "0.0 % of trajectories" in text


def test_it_says_that_trajectories_are_alone() -> None:
    assert "150 of 150 trajectories (100 %) are like no other" in Reader(usual()).text


def test_a_seed_is_not_passed_off_as_a_secret() -> None:
    assert "The chance was seeded" in usual()
    assert "The chance was seeded" not in shown(released(seed=None))


def test_a_broken_promise_is_seen() -> None:
    release = released()
    moved = replace(release.data, lat=release.data.lat + 1e-4)
    forged = replace(release, data=moved)
    text = Reader(shown(forged)).text
    assert "✗ Broken: digest, " in text
    assert "the record does not belong" in text
    assert "4 of 6 checks hold" in text
    assert text.count("✗ broken") == 2


def test_what_could_not_be_checked_is_seen() -> None:
    assert "○ needs record" in Reader(shown(replace(released(), record=None))).text


def test_what_was_removed_is_told_by_cause() -> None:
    release = released()
    assert "Nothing: every trajectory" in usual()
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
    words: dict[str, Any] = {field: '<script>"$x" & more'}
    html = page(study(), **words)
    assert html.count("<script>") == 1
    assert "&lt;script&gt;&quot;$x&quot; &amp; more" in html


def test_it_can_be_read_without_scripts() -> None:
    html = usual()
    assert html.count("<script>") == 1
    assert '<div class="tool" id="tool" hidden>' in html
    assert html.count('<figure class="') == 2


def test_only_its_own_script_may_run_and_nothing_may_be_loaded() -> None:
    html = usual()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', html)
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    seal = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy == (f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{seal}'")
    assert not re.search(r" on[a-z]+=", html)


def test_contents_lead_to_sections() -> None:
    html = usual()
    leads = re.findall(r'href="#([^"]+)"', html)
    assert len(leads) >= 8
    assert set(leads) <= set(Reader(html).ids)
    assert len(set(Reader(html).ids)) == len(Reader(html).ids)


def test_attacks_stand_beside_chance_and_the_raw_data() -> None:
    text = Reader(usual()).text
    for words in ("unicity", "own_share", "the raw data", "blind chance", "95 in 100"):
        assert words in text


def test_measures_that_do_not_apply_are_said() -> None:
    text = Reader(shown(replace(released(), record=None))).text
    assert "Not applicable here" in text
    assert "record_linkage it is not known which released trajectory comes from which" in text


def test_a_small_crowd_has_no_map() -> None:
    html = page(replace(study(), terms=Terms(k=1000)))
    assert "No map: no tile of 250 m has 1000 people or more." in html
    assert 'id="pair"' not in html


def test_trips_are_drawn_only_where_asked() -> None:
    assert 'class="lines"' not in usual()
    private = page(replace(study(), terms=Terms(internal=True)))
    assert 'class="lines"' in private
    assert "keep the page at home" in private


def test_boxes_and_counts_show_what_they_can() -> None:
    boxes = wayveil.anonymize(town(12), "kmerge_groups", k=2, seed=1)
    text = Reader(page(Study.of(town(12), boxes))).text
    assert "What this page does not say" in text
    assert all(claim.promise("user") in text for claim in boxes.certificate.claims)
    counts = wayveil.analyze(town(), "tile_counts", seed=1)
    assert isinstance(counts, Release)
    html = shown(counts)
    assert Reader(html).faults == []
    assert "The release itself: visits in" in html
