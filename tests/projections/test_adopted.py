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
        "73affd47043afab5243a6d0f7dfbe389a1ecd416a2dee63a33a1ea43dd4a6a68",
    ),
    (
        "fide-standard",
        "2017-07-01",
        "6eafc9cfe62930d32d19116779de5585ab6d873194c6c336ef4effe56fddc1e3",
    ),
    (
        "fide-standard",
        "2021-02-01",
        "a970ac85ae0b4f16046b006fbaf8affb4082ad7eba47cf9acabc1ddab28efd7d",
    ),
    (
        "fide-standard",
        "2022-01-01",
        "0a67aac134f9a6cb4abd0ec23944950f5992d65fbbab858af4cd0257e41c0a0b",
    ),
    (
        "fide-standard",
        "2023-12-25",
        "a4dbe90729e6d9e8fa027e3f8cb529295c03dcdc9ad10e9c3523072f85b81e79",
    ),
    (
        "fide-standard",
        "2024-03-01",
        "d33be80c7dab0ef3f9953382520d3589370a7ba765f15f5e5b60c5ad02f48f4a",
    ),
    (
        "fide-standard",
        "2025-10-01",
        "463cc4791737fb796d33cf8db506bcccac4c45e55c13d91319235426c0d474eb",
    ),
    (
        "fide-rapid",
        "2022-01-01",
        "6657cca7795d3a9a6ab90e6bd3a16fb0d311d93c917f508d8c0034a900638b5e",
    ),
    (
        "fide-rapid",
        "2022-10-01",
        "836b552fcd6047a9cdb11562538e6051899ff970497b735599ad83642da0ff2a",
    ),
    (
        "fide-rapid",
        "2024-03-01",
        "e777470fadb2ec47354591dce881e4e689ea988aac0ae7ded3c657ddbc8aa13d",
    ),
    (
        "fide-rapid",
        "2024-12-01",
        "ac95cb34e48091eb4c41aa934f602d244b0368179ba1b77b50e467382cc1361e",
    ),
    (
        "fide-blitz",
        "2022-01-01",
        "6657cca7795d3a9a6ab90e6bd3a16fb0d311d93c917f508d8c0034a900638b5e",
    ),
    (
        "fide-blitz",
        "2022-10-01",
        "836b552fcd6047a9cdb11562538e6051899ff970497b735599ad83642da0ff2a",
    ),
    (
        "fide-blitz",
        "2024-03-01",
        "e777470fadb2ec47354591dce881e4e689ea988aac0ae7ded3c657ddbc8aa13d",
    ),
    (
        "fide-blitz",
        "2024-12-01",
        "ac95cb34e48091eb4c41aa934f602d244b0368179ba1b77b50e467382cc1361e",
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
