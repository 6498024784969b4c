"""The index of names, in pages of 256 register numbers: names as keys, and their letters as bits.

A search looks at the letters of all names and reads the few keys that have enough of them. A page
follows from the words of its players alone. It is made anew in the transaction that changes one of
them, compared with them by `verify`, and made from them where it is missing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, insert, select

from ledger.spelling import folded
from ledger.store.schema import ledger_head, name_page, subject
from ledger.store.snapshots import stream

PLAYERS: Final = 256
"""Register numbers of a page."""

SIGNS: Final = np.dtype(
    [("letters", "<u8", (2,)), ("initials", "<u4"), ("end", "<u4"), ("length", "u1")]
)
"""Of each register number of a page: how often each letter occurs in the key, and the first letters
of its words, as bits; where the key ends in the bytes of the page; its characters, 255 at most."""

LONGEST: Final = 255
"""The greatest number of characters in the signs."""

_SPACE: Final = 26
LETTERS: Final = 27
"""Letters a to z, and the space; another character counts as one of a to z, by its code."""

_OFTEN: Final = {3: "abcdefghijklmnopqrstuvwxyz", 4: "aeioulnrstcmdghpbzfv", 5: "aeioulnrstcmdgpz"}
"""Letters that have a bit for the third, fourth and fifth time; all have two bits."""
_BITS: Final = [
    *((letter, times) for times in (1, 2) for letter in range(LETTERS)),
    *((ord(letter) - ord("a"), times) for times, some in _OFTEN.items() for letter in some),
    *((_SPACE, times) for times in (3, 4, 5, 6)),
]
"""What each bit says: that a letter occurs so many times, or more often."""
_LETTER, _TIMES = np.array(_BITS).T
_BIT: Final = np.uint64(1) << np.arange(64, dtype=np.uint64)

_BLANK, _END, _A, _Z = (ord(character) for character in " \naz")

_AT_ONCE: Final = 1_000

Signs = NDArray[np.void]


class NamePage(NamedTuple):
    """A page: its signs, the keys one after the other as UTF-8, and the CRC-32 of both."""

    signs: bytes
    keys: bytes
    crc: int

    @property
    def is_whole(self) -> bool:
        """Whether the page is as it was written, as far as its CRC tells."""
        return self.crc == _crc(self.signs, self.keys)


class _Named(msgspec.Struct):
    name: str = ""


def made(page: int, words: Mapping[int, bytes]) -> NamePage:
    """Return a page from the words of its players; a number without words has an empty key."""
    keys = [folded(_name(words[one])) if one in words else "" for one in players_of(page)]
    signs, joined = signs_of(keys).tobytes(), "".join(keys).encode()
    return NamePage(signs, joined, _crc(signs, joined))


def _crc(signs: bytes, keys: bytes) -> int:
    return crc32(keys, crc32(signs))


def _name(body: bytes) -> str:
    try:
        return msgspec.json.decode(body, type=_Named).name
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""  # `verify` names what cannot be read


def signs_of(keys: Sequence[str]) -> Signs:
    """Return the signs of keys, one after the other; shape (keys,)."""
    signs = np.zeros(len(keys), dtype=SIGNS)
    counts, signs["initials"] = letters_of(keys)
    signs["letters"] = letter_bits(counts)
    signs["end"] = np.cumsum([len(key.encode()) for key in keys])
    signs["length"] = np.minimum([len(key) for key in keys], LONGEST)
    return signs


def letters_of(keys: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Return how often each letter occurs, shape (keys, 27), and the initials as bits."""
    codes = np.frombuffer("\n".join(keys).encode("utf-32-le"), dtype="<u4").astype(np.int64)
    row, is_kept = np.cumsum(codes == _END), codes != _END
    letter = np.where((codes >= _A) & (codes <= _Z), codes - _A, codes % _SPACE)
    letter[codes == _BLANK] = _SPACE
    cells = row[is_kept] * LETTERS + letter[is_kept]
    counts = np.bincount(cells, minlength=len(keys) * LETTERS).reshape(len(keys), LETTERS)
    is_letter = is_kept & (letter != _SPACE)
    first = is_letter & ~np.concatenate([[False], is_letter])[: len(codes)]
    initials = np.zeros(len(keys), dtype=np.uint32)
    np.bitwise_or.at(initials, row[first], np.uint32(1) << letter[first].astype(np.uint32))
    return counts, initials


def letter_bits(counts: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return how often each letter occurs as bits; shape (keys, 2)."""
    occurs = np.zeros((len(counts), 2 * len(_BIT)), dtype=bool)
    occurs[:, : len(_BITS)] = counts[:, _LETTER] >= _TIMES
    halves = occurs.reshape(len(counts), 2, len(_BIT))
    return np.where(halves, _BIT, np.uint64(0)).sum(axis=2, dtype=np.uint64)


def players_of(page: int) -> range:
    """Return the register numbers of a page."""
    return range(page * PLAYERS, (page + 1) * PLAYERS)


def pages_of(players: Iterable[int]) -> list[int]:
    """Return the pages of some players, in order."""
    return sorted({player // PLAYERS for player in players})


def each(words: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, NamePage]]:
    """Yield the pages of players with their words, given in the order of register numbers."""
    page, of_page = -1, dict[int, bytes]()
    for player, body in words:
        if player // PLAYERS != page:
            if of_page:
                yield page, made(page, of_page)
            page, of_page = player // PLAYERS, {}
        of_page[player] = body
    if of_page:
        yield page, made(page, of_page)


def make_anew(connection: Connection) -> None:
    """Make all pages from the words of the register, in an open transaction; appends wait."""
    connection.execute(select(ledger_head.c.id).with_for_update())
    connection.execute(delete(name_page))
    words = select(subject.c.player, subject.c.body).order_by(subject.c.player)
    rows = ((row.player, bytes(row.body)) for row in stream(connection, words, _AT_ONCE))
    for page, found in list(each(rows)):
        connection.execute(insert(name_page).values(page=page, **found._asdict()))
