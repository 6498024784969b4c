"""What tables and documents about tournaments say: rows, details, slips, divisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.clock import instant_text
from ledger.sentences import NO_SENTENCE, Count, ListName, Position, Sentence, tabled
from ops.answers.answer import Answer
from ops.doors.declare import Table
from ops.doors.documents import Row, cells
from ops.words import said
from ops.words.fields import named
from ops.words.states import word

if TYPE_CHECKING:
    from ops.answers.findings import FindingRow
    from ops.tournaments.division import AboutChoices, DivisionDocument
    from ops.tournaments.groups import Choice, Group, GroupMember, Step
    from ops.tournaments.import_slips import FullSlip
    from ops.tournaments.register import PoolTournament
    from ops.tournaments.view import CorrectionRow, KeptOn, ReportRow, TournamentDocument


def details_and_reports(found: TournamentDocument) -> Iterator[Table]:
    """Yield tables of the details and reports of a tournament, and of corrections if any."""
    details = [{"detail": named(name), "value": value} for name, value in found.details.items()]
    if found.waiting_games:
        details.append(
            {"detail": Sentence("games on no complete sheet"), "value": found.waiting_games}
        )
    of = {"tournament": found.tournament}
    yield Table(Sentence("details of {tournament}", **of), details)
    yield Table(Sentence("reports of {tournament}", **of), [*map(report_row, found.reports)])
    if found.corrections:
        corrections = [*map(correction_row, found.corrections)]
        yield Table(Sentence("corrections of {tournament}", **of), corrections)


def report_row(row: ReportRow) -> Row:
    """Return the cells of a report, with the booking lists."""
    booked = [
        Sentence(
            "{pool} {list} ({report} by {closing})",
            pool=on.pool,
            list=on.list,
            report=Position(on.report),
            closing=Position(on.sealed_by),
        )
        for on in row.booked
    ]
    return cells(row, booked=", ".join(map(said, booked)) or Sentence("not on a list yet"))


def correction_row(row: CorrectionRow) -> Row:
    """Return a correction, with its state and the unchanged lists."""
    names = dict.fromkeys(("state", "reason", "overtaken_by", "kept"), "")
    words = map(said, [_state_words(row), *map(_kept_words, row.kept)])
    return cells(row, names, status=", ".join(words))


def _state_words(row: CorrectionRow) -> Sentence:
    state = word("state of a correction", row.state)
    match row.state:
        case "no-effect":
            return Sentence("{state}: {why}", state=state, why=row.reason)
        case "ended":
            return Sentence("{state} with its report", state=state)
        case "overtaken":
            by = Position(row.overtaken_by or 0)
            return Sentence("{state} by {by}", state=state, by=by)
    return state


def _kept_words(kept: KeptOn) -> Sentence:
    if kept.booked_on:
        return Sentence(
            "list {list:of} of {pool} stays: booked on list {later:of}",
            list=ListName(kept.list),
            pool=kept.pool,
            later=ListName(kept.booked_on),
        )
    return Sentence(
        "list {list:of} of {pool} stays: booked on the next list",
        list=ListName(kept.list),
        pool=kept.pool,
    )


def tournament_row(row: PoolTournament) -> Row:
    """Return a tournament of a pool, with lists and correcting lists in one cell.

    A line has room for name, days, state and lists; documents have the rest.
    """
    corrected = (
        Sentence("corrected on {list:the}", list=ListName(period)) for period in row.corrected_on
    )
    apart = dict.fromkeys(("corrected_on", "place", "federation", "players", "rounds"), "")
    return cells(row, apart, lists=", ".join([*row.lists, *map(said, corrected)]))


def finding_row(row: FindingRow) -> Row:
    """Return a finding, the other players in brackets."""
    others = f" ({'; '.join(row.others)})" if row.others else ""
    stops = "" if row.stops == "nobody" else word("who is stopped", row.stops)
    names = {"others": "", "remedies": ""}
    return cells(row, names, says=said(row.says) + others, stops=stops)


def slip_lines(slip: FullSlip) -> Iterator[str]:
    """Yield the lines of an import slip."""
    outcome = word("outcome of a file", slip.outcome)
    yield said(Sentence("import slip {slip}: {outcome}", slip=slip.slip, outcome=outcome))
    yield from (f"  {said(line)}" for line in _of_slip(slip))
    for line in slip.lines:
        yield from (f"  {part}" for part in said(line.says).splitlines())


def _of_slip(slip: FullSlip) -> Iterator[Sentence]:
    yield Sentence("file {name}", name=slip.file_name)
    yield Sentence("SHA-256 {digest}", digest=slip.file)
    yield Sentence("handed in {instant}", instant=instant_text(slip.handed_in))
    if slip.tournament and slip.position is not None:
        yield Sentence(
            "tournament {tournament} ({position})",
            tournament=slip.tournament,
            position=slip.position,
        )
    elif slip.tournament:
        yield Sentence("tournament {tournament}", tournament=slip.tournament)


def division_text(
    found: Answer[Choice, AboutChoices] | DivisionDocument, turns: int
) -> Iterator[str | Table]:
    """Yield a division: groups, entrants by name, worksheet, remarks; or the divisions compared."""
    if isinstance(found, Answer):
        title, notes = _event(found.about.entrants, turns), found.about.notes
        yield Table(title, [*map(_choice_row, found.rows)])
    else:
        notes = found.notes
        yield from _groups(found, turns)
    yield from map(said, notes)


def _groups(found: DivisionDocument, turns: int) -> Iterator[str | Table]:
    title = Sentence(
        "{title}, {groups}",
        title=_event(sum(group.players for group in found.groups), turns),
        groups=Count(sum(group.first is not None for group in found.groups), "group"),
    )
    yield Table(title, [*map(_group_row, found.groups)])
    if found.entrants:
        yield ""
        yield Table(NO_SENTENCE, [*map(_member_row, found.entrants)])
    yield ""
    title = Sentence("worksheet, edition {edition}", edition=found.about.edition)
    yield Table(title, [*map(_step_row, found.worksheet)])


def _event(players: int, turns: int) -> Sentence:
    return Sentence(
        "{players}, {turns}", players=Count(players, "player"), turns=Count(turns, "turn")
    )


def _choice_row(row: Choice) -> Row:
    needed = Sentence("impossible: needed: {players}", players=Count(row.needed_players, "player"))
    says = "" if row.sizes else needed
    return cells(row, {"needed_players": ""}, sizes=row.sizes or "", says=says)


def _group_row(row: Group) -> Row:
    return cells(row, {"first": "from", "last": "to"}, group=_group(row.group))


def _step_row(row: Step) -> Row:
    return cells(row, unit=named(row.unit), article=tabled(row.article))


def _member_row(row: GroupMember) -> Row:
    return cells(row, group=_group(row.group))


def _group(name: str) -> Sentence | str:
    from ops.tournaments.groups import APART

    return Sentence("apart") if name == APART else name
