"""Receipts of recordings about players: details, merges, suspensions, deaths, bonuses."""

from typing import Any

from msgspec.structs import asdict

from ledger.events.persons import PersonFact, PlayerDied, PlayerSuspended, PlayerSuspensionLifted
from ledger.register.identities import show
from ledger.sentences import Count, Position, Sentence
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt
from ops.players.absences import PersonDecision
from ops.players.bonuses import Bonus
from ops.players.details import PlayerChanged
from ops.players.merging import Merged
from ops.players.people import titled_person


def of_details(done: PlayerChanged) -> CommandReceipt:
    """Return the receipt of a correction or a change; without a difference nothing is recorded."""
    before, after = (asdict(titled_person(person)) for person in (done.before, done.after))
    about = {"before": before, "after": after}
    if done.receipt is None:
        says = Sentence("{player} is so already; nothing was recorded", player=str(done.before))
        return CommandReceipt(about=about, says=says)
    says = Sentence("now {after}; before {before}", after=str(done.after), before=str(done.before))
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def of_merge(done: Recorded[Merged]) -> CommandReceipt:
    """Return the receipt of a merge or a separation."""
    kept, merged = show(done.result.kept), show(done.result.merged)
    says = (
        Sentence("separated {merged} from {kept}", merged=merged, kept=kept)
        if done.result.separated
        else Sentence("merged {merged} into {kept}", merged=merged, kept=kept)
    )
    about = {"kept": kept, "merged": merged}
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def of_absence(done: Recorded[PersonDecision]) -> CommandReceipt:
    """Return the receipt of a suspension, a death, or the end of one."""
    about: dict[str, object] = {"player": show(done.result.player)}
    if done.result.named is not None:
        about["withdraws"] = done.result.named
    says = _decided(done.result.fact, show(done.result.player), Position(done.result.named or 0))
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def _decided(fact: PersonFact, player: str, named: Position) -> Sentence:
    match fact:
        case PlayerSuspended(last=None):
            return Sentence(
                "suspended {player} from {first} until it is lifted",
                player=player,
                first=fact.first,
            )
        case PlayerSuspended():
            return Sentence(
                "suspended {player} from {first} to {last}",
                player=player,
                first=fact.first,
                last=fact.last,
            )
        case PlayerSuspensionLifted():
            return Sentence(
                "reinstated {player} from {on}: lifts {suspension}",
                player=player,
                on=fact.on,
                suspension=named,
            )
        case PlayerDied():
            return Sentence("recorded the death of {player} on {on}", player=player, on=fact.on)
    return Sentence("withdrew the death of {player} ({death})", player=player, death=named)


def of_bonus(done: Recorded[Bonus]) -> CommandReceipt:
    """Return the receipt of a bonus, or of its withdrawal."""
    bonus = done.result
    player, points = show(bonus.player), Count(bonus.points, "point")
    about: dict[str, Any] = {"player": player, "pool": bonus.pool, "points": bonus.points}
    if bonus.granted is None:
        says = Sentence(
            "granted {points} to {player} in {pool}; the next list adds them",
            points=points,
            player=player,
            pool=bonus.pool,
        )
    else:
        says = Sentence(
            "withdrew {points} from {player} in {pool}; the next list takes them",
            points=points,
            player=player,
            pool=bonus.pool,
        )
        about["granted"] = f"#{bonus.granted}"
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)
