"""Recordings about players: details, merges, suspensions, deaths, bonuses by decision."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

from ops.doors.fields import AS_POSITION, By, Player, Pool, Position, Text, means, served
from ops.doors.recordings import Recording, recording

if TYPE_CHECKING:
    from ledger.register.people import Person
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House
    from ops.players.absences import PersonDecision
    from ops.players.bonuses import Bonus
    from ops.players.details import PlayerChanged
    from ops.players.merging import Merged


class DetailsOfPlayer(Recording, frozen=True, kw_only=True):
    """Details of a player that are to be different; absent: unchanged."""

    PROPOSABLE = True
    FOLLOWS = False

    player: Player
    name: Annotated[Text | None, means("Last, First")] = None
    federation: Annotated[Text | None, means("three letters, or none")] = None
    number: Annotated[
        Text | None, means("the number at another body, as fide:123; or fide:none")
    ] = None
    committee: Annotated[Text | None, means("the local body, or none")] = None
    title: Annotated[Text | None, means("the title, as GM; or none")] = None
    women_title: Annotated[Text | None, means("the women's title, as WGM; or none")] = None
    other_titles: Annotated[
        Text | None, means("titles of arbiters and others, as IA,FST; or none")
    ] = None
    online_title: Annotated[
        Text | None, means("the title of FIDE's online arena, as AFM; or none")
    ] = None

    def record(self, house: "House") -> "PlayerChanged":
        """Record the details; without a difference nothing is recorded."""
        from ops.players.details import NothingDiffers, PlayerChanged

        try:
            done = super().record(house)
        except NothingDiffers as nothing:
            return PlayerChanged(nothing.person, nothing.person, None)
        before, after = done.result
        return PlayerChanged(before, after, done.receipt)

    def receipt(self, _house: "House", done: "PlayerChanged") -> "CommandReceipt":
        """Return the receipt, with the player before and after."""
        from ops.players.receipts import of_details

        return of_details(done)


@recording(
    "player correct {player}",
    "/v1/players/{player}/corrections",
    events=("player-details-corrected.v1",),
)
class CorrectPlayer(DetailsOfPlayer, frozen=True, kw_only=True):
    """Record that details of a player were wrong from the start.

    Example: ledger player correct fide:99000463 --birth-year 1980 --by fsi
    """

    birth_year: Annotated[int | None, means("0 for unknown"), served(ge=0, le=9999)] = None
    sex: Annotated[Text | None, means("m, w, or none where unknown")] = None
    by: By

    def compose(self, house: "House") -> "Composed[tuple[Person, Person]]":
        """Return the correction. Raises Refused; NothingDiffers."""
        from ops.players.details import corrected

        return corrected(house, self)


@recording(
    "player change {player}",
    "/v1/players/{player}/changes",
    events=("player-details-changed.v1",),
)
class ChangePlayer(DetailsOfPlayer, frozen=True, kw_only=True):
    """Record a new name, federation, number, committee or title of a player from a day on.

    Example: ledger player change fide:99000463 --federation FRA --on 2026-01-01
    """

    on: Annotated[date, means("the first day of the change")]

    def compose(self, house: "House") -> "Composed[tuple[Person, Person]]":
        """Return the change. Raises Refused; NothingDiffers."""
        from ops.players.details import changed

        return changed(house, self)


class OfMerge(Recording, frozen=True, kw_only=True):
    """A merge of two players, or its end. Nobody records meanwhile."""

    PROPOSABLE = True

    player: Annotated[
        Text,
        means(
            "the merged number, which leads to the player that stays: as 572-4, or fide:123",
            "572-4",
        ),
    ]
    by: By

    @property
    def locks(self) -> bool:
        """All other programs wait."""
        return True

    def receipt(self, _house: "House", done: "Recorded[Merged]") -> "CommandReceipt":
        """Return the receipt, with the player that stays and the merged number."""
        from ops.players.receipts import of_merge

        return of_merge(done)


@recording(
    "player merge {kept} {player}",
    "/v1/players/{player}/merge",
    events=("players-merged.v1",),
)
class MergePlayer(OfMerge, frozen=True, kw_only=True):
    """Merge a player into another one: from the next list on, both numbers are one player.

    Example: ledger player merge fide:99000130 fide:99000500 --by fsi
    """

    kept: Annotated[Text, means("the player that stays, as 12-3, or fide:123", "12-3")]

    def compose(self, house: "House") -> "Composed[Merged]":
        """Return the merge. Raises Refused."""
        from ops.players.merging import players_merged

        return players_merged(house, self)


@recording(
    "player separate {player}",
    "/v1/players/{player}/separation",
    events=("players-separated.v1",),
)
class SeparatePlayer(OfMerge, frozen=True, kw_only=True):
    """Undo a merge that was a mistake: from the next list on, they are two players again.

    Example: ledger player separate fide:99000500 --by fsi
    """

    def compose(self, house: "House") -> "Composed[Merged]":
        """Return the separation. Raises Refused."""
        from ops.players.merging import players_separated

        return players_separated(house, self)


class DecisionAboutPlayer(Recording, frozen=True, kw_only=True):
    """A suspension or a death; no list changes."""

    PROPOSABLE = True

    player: Player
    by: By

    def receipt(self, _house: "House", done: "Recorded[PersonDecision]") -> "CommandReceipt":
        """Return the receipt, with the decision that is withdrawn or lifted."""
        from ops.players.receipts import of_absence

        return of_absence(done)


@recording(
    "player suspend {player}",
    "/v1/players/{player}/suspensions",
    events=("player-suspended.v1",),
)
class SuspendPlayer(DecisionAboutPlayer, frozen=True, kw_only=True):
    """Record that a body suspended a player; no list changes, findings about reports name it.

    Example: ledger player suspend fide:99000463 --first-day 2026-01-01 --last-day 2026-06-30
    --by fsi --article "act 9"
    """

    first_day: Annotated[date, means("first day of the suspension")]
    last_day: Annotated[date | None, means("last day; without it, until it is lifted")] = None

    def compose(self, house: "House") -> "Composed[PersonDecision]":
        """Return the suspension. Raises Refused."""
        from ops.players.absences import suspended

        return suspended(house, self)


@recording(
    "player reinstate {player}",
    "/v1/players/{player}/reinstatements",
    events=("player-suspension-lifted.v1",),
)
class ReinstatePlayer(DecisionAboutPlayer, frozen=True, kw_only=True):
    """Record the early end of a suspension; on its first day, it never had effect.

    Example: ledger player reinstate fide:99000463 --on 2026-03-01 --by fsi --article "act 11"
    """

    on: Annotated[date, means("first day on which the player may play again")]

    def compose(self, house: "House") -> "Composed[PersonDecision]":
        """Return the end of the suspension. Raises Refused."""
        from ops.players.absences import reinstated

        return reinstated(house, self)


@recording(
    "player died {player}",
    "/v1/players/{player}/death",
    events=("player-died.v1",),
)
class RecordDeath(DecisionAboutPlayer, frozen=True, kw_only=True):
    """Record the day on which a player died; no list changes, findings about reports name it.

    Example: ledger player died fide:99000500 --on 2026-01-11 --by fsi
    """

    on: Annotated[date, means("day of death")]

    def compose(self, house: "House") -> "Composed[PersonDecision]":
        """Return the death. Raises Refused."""
        from ops.players.absences import died

        return died(house, self)


@recording(
    "player withdraw-death {player}",
    "/v1/players/{player}/death/withdrawal",
    events=("player-death-withdrawn.v1",),
)
class WithdrawDeath(DecisionAboutPlayer, frozen=True, kw_only=True):
    """Record that the news of a player's death was wrong.

    Example: ledger player withdraw-death fide:99000500 --by fsi
    """

    def compose(self, house: "House") -> "Composed[PersonDecision]":
        """Return the withdrawal. Raises Refused."""
        from ops.players.absences import death_withdrawn

        return death_withdrawn(house, self)


class OfBonus(Recording, frozen=True, kw_only=True):
    """A bonus by decision."""

    PROPOSABLE = True
    FOLLOWS = False

    player: Player
    pool: Pool
    by: By

    def receipt(self, _house: "House", done: "Recorded[Bonus]") -> "CommandReceipt":
        """Return the receipt, with the points."""
        from ops.players.receipts import of_bonus

        return of_bonus(done)


@recording(
    "player bonus grant {player}",
    "/v1/players/{player}/bonuses",
    events=("bonus-granted.v1",),
)
class GrantBonus(OfBonus, frozen=True, kw_only=True):
    """Grant a player points by decision, added on the next list.

    A bonus by rule (Elo-Rubele, VI.11) is computed and not recorded by hand.

    Example: ledger player bonus grant fide:99000500 --pool fide-standard --points 5 --by fsi
    --article "act 12"
    """

    points: Annotated[int, means("how many points, 1 or more"), served(ge=0, le=9_999)]

    def compose(self, house: "House") -> "Composed[Bonus]":
        """Return the bonus. Raises Refused."""
        from ops.players.bonuses import granted

        return granted(house, self)


@recording(
    "player bonus withdraw {player}",
    "/v1/players/{player}/bonuses/{granted}/withdrawal",
    events=("bonus-withdrawn.v1",),
)
class WithdrawBonus(OfBonus, frozen=True, kw_only=True):
    """Withdraw the points of a bonus by decision, on the next list.

    Example: ledger player bonus withdraw fide:99000500 --pool fide-standard --granted "#101"
    --by fsi --article "act 15"
    """

    granted: Annotated[
        Position, means("the position of the decision that granted it", 40), AS_POSITION
    ]

    def compose(self, house: "House") -> "Composed[Bonus]":
        """Return the withdrawal. Raises Refused."""
        from ops.players.bonuses import withdrawn

        return withdrawn(house, self)
