"""The news in a ledger: the same answers as from questions about each part."""

from tests.support.command import done, run
from tests.support.seasons import UISP


def document(address, *words):
    return run(*words, "--format", "json", "--ledger", address).document


def news(address, *moment):
    found = document(address, "pool", "overview", *moment)
    return found["about"], {row["pool"]: row for row in found["rows"]}


NAMES = ("rank", "player", "name", "number", "title", "federation", "rating")


def leader(row):
    return {name: row[name] for name in (*NAMES, "rating_before", "change")}


def test_pools_are_those_of_the_list_of_pools(sample):
    _, rows = news(sample)
    for row in document(sample, "pool", "list")["rows"]:
        assert {name: rows[row["pool"]][name] for name in row} == row


def test_leaders_and_gains_are_the_first_of_the_list_in_two_orders(sample):
    _, rows = news(sample)
    for pool, row in rows.items():
        first = ("list", "show", pool, "--limit", "5")
        assert row["leaders"] == [leader(of) for of in document(sample, *first)["rows"]]
        gained = document(sample, *first, "--sort", "change")["rows"]
        assert row["gains"]
        assert [leader(of) for of in row["gains"]] == [
            leader(of) for of in gained if (of["change"] or 0) > 0
        ]


def test_a_gain_names_the_tournaments_of_the_list(sample):
    """As the history of the player does."""
    _, rows = news(sample)
    for pool, row in rows.items():
        for gain in row["gains"]:
            *_, last = document(sample, "player", "history", pool, gain["player"])["rows"]
            assert last["list"] == row["in_force"]
            assert [of["tournament"] for of in gain["tournaments"]] == [
                of["tournament"] for of in last["tournaments"]
            ]


def test_changes_of_category_are_the_first_of_the_bulletin(ledger_of):
    address = ledger_of(UISP)
    _, rows = news(address)
    bulletin = document(address, "list", "promotions", "uisp")["rows"]
    assert rows["uisp"]["category_changes"] == bulletin[:10]
    assert len(bulletin) > 10


def test_the_last_tournaments_and_decisions_are_those_of_all_pools(sample):
    about, _ = news(sample)
    last = document(sample, "tournament", "list", "--limit", "10")["rows"]
    assert about["tournaments"] == last
    assert about["decisions"] == document(sample, "event", "decisions", "--limit", "10")["rows"]


def test_a_pool_without_a_list_in_force_stands_there_without_news(tmp_path):
    address = str(tmp_path / "new.ledger")
    done("init", "--origin", "new.example", "--ledger", address)
    assert news(address)[1] == {}
    done("pool", "open", "fide-standard", "--first-period", "2025-10", "--ledger", address)
    about, rows = news(address)
    row = rows["fide-standard"]
    assert (row["in_force"], row["leaders"], row["gains"]) == (None, [], [])
    assert (about["tournaments"], about["decisions"]) == ([], [])


def test_on_a_day_pools_have_the_list_in_force_then_and_the_one_after(sample):
    """Leaders and gains are those of the list then; tournaments ended by the day."""
    day = "2026-01-15"
    about, rows = news(sample, "--as-of", day)
    of_day = document(sample, "list", "show", "fide-standard", "--as-of", day, "--limit", "5")
    row = rows["fide-standard"]
    assert row["leaders"] == [leader(of) for of in of_day["rows"]]
    assert (row["in_force"], row["next_list"]) == ("2026-01", "2026-02")
    assert row["next_cut_off"] < row["next_list_date"] == "2026-02-01"
    assert row["players"] == of_day["about"]["players"]
    assert about["as_of"] == day
    assert (
        about["tournaments"]
        == (document(sample, "tournament", "list", "--limit", "10", "--until", day)["rows"])
    )
    assert (
        about["decisions"]
        == (document(sample, "event", "decisions", "--limit", "10", "--until", day)["rows"])
    )


def test_a_day_before_the_first_list_leaves_a_pool_without_news(sample):
    row = news(sample, "--as-of", "2020-01-01")[1]["fide-standard"]
    assert (row["in_force"], row["leaders"], row["gains"]) == (None, [], [])


def test_as_known_earlier_a_pool_has_the_lists_of_then(sample):
    """A pool opened later is left out."""
    now = news(sample)[1]
    first = document(sample, "pool", "lists", min(now))["rows"][0]["sealed_by"]
    about, rows = news(sample, "--known-at", f"#{first}")
    assert about["known_to"] == first
    pools = document(sample, "pool", "list", "--known-at", f"#{first}")["rows"]
    assert rows == {row["pool"]: rows[row["pool"]] | row for row in pools}
    assert {row["pool"]: row["lists"] for row in pools} != {
        pool: row["lists"] for pool, row in now.items()
    }
