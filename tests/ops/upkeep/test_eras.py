"""Eras of a ledger: proved one by one, they say of each damage what the whole says."""

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text, update

from ledger.store import schema
from ledger.store.ledger import Ledger
from ops.cli.exits import FOUND, REFUSED
from ops.house import House
from ops.upkeep import eras as parts
from ops.upkeep.eras import eras
from ops.upkeep.verify_ledger import verify
from projections import official
from projections.official import tables
from projections.official.store import ProjectionStore, engine_beside
from tests.support.command import done, run
from tests.support.tampering import unguarded

APART = 3
"""Closings from one kept state to the next; the season has nine, and an event behind them."""
ERAS = range(1, 9 // APART + 2)


@pytest.fixture(scope="module")
def season(sample, tmp_path_factory):
    """The sample season with a state kept after each third closing."""
    copy = tmp_path_factory.mktemp("eras") / "season.ledger"
    shutil.copy(sample, copy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(official, "STATES_APART", APART)
        done("rebuild", "--ledger", copy)
    return copy


@pytest.fixture
def copy(season, tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "STATES_APART", APART)
    for path in (season, Path(f"{season}.projections")):
        shutil.copy(path, tmp_path / path.name)
    return tmp_path / season.name


def lines(copy, *options):
    """Return the exit code, and the lines of a verification but for the name of the ledger."""
    ran = run("verify", "--ledger", copy, *options)
    return ran.code, ran.out.splitlines()


def bounds(copy):
    with Ledger.open(str(copy)) as ledger:
        return [(era.first, era.last) for era in eras(ledger).every]


def change(copy, position, **values):
    with Ledger.open(str(copy)) as ledger, unguarded(ledger.engine) as connection:
        here = schema.event.c.position == position
        connection.execute(update(schema.event).where(here).values(**values))


def change_state(copy, position):
    """Change the bytes of a kept state that no other state has."""
    with Ledger.open(str(copy)) as ledger:
        store = ProjectionStore(engine_beside(ledger), official.version())
        at = tables.earlier_state.c.position == position
        with store.engine.begin() as connection:
            connection.execute(tables.earlier_state.update().where(at).values(manifest=b"another"))


def test_each_era_begins_behind_a_kept_state_and_all_of_them_are_the_ledger(copy):
    every = bounds(copy)
    assert len(every) == len(ERAS)
    with Ledger.open(str(copy)) as ledger:
        end = ledger.read.head().next_position - 1
        kept = [last for _, last in every[:-1]]
        assert all(ledger.read.at([at])[at].type == "period-closed.v1" for at in kept)
    assert (every[0][0], every[-1][1]) == (0, end)
    assert [first for first, _ in every[1:]] == [last + 1 for last in kept]


def test_the_eras_together_prove_what_the_whole_proves(copy, sample):
    with Ledger.open(str(copy)) as ledger:
        by_eras = verify(House(ledger))
    with Ledger.open(str(sample)) as ledger:
        whole = verify(House(ledger))
    assert (by_eras.events, by_eras.lists, by_eras.faults) == (whole.events, whole.lists, [])
    assert [proof.lists for proof in by_eras.proofs] == [*[APART] * 3, 0]


def test_each_era_begins_from_the_state_with_which_the_one_before_ends(copy):
    """Another state in between is a fault, though each era proves itself."""
    with Ledger.open(str(copy)) as ledger:
        proofs = verify(House(ledger)).proofs
    assert [proof.begun for proof in proofs] == ["", *(proof.ended for proof in proofs[:-1])]
    assert all(proof.ended for proof in proofs[:-1])
    assert list(parts.not_linked(proofs)) == []
    proofs[1].begun = "0" * 64
    [fault] = parts.not_linked(proofs)
    assert str(fault.place).startswith("era 2, ")


def test_an_era_that_cannot_be_replayed_is_not_said_to_be_proved(copy):
    """Nothing is kept from before it, and an earlier event is damaged."""
    third = parts.Era(3, *bounds(copy)[2])
    change(copy, 5, valid_on="x")
    with Ledger.open(str(copy)) as ledger:
        engine = engine_beside(ledger)
        with engine.begin() as connection:
            connection.execute(tables.state_part.update().values(bytes=b"another"))
        proof = parts.prove(ledger, third)
    assert proof.faults
    assert (proof.lists, proof.replayed) == (0, False)


@pytest.mark.parametrize("era", [1, 2, 3])
def test_a_changed_byte_is_reported_by_the_era_that_holds_it(copy, era):
    """By any number of processes in the same words, and by this era alone."""
    first, last = bounds(copy)[era - 1]
    change(copy, (first + last) // 2, valid_on="x")
    code, alone = lines(copy)
    assert code == FOUND
    found = [line for line in alone if line.startswith("era ")]
    assert [line.endswith(" 0 faults") for line in found] == [one != era for one in ERAS]
    assert lines(copy, "--workers", "2") == (code, alone)
    for one in ERAS:
        ran = lines(copy, "--era", str(one))
        assert (ran[0] == FOUND) == (one == era)
        assert ran[1][0] == found[one - 1]


def test_a_changed_report_is_reported_by_the_era_that_names_it(copy):
    first, last = bounds(copy)[1]
    with Ledger.open(str(copy)) as ledger:
        events = ledger.read.events(first, last)
        file = next(one.decoded().payload.file for one in events if "submitted" in one.type)
        with unguarded(ledger.engine) as connection:
            given = {"digest": file}
            connection.execute(
                text("UPDATE document SET bytes = x'20' WHERE digest = :digest"), given
            )
        proofs = verify(House(ledger)).proofs
    assert [bool(proof.faults) for proof in proofs] == [False, True, False, False]
    assert f"document {file}" in str(proofs[1].faults[0].place)


def test_a_list_with_another_row_is_reported_by_its_era(copy):
    """The next era begins from the kept state, and is whole."""
    first, last = bounds(copy)[1]
    with Ledger.open(str(copy)) as ledger, unguarded(ledger.engine) as connection:
        events = ledger.read.events(first, last)
        closing = next(one for one in events if one.type == "period-closed.v1")
        sealed = closing.decoded().payload.list_digest
        body = closing.body.replace(sealed.encode(), b"0" * 64)
        here = schema.event.c.position == closing.position
        connection.execute(update(schema.event).where(here).values(body=body))
    code, out = lines(copy)
    assert code == FOUND
    assert [line.endswith(" 0 faults") for line in out[: len(ERAS)]] == [era != 2 for era in ERAS]


def test_behind_a_state_that_is_changed_or_not_kept_no_era_begins(copy):
    """The era before goes on, and the verification says so; the ledger itself is whole."""
    (_, end), *_ = every = bounds(copy)
    change_state(copy, end)
    assert bounds(copy) == [(0, every[1][1]), *every[2:]]
    code, out = lines(copy)
    assert code == FOUND
    assert f"for information: no era begins behind #{end}: no state of it is kept" in out
    done("rebuild", "--ledger", copy)
    assert len(bounds(copy)) == 1


def test_a_part_that_is_gone_is_no_obstacle_to_the_proof_of_an_era(copy):
    """It is computed from the first event then."""
    with Ledger.open(str(copy)) as ledger:
        engine = engine_beside(ledger)
        with engine.begin() as connection:
            connection.execute(tables.block.delete())
            connection.execute(tables.record.delete())
        found = verify(House(ledger))
    assert found.lists == 9
    assert not found.is_damaged
    assert found.faults


def test_an_era_alone_says_nothing_of_the_whole(copy):
    code, out = lines(copy, "--era", "2")
    assert (code, len(out)) == (0, 1)
    about = json.loads(done("verify", "--era", "2", "--format", "json", "--ledger", copy))["about"]
    assert about["head"] is None
    assert [era["number"] for era in about["eras"]] == [2]


@pytest.mark.parametrize("options", [("--era", "0"), ("--era", "5"), ("--workers", "0")])
def test_other_numbers_are_refused(copy, options):
    ran = run("verify", *options, "--ledger", copy)
    assert ran.code == REFUSED
    assert "the ledger has 4 eras" in ran.err or "a number from 1 to 64" in ran.err
