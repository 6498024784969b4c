"""The oracle of a search: every name of the register is compared with the text."""

import heapq
from collections.abc import Iterator, Sequence

import numpy as np
from rapidfuzz import process
from rapidfuzz.fuzz import token_set_ratio

from ledger.register import identities
from ledger.register.likeness import LIKE, SAME, UNLIKE, key_likeness, near
from ledger.register.likest import CUT_SHORT, CUT_SHORT_ALONE, FEWEST_LETTERS
from ledger.register.people import Person, details, everybody
from ledger.register.search import Found, Sought, may_be
from ledger.spelling import folded
from ledger.store.reading import Reader


class EveryName:
    """All persons of a register, read once."""

    def __init__(self, read: Reader) -> None:
        known = details(read)
        pages = everybody(read, known)
        self.people = [known.person(*one) for page in pages for one in page]
        self.keys = [folded(person.name) for person in self.people]

    def search(self, text: str, *, birth_year: int = 0, limit: int = 20) -> list[Found]:
        """Return the results due from `search`."""
        found = [Found(self.people[at], alike) for at, alike in self._fitting(text.strip()[:200])]
        of_year = (one for one in found if one.person.birth_year in (0, birth_year or 0))
        some = found if not birth_year else list(of_year)
        return heapq.nlargest(limit, some, key=lambda one: (one.likeness, -one.person.player))

    def candidates(self, sought: Sought, limit: int = 5) -> list[Found]:
        """Return the results due from `candidates` for a person."""
        pairs = near([folded(sought.name)], self.keys)
        found = [Found(self.people[at], alike) for _, at, alike in pairs]
        return heapq.nlargest(
            limit,
            found,
            key=lambda one: (may_be(sought, one.person), one.likeness, -one.person.player),
        )

    def _fitting(self, text: str) -> Iterator[tuple[int, int]]:
        numbered = {at for at, person in enumerate(self.people) if _is_number(text, person)}
        yield from ((at, SAME) for at in numbered)
        key = folded(text)
        shared = process.cdist(
            [key], self.keys, scorer=token_set_ratio, score_cutoff=UNLIKE, dtype=np.float32
        )
        among = CUT_SHORT if " " in key else CUT_SHORT_ALONE
        cut_short = dict.fromkeys(self._cut_short(key.split()), among)
        for at in {*cut_short, *np.nonzero(shared[0])[0].tolist()} - numbered:
            part = LIKE if set(key.split()) <= set(self.keys[at].split()) else 0
            alike = max(key_likeness(key, self.keys[at]), part, cut_short.get(at, 0))
            if alike >= UNLIKE:
                yield at, alike

    def _cut_short(self, words: Sequence[str]) -> Iterator[int]:
        longest_first = sorted(words, key=len, reverse=True)
        if not words or len(longest_first[0]) < FEWEST_LETTERS:
            return
        for at, key in enumerate(self.keys):
            if all(word in key for word in words) and _begins_words(longest_first, key.split()):
                yield at


def _begins_words(words: Sequence[str], of_name: list[str]) -> bool:
    for word in words:
        longer = next((one for one in of_name if one.startswith(word)), None)
        if longer is None:
            return False
        of_name.remove(longer)
    return True


def _is_number(text: str, person: Person) -> bool:
    if not any(character.isdigit() for character in text):
        return False
    if text == identities.show(person.player):
        return True
    body, _, written = text.rpartition(":")
    return any(
        body.lower() in ("", scheme) and identities.number_in(scheme, written) == number
        for scheme, number in person.numbers.items()
    )
