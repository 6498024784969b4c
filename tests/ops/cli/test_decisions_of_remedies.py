"""Decisions are settled by the printed commands of their remedies: every clause, both
ways.

Walked are all editions that have articles about what counts. A scene is a tournament of which one
thing is to be decided; all clauses there are come up in one of them.
"""

import re
import shlex
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from ledger import columns
from ledger.events.report import Round
from ledger.events.tournament import TournamentRegistered
from ledger.sentences import Sentence
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ledger.tournaments.current_report import Games
from ops.doors.remedies import as_command
from ops.house import open_house
from ops.words import language
from projections.queries.findings import checking
from projections.rulebooks import NAMES, rulebook
from projections.state.decisions import decision_of
from projections.state.reports import About, Decided, Report, place_in_order
from tests.support.clauses import clauses
from tests.support.command import done, run
from tests.support.recording import a_ledger, begin, clock_at, record, submission
from tests.support.worlds import FIDE, round_robin_club, won

START = date(2025, 7, 5)
EDITIONS = [
    each for name in NAMES for each in rulebook(name).editions if "admitted" in each.columns
]
TOLD = About(
    begins=START,
    registered_on=START - timedelta(days=60),
    received_on=START,
    time_control="5400+30",
    announced_as_rated=True,
)
SCENES: dict[str, dict[str, Any]] = {
    "registered late": {"registered_on": START},
    "registered late for norms": {
        "registered_on": START - timedelta(days=10),
        "norms_possible": True,
    },
    "registered late for the highest": {"registered_on": START - timedelta(days=10), "best": 2800},
    "hybrid": {"hybrid": True},
    "cancelled and reported": {"decided": (Decided("cancelled", "", "organiser"),)},
    "an early first control": {"time_control": "20/5400:900"},
    "a late first control": {"time_control": "41/5400:900"},
    "a long day": {"busy": True},
    "a long event": {"days": 100},
    "late, and official": {"received_on": START + timedelta(days=150), "official": True},
    "a round robin": {"pairing_system": "Round Robin"},
    "a large round robin": {"pairing_system": "Round Robin", "players": 10},
    "a double round robin": {"pairing_system": "Double Round Robin"},
    "a small double round robin": {"pairing_system": "Double Round Robin", "players": 5},
}


class World(NamedTuple):
    """A ledger, the position of a busy report, and the decisions of commands typed so far."""

    path: Path
    busy: int
    typed: dict[str, Decided]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A ledger with tournament A, of forty rounds on one day; and the report."""
    path = tmp_path_factory.mktemp("remedies") / "x.ledger"
    where = ("--ledger", path)
    done("init", "--origin", "example.org", "--zone", "Europe/Rome", *where)
    done("pool", "open", "fide-standard", "--first-period", "2025-07", *where)
    played = won("A", str(START), str(START))
    announced = TournamentRegistered(
        tournament="A",
        name="A",
        pools=("fide-standard",),
        start=START,
        end=START,
        registered_on=START,
    )
    rounds = tuple(Round(games=int(at == 0), on=START) for at in range(40))
    busy = structs.replace(submission(played, "0" * 64), rounds=rounds)
    with Ledger.open(str(path)) as ledger:
        position = record(ledger, "A", announced, busy)
    return World(path, position, {})


def scene(position, *, days=0, best=0, busy=False, official=False, players=9, **facts):
    """A report of some players, the first of them rated, and the ratings."""
    end = START + timedelta(days=days)
    numbers = columns.write(list(range(1, players + 1)), columns.PLAYER)
    report = Report(
        position if busy else -1,
        "A",
        START,
        end,
        official,
        numbers,
        Games("", "", "", ""),
        place_in_order(end, START, "A", 0),
        about=structs.replace(TOLD, **facts),
    )
    return report, [best or 2000] + [0] * (players - 1)


def found(path, edition, report, ratings):
    """Return the findings by clause: kind and remedy."""
    with open_house(str(path)) as house:
        official = house.official
        told = checking.of_report(official, edition, report, ratings, official.facts.position)
        return {f"{each.article}: {each.says}": (each.kind, each.remedy) for each in told}


def decided(report, decision):
    """Return a report of a tournament after one decision."""
    about = structs.replace(report.about, decided=(*report.about.decided, decision))
    return structs.replace(report, about=about)


def undecided(found):
    return {
        clause: remedy for clause, (kind, remedy) in found.items() if kind == "needs a decision"
    }


def commands(remedy):
    """Return the printed commands of a remedy, to lift and to refuse."""
    printed = language("en", as_command).say(remedy) if isinstance(remedy, Sentence) else remedy
    return re.findall("`([^`]*)`", printed)


def decision(world, command):
    """Return the decision in the ledger after a printed command, typed once for all tests."""
    if command not in world.typed:
        done(*shlex.split(command)[1:], "--ledger", world.path)
        with Ledger.open(str(world.path)) as ledger:
            *_, last = ledger.read.stream("tournament-A")
        world.typed[command] = decision_of(last.decoded().payload)
    return world.typed[command]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: f"{each.rulebook} {each.name}")
def test_every_clause_that_needs_a_decision_is_settled_both_ways_by_what_it_prints(world, edition):
    """After an exception the matter is decided; after a refusal the tournament is not rated, and
    nothing else is open.
    """
    met = set()
    for facts in SCENES.values():
        report, ratings = scene(world.busy, **facts)
        before = undecided(found(world.path, edition, report, ratings))
        for clause, remedy in before.items():
            met.add(clause)
            lift, refuse, *_ = [one for one in commands(remedy) if "event record" in one]
            lifted = decided(report, decision(world, lift))
            after = found(world.path, edition, lifted, ratings)
            assert clause not in after, (clause, lift)
            assert undecided(after).keys() == before.keys() - {clause}
            assert not [each for each in after if "nothing" in each], lift
            refused = decided(report, decision(world, refuse))
            after = found(world.path, edition, refused, ratings)
            assert undecided(after) == {}
            assert "not rated" in [kind for kind, _ in after.values()]
    assert met == clauses(edition)


# ------------------------------------------------------------- round robins with newcomers, to 2021


@pytest.fixture
def round_robin(tmp_path):
    """The path of a ledger with newcomers against three rated players, all against all, in 2015."""
    path, club = tmp_path / "x.ledger", round_robin_club(2015, 3)
    with a_ledger(str(path), clock_at(2026)) as ledger:
        begin(ledger, club, FIDE, editions=("2014-07-01",))
        file = Document("report", b"a round robin")
        played = submission(club.tournaments[0], file.digest)
        record(ledger, "RR", registered_for(played), played, documents=[file])
    return path


def registered_for(played):
    """Return the announcement, without a pairing system."""
    return TournamentRegistered(
        tournament=played.tournament,
        name="RR",
        pools=(FIDE,),
        start=played.start,
        end=played.end,
        registered_on=played.start - timedelta(days=60),
    )


def open_questions(path):
    """Return the open decisions: article, player, remedy."""
    ran = run("pool", "findings", FIDE, "RR", "--format", "json", "--ledger", path)
    rows = [each for each in ran.document["rows"] if each["kind"] == "needs a decision"]
    return [(each["article"], each["player"], each["remedy"]) for each in rows]


def typed(path, remedy, which):
    """Type the command of a remedy with this beginning."""
    (command,) = [each for each in commands(remedy) if each.startswith(which)]
    done(*shlex.split(command.partition(",")[0])[1:], "--ledger", path)


@pytest.mark.parametrize(
    ("command", "games"),
    [
        ("ledger event record exemption-granted", [4, 4, 4]),
        ("ledger tournament correct details", [2, 2, 2]),
        ("ledger event record tournament-refused", [0, 0, 0]),
    ],
)
def test_article_6_too_few_rated_is_settled_by_what_it_prints(round_robin, command, games):
    """After the body's approval all games of the rated count; for a Swiss system only games among
    the rated; after a refusal, none.
    """
    ((article, player, remedy),) = open_questions(round_robin)
    assert (article, player) == ("6", "")
    typed(round_robin, remedy, command)
    assert open_questions(round_robin) == []
    done("list", "close", FIDE, "2015-02", "--ledger", round_robin)
    listed = run("list", "show", FIDE, "2015-02", "--format", "json", "--ledger", round_robin)
    assert [each["period_games"] for each in listed.document["rows"]] == games
