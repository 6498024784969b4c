"""Identities of players: register numbers as people write them, other bodies' numbers, names.

A register number is shown with a check digit (Damm), which tells every single wrong digit and
every pair of neighbours exchanged: player 572 is `572-4`. Inside events it stands without.
"""

import re
from collections.abc import Collection, Sequence
from string import digits
from typing import Final, NamedTuple

import msgspec
from stdnum import damm

from ledger import columns
from ledger.errors import Refused
from ledger.events.register import PlayersRegistered
from ledger.register.merges import Merge, kept_player, merges
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.reading import Mark, Reader, Recorded

ERASED: Final = "(erased)"
"""What stands in place of a name that is not kept any more."""

STREAM: Final = "register"
"""The stream in which persons enter the register and change in it."""

SCHEME_EXAMPLES: Final = "fide, fid, ita"

_SCHEME: Final = re.compile("[a-z][a-z0-9]{1,9}")
_DIGITS: Final = re.compile("[0-9]{1,11}")
_NUMBER: Final = re.compile("[0-9A-Z][0-9A-Z./-]{0,10}")
_ID: Final = re.compile("([1-9][0-9]{0,7})-([0-9])")


def is_scheme(text: str) -> bool:
    """Return whether a text can name a body's numbers: 2 to 10 small letters and digits.

    FIDE's numbers are digits; those of any other body (`fid` is Italian draughts; a federation's
    own numbers go by its code, `ita`, `fra`) are letters, digits and `.` `/` `-`, at most 11.
    """
    return _SCHEME.fullmatch(text) is not None


class _Registered(msgspec.Struct):
    """The players of an event: no commitment is decoded."""

    player: str


class _Body(msgspec.Struct):
    payload: _Registered


class RegisterNumber(int):
    """Number of a player in a document, which shows the number with its check digit."""


class BadPlayerId(Refused):
    """A text does not say which player is meant."""

    def __init__(self, text: str, what: Sentence) -> None:
        super().__init__(
            Sentence(
                "player '{player}': {what}; write it as it is shown, with its check digit, like "
                "572-4; or as BODY:NUMBER, like fide:123",
                player=text,
                what=what,
            ),
            field="player",
            found=text,
            expected=Sentence("an id such as 572-4, or BODY:NUMBER"),
            remedy=Remedy("search-players", search=None),
        )


class UnknownPlayer(Refused):
    """The register holds no such player."""

    def __init__(self, text: str) -> None:
        super().__init__(
            Sentence("player '{player}': the register holds no such player", player=text),
            field="player",
            found=text,
            remedy=Remedy("search-players", search=None),
        )


_NEXT: Final = [
    {digit: damm.checksum(f"{begun}{digit}") for digit in digits}
    for begun in sorted(digits, key=damm.checksum)
]
"""Damm's table, as the library has it: by the state so far and the digit, the state after it. Each
of the ten digits alone leads to another state. The check digit of a number is its last state."""


class Last(NamedTuple):
    """The head of the register: the version of its stream, and the last number given."""

    version: int
    player: int


def show(player: int) -> str:
    """Write a register number with the check digit: 572 is `572-4`."""
    state = 0
    for digit in str(player):
        state = _NEXT[state][digit]
    return f"{player}-{state}"


def parse(text: str) -> int:
    """Read a register number with the check digit. Raises BadPlayerId."""
    match = _ID.fullmatch(text.strip())
    if match is None:
        is_number = text.strip().isdigit()
        bare = Sentence("a register number without its check digit")
        raise BadPlayerId(text, bare if is_number else Sentence("no id"))
    number, digit = match.groups()
    if damm.calc_check_digit(number) != digit:
        raise BadPlayerId(
            text, Sentence("the check digit does not fit, so one of the digits is wrong")
        )
    return int(number)


def find(read: Reader, text: str, known: int | None = None) -> int:
    """Return the player meant by `572-4`, `fide:90000001` or `fra:L01854`.

    A merged number leads to the player it was merged into, as known at a position (None: now); on a
    list see `ops.answers.asked_players`. Raises BadPlayerId where the text is no
    id, UnknownPlayer where the register does not know it.
    """
    return kept_player(merges(read, known), registered(read, text))


def merge_words(merge: Merge) -> Sentence:
    """Return a merge in words: 572-4 was merged into 12-3 by event #40."""
    return Sentence(
        "{merged} was merged into {kept} by event {event}",
        merged=show(merge.merged),
        kept=show(merge.kept),
        event=Position(merge.position),
    )


def registered(read: Reader, text: str) -> int:
    """Return the register number meant by a text, also a merged one. Raises as `find`."""
    if ":" in text:
        return _by_number(read, text)
    player = parse(text)
    if not read.has_words(player) and player > last(read).player:
        raise UnknownPlayer(text)
    return player


def all_registered(read: Reader, texts: Collection[str]) -> dict[str, int | Refused]:
    """Return the number meant by each text, as `registered`, or the refusal; looked up together."""
    found: dict[str, int | Refused] = {}
    by_scheme: dict[str, dict[str, str]] = {}
    highest = last(read).player
    for text in texts:
        try:
            if ":" in text:
                scheme, number = _number_of(text)
                by_scheme.setdefault(scheme, {})[text] = number
            else:
                player = parse(text)
                found[text] = player if player <= highest else UnknownPlayer(text)
        except BadPlayerId as error:
            found[text] = error
    for scheme, numbers in by_scheme.items():
        known = read.players_by_number(scheme, sorted(set(numbers.values())))
        found |= {
            text: known.get(number) or UnknownPlayer(text) for text, number in numbers.items()
        }
    return found


def holders(read: Reader, scheme: str, numbers: Collection[str]) -> dict[str, int]:
    """Return the players known under numbers of a scheme; merged ones lead to the kept one."""
    found, merged = read.players_by_number(scheme, numbers), merges(read)
    return {number: kept_player(merged, player) for number, player in found.items()}


def number_in(scheme: str, text: str) -> str | None:
    """Return another body's number in its usual form, without leading zeros; None if it is none."""
    number = text.strip().upper()
    if not (_DIGITS if scheme == "fide" else _NUMBER).fullmatch(number):
        return None
    return (number.lstrip("0") or None) if number.isdigit() else number


def names(read: Reader, players: Sequence[int]) -> dict[int, str]:
    """Return the names of players; `(erased)` where none is kept."""
    kept = read.subjects(list(players))
    return {
        player: str(msgspec.json.decode(kept[player][1])["name"]) if player in kept else ERASED
        for player in players
    }


def last(read: Reader) -> Last:
    """Return the head of the register: the writer of the next numbers expects this version."""
    head = _head(read, None)
    return Last(head.mark.version, head.player)


def last_player(read: Reader, through: int | None = None) -> int:
    """Return the highest register number given, up to a position; 0: none."""
    return _head(read, through).player


class _Head(NamedTuple):
    """The highest register number given up to a mark."""

    mark: Mark
    player: int
    size_bytes: int = 200


def _head(read: Reader, through: int | None) -> _Head:
    """Return the head of the register, which stays in memory: a registration may be large."""

    def made(_: _Head | None, mark: Mark) -> _Head:
        position = read.last_of_type(PlayersRegistered.TYPE, through)
        recorded = read.at([position]).get(position)
        return _Head(mark, _last_of(recorded) if recorded else 0)

    return read.followed("last player", STREAM, through, made)


def _last_of(registration: Recorded) -> int:
    registered = msgspec.json.decode(registration.body, type=_Body).payload
    return int(registered.player[-columns.PLAYER :])


def _by_number(read: Reader, text: str) -> int:
    scheme, number = _number_of(text)
    found = read.players_by_number(scheme, [number]).get(number)
    if found is None:
        raise UnknownPlayer(text)
    return found


def _number_of(text: str) -> tuple[str, str]:
    """Return the body and the number in its usual form. Raises BadPlayerId."""
    scheme, _, number = text.strip().lower().partition(":")
    if not is_scheme(scheme):
        what = Sentence("a body has a short name of small letters, such as fide")
        raise BadPlayerId(text, what)
    normal = number_in(scheme, number)
    if normal is None:
        raise BadPlayerId(text, Sentence("not a number of {body}", body=scheme))
    return scheme, normal
