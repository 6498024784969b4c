"""What receipts say of unchanged closed lists."""

from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.words import said


def closed_list_words(effect: KeptList | PoolWarning) -> str:
    """Return the wording for an unchanged closed list, with the list that books the correction."""
    if isinstance(effect, PoolWarning):
        remedy = f"; {said(effect.remedy)}" if effect.remedy else ""
        more = f" [{effect.article}]" if effect.article else remedy
        return f"warning, {effect.pool}: {said(effect.says)}{more}"
    opens = f"list {effect.booked_on}" if effect.booked_on else "the first open list"
    return f"list {effect.period} of {effect.pool} stays as sealed; booked on {opens}"
