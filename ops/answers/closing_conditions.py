"""The judgement of what keeps a list from closing: one condition for each thing that is not met.

`pool pending`, findings, checklist, previews, receipts, the question before a closing and the tick
of the service read it here. Readings:

* A decision keeps the next list waiting while games or entrants depend on it that the list takes
  in, or that a closed list left out. Who stands whole on a closed list waits for nothing any more.
* What a later list takes in, and what is only announced, stops nobody yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from ledger.sentences import NO_SENTENCE, Remedy, Sentence, plain
from ops.access.personal_data import NAME
from projections.finding import UNDECIDED, Code, Finding
from projections.queries import PoolQuery
from projections.queries.coming_lists import next_days
from projections.queries.findings.entries import asks_again
from projections.queries.tournaments import open_reports, state_of
from projections.rating.booked import Booked, due_reports
from projections.rulebooks.engine.calendars import Due
from projections.state.reports import Announcement, Report

Stops = Literal["everybody", "service", "hold", "nobody"]
"""Whom an unmet condition stops from closing: `everybody`: the closing is refused; `service`: the
service waits under every policy, and a person may close; `hold`: a policy `hold` waits until its
deadline; `nobody`."""

Check = Literal[
    "announced-days",
    "law",
    "carry-over",
    "order",
    "undecided-tournaments",
    "undecided-entries",
    "undecided-games",
    "outside-rulebook",
    "other-lists",
    "missing-reports",
    "missing-parts",
    "same-events",
    "similar-events",
    "open-appeals",
    "suspended-effects",
    "open-proposals",
    "verification",
    "rules-compared",
    "proposed-categories",
]
"""The kind of a condition."""

Where = Literal["announced", "next list", "later list", "closed list", "category"]
"""Where the thing stands: an announced tournament; the next list, or a later one, takes it in; a
closed list left it out in part; a category proposed to the committee."""

_OF_LIST: Final[frozenset[Where]] = frozenset(("next list", "closed list"))
"""Where what stands concerns the list that is being closed."""


class _Kind(NamedTuple):
    """Whom conditions of a kind stop, and the sentences for a number of them, and for none."""

    stops: Stops
    counted: Sentence = NO_SENTENCE
    met: Sentence = NO_SENTENCE


KINDS: Final[dict[Check, _Kind]] = {
    "announced-days": _Kind("everybody"),
    "law": _Kind("everybody", met=Sentence("an adopted edition covers it")),
    "carry-over": _Kind("everybody", met=Sentence("complete")),
    "order": _Kind("everybody"),
    "undecided-tournaments": _Kind(
        "hold",
        Sentence("{number} tournament needs a decision", "{number} tournaments need a decision"),
    ),
    "undecided-entries": _Kind(
        "hold", Sentence("{number} entry needs a decision", "{number} entries need a decision")
    ),
    "undecided-games": _Kind(
        "hold",
        Sentence("{number} player has games that wait", "{number} players have games that wait"),
    ),
    "outside-rulebook": _Kind(
        "hold",
        Sentence(
            "{number} tournament outside the rulebook", "{number} tournaments outside the rulebook"
        ),
    ),
    "other-lists": _Kind(
        "hold",
        Sentence(
            "{number} earlier list of another pool not closed",
            "{number} earlier lists of other pools not closed",
        ),
    ),
    "missing-reports": _Kind(
        "hold",
        Sentence(
            "{number} tournament past the end without a report",
            "{number} tournaments past the end without a report",
        ),
    ),
    "missing-parts": _Kind(
        "hold",
        Sentence("{number} report lacks the last part", "{number} reports lack the last part"),
    ),
    "same-events": _Kind(
        "hold", Sentence("{number} event would count twice", "{number} events would count twice")
    ),
    "similar-events": _Kind(
        "nobody", Sentence("{number} event is like another one", "{number} events are like others")
    ),
    "open-appeals": _Kind("hold", Sentence("{number} open appeal", "{number} open appeals")),
    "suspended-effects": _Kind(
        "service",
        Sentence(
            "{number} contested act suspended by an appeal",
            "{number} contested acts suspended by appeals",
        ),
    ),
    "open-proposals": _Kind(
        "hold",
        Sentence(
            "{number} proposal waits for an approval", "{number} proposals wait for an approval"
        ),
    ),
    "verification": _Kind("hold", met=Sentence("ended well within a week")),
    "rules-compared": _Kind("nobody", met=Sentence("no comparison with the text is due")),
    "proposed-categories": _Kind(
        "nobody", Sentence("{number} category is proposed", "{number} categories are proposed")
    ),
}
"""By kind, in the order of a checklist; without words for some a condition speaks for itself."""

_CHECKS: Final[dict[Code, Check]] = {
    "category-proposed": "proposed-categories",
    "entry-by-correction": "undecided-entries",
    "missing-part": "missing-parts",
    "missing-report": "missing-reports",
    "outside-rulebook": "outside-rulebook",
    "rating-not-known": "undecided-entries",
    "same-event": "same-events",
    "similar-event": "similar-events",
    "undecided-games": "undecided-games",
}
"""The findings that are conditions by their code; open decisions are, whatever their code."""


def check_of(finding: Finding) -> Check | None:
    """Return the kind of condition that a finding is; None: it keeps no list from closing."""
    if finding.kind == UNDECIDED:
        by_subject: Check = "undecided-entries" if finding.player else "undecided-tournaments"
        return _CHECKS.get(finding.code, by_subject)
    return None if finding.code == "rating-not-known" else _CHECKS.get(finding.code)


class UnmetCondition(msgspec.Struct, frozen=True, kw_only=True):
    """A condition of a closing that is not met, with its command."""

    check: Check
    stops: Stops
    where: Where = "next list"
    about: str = ""
    """The tournament, list, appeal, proposal or import slip; the list of a waiting first rating."""
    name: str = ""
    """Name of the tournament."""
    player: str = ""
    """Register number with its check digit; empty: it concerns no single player."""
    player_name: Annotated[str, NAME] = ""
    article: str = ""
    says: Sentence
    opponents: tuple[str, ...] = ()
    """Opponents of the player whose rating is missing."""
    games: int = 0
    """Games that wait for it."""
    entrants: int = 0
    """Entrants whose games these are."""
    remedy: Sentence | None = None
    remedies: tuple[Remedy, ...] = ()
    """The use cases that the remedy names."""

    @property
    def is_of_list(self) -> bool:
        """Whether the condition is about facts of the list, or facts left out by a list before."""
        return self.where in _OF_LIST


def unmet(
    check: Check, says: Sentence, remedy: Sentence | Remedy | None = None, *, about: str = ""
) -> UnmetCondition:
    """Return an unmet condition that is about no tournament or player."""
    settles = plain(remedy) if remedy else None
    return UnmetCondition(
        check=check,
        stops=KINDS[check].stops,
        about=about,
        says=says,
        remedy=settles,
        remedies=tuple(settles.remedies()) if settles else (),
    )


def waiting(rows: Iterable[UnmetCondition]) -> tuple[int, int]:
    """Return how many games, of how many entrants, wait for some conditions.

    Of a tournament that waits as a whole, all; else those of the entrants without a decision, and
    where there are none, of the players whose games wait.
    """
    found: dict[str, dict[int, dict[str, UnmetCondition]]] = {}
    for row in rows:
        level = 0 if not row.player else 2 if row.check == "undecided-games" else 1
        found.setdefault(row.about, {}).setdefault(level, {})[row.player] = row
    widest = [row for levels in found.values() for row in levels[min(levels)].values()]
    return sum(row.games for row in widest), sum(row.entrants for row in widest)


class Judgement(NamedTuple):
    """What a finding is for the next list."""

    check: Check
    stops: Stops
    where: Where


@dataclass(frozen=True)
class NextList:
    """The next list of a pool, as far as findings are judged by it."""

    pool: PoolQuery
    announcements: Mapping[str, Announcement]
    taken: frozenset[str]
    """Tournaments with a report that the list takes in."""
    waiting: frozenset[str] = frozenset()
    """Tournaments with a report that no list has taken in."""

    @classmethod
    def of(cls, pool: PoolQuery, due: Due | None = None) -> NextList:
        """Return the next list, from all that is known; `due` are its days, if computed before.

        For who may not see the last closed list it is that list, as if it were not closed.
        """
        known = pool.official.known_at(pool.known).facts
        facts = known.pools[pool.name]
        taken = due_reports(facts, pool.law, due or next_days(pool), pool.known)
        return cls(pool, known.announcements, _names(taken), _names(open_reports(facts)))

    @classmethod
    def closed(cls, pool: PoolQuery, booked: Booked) -> NextList:
        """Return a list as it was closed."""
        return cls(pool, pool.official.facts.announcements, _names(booked.reports))

    def judge(self, finding: Finding) -> Judgement | None:
        """Return the judgement of a finding; None: it keeps no list from closing."""
        check = check_of(finding)
        if check is None or self._is_settled(finding):
            return None
        where = self._where(finding)
        if where == "closed list" and not self._left_out(finding):
            return None
        stops = KINDS[check].stops if where in _OF_LIST else "nobody"
        return Judgement(check, stops, where)

    def name_of(self, tournament: str) -> str:
        """Return the name of a tournament; empty for a list."""
        announcement = self.announcements.get(tournament)
        return announcement.name if announcement else ""

    def _where(self, finding: Finding) -> Where:
        announcement = self.announcements.get(finding.about)
        if finding.code == "category-proposed":
            return "category"
        if finding.about in self.taken or finding.code in _OF_NEXT_LIST:
            return "next list"
        if announcement is None:  # a list, or a tournament about to be announced
            return "next list" if finding.player else "announced"
        if finding.about in self.waiting:
            return "later list"
        return "closed list" if announcement.reported else "announced"

    def _is_settled(self, finding: Finding) -> bool:
        """Return whether its tournament was refused or cancelled: nothing is left to decide.

        A rulebook may ask about a cancelled tournament with a report.
        """
        announcement = self.announcements.get(finding.about)
        if announcement is None:
            return False
        state = state_of(self.pool, finding.about, announcement, frozenset())
        is_asked = announcement.reported and finding.player is None
        return state == "refused" or (state == "cancelled" and not is_asked)

    def _left_out(self, finding: Finding) -> bool:
        """Return whether a closed list left out what depends on an open decision."""
        if finding.player is None:
            return bool(finding.column) and finding.column == self.pool.law.booking.withheld
        return finding.code == "entry-by-correction" or asks_again(self.pool.law)


_OF_NEXT_LIST: Final[frozenset[Code]] = frozenset(("missing-part", "missing-report"))


def _names(reports: Iterable[Report]) -> frozenset[str]:
    return frozenset(report.tournament for report in reports)


def judgements(pool: PoolQuery, findings: Sequence[Finding]) -> list[Judgement | None]:
    """Return the judgement of each of some findings for the next list of a pool."""
    if not any(map(check_of, findings)):
        return [None] * len(findings)
    of_list = NextList.of(pool)
    return [of_list.judge(finding) for finding in findings]
