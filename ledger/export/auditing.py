"""What was corrected in a report after it was submitted, line by line, for an exact audit."""

from __future__ import annotations

from collections.abc import Iterator

from ledger import columns, register
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.recorded.folding import RecordedReport, Standing, Told
from ledger.recorded.standing import games_reported, players_reported


def corrections_told(known: RecordedReport, part: int | None = None) -> tuple[str, ...]:
    """Give a line for each correction that stands: position, day, what, before, by whom, article.

    Of all parts of a report, or of one. Players are named by their register numbers, entrants by
    the start numbers and rounds of their part.
    """
    lines = [_details(each) for each in known.corrections]
    for standing in known.parts:
        if part in {None, standing.report.part or 1}:
            lines += _of_one(standing)
    return tuple(lines)


def _of_one(standing: Standing) -> Iterator[str]:
    """Tell a report's corrections; each says what stood before it."""
    games = list(games_reported(standing.report))
    players = list(players_reported(standing.report))
    numbers = columns.read(standing.report.entrants.number, columns.NUMBER).tolist()
    for told in standing.corrections:
        match told.fact:
            case ResultCorrected(game=at):
                game = games[at]
                now = told.fact.white_result, told.fact.black_result
                pair = f"{numbers[game.white]}-{numbers[game.black]}"
                what = (
                    f"round {game.round}, {pair}: {' '.join(now)}, "
                    f"reported {game.white_result} {game.black_result}"
                )
                yield _line(told, what, told.fact.by, told.fact.article)
            case EntrantReassigned(entrant=row):
                was, now_is = (register.show(each) for each in (players[row], told.fact.player))
                what = f"entrant {numbers[row]} is player {now_is}, reported as {was}"
                yield _line(told, what, told.fact.by, told.fact.article)


def _details(told: Told) -> str:
    assert isinstance(told.fact, TournamentDetailsCorrected)
    said = told.fact.details
    changed = [
        f"{name} {value}"
        for name in said.__struct_fields__
        if (value := getattr(said, name)) is not None
    ]
    return _line(told, "details: " + ", ".join(changed), told.fact.by, told.fact.article)


def _line(told: Told, what: str, by: str, article: str | None) -> str:
    under = f", article {article}" if article else ""
    return f"corrected at #{told.position} on {told.recorded_on}: {what}; by {by}{under}"
