"""Words about a player: name, numbers of other bodies, committee, titles; also of earlier days.

They are stored beside the events, so that they can be corrected and erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from ledger.errors import Damaged, Refused
from ledger.register.identities import ERASED, show
from ledger.sentences import Remedy, Sentence
from ledger.store.reading import Reader

_NUMBER: Final = "number "
"""Before the scheme of a number, where it is a number that was another."""


class WordsErased(Refused):
    """The player's words were erased, so no change is possible."""

    def __init__(self, player: int) -> None:
        """Name the player."""
        super().__init__(
            Sentence(
                "player {player}: the name and the other words were erased, so nothing of them can "
                "be changed; the player stays a number",
                player=show(player),
            )
        )


class Earlier(msgspec.Struct, frozen=True):
    """Words of a person before a change; "" is none."""

    until: date
    """The day from which it was different."""
    what: str
    """`name`, `committee`, a field of `Titles`, or `number` and its scheme."""
    was: str


class Titles(NamedTuple):
    """Titles of a player as a world body's lists print them, each in its column; "" is none.

    A pool's law may award titles of its own (`category-awarded`): these stand in events.
    """

    title: str = ""
    """GM, IM, FM, CM; also a women's title, if it is the highest."""
    women_title: str = ""
    other_titles: str = ""
    """Of arbiters, organisers, trainers: IA,FST."""
    online_title: str = ""
    """Of an online arena."""


NO_TITLES: Final = Titles()

WOMENS: Final = frozenset({"WGM", "WIM", "WFM", "WCM"})


_titles: Final = attrgetter(*Titles._fields)


class Words(msgspec.Struct, frozen=True):
    """Words beside the events: name, numbers of other bodies by scheme, birth as first printed.

    Every text but the birth can be corrected by hand, and can change from a day on.
    """

    name: str
    numbers: dict[str, str] = {}
    committee: str = ""
    """The local body."""
    title: str = ""
    women_title: str = ""
    other_titles: str = ""
    online_title: str = ""
    birth: str = ""
    earlier: tuple[Earlier, ...] = ()
    """In the order of their days."""

    @property
    def titles(self) -> Titles:
        """Titles held after the last change."""
        return Titles(*_titles(self))

    @property
    def texts(self) -> dict[str, str]:
        """The words of a single text, by field."""
        return {what: getattr(self, what) for what in TEXTS}

    def held_on(self, day: date) -> Words:
        """Return the words valid on a day."""
        if not self.earlier and all(self.numbers.values()):  # mostly
            return self
        return self._with(words for words in self.earlier if words.until > day)

    def _with(self, earlier: Iterable[Earlier]) -> Words:
        """Return the words before changes, given in the order of their days."""
        was = {words.what: words.was for words in reversed([*earlier])}
        earlier_schemes = (key.removeprefix(_NUMBER) for key in was if key.startswith(_NUMBER))
        schemes = {*self.numbers, *earlier_schemes}
        numbers = {
            scheme: number
            for scheme in sorted(schemes)
            if (number := was.get(_NUMBER + scheme, self.numbers.get(scheme, "")))
        }
        texts = {what: was[what] for what in TEXTS if what in was}
        return structs.replace(self, **texts, numbers=numbers, earlier=())

    def earlier_than(self, after: Words, on: date) -> list[Earlier]:
        """Return the words to keep when new words hold from a day on, also on later days."""
        now, then = _flat(self), _flat(after)
        before = _flat(self._with(words for words in self.earlier if words.until >= on))
        changed = {key for key in {*now, *then} if now.get(key, "") != then.get(key, "")}
        stays = [words for words in self.earlier if words.what not in changed or words.until < on]
        added = [Earlier(on, key, before.get(key, "")) for key in sorted(changed)]
        return sorted([*stays, *added], key=lambda words: words.until)


TEXTS: Final = tuple(
    field.name for field in structs.fields(Words) if field.type is str and field.name != "birth"
)
"""Words of a single text that can change from a day on."""

_decoder: Final = msgspec.json.Decoder(Words)

NO_WORDS: Final = Words(ERASED)
"""In place of erased words."""


def read_words(player: int, body: bytes) -> Words:
    """Read the stored words of a player. Raises Damaged for an unknown form."""
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise Damaged(
            Sentence(
                "the words kept of player {player} cannot be read ({error}): {verify} names what "
                "was changed; restore the ledger from a backup or a dump",
                player=show(player),
                error=str(error),
                verify=Remedy("verify-ledger"),
            )
        ) from error


def _flat(words: Words) -> dict[str, str]:
    numbers = {_NUMBER + scheme: number for scheme, number in words.numbers.items()}
    return {**words.texts, **numbers}


def as_kept(earlier: Sequence[Earlier]) -> list[dict[str, Any]]:
    """Return earlier words in the stored form."""
    return [{"until": str(words.until), "what": words.what, "was": words.was} for words in earlier]


def words_on(read: Reader, players: Sequence[int], day: date) -> dict[int, Words]:
    """Return the words of some players valid on a day; erased words are left out."""
    kept = read.subjects(list(players))
    return {player: read_words(player, body).held_on(day) for player, (_, body) in kept.items()}


def names_on(read: Reader, players: Sequence[int], day: date) -> dict[int, str]:
    """Return the names of players valid on a day; `(erased)` for erased names."""
    words = words_on(read, players, day)
    return {player: words[player].name if player in words else ERASED for player in players}
