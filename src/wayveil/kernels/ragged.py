"""Columns of rows that belong to groups: group g owns rows offsets[g] to offsets[g+1]."""

from __future__ import annotations

import numpy as np

from wayveil.kernels import numbering
from wayveil.kernels.arrays import Floats, Ints, Mask


def group_of_rows(offsets: Ints) -> Ints:
    """Give the group of each row."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def offsets_of(lengths: Ints) -> Ints:
    """Give the offsets of groups with these lengths."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def rows_of(offsets: Ints, groups: Ints) -> Ints:
    """List the rows of some groups, group after group."""
    return rows_between(offsets[groups], offsets[groups + 1])


def rows_between(first: Ints, last: Ints) -> Ints:
    """List the rows of some spans, span after span; the last of each is not included."""
    lengths = last - first
    before = np.repeat(first - offsets_of(lengths)[:-1], lengths)
    return before + np.arange(len(before))


def first_of_group(offsets: Ints) -> Mask:
    """Mark the first row of each group; no group may be empty."""
    mark = np.zeros(offsets[-1], np.bool_)
    mark[offsets[:-1]] = True
    return mark


def runs(codes: Ints, offsets: Ints) -> Ints:
    """Give the offsets of the maximal runs of equal codes, none reaching over two groups."""
    starts = first_of_group(offsets)
    starts[1:] |= codes[1:] != codes[:-1]
    return np.append(np.flatnonzero(starts), len(codes))


def mean_times(t: Ints, offsets: Ints) -> Ints:
    """Give each group's mean, rounded down; exact, since only differences are summed."""
    first = t[offsets[:-1]]
    lengths = np.diff(offsets)
    beyond: Ints = np.add.reduceat(t - np.repeat(first, lengths), offsets[:-1])
    return first + beyond // lengths


def largest(values: Floats, offsets: Ints) -> Floats:
    """Give each group's largest value; no group may be empty."""
    peaks: Floats = np.maximum.reduceat(values, offsets[:-1])
    return peaks


def numbered(*columns: Ints) -> Ints:
    """Number the distinct rows of some columns 0, 1, ..., in their order."""
    codes = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, place = numbering.numbered(column)
        codes = numbering.numbered(codes * len(values) + place)[1]
    return codes
