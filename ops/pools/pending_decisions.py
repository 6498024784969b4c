"""What the next list of a pool waits for, and what else needs a decision."""

from ledger.sentences import Position
from ops.answers import open_decisions
from ops.answers.abouts import AboutPool
from ops.answers.answer import Answer
from ops.answers.closing_conditions import UnmetCondition, unmet
from ops.closings import next_closing
from ops.closings.closing_checklist import COMPUTED, beside, conditions, judged, of_the_moment
from ops.closings.next_closing import NotAnnounced
from ops.house import House
from projections.queries import PoolQuery
from projections.queries.coming_lists import next_list
from projections.queries.tournaments import announced


def pending_decisions(house: House, pool: PoolQuery) -> Answer[UnmetCondition, AboutPool]:
    """Return the unmet conditions of a pool, computed as the next list would see its reports.

    As known earlier without what stands beside the events: proposals and the last verification.
    Raises NotCovered before the beginning of the pool.
    """
    pool.lists()
    facts = pool.official.known_at(pool.known).facts.pools[pool.name]
    following = next_closing.due(facts, house.ledger.clock())
    days, rows = next_list(pool, facts), list[UnmetCondition]()
    if isinstance(following, NotAnnounced):
        rows.append(unmet("announced-days", following.reason))
    is_now = pool.known == house.official.facts.position
    looked = conditions(house, pool, days)
    others = [*open_decisions.of_announced(pool, announced(pool))]
    if {*COMPUTED} <= {*looked.checks}:
        others += open_decisions.of_later_lists(pool, days)
    others += open_decisions.proposed_categories(pool)
    rows += [*looked.rows, *judged(pool, days, others)]
    if is_now:
        rows += of_the_moment(pool, days, beside(house))
    return Answer(AboutPool(pool.name, known_to=Position(pool.known)), tuple(rows))
