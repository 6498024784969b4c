"""The cost of a question or a recording does not grow with the age of the ledger: counted."""

import re
import sys
from collections import Counter as Counts
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import msgspec
import pytest
from sqlalchemy import Engine, event

from ledger import columns
from ledger.clock import MachineClock
from ledger.events.report import TournamentSubmitted
from ledger.register import identities
from ledger.store import reading_events
from ledger.store.ledger import Ledger
from ledger.store.recorded import checked as checked_row
from ops.access.actors import LOCAL
from ops.answers.moves import moves_of
from ops.bench.worlds import CHESS, Tournament, World
from ops.bench.writing import write
from ops.house import open_house
from ops.http.addresses import all_addresses
from ops.http.answering import answered
from ops.http.request import Request
from ops.http.service import Service
from ops.tournaments.corrections import CorrectResult
from tests.support.both_doors import QUESTIONS, Pool, Question
from tests.support.counts import FULL
from tests.support.served import settings_of

JSON: Final = {"content-type": "application/json"}
RIGHT: Final = ("clock_is_right", "true")
"""The worlds end before today."""
YOUNG, OLD = 3, 30
"""Lists; each of about 500 games of 600 players."""

MOST: Final = 4 if FULL else 2
"""Questions to each address."""

SLACK: Final = 4
"""Rows, statements and events by which answers of two ledgers may differ: other players played."""

CALLS_OF_A_LIST: Final = 45
"""Calls for each list of a pool: a question finds its list among all of them, in memory."""

GROWS: Final = {
    "list-duplicate-tournaments": "compares every report with every other",
    "list-tournaments": "counts and sorts all tournaments of the pool, in memory",
    "list-pending-decisions": "looks for announced tournaments among all, in memory",
    "show-supposed-list": "replays the history of the pool: nothing of it is stored",
    "try-draft": "replays the histories of the pools: nothing of them is stored",
    "show-history": "a row for each list on which the rating changed",
    "show-trail": "events of the player, up to the limit, in as many statements",
    "show-pool-trail": "a page of events of the pool: it is full in the older ledger",
    "list-closed-lists": "a row for each list",
    "list-news": "a row for each list, up to the limit",
    "list-events": "pages of the events of a pool or a player: more of them, up to the limit",
    "list-games": "a page of games: it is full in the older ledger",
    "close-list": "rows of the kept states of the revised track: up to four states",
    "list-findings": "of a player: a finding for each tournament",
}
"""What may cost more in an older ledger, and why; all else may not."""


class Cost(NamedTuple):
    """The cost of an answer of a service already asked the same."""

    statements: int
    rows: int
    """Fetched from both databases."""
    events: int
    """Checked and decoded: not again where the same row is in memory."""
    calls: int
    """Of functions, also of built-in ones."""


class Counter:
    """Counter of a thread's operations."""

    def __init__(self) -> None:
        self.statements = self.rows = self.events = self.calls = 0

    def begin(self) -> None:
        self.statements = self.rows = self.events = self.calls = 0
        sys.setprofile(self)

    def end(self) -> Cost:
        sys.setprofile(None)
        return Cost(self.statements, self.rows, self.events, self.calls)

    def __call__(self, _frame: FrameType, what: str, _argument: Any) -> None:
        self.calls += what in ("call", "c_call")

    def row(self, _cursor: Any, row: Any) -> Any:
        self.rows += 1
        return row

    def statement(self, *_: Any) -> None:
        self.statements += 1


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter]:
    counter, check = Counter(), checked_row

    def checked(recorded: Any) -> Any:
        counter.events += 1
        return check(recorded)

    def connected(connection: Any, _record: Any) -> None:
        connection.row_factory = counter.row

    monkeypatch.setattr(reading_events, "checked", checked)
    event.listen(Engine, "before_cursor_execute", counter.statement)
    event.listen(Engine, "connect", connected)
    try:
        yield counter
    finally:
        event.remove(Engine, "before_cursor_execute", counter.statement)
        event.remove(Engine, "connect", connected)


def of_pool(periods: int) -> Pool:
    """Return the last two lists, the first tournament of the last, and two players of only this
    tournament.
    """
    *_, before, last = World(CHESS, 600, periods, 500 * periods).each_period()
    played = Counts(player for one in last.tournaments for player in entrants(one))
    first = min(last.tournaments, key=lambda one: abs(len(entrants(one)) - 30))
    busy = {player for one in before.tournaments for player in entrants(one)}
    once = [
        identities.show(player)
        for player in entrants(first)
        if played[player] == 1 and player not in busy
    ]
    return Pool(CHESS.pool, (before.name, last.name), tuple(once[:2]), (first.id,))


def entrants(played: Tournament) -> list[int]:
    found: list[int] = columns.read(played.entrants.player, columns.PLAYER).tolist()
    return found


def request_of(question: Question, pattern: str) -> Request:
    """The request of a question at an address."""
    asked = urlsplit(question.path)
    path = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", pattern), asked.path)
    assert path is not None, (question.path, pattern)
    return Request(path.groupdict(), parse_qsl(asked.query), actor=LOCAL)


def recordings(world: World) -> Iterator[tuple[str, Request]]:
    """Recordings by address, in order; the last recordings close the next list."""
    (*_, last), of = world.each_period(), of_pool(world.periods)
    by, later = {"by": "fsi"}, {"in_force_from": "2030-01-01"}
    (tournament,) = of.tournaments
    (played,) = (one for one in last.tournaments if one.id == tournament)
    white = 1 + int(columns.read(played.games.white, columns.NUMBER)[0])
    first, period = str(last.list_date), CHESS.period(last.list_date + timedelta(days=31))
    league = {"name": "League", "start": first, "end": first, "time_control": "5400+30"}
    game = {"game": f"1:{white}", "white": "=", "black": "=", **by}
    pair = {"white": of.players[0], "black": of.players[1]}
    result = {"white_result": "1", "black_result": "0", "played_on": first, "round": 1}
    announced = {"tournament": "L-1", "pool": [of.name], "set": league}
    number = {"pool": of.name, "name": "permanence", "word": "permanent", **later, **by}
    policy = {"mode": "proceed", **later, "by": "fsi"}
    for name, path, body in (
        ("announce-tournament", {}, announced),
        ("add-game", {"tournament": "L-1"}, {"source": "league", **pair, **result}),
        ("correct-result", {"tournament": tournament}, game),
        ("correct-details", {"tournament": tournament}, {"set": {"place": "Pontemare"}, **by}),
        ("decide-tournament-refused", {}, {"tournament": "L-1", **by}),
        ("decide-ratings-annulled", {}, {"pool": of.name, "player": [of.players[0]], **by}),
        ("decide-parameter-set", {}, number),
        ("set-closing-policy", {"pool": of.name}, policy),
        ("grant-role", {"actor": "club-12"}, {"role": "submitter", "by": "fsi"}),
        ("close-list", {"pool": of.name}, {"period": period}),
        ("publish-list", {"pool": of.name, "period": period}, {}),
    ):
        yield name, Request(path, [RIGHT], JSON, msgspec.json.encode(body), actor=LOCAL)


def costs(folder: Path, periods: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Cost]]:
    """Return the costs of every question to a service asked twice before, by address.

    What the first closing would carry along for the whole ledger is carried along before.
    """
    path, found = folder / f"ledger-{periods}", dict[str, list[Cost]]()
    world = World(CHESS, 600, periods, 500 * periods)
    write(world, path).close()
    with open_house(str(path), MachineClock(is_right=True)) as house:
        house.carry_along()
    addresses = {address.name: address for address in all_addresses()}
    with counting(monkeypatch) as counter, Service(settings_of(path)) as service:
        for name, questions in QUESTIONS.items():
            for question in islice(questions(of_pool(periods)), MOST):
                request = request_of(question, addresses[name].path)
                for _ in range(2):
                    answered(service, addresses[name], request)
                counter.begin()
                reply = answered(service, addresses[name], request)
                assert isinstance(reply.body, bytes)
                cost = counter.end()
                assert reply.status in (200, 404, 422), question
                found.setdefault(name, []).append(cost)
        for name, request in recordings(world):
            counter.begin()
            reply = answered(service, addresses[name], request)
            found.setdefault(name, []).append(counter.end())
            assert reply.status == 201, (name, reply.body)
    return found


def cost_of_a_command(path: Path, counter: Counter) -> Cost:
    """Return the cost of the preview of a correction in the last list, in a process apart."""
    with Ledger.open(str(path)) as ledger:
        position = ledger.read.last_of_type(TournamentSubmitted.TYPE)
        report = ledger.read.at([position])[position].decoded().payload
    result = ("0", "1") if report.games.white_result[0] == "1" else ("1", "0")
    counter.begin()
    with open_house(str(path), MachineClock(is_right=True)) as house:
        with house.tentatively() as tentative:
            CorrectResult(
                tournament=report.tournament,
                game=f"#{position}#0",
                white=result[0],
                black=result[1],
                by="fsi",
            ).record(tentative)
            moves_of(tentative)
        return counter.end()


def test_a_preview_on_the_command_line_costs_the_same_in_an_old_ledger(tmp_path, monkeypatch):
    """The second preview: the first computes and stores the revised track.

    Up to half more in each count: the last reports have other players.
    """
    found = []
    with counting(monkeypatch) as counter:
        for periods in (YOUNG, OLD):
            path = tmp_path / f"ledger-{periods}"
            write(World(CHESS, 600, periods, 500 * periods), path).close()
            found.append([cost_of_a_command(path, counter) for _ in range(2)])
    (first, second), (old_first, old_second) = found
    assert all(old <= 1.5 * new for new, old in zip(second, old_second, strict=True)), found
    assert old_first.rows > 3 * first.rows
    assert old_first.events > 3 * first.events


def grown(young: Cost, old: Cost) -> bool:
    most = CALLS_OF_A_LIST * (OLD - YOUNG)
    counts = zip(young[:3], old[:3], strict=True)
    return old.calls > 1.5 * young.calls + most or any(b > a + SLACK for a, b in counts)


def test_no_question_and_no_recording_costs_more_because_the_ledger_is_old(tmp_path, monkeypatch):
    """Ten times as many lists, as many players active on each."""
    young, old = (costs(tmp_path, periods, monkeypatch) for periods in (YOUNG, OLD))
    dearer = {
        name: pairs
        for name in young
        if (pairs := [pair for pair in zip(young[name], old[name], strict=True) if grown(*pair)])
    }
    assert [(name, dearer[name]) for name in sorted(dearer.keys() - GROWS.keys())] == []
    for cheap, dear in dearer["show-trail"]:
        assert dear.rows > cheap.rows
        assert dear.statements - cheap.statements <= SLACK
    for cheap, dear in dearer["close-list"]:
        assert dear.events - cheap.events <= SLACK
        assert dear.statements - cheap.statements <= SLACK
    assert {
        "list-duplicate-tournaments",
        "show-history",
        "list-closed-lists",
        "list-events",
    } <= dearer.keys()
