"""The refusals of unreadable arguments."""

import json

import pytest

from tests.support.command import run


@pytest.mark.parametrize("day", ["05/10/2025", "2025-02-30", "5.10.25"])
def test_a_day_written_otherwise_is_answered_with_how_it_is_written(day):
    words = ("player", "died", "10-1", "--by", "fsi", "--on", day)
    said = f'--on: "{day}" is no day: write year, month, day, as 2026-01-31'
    ran = run(*words)
    assert (ran.code, said in ran.err) == (2, True)
    assert json.loads(run(*words, "--format", "json").out)["refusals"][0]["message"] == said


def test_other_arguments_keep_the_words_of_the_parser():
    assert 'unable to convert "x" into int' in run("list", "show", "p", "--limit", "x").err
