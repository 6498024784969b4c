"""Reports recorded wrong and their corrections, drawn from a seed; wrong code."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

from msgspec import structs

from ledger import columns
from ledger.events.base import Fact
from ledger.events.report import (
    EntrantReassigned,
    ReportFact,
    ReportReplaced,
    ResultCorrected,
)
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from projections.rulebooks import rulebook
from tests.oracles.world import Tournament, World
from tests.support.recording import record, submission
from tests.support.worlds import FIDE

BODY = "the-commission"
RESULTS = ("10", "01", "==", "+-", "-+", "--", "00")


class Reported:
    """A tournament on the way to the ledger: the recorded facts, and the later facts."""

    def __init__(self, played: Tournament, book: str) -> None:
        """Begin with the right facts."""
        self.played, self.book = played, book
        self.file = Document("report", f"report of {played.id}".encode())
        self.right = self.submitted = submission(played, self.file.digest)
        self.registered = TournamentRegistered(
            tournament=played.id,
            name=f"Tournament {played.id}",
            pools=(book,),
            start=played.start,
            end=played.end,
            registered_on=played.start,
        )
        self.later: list[Callable[[int], Fact]] = []
        """Each makes a correction, given the position of the report that stands."""

    def record(self, ledger: Ledger) -> int:
        """Record the announcement and the report; give the report's position."""
        facts = (self.registered, self.submitted)
        return record(ledger, f"submit {self.played.id}", *facts, documents=[self.file])


def spoil_results(random: Random, it: Reported, _: Sequence[int]) -> None:
    """Record some games with other results; one of the games is corrected twice."""
    games = it.right.games
    for index in random.sample(range(len(games.white_result)), min(3, len(games.white_result))):
        both = random.choice(RESULTS)
        right = games.white_result[index] + games.black_result[index]
        wrong = structs.replace(
            it.submitted.games,
            white_result=_put(it.submitted.games.white_result, index, both[0]),
            black_result=_put(it.submitted.games.black_result, index, both[1]),
        )
        it.submitted = structs.replace(it.submitted, games=wrong)
        for both in random.choice(([right], [random.choice(RESULTS), right])):
            it.later.append(result_corrected(it.played.id, index, both))


def result_corrected(tournament: str, game: int, both: str) -> Callable[[int], Fact]:
    """The correction of a game of whichever report stands."""
    return lambda report: ResultCorrected(
        tournament=tournament,
        report=report,
        game=game,
        white_result=both[0],
        black_result=both[1],
        by=BODY,
    )


def reassigned(tournament: str, row: int, player: int) -> Callable[[int], Fact]:
    """The correction of an entrant of whichever report stands."""
    return lambda report: EntrantReassigned(
        tournament=tournament, report=report, entrant=row, player=player, by=BODY
    )


def spoil_entrant(random: Random, it: Reported, people: Sequence[int]) -> None:
    """Record another person as an entrant."""
    players = columns.read(it.right.entrants.player, columns.PLAYER).tolist()
    stated = columns.read(it.submitted.entrants.player, columns.PLAYER).tolist()
    others = sorted(set(people) - {*players, *stated})
    if others:
        row = random.randrange(len(players))
        written = columns.write([random.choice(others)], columns.PLAYER)
        column = _put(it.submitted.entrants.player, row * columns.PLAYER, written)
        entrants = structs.replace(it.submitted.entrants, player=column)
        it.submitted = structs.replace(it.submitted, entrants=entrants)
        it.later.append(reassigned(it.played.id, row, players[row]))


def details_corrected(tournament: str, **details: object) -> Callable[[int], Fact]:
    """The correction of a tournament's details."""
    said = Details(**details)  # type: ignore[arg-type]
    return lambda _: TournamentDetailsCorrected(tournament=tournament, details=said, by=BODY)


def spoil_days(random: Random, it: Reported, _: Sequence[int]) -> None:
    """Record other days: the tournament would fall on another list, or use another list."""
    away = timedelta(days=random.choice((-45, -7, 7, 45)))
    start, end = it.right.start, it.right.end
    it.registered = structs.replace(it.registered, start=start + away, end=end + away)
    it.submitted = structs.replace(it.submitted, start=start + away, end=end + away)
    it.later.append(details_corrected(it.played.id, start=start, end=end))


def spoil_pools(_: Random, it: Reported, __: Sequence[int]) -> None:
    """Announce for an unopened pool, official, and under another name."""
    it.registered = structs.replace(
        it.registered, pools=("elsewhere",), official_event=True, name="Another"
    )
    it.later.append(details_corrected(it.played.id, pools=(it.book,)))
    it.later.append(details_corrected(it.played.id, official_event=False, name="Right"))


def replace_report(random: Random, it: Reported, people: Sequence[int]) -> None:
    """Record a report wrong in everything, corrected in vain, then replaced by the right report."""
    right = it.right
    spoil_results(random, it, people)
    spoil_entrant(random, it, people)
    fields = {name: getattr(right, name) for name in ReportFact.__struct_fields__}
    it.later.append(lambda report: ReportReplaced(replaces=report, **fields))


def undo_at_once(random: Random, it: Reported, people: Sequence[int]) -> None:
    """Record the right report, corrected into a wrong report and back."""
    games = it.right.games
    index = random.randrange(len(games.white_result))
    right = games.white_result[index] + games.black_result[index]
    it.later += [result_corrected(it.played.id, index, result) for result in ("--", right)]
    moved = it.right.end + timedelta(days=40)
    it.later += [details_corrected(it.played.id, end=day) for day in (moved, it.right.end)]
    players = columns.read(it.right.entrants.player, columns.PLAYER).tolist()
    others = sorted(set(people) - set(players))
    if others:
        it.later += [reassigned(it.played.id, 0, entrant) for entrant in (others[0], players[0])]


SPOILERS = (
    spoil_results,
    spoil_entrant,
    spoil_days,
    spoil_pools,
    replace_report,
    undo_at_once,
)


def record_wrongly(ledger: Ledger, random: Random, world: World, book: str, index: int) -> int:
    """Record the facts of a world before closing `index`, wrong, then put the records
    right.

    Tournaments are recorded, and then corrected, in an order drawn by lot; only those of one
    tournament keep theirs. Gives how many corrections there were.
    """
    people = [player.id for player in world.players]
    reported = [Reported(each, book) for each in world.tournaments if each.recorded == index]
    random.shuffle(reported)
    for tournament in reported:
        for spoil in random.sample(SPOILERS[:4], 2):
            spoil(random, tournament, people)
        for more in random.sample(SPOILERS[4:], random.randint(0, 1)):
            more(random, tournament, people)
    stands = {each.played.id: each.record(ledger) for each in reported}
    left = {each.played.id: list(each.later) for each in reported}
    turns = [name for name, later in left.items() for _ in later]
    random.shuffle(turns)
    for turn, name in enumerate(turns):
        fact = left[name].pop(0)(stands[name])
        position = record(ledger, f"correct {index} {turn}", fact)
        stands[name] = position if isinstance(fact, ReportReplaced) else stands[name]
    return len(turns)


def _put(text: str, at: int, written: str) -> str:
    return f"{text[:at]}{written}{text[at + len(written) :]}"


@contextmanager
def altered(number: str, value: Any, book: str = FIDE) -> Iterator[None]:
    """Return a number of every edition as in wrong code."""
    editions = rulebook(book).editions
    before = [edition.numbers[number] for edition in editions]
    for each in editions:
        each.numbers[number] = value  # type: ignore[index]
    try:
        yield
    finally:
        for each, right in zip(editions, before, strict=True):
            each.numbers[number] = right  # type: ignore[index]
