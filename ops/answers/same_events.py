"""Tournaments that may be the same event, and files withheld because their event is recorded."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date

from msgspec import structs

from ledger.events.report import ReportFact
from ledger.sentences import Count, Remedy, Sentence, Value, plain
from ledger.store.withheld import Withheld
from ledger.tournaments.recorded_report import folded
from ledger.tournaments.same_tournaments import comparison, said_of, same_tournaments
from ledger.tournaments.sketches import Same
from ops.answers.closing_conditions import UnmetCondition, unmet
from projections.finding import UNDECIDED, Finding, warning
from projections.queries import PoolQuery
from projections.queries.tournaments import open_reports, state_of
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.terms import Books
from projections.state.reports import Report


def of_list(pool: PoolQuery, booked: Iterable[Report]) -> Iterator[Finding]:
    """Yield the tournaments of a pool that may be one event with another one.

    One of the two is booked by a computed list, or waits for a later one; a finding is about one of
    these, of two about the one recorded later.
    """
    waiting = {report.tournament: report.end for report in booked} | _waiting(pool)
    yield from _found(pool, waiting, waiting.values())


def of_tournament(pool: PoolQuery, tournament: str) -> Iterator[Finding]:
    """Yield the findings of `of_list` about one tournament."""
    waiting = _waiting(pool)
    near = [day for name, day in waiting.items() if name == tournament]
    yield from (finding for finding in _found(pool, waiting, near) if finding.about == tournament)


def _waiting(pool: PoolQuery) -> dict[str, date]:
    """Return the last days of the tournaments with a report that no list has taken in."""
    facts = pool.official.known_at(pool.known).facts.pools[pool.name]
    return {report.tournament: report.end for report in open_reports(facts)}


def _found(
    pool: PoolQuery, waiting: Mapping[str, date], days: Collection[date]
) -> Iterator[Finding]:
    """Yield the findings about tournaments with an open report that ended near some days."""
    if not days:
        return
    read = pool.official.ledger.read
    for first, same in same_tournaments(read, days, pool.known):
        pair = first.tournament, same.tournament
        if waiting.keys().isdisjoint(pair) or not all(_counts(pool, name) for name in pair):
            continue
        said = said_of(read, *pair, pool.known)
        if said != "another":
            about, other = reversed(pair) if pair[1] in waiting else pair
            yield _of_pair(pool, about, other, same, decided=said == "same")


def _counts(pool: PoolQuery, tournament: str) -> bool:
    """Return whether a tournament is of the pool, and neither refused nor called off."""
    facts = pool.official.known_at(pool.known).facts
    announcement = facts.announcements.get(tournament)
    if announcement is None or pool.name not in announcement.pools:
        return False
    return state_of(pool, tournament, announcement, frozenset()) not in ("refused", "cancelled")


def _of_pair(pool: PoolQuery, about: str, other: str, same: Same, *, decided: bool) -> Finding:
    another = [*_told_apart_by(pool, about, other)]
    if not (same.equal or decided):
        says = Sentence(
            "like {tournament}: {players} and {games} in common",
            tournament=other,
            players=Count(same.shared_players, "player"),
            games=Count(same.shared_games, "game"),
        )
        show = Remedy("show-tournament", tournament=other)
        remedy = plain([Sentence("compare the two: {show}", show=show), *another])
        return warning("similar-event", about, "", says, remedy)
    if same.equal:
        says = Sentence(
            "the players, days and results of {tournament}: one event would count twice",
            tournament=other,
        )
    else:
        says = Sentence(
            "the event of {tournament}, by decision: one event would count twice", tournament=other
        )
    annul = Remedy("annul-report", tournament=about, by=None)
    return Finding(
        UNDECIDED,
        "same-event",
        about,
        "",
        says,
        plain([Sentence("if it is the same event: {annul}", annul=annul), *another]),
        games=same.shared_games,
        entrants=same.shared_players,
    )


def _told_apart_by(pool: PoolQuery, about: str, other: str) -> Iterator[Sentence]:
    """Yield the remedy that says that two tournaments are two events.

    It names a file of one and the other tournament; none is of two sheets of single games.
    """
    for tournament, reported in ((other, about), (about, other)):
        parts = folded(pool.official.ledger.read, reported, pool.known).parts
        files = [part.report.file for part in parts if isinstance(part.report, ReportFact)]
        if files:
            another = comparison(tournament, files[-1], "another")
            yield Sentence("if it is another event: {another}", another=another)
            return


def of_files(pool: PoolQuery, due: Due, withheld: Iterable[Withheld]) -> Iterator[UnmetCondition]:
    """Yield the files of a pool that are withheld for a decision."""
    by_receipt = pool.law.booking.counts_when is Books.RECEIVED
    for row in withheld:
        if pool.name not in row.pools.split():
            continue
        name = row.file_name or "FILE"
        says = Sentence(
            "import slip {slip} is not recorded: {file} has the players, days and results of "
            "{tournament}",
            slip=row.slip,
            file=name,
            tournament=row.tournament,
        )
        remedy = Sentence(
            "if it is another event: {again}; if it is not: {same}",
            again=Remedy("import-report", file=name, **_arguments(json.loads(row.options))),
            same=comparison(row.tournament, row.file, "same"),
        )
        found = unmet("same-events", says, remedy, about=str(row.slip))
        in_time = row.dated(by_receipt=by_receipt) <= due.cut_off
        yield structs.replace(
            found,
            stops=found.stops if in_time else "nobody",
            where="next list" if in_time else "later list",
            games=row.games,
            entrants=row.entrants,
        )


def _arguments(words: Iterable[str]) -> dict[str, Value]:
    """Return the arguments of an import by name; of a word that is repeated all values."""
    given: dict[str, list[str]] = {}
    for word in words:
        if word.startswith("--"):
            values = given.setdefault(word.removeprefix("--").replace("-", "_"), [])
        else:
            values.append(word)
    return {name: tuple(values) or True for name, values in given.items()}
