"""The words that name a person: as they are kept now, and as they were held on a day.

They lie beside the events and can be erased. What changed from a day on keeps in the same words
what was before, so that it is erased with them; what was wrong was wrong on every day.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final

import msgspec
from msgspec import structs

from ledger.errors import Damaged
from ledger.register.identities import ERASED, show
from ledger.store.reading import Reader

_NUMBER: Final = "number "
"""Before the scheme of a number, where it is a number that was another."""


class Earlier(msgspec.Struct, frozen=True):
    """What one of a person's words was until it changed; "" is none."""

    until: date
    """The day from which it was different."""
    what: str
    """`name`, `committee`, or `number` and its scheme."""
    was: str


class Words(msgspec.Struct, frozen=True):
    """What lies beside the events: a person's name and other bodies' numbers, by scheme."""

    name: str
    numbers: dict[str, str] = {}
    committee: str = ""
    title: str = ""
    earlier: tuple[Earlier, ...] = ()
    """In the order of their days."""

    def held_on(self, day: date) -> Words:
        """Give them as they were held on a day; a title is the one kept now."""
        return self._with(each for each in self.earlier if each.until > day)

    def _with(self, earlier: Iterable[Earlier]) -> Words:
        """Give them as they were before changes, which stand in the order of their days."""
        was = {each.what: each.was for each in reversed([*earlier])}
        numbers = {
            scheme: number
            for scheme in sorted({*self.numbers, *_schemes(was)})
            if (number := was.get(_NUMBER + scheme, self.numbers.get(scheme, "")))
        }
        name, committee = was.get("name", self.name), was.get("committee", self.committee)
        return structs.replace(self, name=name, numbers=numbers, committee=committee, earlier=())

    def earlier_than(self, after: Words, on: date) -> list[Earlier]:
        """Give what to keep where others hold from a day on.

        What is recorded last holds from its day, whatever was to hold from a later one.
        """
        now, then = _flat(self), _flat(after)
        before = _flat(self._with(each for each in self.earlier if each.until >= on))
        changed = {each for each in {*now, *then} if now.get(each, "") != then.get(each, "")}
        stays = [each for each in self.earlier if each.what not in changed or each.until < on]
        found = [Earlier(on, each, before.get(each, "")) for each in sorted(changed)]
        return sorted([*stays, *found], key=lambda each: each.until)


_decoder: Final = msgspec.json.Decoder(Words)


def read_words(player: int, body: bytes) -> Words:
    """Read the words kept of a player. Raises Damaged for what no program of ours kept."""
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise Damaged(
            f"the words kept of player {show(player)} cannot be read ({error}): `ledger verify` "
            "names what was changed; restore the ledger from a backup or a dump"
        ) from error


def _schemes(was: dict[str, str]) -> set[str]:
    return {each.removeprefix(_NUMBER) for each in was if each.startswith(_NUMBER)}


def _flat(words: Words) -> dict[str, str]:
    """Give what may change from a day on, each by its name."""
    numbers = {_NUMBER + scheme: number for scheme, number in words.numbers.items()}
    return {"name": words.name, "committee": words.committee, **numbers}


def as_kept(earlier: Sequence[Earlier]) -> list[dict[str, Any]]:
    """Give what was before in the form in which words are kept."""
    return [{"until": str(each.until), "what": each.what, "was": each.was} for each in earlier]


def words_on(read: Reader, players: Sequence[int], day: date) -> dict[int, Words]:
    """Give the words of some players as they were held on a day, of those whose words are kept."""
    kept = read.subjects(list(players))
    return {player: read_words(player, body).held_on(day) for player, (_, body) in kept.items()}


def names_on(read: Reader, players: Sequence[int], day: date) -> dict[int, str]:
    """Give the names of players as they were held on a day; `(erased)` where none is kept."""
    words = words_on(read, players, day)
    return {each: words[each].name if each in words else ERASED for each in players}
