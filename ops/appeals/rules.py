"""The rules for appeals of a pool: set by the pool, otherwise stated by the rulebook."""

from datetime import date

from ledger.appeals.folding import Appeal
from ledger.appeals.rules import AppealRules, of_pool, rules_recorded, rules_set_on
from ledger.events.appeal_kinds import AppealKind
from ledger.sentences import Count, Sentence, plain
from ops.house import House
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.terms import AppealTerms
from projections.state.law import Law


def appeal_rules(
    house: House, pool: str, kind: AppealKind, notified_on: date, known: int | None = None
) -> AppealRules:
    """Return the rules for appeals of a kind against an act notified on a day.

    Rules set by the pool replace those of the rulebook as a whole. Where neither states any, there
    is no deadline, and every appeal is in time. Raises ReplayStopped, UnknownPool.
    """
    recorded = rules_set_on(rules_recorded(house.read, pool, known), kind, notified_on)
    if recorded is not None:
        return of_pool(recorded)
    law = Law(house.official.facts.pools[pool], known)
    terms, edition = law.rulebook.appeals.get(kind), law.edition_on(notified_on)
    if terms is None or edition is None or terms.days not in edition.numbers:
        return AppealRules()
    return _of_edition(edition, terms)


def answer_due(house: House, appeal: Appeal, known: int | None = None) -> date | None:
    """Return the last day for the other side to answer; None: none is set, or not admitted yet."""
    filed = appeal.filed
    if appeal.admitted is None:
        return None
    rules = appeal_rules(house, filed.pool, filed.kind, filed.notified_on, known)
    zone = house.pool_opened(filed.pool).zone
    return rules.answer_due(appeal.admitted.recorded.recorded_at, zone)


def _of_edition(edition: Edition, terms: AppealTerms) -> AppealRules:
    number = edition.numbers["stated"][terms.days]
    return AppealRules(
        deadline_days=edition.numbers[terms.days],
        bodies=tuple(edition.numbers[terms.bodies].split()),
        source=f"{edition.rulebook} {number.article}",
    )


def deadline_words(rules: AppealRules, notified_on: date) -> Sentence:
    """Return the last day to appeal, in words, with its source."""
    last = rules.deadline(notified_on)
    if last is None:
        source = plain(rules.source) or Sentence("no rule is known")
        return Sentence("no deadline ({source}): every appeal is in time", source=source)
    return Sentence(
        "last day to appeal: {last} ({days}, {source})",
        last=last,
        days=Count(rules.deadline_days or 0, "day"),
        source=rules.source,
    )
