"""A line of a world as a fact of the program. Players are register numbers here."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from ledger import columns
from ledger.events import pool, report, tournament
from ledger.events.base import Fact
from ledger.events.external import ExternalListRecorded
from ledger.events.register import PlayerDetailsCorrected, PlayersRegistered
from ledger.store.requests import Document
from tests.support.recording import ZONE

Line = Mapping[str, Any]

NO_COMMITMENT = "0" * columns.COMMITMENT
NO_FILE = "0" * 64

CALLED = {
    "official": "official_event",
    "norms": "norms_possible",
    "pairing": "pairing_system",
    "registered": "registered_on",
    "received": "received_on",
}
"""Facts of a tournament that the program calls otherwise than lines do."""

DAYS = ("start", "end", "registered_on", "received_on")


def day(text: str) -> date:
    """Give a day written as 2025-07-31."""
    return date.fromisoformat(text)


def month(text: str | None) -> int:
    """Give a month written as 2025-07 as 202507; 0 for none."""
    return int(text.replace("-", "")) if text else 0


def players(*numbers: int) -> str:
    """Give a column of players."""
    return columns.write(numbers, columns.PLAYER)


def numbers(values: Iterable[int]) -> str:
    """Give a column of numbers of four digits."""
    return columns.write(values, columns.NUMBER)


def rating(value: int) -> str:
    """Return a column of one rating."""
    return columns.write([value], columns.RATING)


# -------------------------------------------------------------------------------- where it begins


def registered(line: Line) -> Fact:
    """Everybody, with year of birth and federation."""
    people = line["rows"]
    return PlayersRegistered(
        player=players(*(row[0] for row in people)),
        birth_year=columns.write((row[1] or 0 for row in people), columns.YEAR),
        sex="-" * len(people),
        federation="".join(row[2] for row in people),
        commitment=NO_COMMITMENT * len(people),
    )


def born(line: Line, player: int) -> Fact:
    """A year of birth put right."""
    return PlayerDetailsCorrected(
        player=players(player),
        birth_year=columns.write([line["year"]], columns.YEAR),
        sex="*",
        federation="***",
        commitment=NO_COMMITMENT,
        by=line["by"],
    )


def opened(line: Line) -> Fact:
    """Return a pool, with the rulebook of the name."""
    name = line["pool"]
    return pool.PoolOpened(pool=name, rulebook=name, zone=ZONE, first_period=line["first"])


def scheduled(line: Line) -> Fact:
    """The days of a list."""
    issue, cut_off = day(line["issue"]), day(line["cut_off"])
    name = {"pool": line["pool"], "period": line["list"]}
    return pool.ListScheduled(**name, issue_day=issue, cut_off=cut_off)


def published(line: Line) -> Fact:
    """A list published on a day."""
    on = day(line["on"])
    return pool.ListPublished(pool=line["pool"], period=line["list"], published_on=on)


def parameter(line: Line) -> Fact:
    """Return a setting of a body: a value, a word, or rows."""
    said = {
        key: line[key] for key in ("pool", "name", "value", "word", "unit", "by") if key in line
    }
    rows = tuple((name, number) for name, number in line["rows"]) if "rows" in line else None
    return pool.ParameterSet(**said, rows=rows, in_force_from=day(line["since"]))


def carried(line: Line) -> Fact:
    """Return ratings of before; a row is player, rating, games, peak, K, last month, and
    malus if any.
    """
    rows = sorted(line["rows"])
    return pool.RatingsCarriedOver(
        pool=line["pool"],
        on=day(line["on"]),
        source="the list before",
        player=players(*(row[0] for row in rows)),
        rating=columns.write((row[1] for row in rows), columns.RATING),
        games=numbers(row[2] for row in rows),
        peak=columns.write((row[3] for row in rows), columns.RATING),
        k=columns.write((row[4] for row in rows), 2),
        last_counted=columns.write((month(row[5]) for row in rows), columns.MONTH),
        malus=numbers(row[6] for row in rows) if len(rows[0]) > len(_CARRIED) else None,
        newcomers=_newcomers(sorted(line.get("newcomers", ()))),
    )


_CARRIED = ("player", "rating", "games", "peak", "k", "last")


def _newcomers(rows: list[list[Any]]) -> pool.NewcomerRows | None:
    if not rows:
        return None
    return pool.NewcomerRows(
        player=players(*(row[0] for row in rows)),
        ended=columns.write((month(row[1]) for row in rows), columns.MONTH),
        games=numbers(row[2] for row in rows),
        rating_sum=columns.write((row[3] for row in rows), 8),
        half_points=numbers(row[4] for row in rows),
    )


def external(line: Line, known: Mapping[int, str]) -> Fact:
    """Return a list of another body; `known` are the players, with the names in the line."""
    listed = sorted(known)
    values = {
        name: numbers(column.get(known[player], 0) for player in listed)
        for name, column in line["columns"].items()
    }
    about = {"body": line["body"], "list": line["list"], "list_date": day(line["on"])}
    who = players(*listed)
    return ExternalListRecorded(**about, file=NO_FILE, file_rows=1_000, player=who, values=values)


# ------------------------------------------------------------------- tournaments and their reports


def announced(name: str, line: Line) -> Fact:
    """The announcement of a tournament."""
    said = details(line)
    return tournament.TournamentRegistered(tournament=name, name=f"Tournament {name}", **said)


def details(line: Line) -> dict[str, Any]:
    """Facts of a tournament, by their names in the program."""
    found = {CALLED.get(key, key): value for key, value in line.items() if value is not None}
    found |= {key: day(found[key]) for key in DAYS if key in found}
    if "pools" in found:
        found["pools"] = tuple(found["pools"])
    if "round_days" in found:
        found["round_days"] = tuple(map(day, found["round_days"]))
    return found


def reported(line: Line, entrants: list[int], document: Document, replaces: int | None) -> Fact:
    """Return a report: the first, a part, or a replacement."""
    games = line["games"]
    said: dict[str, Any] = {
        "tournament": line["tournament"],
        "received_on": day(line["received"]),
        "file": document.digest,
        "start": day(line["start"]),
        "end": day(line["end"]),
        "entrants": report.Entrants(
            player=players(*entrants),
            number=numbers(range(1, len(entrants) + 1)),
            rating=columns.write([0] * len(entrants), columns.RATING),
            commitment=NO_COMMITMENT * len(entrants),
        ),
        "rounds": tuple(report.Round(games=count) for count in line["rounds"]),
        "games": report.Games(
            white=numbers(game[0] for game in games),
            black=numbers(game[1] for game in games),
            white_result="".join(game[2][0] for game in games),
            black_result="".join(game[2][1] for game in games),
        ),
    }
    if replaces is not None:
        return report.ReportReplaced(**said, replaces=replaces)
    if "part" in line:
        return report.ReportPartSubmitted(**said, part=line["part"], last_part=line["last"])
    return report.TournamentSubmitted(**said)
