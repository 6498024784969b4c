"""What receipts say of unchanged closed lists."""

from ledger.sentences import ListName, Sentence, plain
from ops.commands.closed_list_effects import KeptList, PoolWarning


def closed_list_words(effect: KeptList | PoolWarning) -> Sentence:
    """Return the wording for an unchanged closed list, with the list that books the correction."""
    if isinstance(effect, PoolWarning):
        return Sentence("warning, {pool}: {says}", pool=effect.pool, says=_warning(effect))
    period, pool = ListName(effect.period), effect.pool
    if effect.booked_on is None:
        return Sentence(
            "list {period:of} of {pool} stays as sealed; booked on the first open list",
            period=period,
            pool=pool,
        )
    return Sentence(
        "list {period:of} of {pool} stays as sealed; booked on list {later:of}",
        period=period,
        pool=pool,
        later=ListName(effect.booked_on),
    )


def _warning(effect: PoolWarning) -> Sentence:
    says = effect.says
    if effect.article:
        return Sentence("{says} [{article}]", says=says, article=effect.article)
    return plain([says, effect.remedy]) if effect.remedy else says
