"""The law as it was adopted: the document kept is the whole of it, and every number in it binds."""

from __future__ import annotations

import inspect
from dataclasses import replace
from datetime import date
from hashlib import sha256

import msgspec
import pytest

from ledger import canonical
from ledger.events.pool import RulebookAdopted
from ledger.store.requests import Document
from ops import adopting
from ops.closing import close
from projections.facts.adopted import changed, document_of, numbers_kept
from projections.facts.law import LawChanged
from projections.rulebooks import NAMES, numbers, rulebook
from tests.projections.recording import a_ledger, begin, following, record
from tests.projections.test_closing import WORLD
from tests.projections.verified import verify
from tests.projections.worlds import FIDE

EDITIONS = [each for name in NAMES for each in rulebook(name).editions]
COUNTED = "thinking_time_by"
"""A number of what counts: the digest of the numbers does not hold it."""


def named(edition):
    return f"{edition.rulebook} {edition.name}"


def the_edition():
    return rulebook(FIDE).edition("2024-03-01")


def written(edition):
    """The document of an edition, read."""
    return msgspec.json.decode(document_of(edition))


def other(edition, **numbers):
    """The document of an edition, with some numbers other than they are."""
    said = written(edition)
    return canonical.encode(said | {"numbers": said["numbers"] | numbers})


# ------------------------------------------------------------------------------ what the bytes hold


@pytest.mark.parametrize("edition", EDITIONS, ids=named)
def test_every_column_is_in_the_document_with_the_source_of_its_function(edition):
    said = written(edition)
    assert said["columns"].keys() == edition.columns.keys()
    for name, rule in edition.columns.items():
        about = said["columns"][name]
        assert (about["article"], about["level"]) == (rule.article, rule.level.value)
        assert about["needs"] == list(rule.needs)
        assert inspect.getsource(inspect.unwrap(rule.function)) in said["files"][about["file"]]


@pytest.mark.parametrize("edition", EDITIONS, ids=named)
def test_every_number_is_in_the_document_and_so_is_the_file_that_states_it(edition):
    said = written(edition)
    stated = edition.numbers["stated"]
    assert said["numbers"] == {name: number.stated for name, number in stated.items()}
    for number in stated.values():
        assert number.says in said["files"][number.file]


def test_of_rapid_the_document_holds_what_it_takes_over_from_standard_chess():
    files = written(rulebook("fide-rapid").edition("2024-12-01"))["files"]
    assert "def expected_score_hundredths(" in files["fide_standard/calculation.py"]
    assert "def too_far_apart(" in files["fide_rapid_blitz/edition_2024_12_01.py"]
    assert "[expected_scores]" in files["fide_standard/edition_2024_03_01.toml"]


# ---------------------------------------------------------------------------------- what they bind


def adopted_with(ledger, data):
    """Adopt the edition with a document of these bytes, whoever wrote them."""
    document = Document("edition", data)
    edition = the_edition()
    event = RulebookAdopted(
        pool=FIDE,
        edition=edition.name,
        numbers_digest=edition.digest,
        in_force_from=date(2024, 3, 1),
        document=document.digest,
    )
    record(ledger, document.digest, event, documents=[document])


def test_a_number_of_what_counts_that_changed_under_a_closed_list_is_a_fault(tmp_path, monkeypatch):
    """The digest of the numbers does not hold it; the document that was adopted does."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        with following(made) as track:
            close(made, track, FIDE)
        assert verify(made).faults == []
        stated = the_edition().numbers["stated"]
        monkeypatch.setitem(stated, COUNTED, replace(stated[COUNTED], stated="tournament"))
        (fault,) = verify(made).faults
    assert "thinking_time_by is tournament (fide_standard/counting_2017_07_01.toml)" in str(fault)
    assert "adopted was game: restore the numbers that were adopted" in str(fault)


def test_with_a_number_of_what_counts_other_than_adopted_no_list_is_closed(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        adopted_with(made, other(the_edition(), thinking_time_by="tournament"))
        with following(made) as track, pytest.raises(LawChanged, match="thinking_time_by is game"):
            close(made, track, FIDE)


def test_a_law_adopted_again_holds_in_place_of_the_first(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        adopted_with(made, other(the_edition(), thinking_time_by="tournament"))
        adopted_with(made, document_of(the_edition()))
        with following(made) as track:
            close(made, track, FIDE)


@pytest.mark.parametrize(
    "earlier",
    [
        {"rulebook": FIDE, "edition": "2024-03-01", "numbers": {"floor": 1400}, "formulas": "…"},
        {"rulebook": FIDE, "edition": "2024-03-01", "numbers": {"floor": 1400, "top_rating": 2700}},
        {"rulebook": FIDE, "numbers": {"bodies_0_2_1": "fide-president fide-council"}},
        {"rulebook": FIDE},
    ],
    ids=[
        "without what counts",
        "with a number there is no more",
        "with bodies wider than the articles name",
        "without numbers",
    ],
)
def test_a_document_of_earlier_binds_the_numbers_it_has(tmp_path, earlier):
    """Ledgers that adopted the law with it go on."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        adopted_with(made, canonical.encode(earlier))
        with following(made) as track:
            close(made, track, FIDE)
        assert verify(made).faults == []


@pytest.mark.parametrize("data", [None, b"", b"other bytes", b"\xff"])
def test_a_document_that_is_not_as_recorded_binds_nothing(data):
    """That is a fault by itself, and no obstacle to replay."""
    assert numbers_kept(data, sha256(b"what was recorded").hexdigest()) == {}


def test_bytes_that_are_no_edition_bind_nothing():
    data = b"\xff no edition"
    assert numbers_kept(data, sha256(data).hexdigest()) == {}


def test_no_number_of_today_is_other_than_in_the_document_of_today():
    for edition in EDITIONS:
        data = document_of(edition)
        kept = numbers_kept(data, sha256(data).hexdigest())
        assert kept.keys() == edition.numbers["stated"].keys()
        assert changed(edition, kept) == []


def test_adopting_the_same_law_twice_records_it_once(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        before = made.read.head().next_position
        adopting.adopt(made, FIDE, "2024-03-01", None)
        assert made.read.head().next_position == before


def test_a_changed_number_of_what_counts_can_be_adopted(tmp_path, monkeypatch):
    """It is other law: recorded anew, not taken for the first."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        stated = the_edition().numbers["stated"]
        monkeypatch.setitem(stated, COUNTED, replace(stated[COUNTED], stated="tournament"))
        before = made.read.head().next_position
        adopting.adopt(made, FIDE, "2024-03-01", None)
        assert made.read.head().next_position == before + 1
        with following(made) as track:
            close(made, track, FIDE)


# ------------------------------------------------------------------------------------------ digests

PINNED = [
    (
        "fide-standard",
        "2014-07-01",
        "156da8ebe762853d42f509a6e5fa03b3d0300711bd3ff22dc089ccf3966c99a7",
    ),
    (
        "fide-standard",
        "2017-07-01",
        "83e1d468430678b68d96efe6965020e9a5a0b482cd6be8aa0819b89b4a1c30fb",
    ),
    (
        "fide-standard",
        "2021-02-01",
        "1057600828ce6ae45d1a3aa53c4d999183460bfcaa3c0bcfd98385f16891299d",
    ),
    (
        "fide-standard",
        "2022-01-01",
        "5edf6dceae1cd4adf17c8741c29361cadc126728701c97583f9398bd3544ba3a",
    ),
    (
        "fide-standard",
        "2023-12-25",
        "5b965f7bb62409e33619955f87c5ef5f0b383f355df8e588146d9ad386543307",
    ),
    (
        "fide-standard",
        "2024-03-01",
        "a3696ed5df7751c21e2e3054f22ecd15b388f92e0fdccc3b9d7cb482efdb8a74",
    ),
    (
        "fide-standard",
        "2025-10-01",
        "02249418c2897d7b7bddd1a22d17274c226545604f87d9639ee247ca0ca132e1",
    ),
    (
        "fide-rapid",
        "2022-01-01",
        "bf6b7f206445c1276d6ef3de59f35b4271016eb2f22dd2b46f88829aecbece40",
    ),
    (
        "fide-rapid",
        "2022-10-01",
        "b87302335e32936d199a2eea2b355f7f9b7576f71fdb45853d60af0e1e575409",
    ),
    (
        "fide-rapid",
        "2024-03-01",
        "254ff1cc1afbf7ad266b62e1c0545fe49871c18974860f814bf0dc502381972a",
    ),
    (
        "fide-rapid",
        "2024-12-01",
        "5eba26ae59f74e33a0b7a7f1721241490ea8224a4f0c02fdf285c46d91801bb1",
    ),
    (
        "fide-blitz",
        "2022-01-01",
        "bf6b7f206445c1276d6ef3de59f35b4271016eb2f22dd2b46f88829aecbece40",
    ),
    (
        "fide-blitz",
        "2022-10-01",
        "b87302335e32936d199a2eea2b355f7f9b7576f71fdb45853d60af0e1e575409",
    ),
    (
        "fide-blitz",
        "2024-03-01",
        "254ff1cc1afbf7ad266b62e1c0545fe49871c18974860f814bf0dc502381972a",
    ),
    (
        "fide-blitz",
        "2024-12-01",
        "5eba26ae59f74e33a0b7a7f1721241490ea8224a4f0c02fdf285c46d91801bb1",
    ),
    (
        "rubele-italiana",
        "2008-01-01",
        "4d8a5b74dcd3d5c6195a976a3e9bde8e051767bd89ab4b150c1d31d4592041d0",
    ),
    (
        "rubele-italiana",
        "2021-01-01",
        "ea75fc2e738ba4a628c6c0e33b37b15f23e8d559b8b79ff712cfdc7250b53e29",
    ),
    (
        "rubele-internazionale",
        "2008-01-01",
        "9ce4daca71187b08573cab768b3e41b261b7e39b33bd8479afbb48f8d06f9ab3",
    ),
    (
        "rubele-internazionale",
        "2021-01-01",
        "6df7eccde447456c744fe6d15beb6f5c95c1a8ad754c2b8d69dfff7b26498fd4",
    ),
    (
        "uisp",
        "2017-09-01",
        "d8fe620dd0b0a9796643a8974aea9f3dfb3b17cc756daf78a8b519d62f020c3a",
    ),
    (
        "uisp-exact",
        "2017-09-01",
        "20994f996b1b323b9c72649187c208cb5ef7222b1ea46027cb0e4cd8f513d426",
    ),
]


@pytest.mark.parametrize(("book", "edition", "digest"), PINNED)
def test_numbers_of_what_counts_are_what_they_were(book, edition, digest):
    """Of all numbers of an edition, those of what counts too: what its document binds.

    A digest that moves here is a change of law under closed lists, unless a number was added.
    """
    assert numbers.digest(rulebook(book).edition(edition).numbers["stated"]) == digest


def test_every_edition_is_pinned():
    assert [(book, edition) for book, edition, _ in PINNED] == [
        (each.rulebook, each.name) for each in EDITIONS
    ]
