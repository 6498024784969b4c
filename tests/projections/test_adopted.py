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
from ops.verifying import verify
from projections.adopted import changed, document_of, numbers_kept
from projections.law import LawChanged
from projections.rulebooks import NAMES, numbers, rulebook
from tests.projections.recording import a_ledger, begin, following, record
from tests.projections.test_closing import FIDE, WORLD

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
    assert "def expected_score_hundredths(" in files["fide_standard/edition_2024_03_01.py"]
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
        {"rulebook": FIDE},
    ],
    ids=["without what counts", "with a number there is no more", "without numbers"],
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
        "6f068e924e5522d3d60a90955da8efbb948cca70272a84f127ea1276de551443",
    ),
    (
        "fide-standard",
        "2017-07-01",
        "46993d9327f45f64bc2e16d4aa3f9a4733f739d4b0c8e6fd2c00cd4604470368",
    ),
    (
        "fide-standard",
        "2021-02-01",
        "b173a3ec65ce1c813797a310a011e53c8ef7efc5c0db9888608cb3a139321e66",
    ),
    (
        "fide-standard",
        "2022-01-01",
        "c054d0850a98c57dd1fdb496e1490173c9d9cb664cfc2742c9a1c539fa26cd18",
    ),
    (
        "fide-standard",
        "2023-12-25",
        "eebf50e2f66150f5d0705b0fe6054cc16d3f1fd4669a801e4e4009669cf068da",
    ),
    (
        "fide-standard",
        "2024-03-01",
        "d3bdcdcb0efb4b5a95c60f9b004c7aee5c1a897b245dd0706637963fd8b08166",
    ),
    (
        "fide-standard",
        "2025-10-01",
        "9233f3f72ad8a840425b14b8701c601a096d01a581b358107c4eefdec9c70317",
    ),
    (
        "fide-rapid",
        "2022-01-01",
        "f22979e7c07b9f1899058bb700173182fec78d21ec28765b9191849c363fd966",
    ),
    (
        "fide-rapid",
        "2022-10-01",
        "6f3e99a81ca8cb4176a3f6126c9877d6c8d886b1f811508dfba720983c48dd59",
    ),
    (
        "fide-rapid",
        "2024-03-01",
        "f24b26bfc37dc7e27624f617cfa9a867ecaf904f4aad9475d9dbb43d61d86654",
    ),
    (
        "fide-rapid",
        "2024-12-01",
        "f84de7cba9f45a9b439df16455c0452eac72b64a1cbc60c6aca0969b481627be",
    ),
    (
        "fide-blitz",
        "2022-01-01",
        "f22979e7c07b9f1899058bb700173182fec78d21ec28765b9191849c363fd966",
    ),
    (
        "fide-blitz",
        "2022-10-01",
        "6f3e99a81ca8cb4176a3f6126c9877d6c8d886b1f811508dfba720983c48dd59",
    ),
    (
        "fide-blitz",
        "2024-03-01",
        "f24b26bfc37dc7e27624f617cfa9a867ecaf904f4aad9475d9dbb43d61d86654",
    ),
    (
        "fide-blitz",
        "2024-12-01",
        "f84de7cba9f45a9b439df16455c0452eac72b64a1cbc60c6aca0969b481627be",
    ),
    (
        "rubele-italiana",
        "2008-01-01",
        "41036dc666988438a1ffe761f97bb1f89c181ace06494ab861262105ef9c2e60",
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
