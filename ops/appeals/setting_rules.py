"""Setting the appeal rules of a pool: the deciding body, the entitled persons, the deadlines."""

from ledger import canonical
from ledger.appeals.rules import rules_recorded, rules_set_on
from ledger.events.appeals import AppealRulesSet
from ledger.store.requests import NewEvent, Request
from ops.appeals.recordings import SetAppealRules
from ops.commands.composed import Composed
from ops.house import House


def rules_set(house: House, asked: SetAppealRules) -> Composed[AppealRulesSet]:
    """Compose the rules for a kind of appeals, for acts notified on a day or later.

    Of two from the same day the later recorded are in force; the same again gives the first
    receipt. Raises Refused for an unknown pool.
    """
    rules = _fact(asked)
    house.pool_opened(rules.pool)
    version = house.read.stream_version(rules.stream())
    recorded = rules_recorded(house.read, rules.pool)
    of_day = [one for one in recorded if one.in_force_from == rules.in_force_from]
    present = rules_set_on(of_day, rules.kind, rules.in_force_from)
    others = sum(one.kind == rules.kind for one in of_day) - (present == rules)
    digest = canonical.digest(rules)[:16]
    key = f"appeal-rules:{rules.pool}:{rules.kind}:{rules.in_force_from}:{others}:{digest}"
    expected = {} if house.read.request(key) else {rules.stream(): version}
    return Composed(Request(key, (NewEvent(rules),), expected=expected), rules)


def _fact(asked: SetAppealRules) -> AppealRulesSet:
    return AppealRulesSet(
        pool=asked.pool,
        kind=asked.kind,
        in_force_from=asked.in_force_from,
        deadline_days=asked.deadline_days,
        decision_days=asked.decision_days,
        answer_days=asked.answer_days,
        body=asked.body,
        appellants=asked.capacity,
        by=asked.by,
    )
