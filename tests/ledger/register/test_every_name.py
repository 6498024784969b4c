"""A search finds the same as a comparison with every name, in a fraction of the time."""

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.register.likeness import LIKE, PART_OF, UNLIKE, key_likeness
from ledger.register.likest import CUT_SHORT, CUT_SHORT_ALONE, _fitting, likeness_at_most
from ledger.register.name_index import NameIndex, name_index
from ledger.register.search import Sought, candidates, search
from ledger.spelling import folded
from ledger.store.ledger import Ledger
from ledger.store.name_pages import each
from ledger.store.reading import BEGINNING
from tests.support.counts import FULL
from tests.support.every_name import EveryName
from tests.support.people import enter, erase, person
from tests.support.pool_ledgers import opened

PEOPLE = 570_000 if FULL else 3_000
TEXTS = 1_000 if FULL else 150
AT_ONCE = 10_000
CPU_SECONDS = 0.03
"""For a search among 570 000 names, on average."""

BEGINNINGS = ["gl", "ch", "br", "st", *"bcdfglmnprstvz"]
SYLLABLES = [beginning + vowel for beginning in BEGINNINGS for vowel in "aeiou"]
SPECIAL = [
    *("Müller, Jürgen", "D'Angelo, José", "Карпов, Анатолий", "Карпов, Г.", "Weiß, J", "李, 小龙"),
    *("Rossi", "Rossi, M.", "Rossi, Maria Teresa Giovanna", "Rossi, R", "de la Rossi, Maria"),
    *("Rossi Rossi, Maria", "", "-", "Player 007", "Mississippi, Anna", "A B C D E F"),
]


def people(random: Random, count: int) -> Iterator[str]:
    """Names as in a federation: some last names are frequent, some people have two first names."""

    def word(fewest: int, most: int) -> str:
        return "".join(random.choices(SYLLABLES, k=random.randint(fewest, most))).capitalize()

    last_names = [word(2, 4) for _ in range(max(count // 14, 20))]
    first_names = [word(2, 3) for _ in range(max(count // 380, 20))]
    yield from SPECIAL
    for _ in range(count - len(SPECIAL)):
        last = last_names[int(len(last_names) * random.random() ** 2)]
        first = random.sample(first_names, 2 if random.random() < 0.15 else 1)
        yield f"{last}, {' '.join(first)}"


def texts(random: Random, names: Sequence[str], count: int) -> Iterator[str]:
    """Return typical searches: whole names, with slips, cut short, single words, numbers."""
    yield from ("fide:1000017", "1000017", "17-9", "ita:X/17", "x/17", "999", "m", "mar", "?", "")
    yield from ("aeiou rstln", "a b", "rossi maria", "rossi rossi", "Ros. M.", "карпов", *SPECIAL)
    for _ in range(count):
        name = random.choice(names)
        at = random.randrange(len(name) or 1)
        yield random.choice(
            [
                name,
                name[:at] + name[at + 1 :],
                name[:at] + random.choice("aeiorst") + name[at:],
                name[: at + 1],
                name.split(",")[0],
                " ".join(reversed(name.split())),
                f"{name.split(',')[0]} {name[-4:-3]}.",
            ]
        )


@pytest.fixture(scope="module")
def ledger(tmp_path_factory) -> Iterator[Ledger]:
    """A register; some people have numbers, some are erased."""
    random = Random(12)
    names = list(people(random, PEOPLE))
    with opened(str(tmp_path_factory.mktemp("names") / "ledger.db")) as made:
        for start in range(0, len(names), AT_ONCE):
            some = enumerate(names[start : start + AT_ONCE], start + 1)
            enter(made, *(_numbered(random, number, name) for number, name in some))
        erase(made, *range(40, PEOPLE, PEOPLE // 20))
        yield made


def _numbered(random: Random, number: int, name: str):
    numbers = {"fide": f"{1_000_000 + number}"} if number % 3 else {"ita": f"X/{number}"}
    return person(name, random.choice([0, 1970, 1980]), **numbers)


def test_a_search_finds_what_a_comparison_with_every_name_finds(ledger):
    random, every = Random(13), EveryName(ledger.read)
    asked = list(texts(random, [one.name for one in every.people], TEXTS))
    search(ledger.read, "warm")
    seconds = 0.0
    for number, text in enumerate(asked):
        limit = (20, 20, 1, 5, 100)[number % 5]
        year = 1970 if number % 7 == 0 else 0
        before = process_time()
        found = search(ledger.read, text, birth_year=year, limit=limit)
        seconds += process_time() - before
        assert found == every.search(text, birth_year=year, limit=limit), (text, year, limit)
    if FULL:
        assert seconds / len(asked) <= CPU_SECONDS


def test_the_candidates_of_an_unknown_entrant_are_those_of_a_comparison_with_every_name(ledger):
    random, every = Random(14), EveryName(ledger.read)
    names = [one.name for one in every.people]
    sought = [
        Sought(text, random.choice([0, 1970]), random.choice(["", "m"]))
        for text in texts(random, names, TEXTS // 3)
    ]
    found = candidates(ledger.read, sought)
    for one, some in zip(sought, found, strict=True):
        assert some == every.candidates(one), one


def test_the_players_with_a_word_that_begins_so_are_found(ledger):
    random, every = Random(15), EveryName(ledger.read)
    keys = {one.player: f" {key}" for one, key in zip(every.people, every.keys, strict=True)}
    for text in texts(random, [one.name for one in every.people], TEXTS // 3):
        words = [f" {word}" for word in folded(text).split()]
        expected = [
            player for player, key in keys.items() if words and all(word in key for word in words)
        ]
        known = keys.keys()
        found = [one for one in name_index(ledger.read).beginning(text) if one in known]
        assert found == expected, text


def _index_of(names: Sequence[str]) -> NameIndex:
    bodies = ((at, f'{{"name":"{name}"}}'.encode()) for at, name in enumerate(names))
    return NameIndex(BEGINNING, dict(each(bodies)))


WORDS = st.lists(st.text("aáeioßrsтй漢1", max_size=9), max_size=5).map(" ".join)


@settings(max_examples=2_000 if FULL else 200)
@given(text=WORDS, name=WORDS)
def test_no_name_is_likelier_than_its_letters_say(text, name):
    key, other = folded(text), folded(name)
    index = _index_of([name])
    assert index.keys(index.signs["end"][:1].astype(int) * 0) == [other]
    most = int(likeness_at_most(index, key, cut_short=True)[0])
    alike = max((found for _, found in _fitting(key, [other], UNLIKE)), default=0)
    assert most >= alike or alike < UNLIKE
    plain = int(likeness_at_most(index, key, cut_short=False)[0])
    assert plain >= key_likeness(key, other) or key_likeness(key, other) < min(LIKE, PART_OF)


NAMES = ["Rossi, Maria", "Sirso, Maria", "Rossini, M.", "Maria, Rosa", "Wolfeschlegelsteinh, I"]


@pytest.mark.parametrize(
    ("text", "alike", "players"),
    [
        ("ross", CUT_SHORT_ALONE, [0, 2]),
        ("rossi", CUT_SHORT_ALONE, [0, 2]),
        ("rossi", LIKE, [0]),
        ("ros m", CUT_SHORT, [0, 2, 3]),
        ("m", CUT_SHORT_ALONE, [2]),
        ("wolfeschlegelstein", CUT_SHORT_ALONE, [4]),
        ("sro", CUT_SHORT_ALONE, []),
    ],
)
def test_only_names_with_words_that_begin_so_are_compared_as_cut_short(text, alike, players):
    """Not all with the same letters in some order, which are many."""
    most = likeness_at_most(_index_of(NAMES), folded(text), cut_short=True)
    assert (most[: len(NAMES)] >= alike).nonzero()[0].tolist() == players


def test_a_word_is_compared_beyond_its_first_bytes():
    index = _index_of([*NAMES, "Wolfeschlegelsteiner, Ida"])
    assert index.beginning("Wolfeschlegelsteinh I") == [4]
    assert index.beginning("Wolfeschlegelstein") == [4, 5]
