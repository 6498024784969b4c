"""Setting the appeal rules of a pool: the deciding body, the entitled persons, the deadlines."""

from ledger import canonical
from ledger.appeals.rules import rules_recorded, rules_set_on
from ledger.events.appeals import AppealRulesSet
from ledger.store.requests import NewEvent, Request
from ops.commands.composed import Composed, UseCase
from ops.house import House


@UseCase
def set_appeal_rules(house: House, rules: AppealRulesSet) -> Composed[AppealRulesSet]:
    """Record the rules for a kind of appeals, for acts notified on a day or later.

    Of two from the same day the later recorded are in force; the same again gives the first
    receipt. Raises Refused for an unknown pool.
    """
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
