"""Threads that ask while another records: each answer is of a single position."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from functools import partial
from gc import collect
from threading import Event
from time import sleep
from typing import Any
from weakref import ref

import pytest

from ledger.errors import LedgerError
from ledger.events.pool import RatingsAdjusted
from ledger.events.register import PlayersRegistered
from ledger.register import identities
from ops.access.actors import PUBLIC
from ops.answers.findings import findings_of
from ops.answers.persons import register_version
from ops.answers.player_ratings import player_rating
from ops.answers.rating_lists import last_in_force, rating_list
from ops.closings.recordings import CloseList
from ops.events.questions import ListEvents
from ops.events.register import recorded_events
from ops.house import House, reading, recording
from ops.players.history import rating_history
from ops.players.outlook import player_outlook
from ops.players.recorded_games import games
from ops.pools.pending_decisions import pending_decisions
from ops.tournaments.questions import ShowTournament
from ops.tournaments.recordings import CompleteSheet
from projections.official import Official
from projections.official.shared import SharedOfficial
from projections.official.track import Track
from projections.queries import PoolQuery
from projections.queries.visible import Visible
from tests.support.counts import FULL
from tests.support.league import League, a_game, a_league
from tests.support.recording import record, submit
from tests.support.worlds import FIDE, PERIODS, tournament
from tests.support.worlds import games as played

THREADS = 8
ASKED = 400 if FULL else 40
"""Questions of a thread, at least."""
PLAYERS = (1, 2, 3, 4)


def of_last_list(ask: Callable[[Any, Any], Any]) -> Callable[[House], Any]:
    def asked(house: House) -> Any:
        pool = house.pool(FIDE)
        return ask(pool, last_in_force(pool))

    return asked


QUESTIONS: dict[str, Callable[[House], Any]] = {
    "list": of_last_list(lambda pool, row: rating_list(pool, row, None)),
    "rating": of_last_list(lambda pool, row: [player_rating(pool, one, row) for one in PLAYERS]),
    "history": of_last_list(lambda pool, row: [rating_history(pool, one, row) for one in PLAYERS]),
    "outlook": lambda house: [player_outlook(house.pool(FIDE), one) for one in PLAYERS],
    "findings": lambda house: findings_of(house.pool(FIDE), "L-1", house.actor),
    "pending": lambda house: pending_decisions(house, house.pool(FIDE)),
    "tournament": lambda house: ShowTournament(tournament="L-1").answer(house),
    "games": games,
    "events": lambda house: recorded_events(house, ListEvents()),
    "events of a player": lambda house: recorded_events(
        house, ListEvents(player=identities.show(1))
    ),
}


Step = Callable[[League], Any]


def steps() -> Iterator[Step]:
    """Return the steps to record, each a request: games, reports, decisions, closings."""
    for number, period in enumerate(PERIODS[: 3 if FULL else 2]):
        month = f"2025-{7 + number:02}"
        for day in range(1, 7):
            pair = (day % 4 + 1, (day + 1) % 4 + 1)
            yield partial(League.game, white=pair[0], black=pair[1], **of_day(month, day))
        yield partial(complete, month, date(2025, 8 + number, 1))
        yield partial(report, month)
        yield partial(adjust, number + 2, 2000)
        yield partial(League.close, period=period)


def of_day(month: str, day: int) -> dict[str, Any]:
    return {"score": ("1-0", "½-½", "0-1")[day % 3], "day": f"{month}-{day:02}"}


def complete(month: str, received_on: date, league: League) -> None:
    sheet = CompleteSheet(tournament="L-1", month=month, received_on=received_on)
    sheet.record(House(league.ledger))


def report(month: str, league: League) -> None:
    both = [*played(1, "2 1"), *played(2, "3 =")]
    submit(league.ledger, tournament(f"T{month}", f"{month}-08", f"{month}-12", both), FIDE)


def adjust(player: int, before: int, league: League) -> None:
    said = RatingsAdjusted(
        pool=FIDE, player=f"{player:08}", before=f"{before:04}", after=f"{before + 7:04}", by="body"
    )
    record(league.ledger, f"adjust {player} {before}", said)


def answer(house: House, question: str) -> str:
    """Return an answer as text, or the refusal."""
    try:
        return repr(QUESTIONS[question](house))
    except LedgerError as error:
        return repr(error)


@pytest.fixture(scope="module")
def truth(tmp_path_factory) -> dict[tuple[int, str], str]:
    """The answers of a single thread after each request, by position and question."""
    found = {}
    with a_league(str(tmp_path_factory.mktemp("truth") / "ledger")) as league:
        for step in (lambda _: None, *steps()):
            step(league)
            with closing(Official(league.ledger)) as official:
                official.catch_up()
                house = House(league.ledger, official)
                for question in QUESTIONS:
                    found[official.track.facts.position, question] = answer(house, question)
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str:
    sqlite = request.param == "sqlite"
    return str(tmp_path / "ledger") if sqlite else request.getfixturevalue("postgres_database")


def test_answers_of_eight_threads_are_those_of_one_thread_at_the_same_position(address, truth):
    """While another thread records, closes lists and catches up."""
    asked: list[tuple[int, str, str]] = []
    with a_league(address) as league, closing(SharedOfficial(league.ledger)) as shared:
        done = Event()

        def ask(thread: int) -> None:
            questions, turn = list(QUESTIONS), thread
            while not done.is_set() or turn < thread + ASKED:
                with reading(shared) as house:
                    position = house.official.facts.position
                    for _ in range(2):
                        question = questions[turn % len(questions)]
                        asked.append((position, question, answer(house, question)))
                        turn += 1

        with ThreadPoolExecutor(THREADS) as threads:
            running = [threads.submit(ask, thread) for thread in range(THREADS)]
            try:
                for step in steps():
                    step(league)
                    enough = len(asked) + 2 * THREADS  # answers from after the step
                    while len(asked) < enough and not any(thread.done() for thread in running):
                        sleep(0.001)
            finally:
                done.set()
            for thread in running:
                thread.result()
    wrong = [(at, question) for at, question, said in asked if said != truth[at, question]]
    assert not wrong, (len(wrong), len(asked), wrong[:5])
    assert len({position for position, *_ in asked}) > 5


def test_threads_that_record_share_one_track(address):
    """Each game is recorded once, and a list closed by a thread equals the list of a
    single thread.
    """
    days = [f"2025-07-{day:02}" for day in range(1, 1 + 4 * 5)]
    with a_league(address) as league, closing(SharedOfficial(league.ledger)) as shared:

        def record_games(thread: int) -> None:
            for day in days[thread::4]:
                house = recording(shared, league.ledger, by=f"thread-{thread}")
                a_game(identities.show(1), identities.show(2), "1", "0", day).record(house)

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(record_games, range(4)))
        complete("2025-07", date(2025, 8, 1), league)
        asked = recording(shared, league.ledger, by="office")
        before = asked.official.facts.position
        sealed = CloseList(pool=FIDE, period=PERIODS[0]).record(
            recording(shared, league.ledger, by="office")
        )
        assert asked.official.facts.position == before
        assert asked.catch_up().facts.position == sealed.receipt.last_position == before + 1
        assert (asked.pool(FIDE).state(1, 1).games, len(games(asked).rows)) == (20, 20)
        with closing(Official(league.ledger)) as official:
            official.rebuild()
            assert PoolQuery(official.track, FIDE).state(1, 1) == asked.pool(FIDE).state(1, 1)


def test_a_question_about_names_of_events_leaves_the_index_of_others_alone(address):
    """The index may know events after the position of a request."""
    with a_league(address) as league, closing(SharedOfficial(league.ledger)) as shared:
        asked = ListEvents(player=identities.show(1))
        with reading(shared) as house:
            before = recorded_events(house, asked)
            league.game(1, 2, "1-0", "2025-07-05")
            with reading(shared) as later:
                assert len(recorded_events(later, asked).rows) == len(before.rows) + 1
            assert recorded_events(house, asked) == before


def test_the_register_has_another_version_when_a_player_is_registered(address):
    """And the same version after any other event."""
    with a_league(address) as league, closing(SharedOfficial(league.ledger)) as shared:
        with reading(shared) as house:
            before = register_version(house)
            league.game(1, 2, "1-0", "2025-07-05")
            more = PlayersRegistered(
                player="00000005", birth_year="0000", sex="-", federation="ITA", commitment="0" * 64
            )
            record(league.ledger, "more", more)
            assert register_version(house) == before
        with reading(shared) as house:
            assert register_version(house) == before + 1


def test_readers_of_a_track_derive_the_lists_of_a_pool_once(address, monkeypatch):
    """Also the parts closed to the public; on a later track, and at an earlier position, anew."""
    derived: list[str] = []

    def noted(of: Any, name: str) -> None:
        real = getattr(of, name)

        def noting(*asked: Any) -> Any:
            derived.append(name)
            return real(*asked)

        monkeypatch.setattr(of, name, noting)

    noted(PoolQuery, "_listed")
    noted(Visible, "hides")

    def read(shared: SharedOfficial, known: int | None = None) -> list[str]:
        derived.clear()
        with reading(shared) as house:
            house.act_as(PUBLIC)
            return [row.period for row in house.pool(FIDE, known).lists()]

    with a_league(address) as league, closing(SharedOfficial(league.ledger)) as shared:
        first = read(shared)
        assert len(derived) == 2
        assert (read(shared), len(derived)) == (first, 0)
        league.game(1, 2, "1-0", "2025-07-05")
        assert (read(shared), len(derived)) == (first, 2)
        with reading(shared) as house:
            known = house.official.facts.position - 1
        assert [(read(shared, known), len(derived)) for _ in range(2)] == [(first, 2)] * 2


def head_of(shared: SharedOfficial) -> Track:
    """Return the track shared by all threads."""
    track = shared.latest().shows
    assert track is not None
    return track


def test_an_earlier_track_does_not_stay_in_memory(address):
    """Also where lists are closed between: a later track keeps the needed parts, not the
    former track.
    """
    with a_league(address) as league, closing(SharedOfficial(league.ledger)) as shared:
        facts: list[Any] = []
        later: Step = partial(League.game, white=1, black=2, score="1-0", day="2025-09-30")
        for step in (*steps(), later):
            step(league)
            facts.append(ref(head_of(shared).facts))
        collect()
        assert len(facts) > 10
        assert [of() is None for of in facts] == [True] * (len(facts) - 1) + [False]
