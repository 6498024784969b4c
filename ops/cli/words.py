"""Answers in the words of tables: rows that fit a screen, bases and causes in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from ledger.wording import counted
from ops.cli.output import decimal

if TYPE_CHECKING:
    from fractions import Fraction

    from ops.answers.categories import CategoryChange
    from ops.answers.compare_lists import DifferenceRow
    from ops.answers.external_lists import PlayerOnList
    from ops.answers.findings import FindingRow
    from ops.answers.inactivity_penalties import InactivityPenalty
    from ops.answers.list_differences import Cause
    from ops.answers.player_outlook import OutlookRow
    from ops.answers.player_ratings import CorrectionBooked, HistoryRow, PlayerRating
    from ops.answers.rating_causes import DecisionTaken, TournamentPlayed
    from ops.answers.rating_lists import Force, Note, RatingListRow
    from ops.answers.tournament_view import CorrectionRow, ReportRow

Row = dict[str, Any]


def basis_words(about: Mapping[str, Any]) -> Row:
    """Return the basis of an answer for a line: force and note in words."""
    words = dict(about)
    force = words.pop("force", None)
    if force is not None:
        words["in_force_from"] = in_force(words["in_force_from"], force)
    if "note" in words:
        words["note"] = _note(words["note"])
    return words


def in_force(day: date | None, force: Force) -> date | str:
    """Return the day from which a list is in force, or why it is not."""
    return force if day is None else day


def _note(note: Note) -> str:
    match note.kind:
        case "not-published":
            return "not published, so not in force: the list before it holds"
        case "never-in-force":
            (newer,) = note.lists
            return f"published on {note.published_on}, when {newer} held: it never was in force"
        case "newer-not-published":
            return f"closed and not published, so not in force: {', '.join(note.lists)}"
    return "the last list known; a later one may hold on that day"


def list_row(row: RatingListRow, scheme: str) -> Row:
    """Return a row of a list; with persons, in the order of FIDE's columns."""
    columns = dict(row.columns)
    held = {"category": row.category, "awarded_title": row.awarded_title}
    if row.person is None:
        return {"no": row.no, "player": row.player, "name": row.name, **columns, **held}
    columns.pop("inactive", None)
    person = row.person
    return {
        "no": row.no,
        "player": row.player,
        scheme: person.number,
        "title": person.title,
        "name": row.name,
        "federation": person.federation,
        **{"games" if name == "period_games" else name: cell for name, cell in columns.items()},
        "birth_year": person.birth_year or "",
        "sex": person.sex,
        "flag": person.flag,
        **held,
    }


def rating_row(row: PlayerRating) -> Row:
    """Return a player's rating."""
    return {
        "player": row.player,
        "name": row.name,
        "rating": row.rating or "none",
        "K": row.k,
        "games_so_far": row.games_so_far,
        "peak": row.peak,
        "category": row.category,
        "title": row.title,
        "list": row.list,
        "in_force_from": in_force(row.in_force_from, row.force),
    }


def history_words(rows: Sequence[HistoryRow]) -> Iterator[Row]:
    """Yield the rows of a history for people, without columns that no row needs."""
    lists = [history_lists(row) for row in rows]
    unused = {name for name in ("corrected", "years_ended") if not any(row[name] for row in lists)}
    for row, in_words in zip(rows, lists, strict=True):
        yield {
            "list": row.list,
            "from": in_force(row.in_force_from, row.force),
            "rating": row.rating or "none",
            "change": row.change or ("+0" if row.change is not None else ""),
            "games": row.games,
            "K": row.k,
            "games_so_far": row.games_so_far,
            "peak": row.peak,
            "category": row.category,
            "title": row.title,
            **{name: None if name in unused else text for name, text in in_words.items()},
        }


def history_lists(row: HistoryRow) -> Row:
    """Return the lists within a row of a history, each as a text."""
    return {
        "corrected": ", ".join(map(_corrected, row.corrected)),
        "tournaments": "; ".join(map(_tournament, row.tournaments)),
        "decisions": "; ".join(map(_decision, row.decisions)),
        "years_ended": "; ".join(f"{one.year} ({one.points:+d})" for one in row.years_ended),
    }


def _tournament(played: TournamentPlayed) -> str:
    points = "" if played.points is None else f" ({played.points:+d})"
    return f"{played.tournament} {played.name}{points}"


def _decision(taken: DecisionTaken) -> str:
    by = f"by {taken.decided_by}" if taken.decided_by else ""
    about = " ".join(word for word in (taken.event, taken.tournament, by) if word)
    return f"#{taken.position} {about}" + (f", {taken.article}" if taken.article else "")


def _corrected(booked: CorrectionBooked) -> str:
    if booked.points is None:
        return f"first rating {booked.of} void"
    return f"{points_words(booked.points)} of {booked.of}"


def points_words(points: Fraction) -> str:
    """Return points with their sign."""
    return decimal(points, sign=True)


def penalty_row(row: InactivityPenalty) -> Row:
    """Return the inactivity penalties of a player."""
    years = ["earlier"] * row.carried_over + list(map(str, row.years))
    return {
        "player": row.player,
        "name": row.name,
        "rating": row.rating or "none",
        "years": " ".join(years),
        "taken": row.taken,
        "left": row.left,
    }


def finding_row(row: FindingRow) -> Row:
    """Return a finding, the other players in brackets."""
    others = f" ({'; '.join(row.others)})" if row.others else ""
    return {
        "kind": row.kind,
        "about": row.about,
        "player": row.player,
        "name": row.name,
        "article": row.article,
        "says": row.says + others,
        "remedy": row.remedy,
    }


def remedy_lines(tournament: str, rows: Sequence[FindingRow]) -> Iterator[str]:
    """Yield the commands by which the remedies of findings are typed."""
    remedies = " ".join(row.remedy for row in rows)
    if "tell " in remedies:
        yield f"  to tell: ledger tournament correct details {tournament} --set …=… --by …"
    for decision in ("exemption-granted", "tournament-refused"):
        if decision in remedies:
            article = " --article …" if decision == "exemption-granted" else ""
            yield (
                f"  to record: ledger event record {decision} --tournament {tournament}"
                f"{article} --by …"
            )


def change_row(row: CategoryChange, *, named: bool) -> Row:
    """Return a change of category; with the player in a bulletin (`named`)."""
    on = {"on": "not published" if row.on is None else row.on}
    person = {"player": row.player, "name": row.name} if named else on
    return {
        **person,
        "beside": row.outranked,
        "how": row.how,
        "from": row.before or "none",
        "to": row.after or "none",
        "skipped": ", ".join(row.skipped),
        "rating_before": row.rating_before or "none",
        "rating_after": row.rating_after or "none",
        "rests_on": " ".join(row.rests_on),
        "list": row.list or "",
        "article": row.article,
        **(on if named else {}),
    }


def outlook_row(row: OutlookRow) -> Row:
    """Return a statement of an outlook."""
    return {
        "what": row.what,
        "rating": "" if row.rating is None else row.rating,
        "points": "" if row.points is None else row.points,
        "category": row.category or "",
        "tournament": row.tournament or "",
        "list": row.list,
        "on": "not published" if row.on is None else row.on,
        "says": row.says,
        "article": row.article,
    }


def on_list_row(row: PlayerOnList) -> Row:
    """Return the row of a player on another body's list."""
    on_it = "not known: registered after it was recorded" if row.on_it is None else row.on_it
    return {"player": row.player, "name": row.name, "on_it": on_it, **row.columns}


_PLAIN = {
    "not-registered": "no player of the register has this number",
    "only-ours": "theirs has no rating of this player",
    "only-theirs": "ours has no rating of this player",
    "birth-year": "as registered, and as their list has it",
}


def difference_row(row: DifferenceRow) -> Row:
    """Return a difference between two lists, with its causes in words."""
    causes = "; ".join(map(_cause, row.causes)) or _PLAIN.get(row.what, "")
    what = {"not-registered": "not in the register"}.get(row.what, row.what.replace("-", " "))
    return {
        "player": row.player,
        "number": row.number,
        "name": row.name,
        "what": what,
        "ours": row.ours,
        "theirs": row.theirs,
        "cause": causes,
    }


def _cause(cause: Cause) -> str:
    ours, theirs = cause.ours, cause.theirs
    match cause.kind:
        case "later-adjustment":
            return f"equals the adjustment recorded later (#{cause.position})"
        case "earlier-lists":
            return f"the lists before differ already: theirs {theirs}, ours {ours}"
        case "games":
            where = "here" if theirs > ours else "there"
            both = f"they counted {counted(theirs, 'game')}, we {ours}"
            return f"{both}: a report is missing {where} or late"
        case "k":
            return f"K printed differs: theirs {theirs}, ours {ours}"
        case "one-point":
            return "one point: a rounding, or the rating before"
        case "no-number":
            return "the register holds no number of this player by which to find them on theirs"
    return "the lists do not tell"


def report_row(row: ReportRow) -> Row:
    """Return a report, with the lists that booked it."""
    booked = (f"{on.pool} {on.list} (#{on.report} by #{on.sealed_by})" for on in row.booked)
    return {
        "report": row.report,
        "part": row.part,
        "start": row.start,
        "end": row.end,
        "received": row.received,
        "entrants": row.entrants,
        "games": row.games,
        "booked": ", ".join(booked) or "not on a list yet",
    }


def correction_row(row: CorrectionRow) -> Row:
    """Return a correction, with its state and the lists that stay."""
    state = {
        "holds": "holds",
        "no-effect": f"no effect: {row.reason}",
        "ended": "ended with its report",
        "overtaken": f"overtaken by #{row.overtaken_by}",
    }[row.state]
    kept = (
        f"list {one.list} of {one.pool} stays: booked on "
        + (f"list {one.booked_on}" if one.booked_on else "the next list")
        for one in row.kept
    )
    return {
        "position": row.position,
        "recorded_on": row.recorded_on,
        "event": row.event,
        "by": row.by,
        "article": row.article,
        "says": row.says,
        "stands": ", ".join([state, *kept]),
    }
