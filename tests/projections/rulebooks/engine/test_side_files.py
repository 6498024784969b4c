"""Numbers in side files: beside the edition, pinned, kept by an edition that takes the
edition over.
"""

import pytest

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine import loading, numbers
from projections.rulebooks.engine.edition import Edition

EDITIONS = [edition for name in NAMES for edition in rulebook(name).editions]

WORDS = loading.WORDS

PINNED = {
    ("rubele-italiana", "2008-01-01", "later"): (
        "99bdcc4b3fbd30f148f34ee1850d0b14881030062d6f942eeb83355143c61c6e"
    ),
    ("rubele-italiana", "2008-01-01", "categories"): (
        "9c5c0b27f61bffee3a78948d419cb3f1624db48cc93b3a21a9cb08a583650e51"
    ),
    ("rubele-italiana", "2008-01-01", "titles"): (
        "a4a26ef845b7679682d8470438d25b06cfd932e03caa97f73e25e3609f85ebc0"
    ),
    ("rubele-internazionale", "2008-01-01", "titles"): (
        "629761deb2c653265cf2f1bc8ce4b840bda215bb6348c0b37a03dc5e23a929c7"
    ),
    ("fide-standard", "2024-03-01", "left_open"): (
        "5ca4d031fe7debd48a13eead4f9d416b530c2598caa2b0907c1b913799ede879"
    ),
    ("fide-standard", "2024-03-01", "appeals"): (
        "f07d09c25a2938a7c6ddcbec7cd21943125643803344e54f492bee67a65147bc"
    ),
    ("fide-rapid", "2022-10-01", "left_open"): (
        "f9892860afad800f9cf50c5e73a009c2aba59b61ef1ca75c63463d1dc59872ad"
    ),
    ("fide-blitz", "2022-10-01", "left_open"): (
        "f9892860afad800f9cf50c5e73a009c2aba59b61ef1ca75c63463d1dc59872ad"
    ),
    ("uisp", "2017-09-01", "left_open"): (
        "8402ecf247acb9fa0c322c70ea3edc46016286f6c35aeadf4a08cd13eb6c77d0"
    ),
    ("uisp-exact", "2017-09-01", "left_open"): (
        "8402ecf247acb9fa0c322c70ea3edc46016286f6c35aeadf4a08cd13eb6c77d0"
    ),
    ("rubele-italiana", "2008-01-01", "left_open"): (
        "6b728b0f5ca2ac19d02aad28d8a9e2dc8bd8600803925c65ca9b525444502234"
    ),
}


def own(edition: Edition, word: str) -> dict[str, numbers.Number]:
    """Return the numbers of an edition stated by a side file of the same day."""
    folder = "/".join(edition.module.__name__.split(".")[2:-1])
    name = f"{folder}/{word}_{edition.name.replace('-', '_')}.toml"
    return {n: each for n, each in edition.numbers["stated"].items() if each.file == name}


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "edition", EDITIONS, ids=lambda edition: f"{edition.rulebook} {edition.name}"
)
def test_numbers_of_side_files_are_pinned(edition, word):
    """A moved digest is a change of law under closed lists, or published promotions."""
    found = own(edition, word)
    pinned = PINNED.get((edition.rulebook, edition.name, word))
    assert (numbers.digest(found) if found else None) == pinned


@pytest.mark.parametrize(
    "edition", EDITIONS, ids=lambda edition: f"{edition.rulebook} {edition.name}"
)
def test_numbers_of_side_files_of_its_day_are_no_part_of_an_edition_s_digest(edition):
    beside = {name for word in WORDS for name in own(edition, word)}
    bound = (edition.without_admission or edition).numbers["stated"]
    rest = {name: each for name, each in bound.items() if name not in beside}
    assert numbers.digest(rest) == edition.digest


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    ("name", "day"), [("rubele-italiana", "2021-01-01"), ("rubele-internazionale", "2008-01-01")]
)
def test_who_takes_an_edition_over_keeps_its_numbers_of_side_files(name, day, word):
    """Later editions are bound by the side file, other editions not."""
    there = own(rulebook("rubele-italiana").edition("2008-01-01"), word)
    edition = rulebook(name).edition(day)
    assert there.keys() <= edition.numbers["stated"].keys()
    bound = (edition.without_admission or edition).numbers["stated"].keys()
    kept = {each for each in there if loading.in_side_file(edition.numbers["stated"][each], word)}
    assert kept <= bound if word in loading.BINDING else kept.isdisjoint(bound)
