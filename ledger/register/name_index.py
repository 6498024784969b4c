"""The names of all players as a search reads them: letters first, then the few keys that may fit.

They come from the pages of the index (`name_pages`) and follow from the stream `register`, in which
every change of a name and every erasure is an event: the next question reads the pages changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.register import identities
from ledger.register.name_words import COMPARED, Words, joined, words_of
from ledger.register.names import players_named
from ledger.spelling import plain
from ledger.store import name_pages
from ledger.store.name_pages import PLAYERS, SIGNS, NamePage, Signs, letter_bits, letters_of
from ledger.store.reading import Mark, Reader


@dataclass(frozen=True)
class NameIndex:
    """The index of names as known at a mark; players by register number, 0 is nobody."""

    mark: Mark
    pages: Mapping[int, NamePage]
    read_words: dict[int, tuple[NamePage, Words]] = field(default_factory=dict, compare=False)
    """The words of pages read so far, with the page: only a page that changed is read anew."""

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        keys = sum(len(page.keys) for page in self.pages.values())
        return 2 * (self.signs.nbytes + self.words.size_bytes + keys)

    @cached_property
    def words(self) -> Words:
        """The words of all keys."""
        return joined([self._words_of(page) for page in range(len(self.pages))])

    def _words_of(self, number: int) -> Words:
        page, known = self.pages[number], self.read_words.get(number)
        if known is None or known[0] is not page:
            self.read_words[number] = known = page, words_of(number, page)
        return known[1]

    @cached_property
    def signs(self) -> Signs:
        """The signs of all register numbers, also of those without a name."""
        pages = (self.pages[page].signs for page in range(len(self.pages)))
        return np.frombuffer(b"".join(pages), dtype=SIGNS)

    @cached_property
    def letters(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """How often each letter occurs in the keys, as bits in two halves."""
        first, second = (self.signs["letters"][:, half] for half in (0, 1))
        return np.ascontiguousarray(first), np.ascontiguousarray(second)

    @cached_property
    def initials(self) -> NDArray[np.uint32]:
        """First letters of the words of the keys as bits."""
        return np.ascontiguousarray(self.signs["initials"])

    @cached_property
    def lengths(self) -> NDArray[np.uint8]:
        """Characters of the keys, LONGEST at most; 0: no name."""
        return np.ascontiguousarray(self.signs["length"])

    def with_initials_among(self, initials: np.uint32) -> NDArray[np.int64]:
        """Return the players whose names have all of these first letters of words, or no others."""
        both = self.initials & initials
        fewer = (both == self.initials) & (self.lengths > 0)
        return np.flatnonzero((both == initials) | fewer)

    def keys(self, players: NDArray[np.integer[Any]]) -> list[str]:
        """Return the keys of players; an empty key stands for no name.

        What is damaged differs from the words of the player.
        """
        ends = self.signs["end"]
        begins = np.where(players % PLAYERS, ends[players - 1], 0)
        places = zip(
            (players // PLAYERS).tolist(), begins.tolist(), ends[players].tolist(), strict=True
        )
        texts = self._texts
        return [
            text[begin:end]
            if (text := texts[page]) is not None
            else self.pages[page].keys[begin:end].decode(errors="replace")
            for page, begin, end in places
        ]

    @cached_property
    def _texts(self) -> list[str | None]:
        """The keys of each page as a text, if each character is one byte."""
        every = (self.pages[page].keys for page in range(len(self.pages)))
        return [keys.decode() if keys.isascii() else None for keys in every]

    def beginning(self, text: str) -> list[int]:
        """Return the players with a word that begins so for each word of a text, ascending."""
        words = plain(text).split()
        if not words:
            return []
        players = self.words.players_with(words, cut_short=True)
        begins = [f" {word}" for word in words if len(word.encode()) > COMPARED]
        if not begins:
            found: list[int] = players.tolist()
            return found
        keys = zip(players.tolist(), self.keys(players), strict=True)
        return [player for player, key in keys if all(begin in f" {key}" for begin in begins)]


class Letters:
    """The letters of some words, to be looked for in an index."""

    def __init__(self, words: str) -> None:
        """Count the letters of words, separated by spaces."""
        counts, initials = letters_of([words])
        self.counts: NDArray[np.int64] = counts[0]
        self.bits: NDArray[np.uint64] = letter_bits(counts)[0]
        self.initials: np.uint32 = initials[0]

    def among(self, index: NameIndex, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those of some players whose names have these letters, as far as bits tell."""
        for half, bits in zip(index.letters, self.bits, strict=True):
            players = players[(half[players] & bits) == bits]
        return players

    def shared(self, index: NameIndex) -> NDArray[np.uint16]:
        """Return the most letters and spaces that each name can share with the words.

        Those of the words that have no bit may all be shared.
        """
        first, second = (
            np.bitwise_count(half & bits)
            for half, bits in zip(index.letters, self.bits, strict=True)
        )
        without_bit = self.counts.sum() - np.bitwise_count(self.bits).sum()
        return (first + second) + np.uint16(without_bit)


def name_index(read: Reader) -> NameIndex:
    """Return the index of the names as kept today, which stays in memory."""

    def made(before: NameIndex | None, mark: Mark) -> NameIndex:
        count = identities.last_player(read) // PLAYERS + 1
        known = before.pages if before else {}
        changed = players_named(read, before.mark.version) if before else ()
        wanted = {*range(len(known), count), *name_pages.pages_of(changed)}
        words = before.read_words if before else {}
        return NameIndex(mark, {**known, **read.name_pages(sorted(wanted))}, words)

    return read.followed("name index", identities.STREAM, None, made)


def made_from_words(read: Reader) -> NameIndex:
    """Return the index as the words of all players give it, whatever is stored."""
    last = identities.last_player(read)
    words = ((player, body) for rows in read.all_subjects() for player, _, body in rows)
    pages = dict(name_pages.each((player, body) for player, body in words if player <= last))
    empty = name_pages.made(0, {})
    every = {page: pages.get(page, empty) for page in range(last // PLAYERS + 1)}
    return NameIndex(read.mark(identities.STREAM), every)
