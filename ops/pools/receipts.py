"""Receipts about pools: opened, editions adopted, zone, the policy that asks for two persons."""

from collections.abc import Iterator

from ledger.events.approval import ApprovalPolicySet
from ledger.events.pool import PoolZoneCorrected
from ledger.sentences import Position, Remedy, Sentence, Value, tabled
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt, at
from ops.pools.adopt_edition import Adoption
from ops.pools.open_pool import Begun
from ops.words.states import word
from projections.rulebooks import rulebook


def pool_opened(done: Recorded[Begun]) -> CommandReceipt:
    """Return the receipt of an opened pool, with the editions adopted, and those to be adopted."""
    event, adopted = done.result.opened, done.result.adopted
    title = tabled(rulebook(event.rulebook).title)
    return CommandReceipt(
        receipts=(done.receipt, *(one.receipt for one in adopted)),
        about={
            "pool": event.pool,
            "rulebook": event.rulebook,
            "first_period": event.first_period,
        },
        says=Sentence("opened {pool}: {title}", pool=event.pool, title=title),
        below=tuple(_editions(done.result)),
        shown=done.receipt,
    )


def _editions(begun: Begun) -> Iterator[Sentence]:
    adopted = {one.result.event.edition: one for one in begun.adopted}
    law = rulebook(begun.opened.rulebook)
    for edition in law.editions:
        if (done := adopted.get(edition.name)) is not None:
            yield Sentence("{adopted} ({at})", adopted=_adopted(done), at=at(done.receipt))
        else:
            of = {"pool": begun.opened.pool, "edition": edition.name}
            day = {"in_force_from": None} if edition.name in law.undated_editions else {}
            yield Sentence("proposed: {adopt}", adopt=Remedy("adopt-edition", **of, **day))


def edition_adopted(done: Recorded[Adoption]) -> CommandReceipt:
    """Return the receipt of an adopted edition."""
    event = done.result.event
    about = {"pool": event.pool, "edition": event.edition}
    return CommandReceipt(receipts=(done.receipt,), about=about, says=_adopted(done))


def _adopted(done: Recorded[Adoption]) -> Sentence:
    event, replaces = done.result.event, done.result.replaces
    adopted = Sentence(
        "adopted {edition} for {pool} from {day}, numbers {digest}",
        edition=event.edition,
        pool=event.pool,
        day=event.in_force_from,
        digest=event.numbers_digest[:16],
    )
    if replaces is None or done.receipt.replayed:
        return adopted
    return Sentence("{adopted}, in place of {before}", adopted=adopted, before=Position(replaces))


def zone_corrected(done: Recorded[PoolZoneCorrected]) -> CommandReceipt:
    """Return the receipt of a corrected time zone."""
    pool, zone = done.result.pool, done.result.zone
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"pool": pool, "zone": zone},
        says=Sentence("time zone of {pool}: {zone}", pool=pool, zone=zone),
    )


def approval_policy_set(done: Recorded[ApprovalPolicySet]) -> CommandReceipt:
    """Return the receipt of an approval policy."""
    policy = done.result
    kinds = policy.two_persons_for
    of: dict[str, Value] = {"pool": policy.pool, "day": policy.in_force_from}
    named = [word("two persons for", kind) for kind in kinds]
    return CommandReceipt(
        receipts=(done.receipt,),
        about={
            "pool": policy.pool,
            "two_persons_for": kinds,
            "in_force_from": policy.in_force_from,
        },
        says=Sentence("two persons in {pool} from {day}: {kinds}", kinds=named, **of)
        if named
        else Sentence("from {day} on nothing in {pool} takes two persons", **of),
    )
