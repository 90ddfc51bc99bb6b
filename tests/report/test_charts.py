from __future__ import annotations

from xml.etree import ElementTree

from wayveil.report.charts import Axis, choices_svg, lines_svg, shares_svg

SERIES = {"<one>": {"k=3": (1.0, 30.0), "k=5": (2.0, 20.0)}, "other": {"": (4.0, 25.0)}}


def test_choices_are_dots_with_labels_and_the_front_is_a_line() -> None:
    svg = choices_svg(SERIES, [(1.0, 30.0), (2.0, 20.0)], "a & b", Axis("m"), Axis("%"))
    root = ElementTree.fromstring(svg)
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert {"<one>", "other", "k=3", "k=5", "a & b", "m", "%"} <= set(texts)
    dots = [each for each in root.iter() if each.tag.endswith("circle")]
    assert len(dots) == 3 + 2
    (front, _) = (each for each in root.iter() if each.tag.endswith("polyline"))
    ends = [tuple(map(float, spot.split(","))) for spot in front.attrib["points"].split()]
    assert ends[0][0] < ends[1][0]
    assert ends[0][1] < ends[1][1]


def spots(line: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (p.split(",") for p in line.attrib["points"].split())]


def lines_of(svg: str) -> list[list[tuple[float, float]]]:
    root = ElementTree.fromstring(svg)
    return [spots(each) for each in root.iter() if each.tag.endswith("polyline")]


def test_shares_go_up_in_steps_at_their_values() -> None:
    svg = shares_svg({"one": [(0, 0.5), (2, 1.0)], "two": [(1, 1.0)]}, "t", Axis("n"))
    one, two, *legend = lines_of(svg)
    assert len(legend) == 2
    assert len(one) == 5
    assert len(two) == 3
    (a, b, c, d, e) = one
    assert a[0] == b[0] < c[0] == d[0] == e[0]
    assert a[1] > b[1] == c[1] > d[1] == e[1]
    assert a[0] < two[0][0] < d[0]


def test_lines_have_a_dot_at_each_point_and_a_name_each() -> None:
    svg = lines_svg({"one": [(0, 1), (1, 2)], "two": [(0, 3)]}, "t", Axis("n"), Axis("m"))
    assert svg.count("<circle") == 3
    assert len(lines_of(svg)) == 4
