"""The two tables of access by role: events to record, objects to see."""

from typing import Final, Literal, NamedTuple

from ledger.events.access_kinds import Role

PLAYER: Final[Role] = "player"
SUBMITTER: Final[Role] = "submitter"
OFFICER: Final[Role] = "rating-officer"
AUDITOR: Final[Role] = "auditor"
COMMITTEE: Final[Role] = "committee"
ADMINISTRATOR: Final[Role] = "administrator"

Reach = Literal["pools", "shown", "any", "all"]
"""Where an actor needs the role.

`pools`: in every pool that the event or object belongs to, and for all pools where it belongs to
none; `shown`: in every pool shown, so an answer about all pools shows those of the role; `any`: in
some pool; `all`: for all pools, because it concerns the whole ledger.
"""


class Rule(NamedTuple):
    """Roles, any of which is enough, and the pools for which an actor needs the role."""

    roles: frozenset[Role]
    reach: Reach = "pools"


def _rule(*roles: Role, reach: Reach = "pools") -> Rule:
    return Rule(frozenset(roles), reach)


MAY_RECORD: Final[dict[str, Rule]] = {
    # the ledger
    "ledger-opened.v1": _rule(ADMINISTRATOR, reach="all"),
    "ledger-restored.v1": _rule(ADMINISTRATOR, reach="all"),
    "clock-corrected.v1": _rule(ADMINISTRATOR, reach="all"),
    # actors
    "actor-role-granted.v1": _rule(ADMINISTRATOR),
    "actor-role-withdrawn.v1": _rule(ADMINISTRATOR),
    "body-named.v1": _rule(OFFICER, COMMITTEE, ADMINISTRATOR, reach="any"),
    "api-key-made.v1": _rule(ADMINISTRATOR, reach="all"),
    "api-key-reopened.v1": _rule(ADMINISTRATOR, reach="all"),
    "api-key-revoked.v1": _rule(ADMINISTRATOR, reach="all"),
    # the register
    "players-registered.v1": _rule(SUBMITTER, OFFICER, reach="any"),
    "player-details-changed.v1": _rule(OFFICER, reach="any"),
    "player-details-corrected.v1": _rule(OFFICER, reach="any"),
    "players-merged.v1": _rule(OFFICER, COMMITTEE, reach="any"),
    "players-separated.v1": _rule(OFFICER, COMMITTEE, reach="any"),
    "player-suspended.v1": _rule(OFFICER, COMMITTEE, reach="any"),
    "player-suspension-lifted.v1": _rule(OFFICER, COMMITTEE, reach="any"),
    "player-died.v1": _rule(OFFICER, COMMITTEE, reach="any"),
    "player-death-withdrawn.v1": _rule(OFFICER, COMMITTEE, reach="any"),
    "personal-data-erased.v1": _rule(ADMINISTRATOR, reach="all"),
    # pools and their law
    "pool-opened.v1": _rule(ADMINISTRATOR),
    "pool-zone-corrected.v1": _rule(ADMINISTRATOR),
    "rulebook-adopted.v1": _rule(OFFICER, ADMINISTRATOR),
    "parameter-set.v1": _rule(OFFICER, COMMITTEE, ADMINISTRATOR),
    "rules-compared.v1": _rule(OFFICER, COMMITTEE, ADMINISTRATOR, reach="any"),
    "ratings-carried-over.v1": _rule(OFFICER),
    # lists
    "list-scheduled.v1": _rule(OFFICER),
    "closing-policy-set.v1": _rule(OFFICER, COMMITTEE, ADMINISTRATOR),
    "approval-policy-set.v1": _rule(COMMITTEE, ADMINISTRATOR),
    "publication-policy-set.v1": _rule(OFFICER, COMMITTEE, ADMINISTRATOR),
    "proposal-made.v1": _rule(SUBMITTER, OFFICER, COMMITTEE, ADMINISTRATOR, reach="any"),
    "proposal-withdrawn.v1": _rule(SUBMITTER, OFFICER, COMMITTEE, ADMINISTRATOR, reach="any"),
    "period-closed.v1": _rule(OFFICER),
    "list-published.v1": _rule(OFFICER),
    "deviation-recorded.v1": _rule(OFFICER),
    "external-list-recorded.v1": _rule(OFFICER, reach="any"),
    "external-list-completed.v1": _rule(OFFICER, reach="any"),
    "external-list-searched.v1": _rule(SUBMITTER, OFFICER, COMMITTEE, reach="any"),
    # reports and games
    "tournament-registered.v1": _rule(SUBMITTER, OFFICER),
    "tournament-submitted.v1": _rule(SUBMITTER, OFFICER),
    "report-part-submitted.v1": _rule(SUBMITTER, OFFICER),
    "report-replaced.v1": _rule(SUBMITTER, OFFICER),
    "game-played.v1": _rule(SUBMITTER, OFFICER),
    "sheet-completed.v1": _rule(SUBMITTER, OFFICER),
    # corrections of reports
    "result-corrected.v1": _rule(OFFICER, COMMITTEE),
    "entrant-reassigned.v1": _rule(OFFICER, COMMITTEE),
    "tournament-details-corrected.v1": _rule(OFFICER, COMMITTEE),
    # decisions about tournaments and games
    "tournament-refused.v1": _rule(OFFICER, COMMITTEE),
    "tournament-cancelled.v1": _rule(OFFICER, COMMITTEE),
    "tournament-reinstated.v1": _rule(OFFICER, COMMITTEE),
    "report-annulled.v1": _rule(OFFICER, COMMITTEE),
    "report-reinstated.v1": _rule(OFFICER, COMMITTEE),
    "report-compared.v1": _rule(OFFICER, COMMITTEE),
    "exemption-granted.v1": _rule(OFFICER, COMMITTEE),
    "game-excluded.v1": _rule(OFFICER, COMMITTEE),
    "game-admitted.v1": _rule(OFFICER, COMMITTEE),
    # decisions about ratings and categories
    "entry-capital-decided.v1": _rule(OFFICER, COMMITTEE),
    "ratings-adjusted.v1": _rule(OFFICER, COMMITTEE),
    "ratings-annulled.v1": _rule(OFFICER, COMMITTEE),
    "adjustment-withdrawn.v1": _rule(OFFICER, COMMITTEE),
    "bonus-granted.v1": _rule(OFFICER, COMMITTEE),
    "bonus-withdrawn.v1": _rule(OFFICER, COMMITTEE),
    "malus-applied.v1": _rule(OFFICER, COMMITTEE),
    "malus-withdrawn.v1": _rule(OFFICER, COMMITTEE),
    "category-awarded.v1": _rule(OFFICER, COMMITTEE),
    "category-withdrawn.v1": _rule(OFFICER, COMMITTEE),
    # appeals
    "appeal-rules-set.v1": _rule(COMMITTEE, ADMINISTRATOR),
    "appeal-filed.v1": _rule(PLAYER, SUBMITTER, COMMITTEE),
    "appeal-admitted.v1": _rule(COMMITTEE),
    "appeal-declared-inadmissible.v1": _rule(COMMITTEE),
    "appeal-answered.v1": _rule(PLAYER, SUBMITTER, OFFICER, COMMITTEE),
    "member-recused.v1": _rule(COMMITTEE),
    "effect-suspended.v1": _rule(COMMITTEE),
    "appeal-decided.v1": _rule(COMMITTEE),
    "appeal-notified.v1": _rule(OFFICER, COMMITTEE),
    # computed with a closing
    "entry-rating-taken.v1": _rule(OFFICER),
    "foreign-player-converted.v1": _rule(OFFICER),
}
"""Who may record an event, by its type; every type of the catalogue has a row."""

Thing = Literal[
    "list",
    "unpublished-list",
    "outlook",
    "closing",
    "pending-decision",
    "personal-finding",
    "proposal",
    "own-proposal",
    "proposal-withdrawal",
    "own-proposal-withdrawal",
    "import-slip",
    "own-import-slip",
    "report-file",
    "event",
    "event-body",
    "attachment",
    "background-run",
    "actor",
    "key",
    "appeal",
    "appeal-file",
    "own-appeal-file",
]
"""A kind of object that may be asked for."""

EVERYBODY: Final = Rule(frozenset())
"""The rule of what is public."""

MAY_SEE: Final[dict[Thing, Rule]] = {
    "list": EVERYBODY,
    "unpublished-list": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR),
    "outlook": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR),
    "closing": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="shown"),
    "pending-decision": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR),
    "personal-finding": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "proposal": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="shown"),
    "own-proposal": _rule(SUBMITTER, OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="shown"),
    "proposal-withdrawal": _rule(OFFICER, COMMITTEE, ADMINISTRATOR, reach="shown"),
    "own-proposal-withdrawal": _rule(SUBMITTER, OFFICER, COMMITTEE, ADMINISTRATOR, reach="shown"),
    "import-slip": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "own-import-slip": _rule(SUBMITTER, OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "report-file": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "event": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "event-body": _rule(COMMITTEE, AUDITOR, ADMINISTRATOR, reach="all"),
    "attachment": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "background-run": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "actor": _rule(ADMINISTRATOR, reach="any"),
    "key": _rule(ADMINISTRATOR, reach="all"),
    "appeal": EVERYBODY,
    "appeal-file": _rule(OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"),
    "own-appeal-file": _rule(
        PLAYER, SUBMITTER, OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR, reach="any"
    ),
}
"""Who may see an object, by its kind; the actor who made it (an import slip) always may.

A list is an `unpublished-list` while it is closed and neither published nor in force. The outlook
shows what such a list will hold, and therefore has the same readers. A `report-file` repeats days
of birth, and the names of entrants and arbiters as received. A `personal-finding` reveals a
suspension or a death. Who proposed may always see, and withdraw, the proposal.
"""
