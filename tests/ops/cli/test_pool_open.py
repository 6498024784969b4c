"""Opening pools with references to each other, as a person types the commands."""

import pytest

from tests.support.command import done, run

FIRST = ("--first-period", "2025-11")


@pytest.fixture
def ledger(tmp_path):
    """A new ledger."""
    address = tmp_path / "pools.ledger"
    done("init", "--ledger", address)
    return address


def opens(ledger, *words: str) -> str:
    """Open a pool; return the answer or the refusal."""
    ran = run("pool", "open", *words, *FIRST, "--ledger", ledger)
    return ran.out + ran.err


def test_rapid_and_blitz_are_opened_beside_the_only_standard_pool(ledger):
    assert opens(ledger, "fide-standard").startswith("opened fide-standard")
    assert "FIDE Rapid and Blitz Rating Regulations B.02, rapid chess" in opens(
        ledger, "fide-rapid", "--adopt"
    )
    assert "adopted 2024-12-01 for fide-blitz" in opens(ledger, "fide-blitz", "--adopt")


def test_of_two_standard_pools_one_is_asked_for(ledger):
    for pool in ("one", "two"):
        opens(ledger, pool, "--rulebook", "fide-standard")
    assert opens(ledger, "fide-rapid") == (
        "refused: fide-rapid looks at one of one, two: name it (--beside)\n"
    )
    assert opens(ledger, "fide-rapid", "--beside", "two").startswith("opened fide-rapid")


@pytest.mark.parametrize("beside", ["fide-standard", "draughts"])
def test_a_pool_is_beside_an_open_one_of_the_rulebook_it_looks_at(ledger, beside):
    opens(ledger, "draughts", "--rulebook", "rubele-italiana")
    assert opens(ledger, "fide-rapid", "--beside", beside) == (
        f"refused: --beside {beside}: fide-rapid asks for an open pool of rulebook fide-standard\n"
    )


def test_who_looks_at_no_other_pool_is_beside_none(ledger):
    opens(ledger, "one", "--rulebook", "fide-standard")
    assert "it looks at no other pool" in opens(ledger, "fide-standard", "--beside", "one")


def test_opening_again_is_the_same_pool_whatever_was_opened_since(ledger):
    """A repetition is no new question, with a second standard pool neither."""
    opens(ledger, "one", "--rulebook", "fide-standard")
    opens(ledger, "fide-rapid")
    opens(ledger, "two", "--rulebook", "fide-standard")
    assert "already recorded)\n" in opens(ledger, "fide-rapid")


def test_an_edition_whose_first_day_no_text_tells_is_proposed_and_adopted_with_a_day(ledger):
    """Reading (B16): of the change of draughts of 2021 the day is the federation's to say."""
    said = opens(ledger, "rubele-internazionale", "--adopt")
    assert "adopted 2008-01-01 for rubele-internazionale from 2008-01-01" in said
    adopt = "pool adopt rubele-internazionale 2021-01-01 --in-force-from IN-FORCE-FROM"
    assert said.endswith(f"  proposed: `ledger {adopt}`\n")
    words = ("pool", "adopt", "rubele-internazionale", "2021-01-01", "--ledger", ledger)
    assert "say the one that was set" in run(*words).err
    assert "from 2021-03-01" in run(*words, "--in-force-from", "2021-03-01").out


def test_closing_in_another_order_is_refused_in_one_line(ledger):
    for pool in ("fide-standard", "fide-rapid", "fide-blitz"):
        opens(ledger, pool, "--adopt")
    ran = run("list", "close", "fide-rapid", "--ledger", ledger)
    assert ran.code == 3
    assert "fide-standard closes its list of 2025-11-01 first" in ran.err
    ran = run("list", "close", "fide-blitz", "--ledger", ledger)
    both = "fide-standard, fide-rapid close their lists of 2025-11-01 first, and by #"
    assert f"fide-blitz 2025-11: {both}" in ran.err
    assert "they have not" in ran.err


def test_rules_say_where_a_number_of_standard_chess_stands():
    ran = done("rules", "article", "fide-rapid", "7.3.1", "--format", "csv")
    assert "projections/rulebooks/fide/standard/edition_2024_03_01.toml" in ran
    ran = done("rules", "article", "fide-rapid", "Amendment of 1 December 2024", "--format", "csv")
    assert "projections/rulebooks/fide/rapid_blitz/edition_2024_12_01.py" in ran


def adopts(ledger, edition: str, day: str | None = None) -> str:
    """Adopt an edition for the pool of standard chess; return the answer or the refusal."""
    since = ("--in-force-from", day) if day else ()
    ran = run("pool", "adopt", "fide-standard", edition, *since, "--ledger", ledger)
    return ran.out + ran.err


def test_a_text_holds_from_its_own_day_or_later(ledger):
    opens(ledger, "fide-standard")
    assert "before its own first day" in adopts(ledger, "2022-01-01", "2013-05-01")
    assert "from 2022-02-01" in adopts(ledger, "2022-01-01", "2022-02-01")


def test_an_older_text_does_not_follow_a_newer_one(ledger):
    """A repealed law would rate the next list."""
    opens(ledger, "fide-standard", "--adopt")
    said = adopts(ledger, "2014-07-01", "2025-10-05")
    assert said.startswith("refused: edition 2014-07-01 cannot hold from 2025-10-05: 2017-07-01 is")


@pytest.mark.parametrize(
    ("pool", "first", "since"),
    [("fide-standard", "2014-06", "2014-07-01"), ("uisp", "2017-Q3", "2017-09-01")],
)
def test_a_pool_does_not_begin_with_a_list_that_no_text_covers(ledger, pool, first, since):
    ran = run("pool", "open", pool, "--first-period", first, "--ledger", ledger)
    assert f"{pool} is covered from {since} on" in ran.err
    assert ran.code == 3


def test_an_adoption_says_which_one_it_takes_the_place_of(ledger):
    opens(ledger, "fide-standard")
    first = adopts(ledger, "2024-03-01")
    assert "in place of" not in first
    position = first.rpartition("(")[2].strip(")\n")
    assert f"in place of {position} (" in adopts(ledger, "2024-03-01", "2024-04-01")


def test_a_day_adopted_wrongly_is_put_right_by_adopting_again(ledger):
    """Of two adoptions of one edition the later holds."""
    opens(ledger, "fide-standard")
    adopts(ledger, "2024-03-01")
    late, right = ("2025-12-01", "2024-03-01"), ("2025-10-01", "2025-10-01")
    for since, held in (late, right, late, right):
        adopts(ledger, "2025-10-01", since)
        before = adopts(ledger, "2025-10-01", since)
        assert "already recorded" in before
        assert adopts(ledger, "2025-10-01", since) == before  # said twice, recorded once
        law = run(
            "rules", "in-force", "fide-standard", "--on", "2025-11-10", "--ledger", ledger
        ).out
        assert f"edition of the list {held}" in law
