"""The pages of a list, the orders, and the search."""

import shutil

import pytest

from ledger.spelling import plain
from ledger.store.ledger import Ledger
from ops.answers.rating_lists import last_in_force, rating_list
from ops.answers.selection import Selection, Years, years_of
from ops.cli.exits import REFUSED
from ops.house import House, reading
from ops.players.recordings import CorrectPlayer
from projections.official.shared import SharedOfficial
from tests.support.command import run

CHESS = "fide-standard"


def shown(address, *words):
    """A list as a document."""
    return run("list", "show", CHESS, "--format", "json", *words, "--ledger", address).document


def rows(address, *words):
    return shown(address, "--limit", "0", *words)["rows"]


def without_place(some):
    return [{name: cell for name, cell in row.items() if name != "rank"} for row in some]


@pytest.mark.parametrize("sort", ["rating", "name", "change", "k"])
def test_the_pages_of_a_list_are_the_list(sample, sort):
    """With the number of rows before, the number of all, and the next page but on the last."""
    everybody, pages, page = rows(sample, "--sort", sort), [], 1
    while page:
        asked = shown(sample, "--sort", sort, "--limit", "30", "--page", str(page))
        pages += asked["rows"]
        assert asked["about"]["players"] == len(everybody)
        page = asked["about"].get("next_page")
    assert pages == everybody
    higher = [sum(other["rating"] > row["rating"] for other in everybody) for row in pages]
    assert [row["rank"] for row in pages] == [of + 1 for of in higher]


def test_a_page_after_the_last_is_empty_and_one_before_the_first_refused(sample):
    """The last, the next, and page 0."""
    count = len(rows(sample))
    last = shown(sample, "--limit", "1", "--page", str(count))
    assert (len(last["rows"]), "next_page" in last["about"]) == (1, False)
    beyond = shown(sample, "--limit", "1", "--page", str(count + 1))
    assert (beyond["rows"], "next_page" in beyond["about"]) == ([], False)
    ran = run("list", "show", CHESS, "--page", "0", "--ledger", sample)
    assert (ran.code, "counted from 1" in ran.err) == (REFUSED, True)


def test_names_are_sorted_without_accents_and_capitals(sample):
    names = [plain(row["name"]) for row in rows(sample, "--sort", "name")]
    assert names == sorted(names)


def test_the_greatest_gain_comes_first_and_new_players_last(sample):
    for period in ("2025-10", "2025-11", "2025-12"):
        asked = (CHESS, period, "--limit", "0", "--sort", "change")
        ran = run("list", "show", *asked, "--format", "json", "--ledger", sample)
        found = [row["change"] for row in ran.document["rows"]]
        known = [change for change in found if change is not None]
        assert known == sorted(known, reverse=True)
        assert found == [*known, *[None] * (len(found) - len(known))]


def test_an_order_that_a_list_does_not_have_is_refused(sample):
    ran = run("list", "show", CHESS, "--sort", "shoe-size", "--ledger", sample)
    assert ran.code == REFUSED
    assert "it can by rating, change, name, player, " in ran.err


def test_beginnings_of_words_of_a_name_find_it(sample):
    """In any order, whole or cut short, with other accents and capitals; not from inside a word."""
    everybody = rows(sample)
    for row in everybody[::7]:
        last, first = row["name"].split(", ")
        for text in (f"{last[:4]} {first[:3]}", f"{first} {last}".upper(), f"{last[0]}. {first}"):
            words = plain(text).split()
            expected = [
                other["player"]
                for other in everybody
                if all(
                    any(w.startswith(word) for w in plain(other["name"]).split()) for word in words
                )
            ]
            assert row["player"] in expected
            assert [found["player"] for found in rows(sample, "--search", text)] == expected
        assert row["name"] not in [found["name"] for found in rows(sample, "--search", last[1:6])]


def test_a_number_finds_its_player_alone(sample):
    """The register number, the printed number of the list, with and without the body."""
    row = rows(sample)[5]
    for number in (row["player"], row["number"], f"fide:{row['number']}"):
        assert [found["player"] for found in rows(sample, "--search", number)] == [row["player"]]
    assert rows(sample, "--search", "fide:1") == []


def test_a_search_and_a_filter_select_together(sample):
    women = without_place(rows(sample, "--sex", "w"))
    found = without_place(rows(sample, "--sex", "w", "--search", "m"))
    assert 0 < len(found) < len(women)
    assert [row for row in women if row in found] == found


def test_years_of_birth_select_with_both_ends(sample):
    """Below, on and above; players without a known year are left out."""
    everybody = rows(sample)
    years = sorted({row["birth_year"] for row in everybody if row["birth_year"]})
    first, last = years[2], years[-3]
    for text, low, high in (
        (f"{first}-{last}", first, last),
        (f"{last}-", last, 9999),
        (f"{first}", first, first),
    ):
        expected = [
            row for row in everybody if row["birth_year"] and low <= row["birth_year"] <= high
        ]
        found = rows(sample, "--born", text)
        assert without_place(found) == without_place(expected)
    assert years_of("1990-1999") == Years(1990, 1999)
    assert str(years_of("2005-")) == "2005-"
    ran = run("list", "show", CHESS, "--born", "1999-1990", "--ledger", sample)
    assert (ran.code, "write a year" in ran.err) == (REFUSED, True)


def test_a_name_corrected_meanwhile_is_shown_sorted_and_found_by_the_next_request(sample, tmp_path):
    """A service keeps the numbers of a closed list in memory, never the names."""
    copy = shutil.copy(sample, tmp_path / "copy.ledger")
    with Ledger.open(str(copy)) as ledger:
        shared = SharedOfficial(ledger)

        def listed(sort: str, search: str = ""):
            with reading(shared) as house:
                pool = house.pool(CHESS)
                chosen = Selection(search=search)
                return rating_list(pool, last_in_force(pool), None, chosen, sort=sort).rows

        before = listed("name")
        player = before[-1].player
        assert [row.player for row in listed("rating", before[-1].name)] == [player]
        CorrectPlayer(player=player, name="Aaaab, Zz", birth_year=1901, by="the-body").record(
            House(ledger)
        )
        after = listed("name")
        assert (after[0].player, after[0].name) == (player, "Aaaab, Zz")
        assert after[0].person.birth_year == 1901
        assert [row.player for row in listed("rating", "zz aaaa")] == [player]
        assert listed("rating", before[-1].name) == ()
        shared.close()
