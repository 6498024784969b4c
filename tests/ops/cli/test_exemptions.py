"""Exceptions at the command line: the actor, the exempted player, the effect, and the answer
without any.
"""

import shutil

import pytest

from tests.support.command import done, run
from tests.support.shown_pages import ROOT

REPORT = ROOT / "ops" / "guide" / "fiume.trf"
CARRIED_OVER = ROOT / "ops" / "sample" / "fide-standard" / "carried-over-2025-09.csv"
BODIES = "fide-council, fide-president"
TIMES = {"fide-standard": "5400+30", "fide-rapid": "900+10", "fide-blitz": "180+2"}
LATE = {"fide-standard": "9.1", "fide-rapid": "8.1", "fide-blitz": "8.1"}
"""The article about late reports, as each text numbers it."""
OF_PLAYERS = {"fide-standard": "10.1", "fide-rapid": "9.1", "fide-blitz": "9.1"}
"""The article about players without a federation."""


@pytest.fixture(scope="module", params=TIMES)
def recorded(request, tmp_path_factory):
    """A pool with one tournament; the report, of December, was received at the end of
    March.

    One of its players has no federation. Recorded once: each test has a copy.
    """
    folder, pool = tmp_path_factory.mktemp("recorded"), request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEDGER", str(folder / "x.ledger"))
        record(folder, pool)
    return pool, folder / "x.ledger"


def record(folder, pool):
    """Open the pool, carry over the ratings, bring in the report."""
    done("init", "--origin", "example.org")
    done("pool", "open", pool, "--first-period", "2025-10", "--adopt")
    before = folder / "before.csv"
    before.write_bytes(CARRIED_OVER.read_bytes().replace(b"GER", b""))
    since = ("--on", "2025-09-01", "--source", "list of September", "--register-new")
    done("pool", "carry-over", pool, before, *since)
    file = folder / "late.trf"
    file.write_bytes(REPORT.read_bytes().replace(b"2155 GER", b"2155    "))
    facts = {
        "start": "2025-12-06",
        "registered_on": "2025-11-01",
        "received_on": "2026-03-30",
        "announced_as_rated": "true",
        "time_control": TIMES[pool],
    }
    said = [word for name, text in facts.items() for word in ("--set", f"{name}={text}")]
    done("tournament", "import", file, "--pool", pool, *said)


@pytest.fixture
def played(recorded, tmp_path, monkeypatch):
    """The pool, with the ledger at hand."""
    pool, ledger = recorded
    monkeypatch.setenv("LEDGER", str(shutil.copy(ledger, tmp_path)))
    return pool


def found(pool, article):
    """Return kind, words and remedy of the findings about the tournament under an article."""
    rows = run("tournament", "check", pool, "T-000001", "--format", "json").document["rows"]
    return [
        (each["kind"], each["says"], each["remedy"]) for each in rows if each["article"] == article
    ]


def exempt(article, by, *words):
    done("event", "record", "exemption-granted", *("--tournament", "T-000001"), *words,
         *("--article", article, "--by", by))  # fmt: skip


def test_a_late_report_is_not_rated_until_the_council_excepts_it(played):
    article = LATE[played]
    kinds = [kind for kind, *_ in found(played, article)]
    assert kinds == ["not rated"] * 5  # the tournament, and what each of four played
    exempt(article, "fide-council")
    assert found(played, article) == []


def test_another_body_lifts_nothing_and_a_finding_says_who_may(played):
    article = LATE[played]
    exempt(article, "fide-qc")
    kinds = [kind for kind, *_ in found(played, article)]
    assert kinds == ["not rated", "warning"] + ["not rated"] * 4
    assert found(played, article)[1] == (
        "warning",
        f"the exception from {article} by fide-qc lifts nothing: that body may not make it",
        f"it is for one of these: {BODIES}",
    )


def test_an_article_without_exceptions_is_told_with_those_that_have_some(played):
    exempt("7.7", "fide-council")
    ((kind, says, remedy),) = found(played, "7.7")
    assert kind == "warning"
    assert says.endswith("lifts nothing: that article allows none")
    assert LATE[played] in remedy


@pytest.mark.parametrize("naming", ["24-1", "fide:99000981"])
def test_a_player_is_named_as_everywhere(played, naming):
    """By number with check digit, or by another body's number."""
    article = OF_PLAYERS[played]
    assert [kind for kind, *_ in found(played, article)] == ["warning"]
    exempt(article, "fide-council", "--player", naming)
    assert found(played, article) == []


def test_an_exception_of_players_names_one(played):
    article = OF_PLAYERS[played]
    exempt(article, "fide-council")
    told = [(says, remedy) for _, says, remedy in found(played, article)]
    nothing = f"the exception from {article} by fide-council lifts nothing"
    assert told[0][0] == "players without a federation"
    assert told[1] == (
        f"{nothing}: it is made player by player",
        "record it with the player",
    )


def test_an_exception_for_all_names_nobody(played):
    article = LATE[played]
    exempt(article, "fide-council", "--player", "fide:99000981")
    rows = run("tournament", "check", played, "T-000001", "--format", "json").document["rows"]
    (row,) = [each for each in rows if each["remedy"] == "record it without a player"]
    assert (row["article"], row["player"]) == (article, "24-1")


@pytest.mark.parametrize(
    ("player", "says"),
    [
        ("3", "a register number without its check digit"),
        ("3-6", "the check digit does not fit"),
        ("fide:1", "fide:1"),
    ],
)
def test_a_player_who_is_not_clear_is_refused(played, player, says):
    words = ("--tournament", "T-000001", "--article", "10.1", "--by", "fide-council")
    ran = run("event", "record", "exemption-granted", *words, "--player", player)
    assert ran.code == 3
    assert says in ran.err


def test_what_the_options_take_is_said():
    """Optional options are explained too."""
    told = run("event", "record", "exemption-granted", "--help").out
    for each in (
        "the player, as 12-5 or fide:N",
        "position of a game's report",
        "index of the game",
    ):
        assert each in told


def test_exceptions_are_recorded_from_lines_too(played, tmp_path):
    """For all, and for a player from two articles."""
    file = tmp_path / "decided.jsonl"
    line = (
        '{{"type": "exemption-granted", "payload": {{"tournament": "T-000001", '
        '"article": "{}", "by": "fide-council"{}}}}}'
    )
    said = [("0.2", ""), (OF_PLAYERS[played], ', "player": 24'), ("0.2", ', "player": 24')]
    file.write_text("\n".join(line.format(*each) for each in said))
    done("event", "record-file", file)
    assert found(played, OF_PLAYERS[played]) == []
