"""Recorded, sealed and digested values hold no sentence: they are the same in every
language.

Every sentence that is said is marked, and a season is recorded again: no row of its ledger changes.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ledger.sentences import Language, Sentence
from tests.oracles.same_answers.ledgers import RECORDED_AT
from tests.oracles.same_lists.driving.law import SEASONS, season
from tests.support.command import done
from tests.support.counts import FULL
from tests.support.without_chance import without_chance

MARK = "\ue000"


@contextmanager
def marked() -> Iterator[None]:
    """Mark every sentence: at a door, in the log, as a text of an error."""
    say = Language.say
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Language, "say", lambda self, words: f"{MARK}{say(self, words)}")
        yield


def recorded(name: str, folder: Path) -> Path:
    """Record a season at a standing clock; return the path of the ledger."""
    folder.mkdir()
    with without_chance(RECORDED_AT):
        return season(name, folder / "x.ledger")


def rows(ledger: Path) -> list[str]:
    """Return every row of a ledger, and the statements of the tables."""
    with closing(sqlite3.connect(ledger)) as connection:
        return sorted(connection.iterdump())


@pytest.mark.parametrize("name", list(SEASONS) if FULL else [""])
def test_a_season_is_the_same_whatever_is_said(name, tmp_path):
    with marked():
        assert str(Sentence("a")) == f"{MARK}a"
        again = recorded(name, tmp_path / "marked")
    assert rows(again) == rows(recorded(name, tmp_path / "plain"))
    with marked():
        kept = str(Sentence("postponed"))
        words = ("--on", "2026-09-01", "--reason", kept, "--clock-is-right")
        done("player", "change", "1-3", "--federation", "FRA", *words, "--ledger", again)
    assert MARK in "".join(rows(again))
