"""The law as adopted: the kept document is whole, and every number in the document binds."""

import inspect
from dataclasses import replace
from datetime import date
from hashlib import sha256

import msgspec
import pytest

from ledger import canonical
from ledger.events.pool import RulebookAdopted
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from ops.pools.recordings import AdoptEdition
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine import numbers
from projections.state.law import LawChanged, changed, document_of, numbers_kept
from tests.support.chess_desk import WORLD
from tests.support.recording import a_ledger, begin, following, record
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE

EDITIONS = [edition for name in NAMES for edition in rulebook(name).editions]
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
    """Return the document of an edition, with some other numbers."""
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
        source = inspect.getsource(inspect.unwrap(rule.function))
        taken_over = hasattr(rule.function, "stated_at")
        statement = f"{rule.function.__name__} = as_in(" if taken_over else source
        assert statement in said["files"][about["file"]]
        assert any(source in text for text in said["files"].values())


@pytest.mark.parametrize("edition", EDITIONS, ids=named)
def test_every_number_is_in_the_document_and_so_is_the_file_that_states_it(edition):
    said = written(edition)
    stated = edition.numbers["stated"]
    assert said["numbers"] == {name: number.stated for name, number in stated.items()}
    for number in stated.values():
        assert number.says in said["files"][number.file]


def test_of_rapid_the_document_holds_what_it_takes_over_from_standard_chess():
    files = written(rulebook("fide-rapid").edition("2024-12-01"))["files"]
    assert "expected_score_hundredths = as_in(" in files["fide/standard/calculation.py"]
    assert "def expected_score_hundredths(" in files["engine/game.py"]
    assert "def too_far_apart(" in files["fide/rapid_blitz/edition_2024_12_01.py"]
    assert "[expected_scores]" in files["fide/standard/edition_2024_03_01.toml"]


# ---------------------------------------------------------------------------------- what they bind


def adopted_with(ledger, data):
    """Adopt the edition with a document of these bytes, of any author."""
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
    """The digest of the numbers does not hold the number; the adopted document does."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        with following(made) as track:
            CloseList(pool=FIDE).record(House(made, track))
        assert verify(made).faults == []
        stated = the_edition().numbers["stated"]
        monkeypatch.setitem(stated, COUNTED, replace(stated[COUNTED], stated="tournament"))
        (fault,) = verify(made).faults
    assert "thinking_time_by is tournament (fide/standard/admission_2017_07_01.toml)" in str(fault)
    assert "adopted was game: restore the numbers that were adopted" in str(fault)


def test_with_a_number_of_what_counts_other_than_adopted_no_list_is_closed(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        adopted_with(made, other(the_edition(), thinking_time_by="tournament"))
        with following(made) as track, pytest.raises(LawChanged, match="thinking_time_by is game"):
            CloseList(pool=FIDE).record(House(made, track))


def test_a_law_adopted_again_holds_in_place_of_the_first(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        adopted_with(made, other(the_edition(), thinking_time_by="tournament"))
        adopted_with(made, document_of(the_edition()))
        with following(made) as track:
            CloseList(pool=FIDE).record(House(made, track))


def test_with_a_number_removed_since_its_adoption_no_list_is_closed(tmp_path):
    """The adopted edition states a number absent from the edition of today."""
    numbers = {"floor": 1400, "highest_rating": 2700}
    adopted = {"rulebook": FIDE, "edition": "2024-03-01", "numbers": numbers}
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        adopted_with(made, canonical.encode(adopted))
        with following(made) as track, pytest.raises(LawChanged, match="highest_rating is removed"):
            CloseList(pool=FIDE).record(House(made, track))


@pytest.mark.parametrize("data", [None, b"", b"other bytes", b"\xff"])
def test_a_document_that_is_not_as_recorded_binds_nothing(data):
    """The document is a fault in itself, and no obstacle to replay."""
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
        AdoptEdition(pool=FIDE, edition="2024-03-01").record(House(made))
        assert made.read.head().next_position == before


def test_a_changed_number_of_what_counts_can_be_adopted(tmp_path, monkeypatch):
    """The changed number is other law: recorded anew, not taken for the first."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        stated = the_edition().numbers["stated"]
        monkeypatch.setitem(stated, COUNTED, replace(stated[COUNTED], stated="tournament"))
        before = made.read.head().next_position
        AdoptEdition(pool=FIDE, edition="2024-03-01").record(House(made))
        assert made.read.head().next_position == before + 1
        with following(made) as track:
            CloseList(pool=FIDE).record(House(made, track))


# ------------------------------------------------------------------------------------------ digests

PINNED = [
    (
        "fide-standard",
        "2014-07-01",
        "ac892cd6ea99e0fbcbfd54d85350d5b6d09e6945e42aa954353b4528c7fe0b54",
    ),
    (
        "fide-standard",
        "2017-07-01",
        "ca078cf243972dc3d3158117a6ec81fe9ea9421e5ce4b5e74da31b8e31238986",
    ),
    (
        "fide-standard",
        "2021-02-01",
        "f2288862cc203b11904a5fc3078a0ec70a8839e386002319191ef3c71644c329",
    ),
    (
        "fide-standard",
        "2022-01-01",
        "6fe31eeb2036ea2199f0b4450387c8b1f9889739298ac6b21103d434b36d569d",
    ),
    (
        "fide-standard",
        "2023-12-25",
        "2270ea5564aee9a54b233f68f8e4014b5b966ea8b39b3eb31469f2ed5d2739ea",
    ),
    (
        "fide-standard",
        "2024-03-01",
        "fe404d04eac408b43a983cffba09ea7b0eabfe166eaee7a690d797effc19e493",
    ),
    (
        "fide-standard",
        "2025-10-01",
        "6af1d8f6c09e27cbabfc8d2eded61fc71b69c24cc79b79aedb13feb1064d3051",
    ),
    (
        "fide-rapid",
        "2012-01-01",
        "c896e23e86f886797e40185d23e1f13bf51a8e7d3ce7f29bdf07d38b3c5dddbb",
    ),
    (
        "fide-rapid",
        "2013-07-01",
        "2ef49d97c0ccd640c9ac47fe9e9b4c34ffa18445429b8c12b1d0d80a7303d4c6",
    ),
    (
        "fide-rapid",
        "2014-07-01",
        "a1368bfc12fddb3d62d3faa4a4e4fa0fbf04886650265751f715e9c1e003fd47",
    ),
    (
        "fide-rapid",
        "2022-01-01",
        "f2172a544d99670a7ed758253809b1b47d72338ba33e19c6c58a4a46eb2489da",
    ),
    (
        "fide-rapid",
        "2022-10-01",
        "f09e123d11c0c34952bd2b12fd8076d4d402ccdff802f92b1c2728889e170e0e",
    ),
    (
        "fide-rapid",
        "2024-03-01",
        "788d241e85414ad6fdf1a1aafc35323c462427da4a54edaec698dea57afffc7f",
    ),
    (
        "fide-rapid",
        "2024-12-01",
        "69985dfe04941404d9b65a59aa4a371ed8139be9866fdb6019cbf181afe0a276",
    ),
    (
        "fide-blitz",
        "2012-01-01",
        "c896e23e86f886797e40185d23e1f13bf51a8e7d3ce7f29bdf07d38b3c5dddbb",
    ),
    (
        "fide-blitz",
        "2013-07-01",
        "2ef49d97c0ccd640c9ac47fe9e9b4c34ffa18445429b8c12b1d0d80a7303d4c6",
    ),
    (
        "fide-blitz",
        "2014-07-01",
        "a1368bfc12fddb3d62d3faa4a4e4fa0fbf04886650265751f715e9c1e003fd47",
    ),
    (
        "fide-blitz",
        "2022-01-01",
        "f2172a544d99670a7ed758253809b1b47d72338ba33e19c6c58a4a46eb2489da",
    ),
    (
        "fide-blitz",
        "2022-10-01",
        "f09e123d11c0c34952bd2b12fd8076d4d402ccdff802f92b1c2728889e170e0e",
    ),
    (
        "fide-blitz",
        "2024-03-01",
        "788d241e85414ad6fdf1a1aafc35323c462427da4a54edaec698dea57afffc7f",
    ),
    (
        "fide-blitz",
        "2024-12-01",
        "69985dfe04941404d9b65a59aa4a371ed8139be9866fdb6019cbf181afe0a276",
    ),
    (
        "rubele-italiana",
        "2008-01-01",
        "6d6d6d6cb26cd0c367e3085f17cbd0c0b95a13b70a6b68fee7331ff94f88e642",
    ),
    (
        "rubele-italiana",
        "2021-01-01",
        "742300b1fa5ede0f79eb0571cb19cae3c7833e9cace3e23f68cab439ce936b5e",
    ),
    (
        "rubele-internazionale",
        "2008-01-01",
        "b2e5df81cc5b2b636428414739c7e2ebe530f45c663831d9ee0d85b84aef8dba",
    ),
    (
        "rubele-internazionale",
        "2021-01-01",
        "39a8a31838010a569c0f78705e632e1a90e22148203766b3cce18817c38005a1",
    ),
    (
        "uisp",
        "2017-09-01",
        "eb7ec98e8863c6e2a43548cb82dc6efda03c01c20a381f778b5352e453a30db4",
    ),
    (
        "uisp-exact",
        "2017-09-01",
        "9e54217bcf8bcf496dd9dc810bbf2ddae12a2d99f6d56e3c773174f74443f2e1",
    ),
]


@pytest.mark.parametrize(("book", "edition", "digest"), PINNED)
def test_numbers_of_what_counts_are_what_they_were(book, edition, digest):
    """Of all numbers of an edition, the numbers of admission too: bound by the document.

    A digest that moves here is a change of law under closed lists, unless a number was added.
    """
    assert numbers.digest(rulebook(book).edition(edition).numbers["stated"]) == digest


def test_every_edition_is_pinned():
    assert [(book, edition) for book, edition, _ in PINNED] == [
        (edition.rulebook, edition.name) for edition in EDITIONS
    ]
