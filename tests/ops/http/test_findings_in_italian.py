"""Findings of many kinds in Italian, at both doors: nothing of their English."""

import csv
import re
import shutil
from collections.abc import Iterator
from datetime import date
from hashlib import sha256

import pytest

from ledger import columns
from ledger.register import identities
from ledger.sentences import Sentence, Value, parsed
from ops.answers import open_decisions
from ops.house import open_house
from ops.sample.commands import FOLDER
from projections.queries import findings
from projections.queries.findings import absences
from tests.support.command import done, run
from tests.support.served import office_key, served

POOL, PLAYED, ANNULLED, ANNOUNCED, AGAIN = "fide-standard", "T-000013", "T-000012", "ARENA", "AGAIN"
SUBJECTS = (PLAYED, ANNULLED, ANNOUNCED, AGAIN, "T-000003", "T-000008")
FILE = FOLDER / POOL / "2026-02-08-carnevale-selvapiana.trf"

MET = {
    "booked-later",
    "clause",
    "counts-no-more",
    "decision-without-effect",
    "first-event-disregarded",
    "late-correction",
    "missing-report",
    "not-on-a-list",
    "played-after-death",
    "player-suspended",
    "report-annulled",
    "same-event",
    "sounds-online",
}
IN_BOTH = {"rating", "bonus", "online"}
"""Words of the sentences that Italian has too."""


@pytest.fixture(scope="module")
def path(sample, tmp_path_factory):
    """The sample with a suspension, a death, an annulment, an online name and an event twice."""
    path = str(shutil.copy(sample, tmp_path_factory.mktemp("italian") / "sample.ledger"))
    with open_house(path) as house:
        (report,) = house.pool(POOL).tournament_history(PLAYED).in_order()
        first, second, *_ = map(identities.show, columns.read(report.player, columns.PLAYER))
    by, on = ("--by", "council"), ("--ledger", path)
    done("player", "suspend", first, "--first-day", "2026-02-01", *by, *on)
    done("player", "died", second, "--on", "2026-01-31", *by, *on)
    done("tournament", "annul", ANNULLED, *by, *on)
    exempted = ("--tournament", PLAYED, "--article", "1.5")
    done("event", "record", "exemption-granted", *exempted, *by, *on)
    for name, title, begins, ends in (
        (ANNOUNCED, "Lichess Arena", date(2026, 3, 7), date(2026, 3, 8)),
        (AGAIN, "Carnevale", report.start, report.end),
    ):
        details = (f"name={title}", f"start={begins}", f"end={ends}")
        told = [word for detail in details for word in ("--set", detail)]
        done("tournament", "announce", name, "--pool", POOL, *told, *on)
    anew = FILE.read_bytes().replace(b"\n", b"\r\n")
    (file := tmp_path_factory.mktemp("anew") / "anew.trf").write_bytes(anew)
    done("tournament", "import", file, "--of", AGAIN, "--another-event", *on)
    same = ("--tournament", PLAYED, "--file", sha256(anew).hexdigest(), "--event", "same")
    done("event", "record", "report-compared", *same, *by, *on)
    return path


@pytest.fixture(scope="module")
def found(path):
    """Return the findings about each subject, as in the answers."""
    with open_house(path) as house:
        pool = house.pool(POOL)
        return {
            name: [
                *findings.of_tournament(pool, name),
                *open_decisions.of_tournament(pool, name, corrections=True),
                *absences.of_tournament(pool, name),
            ]
            for name in SUBJECTS
        }


def over_http(path, subject):
    with served(path, key=office_key(path)) as client:
        address = f"/v1/pools/{POOL}/findings/{subject}"
        return client.get(address, headers={"Accept-Language": "it"}).json()["rows"]


def at_the_command_line(path, subject, monkeypatch):
    monkeypatch.setenv("LEDGER_LANG", "it")
    return run("pool", "findings", POOL, subject, "--format", "json", "--ledger", path).document[
        "rows"
    ]


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text))


def all_in(value: Value) -> Iterator[Sentence]:
    """Yield a sentence, and the sentences inside."""
    if isinstance(value, Sentence):
        yield value
        for one in value.values.values():
            yield from all_in(one)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from all_in(one)


def english_of(sentence: Sentence) -> set[str]:
    """Return the words of the templates of a sentence, without the values."""
    found, values = set[str](), set[str]()
    for one in all_in(sentence):
        found |= {word for text, *_ in parsed(f"{one.template} {one.more}") for word in words(text)}
        of_values = (value for value in one.values.values() if not isinstance(value, Sentence))
        values |= {word for value in of_values for word in words(str(value))}
    return found - values - IN_BOTH


def test_findings_of_ten_kinds_and_more_are_met(found):
    assert {one.code for rows in found.values() for one in rows} >= MET


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_word_of_their_english_is_said(path, found, monkeypatch, subject):
    http, line = over_http(path, subject), at_the_command_line(path, subject, monkeypatch)
    assert len(http) == len(line) == len(found[subject])
    for of, *rows in zip(found[subject], http, line, strict=True):
        for row in rows:
            assert not english_of(of.says) & words(row["says"]), row["says"]
            assert not english_of(of.remedy) & words(row["remedy"]), row["remedy"]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_each_door_writes_the_use_cases_that_settle_it(path, found, monkeypatch, subject):
    http, line = over_http(path, subject), at_the_command_line(path, subject, monkeypatch)
    for of, there, here in zip(found[subject], http, line, strict=True):
        cases = [remedy.use_case for remedy in of.remedy.remedies()]
        assert [remedy["use_case"] for remedy in there["remedies"]] == cases
        assert "ledger " not in there["remedy"]
        assert "--" not in there["remedy"]
        assert "`ledger " in here["remedy"] or not cases


def test_csv_has_no_language_and_nothing_where_nothing_settles_it(path, found, monkeypatch):
    asked = ("pool", "findings", POOL, ANNULLED, "--format", "csv", "--ledger", path)
    english = run(*asked).out
    monkeypatch.setenv("LEDGER_LANG", "it")
    assert run(*asked).out == english
    rows = list(csv.DictReader(english.splitlines()))
    assert [row["remedy"] for row in rows] == [str(one.remedy) for one in found[ANNULLED]]
    assert "" in [row["remedy"] for row in rows]


def test_a_terminal_shows_what_settles_it_once(path, found):
    shown = run("pool", "findings", POOL, ANNULLED, "--ledger", path).out
    commands = shown.count(f"`ledger tournament reinstate {ANNULLED}")
    assert commands == [one.code for one in found[ANNULLED]].count("report-annulled")
