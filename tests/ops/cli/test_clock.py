"""A wrong clock, as an operator meets the case: refusals, correction, and how work goes on."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from ledger.clock import instant_text, microseconds
from ledger.errors import Refused
from ledger.events.opening import ClockCorrected
from ledger.events.pool import PoolOpened
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.answers.clocks import known_position
from projections.official import Official
from tests.support.command import done, run
from tests.support.store_facts import SetClock, request

MINUTE = 60_000_000
DAY = 24 * 60 * MINUTE
CENTURY = 36_525 * DAY
REAL = time.time_ns
JANUARY = microseconds(datetime(2026, 1, 20, 12, tzinfo=UTC))

Set = Callable[[int], None]


@pytest.fixture
def machine(monkeypatch) -> Set:
    """Set the clock of the machine where commands are typed, in microseconds."""
    return lambda now: monkeypatch.setattr(time, "time_ns", lambda: now * 1_000)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path, monkeypatch) -> str:
    """The ledger of a story; no command names its path."""
    postgresql = request.param == "postgresql"
    where = str(tmp_path / "x.ledger")
    where = request.getfixturevalue("postgres_database") if postgresql else where
    monkeypatch.setenv("LEDGER", where)
    return where


def announce(name: str, *options: str) -> tuple[str, ...]:
    """Return a command that records one event."""
    said = {"name": name, "start": "2026-05-01", "end": "2026-05-03"}
    facts = [word for key, text in said.items() for word in ("--set", f"{key}={text}")]
    return ("tournament", "announce", "--pool", "fide-standard", *facts, *options)


def test_the_story_of_a_clock_a_century_ahead(address, machine, tmp_path):
    """A believed clock closes the ledger; a named error ends the story: on both databases."""
    now = REAL() // 1_000
    machine(now - 4 * MINUTE)
    done("init", "--origin", "example.org")
    done("pool", "open", "fide-standard", "--first-period", "2026-05", "--adopt")
    done(*announce("First"))
    before = int(done("event", "list").count("\n"))

    machine(now + CENTURY)
    refused = run(*announce("Second"))
    assert refused.code == 3
    assert "--clock-is-right" in refused.err
    assert done("event", "list").count("\n") == before
    details = (
        "tournament",
        "correct",
        "details",
        "T-000001",
        "--set",
        "place=Borgo",
        "--by",
        "body",
    )
    done(*details, "--clock-is-right")
    done(*announce("Second", "--clock-is-right"))

    machine(now)
    with Ledger.open(address) as ledger:
        last = ledger.read.head().next_position - 1
        wrong = last - 1
    for words in (
        announce("Third"),
        ("list", "schedule", "fide-standard", "x"),
        announce("Fourth"),
    ):
        days = ("--issue-day", "2026-05-01") if words[1] == "schedule" else ()
        assert run(*words, *days).code == 3
    document = run(*announce("Third"), "--format", "json").document
    (refusal,) = document["refusals"]
    assert (refusal["code"], refusal["remedy"]["use_case"]) == ("clock-behind", "correct-clock")

    shown = done("clock", "correct", "--preview")
    assert "no token: its event has the instant of the recording: state the instant" in shown
    shown = done("clock", "correct", "--true-until", instant_text(now), "--preview")
    assert "to record exactly this: --as-previewed" in shown
    said = done("clock", "correct")
    assert said.startswith(f"corrected the clock of #{wrong} to #{last} (#{last + 1})\n")
    assert "already recorded" in done("clock", "correct")
    done(*announce("Third"))
    assert "0 faults" in done("verify")
    (told,) = run("tournament", "show", "T-000001", "--format", "json").document["corrections"]
    assert told["recorded_on"][:4] == instant_text(now)[:4]
    asked(now - 2 * MINUTE, wrong - 1, last)
    done("tournament", "show", "T-000002", "--known-at", instant_text(now))
    restored(tmp_path)


def asked(uncertain: int, known: int, last: int) -> None:
    """A question about an instant of the wrong clock names the positions to ask for."""
    refused = run("tournament", "show", "T-000001", "--known-at", instant_text(uncertain))
    assert refused.code == 3
    for position in (known, last):
        assert f" #{position} " in refused.err.replace(",", " ")
        done("tournament", "show", "T-000001", "--known-at", f"#{position}")


def restored(folder: Path) -> None:
    """Make the ledger again from a dump, verify, and record more."""
    again = folder / "again.ledger"
    done("dump", "--to", folder / "dump.jsonl")
    done("restore", folder / "dump.jsonl", "--ledger", again)
    assert "0 faults" in done("verify", "--ledger", again)
    done(*announce("Fifth", "--ledger", str(again)))


def test_lists_of_next_year_are_not_sealed(machine, tmp_path, monkeypatch):
    """With 400 days ahead, the days of a list are over; the control shows the list to be sealed."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    machine(JANUARY)
    done("init", "--origin", "example.org")
    done("pool", "open", "fide-standard", "--first-period", "2027-01", "--adopt")
    assert "not before" in run("list", "close", "fide-standard", "2027-01").err
    machine(JANUARY + 400 * DAY)
    refused = run("list", "close", "fide-standard", "2027-01")
    assert refused.code == 3
    assert "399 days ahead of the last recorded event" in refused.err
    assert "period-closed" not in done("event", "list")
    assert "sealed" in done("list", "close", "fide-standard", "2027-01", "--clock-is-right")


def test_a_ledger_sets_its_own_limit(machine, tmp_path, monkeypatch):
    """A body with play in summer only is not asked each spring."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    machine(JANUARY)
    done("init", "--origin", "example.org", "--clock-limit-days", "300")
    machine(JANUARY + 299 * DAY)
    done("pool", "open", "fide-standard", "--first-period", "2027-05")
    assert run("init", "--clock-limit-days", "0", "--ledger", tmp_path / "y.ledger").code == 3


def test_every_command_that_records_can_answer_for_the_clock():
    recording = (
        "init",
        "list close",
        "tournament import",
        "event record tournament-refused",
        "clock correct",
    )
    for words in recording:
        assert "--clock-is-right" in done(*words.split(), "--help")


def test_positions_and_instants_are_typed_as_they_are_written(machine, tmp_path, monkeypatch):
    """Two hours ahead, noticed after true time had passed the wrong instant: the operator names
    both ends.
    """
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    for minutes, words in (
        (0, ("init", "--origin", "example.org")),
        (120, ("pool", "open", "fide-standard", "--first-period", "2026-05")),
        (180, ("pool", "adopt", "fide-standard", "2025-10-01")),
    ):
        machine(JANUARY + minutes * MINUTE)
        done(*words)
    assert "no event is later" in run("clock", "correct").err
    until = instant_text(JANUARY + MINUTE)
    said = done("clock", "correct", "#1", "1", "--true-until", until)
    assert f"by {until}" in said
    assert "already recorded" in done("clock", "correct", "1", "1", "--true-until", until)
    assert "0 faults" in done("verify")
    wrong: tuple[tuple[tuple[str, ...], str], ...] = (
        (("1", "x"), "not a position"),
        (("1", "1", "--true-until", "2026-01-20"), "needs its zone"),
        (("1", "1", "--true-until", "noon"), "write an instant with its zone"),
        (("2", "1"), "comes before the first"),
    )
    for typed, reason in wrong:
        refused = run("clock", "correct", *typed)
        assert refused.code == 3
        assert reason in refused.err


class TestDays:
    """A day stands for its last instant."""

    @pytest.fixture
    def corrected(self, tmp_path) -> Iterator[Ledger]:
        """#1 of the 20th; #2 of a century later, in truth by the 22nd; #3 corrects #2."""
        clock = SetClock(JANUARY)
        ledger = Ledger.create(str(tmp_path / "x.ledger"), "a.b", "UTC", clock)
        ledger.append(request("a"))
        clock.now = JANUARY + CENTURY
        ledger.append(request("b"))
        clock.now = JANUARY + 3 * DAY
        said = ClockCorrected(first=2, last=2, true_until=JANUARY + 2 * DAY)
        ledger.append(Request("clock", (NewEvent(said),)))
        yield ledger
        ledger.close()

    @pytest.mark.parametrize(("day", "position"), [("2026-01-22", 2), ("2026-01-23", 3)])
    def test_days_after_the_span_are_answered(self, corrected, day, position):
        assert known_position(corrected, day, "UTC") == position

    @pytest.mark.parametrize("day", ["2026-01-20", "2026-01-21"])
    def test_days_that_end_in_the_span_are_refused(self, corrected, day):
        with pytest.raises(Refused, match=f"{day}: a wrong clock.*#1 for what is certain.*#2"):
            known_position(corrected, day, "UTC")

    def test_the_day_on_which_that_much_was_known_is_the_true_one(self, corrected):
        """Findings of then are those of a day in the past."""
        official = Official(corrected)
        official.catch_up()
        assert official.track.day_of(2, "UTC") == date(2026, 1, 22)
        official.close()


class TestZones:
    """A pool in an unknown time zone."""

    @pytest.fixture
    def ledger(self, tmp_path, monkeypatch) -> Iterator[Ledger]:
        """A ledger with such a pool, from a program without this check."""
        monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
        done("init", "--origin", "example.org")
        with Ledger.open(str(tmp_path / "x.ledger")) as ledger:
            opened = PoolOpened(
                pool="fide-standard",
                rulebook="fide-standard",
                zone="Europe/Atlantis",
                first_period="2026-02",
            )
            ledger.append(Request("pool", (NewEvent(opened),)))
            yield ledger

    def test_none_is_opened(self, tmp_path, monkeypatch):
        monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
        done("init", "--origin", "example.org")
        words = ("pool", "open", "fide-standard", "--first-period", "2026-02", "--zone")
        for zone in ("Europe/Atlantis", "../etc/passwd", "Europe"):
            refused = run(*words, zone)
            assert (refused.code, "unknown time zone" in refused.err) == (3, True)
        assert "pool-opened" not in done("event", "list")

    def test_one_that_is_there_is_mended(self, ledger):
        done("pool", "adopt", "fide-standard", "2025-10-01")
        refused = run("list", "close", "fide-standard", "2026-02")
        assert refused.code == 3
        assert "ledger pool correct-zone" in refused.err
        for zone in ("Europe/Atlantis", "Mars"):
            assert run("pool", "correct-zone", "fide-standard", zone).code == 3
        said = done("pool", "correct-zone", "fide-standard", "Europe/Rome")
        assert said == "time zone of fide-standard: Europe/Rome (#3)\n"
        assert "already recorded" in done("pool", "correct-zone", "fide-standard", "Europe/Rome")
        assert "exists" in run("pool", "correct-zone", "fide-standard", "Europe/Paris").err
        assert "sealed" in done("list", "close", "fide-standard", "2026-02")
        assert "0 faults" in done("verify")

    def test_another_pool_is_none(self, ledger):
        assert "there is no pool" in run("pool", "correct-zone", "nowhere", "Europe/Rome").err
