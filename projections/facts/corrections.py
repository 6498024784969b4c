"""One tournament as its events tell it: its report, or the parts of it, and what corrects them.

Readings, for what the events leave open:

* Of two corrections of one thing the later holds. A correction names the report it corrects;
  where that is not the one that stands, it has no effect, and a finding says so.
* A report that is replaced ends with its corrections of results and entrants. The new one says
  its own days again; name, pools and official status are the tournament's, and stay as corrected.
* Corrected days hold for the reports that stand when they are recorded. Of a report in parts the
  first part takes a corrected start, the last part a corrected end.
* Decisions about the tournament hold for a new report too; those about a game end with its report.
* What would be no report any more (days that contradict each other, a player who stands there
  already) has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from msgspec import structs

from ledger import columns
from ledger.events.report import EntrantReassigned, ReportReplaced, ResultCorrected
from ledger.events.tournament import Details, TournamentDetailsCorrected
from ledger.store.reading import Recorded
from projections.facts.deciding import days_with, decided_by, told_by, with_decision
from projections.facts.reports import NEVER, Announcement, Report, announcement_of, report_of
from projections.facts.story import Correction, Story, in_order

NOT_STANDING: Final = "it names a report that did not stand"
NO_SUCH_GAME: Final = "its report has no such game"
DAYS_CONTRADICT: Final = "a report would start after its end: its days stay"


def told(events: Iterable[Recorded], through: int = NEVER) -> Story:
    """Give the story of a tournament: the events of its stream up to a position."""
    story = Story()
    for each in events:
        if each.position <= through:
            take(story, each)
    return story


def take(story: Story, recorded: Recorded) -> None:
    """Take in the next event of a tournament's stream."""
    fold = _FOLDS.get(recorded.type)
    if fold is not None:
        fold(story, recorded)


def pools_of(events: Iterable[Recorded]) -> set[str]:
    """Give every pool a tournament counts for, or once counted for."""
    story, pools = Story(), set[str]()
    for each in events:
        take(story, each)
        pools.update(story.announcement.pools)
    return pools


def _registered(story: Story, recorded: Recorded) -> None:
    story.announcement = announcement_of(recorded)


def _submitted(story: Story, recorded: Recorded) -> None:
    story.standing[recorded.position] = report_of(recorded, story.announcement)
    story.roots[recorded.position] = recorded.position


def _replaced(story: Story, recorded: Recorded) -> None:
    said: ReportReplaced = recorded.decoded().payload
    correction = Correction(recorded.position, recorded.recorded_at, said, said.replaces)
    if said.replaces not in story.standing:
        story.corrections.append(replace(correction, no_effect=NOT_STANDING))
        return
    replaced = story.standing.pop(said.replaces)
    story.corrections = [_ended(each, said.replaces) for each in story.corrections]
    story.corrections.append(correction)
    report = report_of(recorded, story.announcement)
    story.standing[recorded.position] = _received_with(replaced, report)
    story.roots[recorded.position] = story.roots[said.replaces]


def _received_with(first: Report, report: Report) -> Report:
    """Give a report that replaces another the day on which the first was received.

    Reading `received_first`: what makes a report late is when the first complete one came; that it
    is put right later does not make it later.
    """
    about = structs.replace(report.about, received_on=first.about.received_on)
    return structs.replace(report, about=about)


def _ended(each: Correction, report: int) -> Correction:
    of_it = each.report == report and not isinstance(each.payload, ReportReplaced)
    return replace(each, ended=True) if of_it else each


def _result(story: Story, recorded: Recorded) -> None:
    said: ResultCorrected = recorded.decoded().payload
    correction = Correction(recorded.position, recorded.recorded_at, said, said.report)
    report = story.standing.get(said.report)
    if report is None or said.game >= report.game_count:
        why = NOT_STANDING if report is None else NO_SUCH_GAME
        story.corrections.append(replace(correction, no_effect=why))
        return
    white, black = report.games.white_result, report.games.black_result
    games = structs.replace(
        report.games,
        white_result=_put(white, said.game, said.white_result),
        black_result=_put(black, said.game, said.black_result),
    )
    before = f"{white[said.game]}{black[said.game]}"
    story.corrections.append(replace(correction, before=before))
    story.standing[said.report] = structs.replace(report, games=games)


def _entrant(story: Story, recorded: Recorded) -> None:
    said: EntrantReassigned = recorded.decoded().payload
    correction = Correction(recorded.position, recorded.recorded_at, said, said.report)
    report = story.standing.get(said.report)
    why = NOT_STANDING if report is None else _cannot_be(report, said.entrant, said.player)
    if report is None or why:
        story.corrections.append(replace(correction, no_effect=why))
        return
    players = columns.read(report.player, columns.PLAYER)
    written = f"{said.player:0{columns.PLAYER}d}"
    player = _put(report.player, said.entrant * columns.PLAYER, written)
    story.corrections.append(replace(correction, before=str(players[said.entrant])))
    story.standing[said.report] = structs.replace(report, player=player)


def _cannot_be(report: Report, entrant: int, player: int) -> str:
    """Say why an entrant cannot be a player; nothing where he can."""
    players = columns.read(report.player, columns.PLAYER).tolist()
    if entrant >= len(players):
        return "its report has no such entrant"
    if player >= 10**columns.PLAYER:
        return "there is no such player"
    if player in players and players[entrant] != player:
        return "the player stood in the report already"
    return ""


def _put(text: str, at: int, written: str) -> str:
    return f"{text[:at]}{written}{text[at + len(written) :]}"


def _details(story: Story, recorded: Recorded) -> None:
    said: TournamentDetailsCorrected = recorded.decoded().payload
    correction = Correction(recorded.position, recorded.recorded_at, said)
    details, was = said.details, story.announcement
    now = told_by(details)
    story.announcement = Announcement(
        details.name or was.name,
        details.pools or was.pools,
        was.official if details.official_event is None else details.official_event,
        structs.replace(was.about, **now),
        days_with(was.days, details),
    )
    standing = redated(story.standing, details)
    if standing is None:
        correction = replace(correction, no_effect=DAYS_CONTRADICT)
    story.standing = story.standing if standing is None else standing
    story.corrections.append(correction)
    official, pools = story.announcement.official, story.announcement.several
    story.standing = {
        at: structs.replace(
            each, official=official, pools=pools, about=structs.replace(each.about, **now)
        )
        for at, each in story.standing.items()
    }


def _decision(story: Story, recorded: Recorded) -> None:
    """Let a decision hold: for the tournament and what stands of it, or for one game."""
    said = recorded.decoded().payload
    decided, report = decided_by(said), getattr(said, "report", None)
    no_effect = ""
    if report is None:
        story.announcement = with_decision(story.announcement, decided)
        story.standing = {at: with_decision(each, decided) for at, each in story.standing.items()}
    elif report not in story.standing:
        no_effect = NOT_STANDING
    elif decided.game >= story.standing[report].game_count:
        no_effect = NO_SUCH_GAME
    else:
        story.standing[report] = with_decision(story.standing[report], decided)
    story.corrections.append(
        Correction(recorded.position, recorded.recorded_at, said, report, no_effect=no_effect)
    )


def redated(standing: Mapping[int, Report], details: Details) -> dict[int, Report] | None:
    """Give the reports that stand with corrected days; None where one would start after its end."""
    found = dict(standing)
    if not found:
        return found
    if details.start:
        first = in_order(found)[0]
        found[first.position] = first.redated(details.start, first.end)
    if details.end:
        last = in_order(found)[-1]
        found[last.position] = last.redated(last.start, details.end)
    return None if any(each.start > each.end for each in found.values()) else found


_FOLDS: Final[dict[str, Callable[[Story, Recorded], None]]] = {
    "tournament-registered.v1": _registered,
    "tournament-submitted.v1": _submitted,
    "report-part-submitted.v1": _submitted,
    "report-replaced.v1": _replaced,
    "result-corrected.v1": _result,
    "entrant-reassigned.v1": _entrant,
    "tournament-details-corrected.v1": _details,
    "tournament-refused.v1": _decision,
    "tournament-cancelled.v1": _decision,
    "tournament-reinstated.v1": _decision,
    "exemption-granted.v1": _decision,
    "game-excluded.v1": _decision,
    "game-admitted.v1": _decision,
}
"""What each event does to its tournament."""
