"""Outlines: contours of squares."""

import re

from hypothesis import given
from hypothesis import strategies as st

from cornerwise.render.parts.outline import components, contours, path


def area(corners):
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def only(squares):
    (corners,) = contours(squares)
    return corners


def test_contour_of_a_square_has_four_corners():
    assert sorted(only({(2, 3)})) == [(2, 3), (2, 4), (3, 3), (3, 4)]


def test_contour_leaves_out_corners_on_straight_edges():
    assert sorted(only({(0, 0), (1, 0), (2, 0)})) == [(0, 0), (0, 1), (3, 0), (3, 1)]


@given(st.lists(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]), max_size=14))
def test_contour_encloses_exactly_its_squares(steps):
    squares = {(0, 0)}
    x = y = 0
    for dx, dy in steps:
        x, y = x + dx, y + dy
        squares.add((x, y))
    assert sum(map(area, contours(squares))) == len(squares)


def test_components_split_squares_that_touch_only_at_corners():
    assert sorted(map(sorted, components([(0, 0), (1, 1), (1, 2)]))) == [[(0, 0)], [(1, 1), (1, 2)]]


def test_path_keeps_inside_its_border_and_closes_every_part():
    drawing = path([(0, 0), (1, 1)], unit=10, inset=1, radius=2)
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", drawing)]
    assert drawing.count("M") == drawing.count("Z") == 2
    assert min(numbers) == 1 and max(numbers) == 19


def test_a_ring_has_two_contours_and_its_hole_counts_negative():
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(map(area, contours(ring))) == [-1, 9]
