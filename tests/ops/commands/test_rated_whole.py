"""A report in parts, imported into a pool with whole tournaments only: refused, whichever way."""

from dataclasses import replace
from datetime import date
from functools import partial

import pytest

from ledger.intake.import_report import parts
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.store.ledger import Ledger
from tests.support.command import done, run
from tests.support.report_files import Tournament, players, round_robin

T = "T-000001"
DAYS = [date(2025, 10, 6), date(2025, 10, 13), date(2025, 11, 3)]
LEAGUE = Tournament(
    players(4),
    round_robin(4, "1-0"),
    start=DAYS[0],
    end=DAYS[-1],
    time_control="5400+30",
    round_dates=DAYS,
)
AS_ONE = {
    "uisp": "uisp rates a tournament as one (I.2, II.1)",
    "rubele-italiana": "rubele-italiana rates a tournament as one (VI.5, VI.10, table 17)",
}
"""What each pool that takes tournaments whole says of a part."""
SAID = ("--register-new", "--set", "received_on=2025-11-04")
FIRST = ("--part", "1", "--rounds", "1-2", "--set", "event_end=2025-11-03")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a ledger of three pools, and the file of a league of two months."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", "x.ledger")
    done("init", "--origin", "example.org")
    for pool, period in (("fide-standard", "2025-11"), ("uisp", "2026-Q1")):
        done("pool", "open", pool, "--first-period", period, "--adopt")
    done("pool", "open", "rubele-italiana", "--first-period", "winter", "--adopt")
    (tmp_path / "league.trf").write_bytes(LEAGUE.trf16())
    return tmp_path


def refused(*words):
    """Return the refusal of a command; nothing but a slip is recorded."""
    before = recorded()
    ran = run(*words)
    assert ran.code == 3
    assert recorded() == before
    return ran.err


def recorded():
    """Return the number of events."""
    with Ledger.open("x.ledger") as ledger:
        return ledger.read.head().next_position


@pytest.mark.parametrize("pool", AS_ONE)
@pytest.mark.parametrize("divided", [FIRST, ("--by-month",)])
def test_a_new_tournament_is_not_handed_in_as_parts(here, pool, divided):
    told = refused("tournament", "import", "league.trf", "--pool", pool, *divided, *SAID)
    assert AS_ONE[pool] in told
    assert "hand it in whole when it is over, without --part or --by-month" in told
    assert AS_ONE[pool] in refused(
        "tournament", "import", "league.trf", "--preview", "--pool", pool, *divided, *SAID
    )
    done("tournament", "import", "league.trf", "--pool", pool, *SAID)


def test_where_one_of_its_pools_takes_parts_it_is_announced_for_each_by_itself(here):
    both = ("--pool", "fide-standard", "--pool", "uisp")
    told = refused("tournament", "import", "league.trf", *both, "--by-month", *SAID)
    assert AS_ONE["uisp"] in told
    assert "announce it for each pool by itself" in told
    done("tournament", "import", "league.trf", "--pool", "fide-standard", "--by-month", *SAID)
    announce("uisp")
    done("tournament", "import", "league.trf", "--of", "T-000002", *SAID)
    assert run("pool", "findings", "uisp", "T-000002", "--format", "json").document["rows"] != []


def announce(*pools):
    """Announce the league."""
    said = {"name": LEAGUE.name, "start": DAYS[0], "end": DAYS[-1]}
    given = [word for name, text in said.items() for word in ("--set", f"{name}={text}")]
    done("tournament", "announce", *(word for pool in pools for word in ("--pool", pool)), *given)


def test_one_that_was_announced_or_reported_whole_is_not_divided(here):
    announce("uisp")
    for divided in (FIRST, ("--by-month",)):
        assert AS_ONE["uisp"] in refused(
            "tournament", "import", "league.trf", "--of", T, *divided, *SAID
        )
    done("tournament", "import", "league.trf", "--of", T, *SAID)
    assert AS_ONE["uisp"] in refused(
        "tournament", "import", "league.trf", "--replaces", T, "--by-month"
    )


def test_one_that_came_in_parts_does_not_come_to_count_for_such_a_pool(here):
    done("tournament", "import", "league.trf", "--pool", "fide-standard", "--by-month", *SAID)
    correct = ("tournament", "correct", "details", T, "--by", "arbiters", "--set")
    told = refused(*correct, "pools=fide-standard,uisp")
    assert f"its report came in parts, and {AS_ONE['uisp']}" in told
    assert "announce it for this pool by itself, and hand it in whole" in told
    done(*correct, "place=Rimini")


def of_an_older_program(**parts):
    """Import a report of the UISP pool in parts, as older programs did."""
    given = {"received_on": "2025-11-04", "registered_on": "2025-10-01"}
    options = ImportOptions(pools=("uisp",), register_new=True, **parts)
    with Ledger.open("x.ledger") as ledger:
        import_report(ledger, LEAGUE.trf16(), replace(options, facts={**given, **options.facts}))


def test_one_begun_in_parts_by_an_older_program_is_refused_and_handed_in_whole(here):
    """A recorded part may be corrected; none follows."""
    of_an_older_program(part=1, rounds=(1, 2), facts={"event_end": "2025-11-03"})
    following = ("--of", T, "--part", "2", "--rounds", "3-3", "--last-part")
    told = refused(
        "tournament", "import", "league.trf", *following, "--set", "received_on=2025-11-04"
    )
    assert f"refuse it (`ledger event record tournament-refused --tournament {T} --by BY`)" in told
    right = replace(LEAGUE, place="Rimini", rounds=round_robin(4, "0-1")).trf16()
    (here / "right.trf").write_bytes(right)
    done("tournament", "import", "right.trf", "--replaces", T, "--part", "1", "--rounds", "1-2")


def test_one_taken_in_parts_by_an_older_program_is_rated_as_one_as_its_finding_says(here):
    """The same file, of the same pool, once the first is refused; and only then."""
    of_an_older_program(by_month=True)
    rows = run("pool", "findings", "uisp", T, "--format", "json").document["rows"]
    (finding,) = [each for each in rows if each["article"] == "I.2, II.1"]
    assert finding["kind"] == "warning"
    for step in ("tournament-refused", "ledger tournament announce", "--of OF"):
        assert step in finding["remedy"]
    announce("uisp")
    again = ("tournament", "import", "league.trf", "--of", "T-000002", *SAID)
    assert f"this file is already the report of tournament {T}" in refused(*again)
    done("event", "record", "tournament-refused", "--tournament", T, "--by", "uisp-chess")
    done(*again)


def test_a_report_too_large_for_one_event_is_not_sent_in_parts(here, monkeypatch):
    check_size = parts.check_size
    with_little_room = partial(check_size, room=800)
    monkeypatch.setattr(parts, "check_size", with_little_room)
    told = refused("tournament", "import", "league.trf", "--pool", "uisp", *SAID)
    assert "send fewer entrants at a time" in told
    told = refused("tournament", "import", "league.trf", "--pool", "fide-standard", *SAID)
    assert "send it in parts" in told
