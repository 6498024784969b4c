"""The sample season: the run, the pinned lists, the special cases."""

import re
import shlex
import shutil
from dataclasses import replace
from itertools import pairwise

import pytest

from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.oracles import elo_rubele, fide_standard
from tests.oracles.world import Carried
from tests.support.command import done, run
from tests.support.kept_state import closings_in
from tests.support.pinned_lists import pinned, sealed
from tests.support.sample_world import pasts, payloads, printed, world_of

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
MOST_BYTES = 300_000


def test_lists_are_those_that_were_published(sample):
    assert sealed(sample, (CHESS, DRAUGHTS)) == pinned("sample_lists.txt")


def test_the_story_is_recorded_on_its_own_days(sample):
    typed = (commands.FOLDER / "season.txt").read_text().splitlines()
    days = [line.removeprefix("on ") for line in typed if line.startswith("on ")]
    listed = run("event", "list", "--limit", "0", "--format", "json", "--ledger", sample)
    recorded = [row["recorded_at"][:10] for row in listed.document["rows"]]
    assert list(dict.fromkeys(recorded)) == days


def test_who_tries_it_out_goes_on_recording_by_the_clock_of_the_machine(sample, tmp_path):
    address = shutil.copy(sample, tmp_path / "own.ledger")
    played = (commands.FOLDER / CHESS / "2026-02-08-carnevale-selvapiana.trf").read_text()
    report = tmp_path / "own.trf"
    report.write_text(played.replace("Carnevale", "Primavera").replace("26/02/", "26/04/"))
    unrated = ("--set", "unrated=25")
    done("tournament", "import", report, "--pool", CHESS, *unrated, "--ledger", address)
    shown = done("tournament", "list", CHESS, "--state", "waiting", "--ledger", address)
    assert "Open di Primavera" in shown


def test_a_second_run_finds_everything_done_and_raises_no_doubt(sample, tmp_path, capsys):
    address = str(shutil.copy(sample, tmp_path / "again.ledger"))
    with Ledger.open(address) as ledger:
        before = ledger.read.head()
    assert commands.season(address) == 0
    with Ledger.open(address) as ledger:
        assert ledger.read.head() == before
    assert "warning" not in capsys.readouterr().out


def test_the_tour_answers_and_verifies(sample, capsys):
    assert commands.tour(str(sample)) == 0
    told = capsys.readouterr().out
    assert "\\n" not in told
    assert sum(line.startswith("$ ledger ") for line in told.splitlines()) > 5
    assert "rating 2399 -> 2424" in told
    assert told.endswith("89 events, 9 lists reproduced, 0 faults\n")


def suggested():
    """Return the commands proposed at the end of `ops/run`."""
    script = (commands.FOLDER.parent / "run").read_text()
    return [line for line in script.splitlines() if line.startswith("ledger ")]


@pytest.mark.parametrize("line", suggested())
def test_what_to_try_next_can_be_typed(sample, line, monkeypatch):
    monkeypatch.setenv("LEDGER", str(sample))
    assert len(done(*shlex.split(line)[1:]).splitlines()) > 1


def test_the_season_stops_at_the_first_refusal(tmp_path, monkeypatch, capsys):
    (tmp_path / "season.txt").write_text(
        "# a comment\nledger init \\\n    --zone Europe/Rome\n"
        "ledger list show nowhere\nledger event list\n"
    )
    monkeypatch.setattr(commands, "FOLDER", tmp_path)
    assert commands.season(str(tmp_path / "new.ledger")) == 3
    told = capsys.readouterr()
    assert [line for line in told.out.splitlines() if line.startswith("$")] == [
        "$ ledger init --zone Europe/Rome",
        "$ ledger list show nowhere",
    ]
    assert told.err == "refused: there is no pool 'nowhere'; opened are: none\n"


def test_the_sample_is_small():
    files = [each for pool in (CHESS, DRAUGHTS) for each in (commands.FOLDER / pool).iterdir()]
    assert sum(each.stat().st_size for each in files) < MOST_BYTES


# --------------------------------------------------------------------- the independent calculations


def test_chess_lists_agree_with_the_independent_calculation(sample, monkeypatch):
    with Ledger.open(str(sample)) as ledger:
        world, unrated = world_of(ledger, CHESS), pasts(ledger, CHESS)
        shown = list(printed(ledger, CHESS))
    carried = fide_standard.carried_records
    monkeypatch.setattr(fide_standard, "carried_records", lambda world: carried(world) | unrated)
    expected = fide_standard.replay(world)
    assert [
        {player: (row.rating, row.k, row.games, row.inactive) for player, row in each.rows.items()}
        for each in expected
    ] == [
        {
            player: (row["rating"], row["k"], row["period_games"], bool(row["inactive"]))
            for player, row in each.items()
        }
        for each in shown
    ]


def test_draughts_lists_agree_with_the_independent_calculation(sample):
    """An entry by decision is a capital carried over, shown with the first event only."""
    decided = 112
    with Ledger.open(str(sample)) as ledger:
        world = world_of(ledger, DRAUGHTS)
        days = [(each.period, each.cut_off) for each in closings_in(ledger, DRAUGHTS)]
        shown = list(printed(ledger, DRAUGHTS))
    world = replace(world, carried=(*world.carried, Carried(decided, 2000)))
    first, *later = elo_rubele.replay(world, "italiana", days)
    del first.rows[decided]
    assert [
        {player: (row.rating, row.games) for player, row in each.rows.items()}
        for each in (first, *later)
    ] == [
        {player: (row["rating"], row["period_games"]) for player, row in each.items()}
        for each in shown
    ]


# ------------------------------------------------------------------------------- the special cases


def asked(sample, *words):
    """Give the answer to a question, as JSON."""
    ran = run(*words, "--format", "json", "--ledger", sample)
    assert ran.code == 0, ran.err
    return ran.document


def explained(sample, pool, player, period):
    return asked(sample, "player", "explain", pool, player, period)


def column(explanation, name, unit=0):
    """Give value and clause of a column of a worksheet."""
    cell = explanation["units"][unit]["cells"][name]
    return cell["value"], cell.get("why")


def changes(sample, pool, player):
    """Give a player's rows by list."""
    return {row["list"]: row for row in asked(sample, "player", "history", pool, player)["rows"]}


def found(sample, pool, subject):
    """Return the findings of a tournament or a player, with kind and article."""
    rows = asked(sample, "pool", "findings", pool, subject)["rows"]
    return {(row["kind"], row["article"], row["says"]) for row in rows}


def test_a_history_counts_the_games_of_every_event_of_a_list(sample):
    """Two events changed the capital on the list of July, two on that of December."""
    rows = list(changes(sample, DRAUGHTS, "94-8").values())
    assert [row["games"] for row in rows] == [0, 8, 14, 15]
    so_far = [row["games_so_far"] for row in rows]
    assert [after - before for before, after in pairwise(so_far)] == [8, 14, 15]


def test_article_8_3_3_a_published_2400_lowers_k_for_good(sample):
    rows = changes(sample, CHESS, "fide:99000463")
    assert [(row["rating"], row["k"]) for row in rows.values()][:2] == [(2399, 20), (2424, 10)]


def test_article_8_3_3_thirty_games(sample):
    rows = changes(sample, CHESS, "fide:99001869")
    before, after = rows["carried over"], rows["2025-10"]
    assert (before["games_so_far"], before["k"]) == (24, 40)
    assert (after["games_so_far"], after["k"]) == (30, 20)


def test_article_8_3_3_the_k_of_juniors_ends_with_the_year(sample):
    rows = changes(sample, CHESS, "fide:99001351")
    assert (rows["2025-12"]["k"], rows["2026-01"]["k"]) == (40, 20)


def test_article_8_3_3_k_times_games_within_700(sample):
    sheet = explained(sample, CHESS, "fide:99002165", "2026-01")
    assert column(sheet, "rated_games")[0] == 22
    assert column(sheet, "k") == (
        31,
        "8.3.3: lowered, so that K times the games of the period stays within 700",
    )


def test_article_8_3_1_from_2650_in_full_for_the_opponent_as_400(sample):
    def counted(player):
        (report,) = explained(sample, CHESS, player, "2025-11")["units"][0]["tournaments"]
        return {
            game["address"]: game["cells"]["counted_difference"]["value"]
            for game in report["games"]
        }

    top, opponent = counted("fide:99000130"), counted("22-9")
    (game,) = top.keys() & opponent.keys()
    assert (top[game], opponent[game]) == (478, -400)
    assert {420, 599} <= set(top.values())


@pytest.mark.parametrize(
    ("player", "period", "rating", "why"),
    [
        ("fide:99002572", "2025-10", 1687, "8.2.3: published"),
        (
            "fide:99002720",
            "2025-11",
            0,
            "7.1.4: fewer than five games: the games wait for a first rating",
        ),
        ("fide:99002720", "2026-01", 1951, "8.2.3: published"),
        (
            "fide:99002794",
            "2025-10",
            0,
            "7.1.4: below the floor: not published, the games wait for a first rating",
        ),
        ("fide:99002868", "2025-11", 2200, "8.2.3: published"),
        ("fide:99002757", "2025-12", 2068, "8.2.3: published"),
    ],
)
def test_article_7_1_4_first_ratings(sample, player, period, rating, why):
    assert column(explained(sample, CHESS, player, period), "first_rating") == (rating, why)


def test_article_8_2_1_a_first_event_without_a_point(sample):
    for subject in ("fide:99002683", "T-000003"):
        assert ("not rated", "8.2.1") in {each[:2] for each in found(sample, CHESS, subject)}
    assert changes(sample, CHESS, "fide:99002683")["2025-12"]["rating"] == 1537


def test_article_8_2_4_rated_between_start_and_list(sample):
    sheet = explained(sample, CHESS, "fide:99002757", "2026-01")
    rated = {each["tournament"]: each for each in sheet["units"][0]["tournaments"]}["T-000008"]
    used = rated["cells"]["rating_used"]
    assert (used["value"], used["why"]) == (
        2068,
        "8.2.4: unrated when the tournament began, rated since",
    )
    (game,) = [
        game
        for unit in explained(sample, CHESS, "45-0", "2026-01")["units"]
        for each in unit["tournaments"]
        for game in each["games"]
        if game["opponent"] == "75-2" and each["tournament"] == "T-000008"
    ]
    assert game["cells"]["counts"]["value"] == 0


def test_article_7_2_1_below_the_floor(sample):
    assert ("not rated", "7.2.1", "below the floor: unrated") in found(
        sample, CHESS, "fide:99002498"
    )
    rows = changes(sample, CHESS, "fide:99002498")
    assert [row["rating"] for row in rows.values()] == [1406, None, 1461]


def test_article_7_2_2_inactive_and_active_again(sample):
    def inactive(player):
        with Ledger.open(str(sample)) as ledger:
            return [each[player]["inactive"] for each in printed(ledger, CHESS)]

    assert inactive(42) == [1, 1, 1, 1, 0, 0]  # fide:99001647: last counted on 2024-09
    assert inactive(43) == [0, 1, 1, 1, 1, 1]  # fide:99001684: on 2024-11


def test_article_7_1_3_a_cut_off_missed(sample):
    assert (
        "later",
        "7.1.3",
        "cut-off missed: it ended on 2025-11-30, list 2025-12 takes what ended by 2025-11-28; "
        "booked on 2026-01",
    ) in found(sample, CHESS, "T-000008")
    assert not any(kind == "later" for kind, _, _ in found(sample, CHESS, "T-000003"))


def test_article_5_1_what_was_not_played(sample):
    assert ("not rated", "5.1", "1 game: not played, so not counted") in found(
        sample, CHESS, "T-000006"
    )


@pytest.mark.parametrize(
    ("player", "threshold", "above"),
    [
        ("fid:X01219", 3900, True),
        ("fid:X01480", 3000, True),
        ("fid:X01248", 3900, False),
        ("fid:X01451", 3000, False),
    ],
)
def test_article_vi_10_thresholds_both_ways(sample, player, threshold, above):
    first = explained(sample, DRAUGHTS, player, "2025-04-05")["units"][0]
    assert (first["before"] < threshold < first["after"]) is above
    assert (first["before"] > threshold > first["after"]) is not above


def test_article_vi_9_new_players_and_an_entry_by_decision(sample):
    new = explained(sample, DRAUGHTS, "fid:X01973", "2025-04-05")
    assert entry(new) == ("300", "VI.9, table 12: new to the system")
    decided = explained(sample, DRAUGHTS, "fid:X02060", "2025-07-05")
    assert entry(decided) == ("2000", "VI.9, table 12: initial capital decided by the commission")


def entry(sheet):
    """Return the entry line of a player: the points, the article and the words of the article."""
    line = sheet["units"][0]["lines"][0]
    assert line["kind"] == "entry"
    return line["points"], f"{line['article']}: {line['why']}"


def test_article_vi_6_the_minimum_with_the_bonus_inside(sample):
    sheet = explained(sample, DRAUGHTS, "fid:X01944", "2025-04-05")
    lines = {line["kind"]: line["points"] for line in sheet["units"][0]["lines"]}
    assert sheet["new"] == 100
    assert (lines["bonus"], lines["floor"]) == ("10", "609")


def test_article_vi_11_a_bonus_once_a_year_and_its_echo(sample):
    sheet = explained(sample, DRAUGHTS, "fid:X01219", "2025-04-05")
    assert [column(sheet, "bonus", unit)[0] for unit in (0, 1)] == [10, 0]
    with Ledger.open(str(sample)) as ledger:
        granted = payloads(ledger, f"pool-{DRAUGHTS}", "bonus-granted")
    assert [each.tournament for each in granted if "00000083" in each.player] == ["T-000014"]


def test_article_vi_10_a_late_event_expects_from_then_and_walks_from_now(sample):
    sheet = explained(sample, DRAUGHTS, "fid:X01451", "2025-07-05")["units"][0]
    assert sheet["before"] == 2712
    assert sheet["tournaments"][0]["games"][0]["cells"]["own_rating"]["value"] == 2412
    assert (
        "later",
        "VI.8",
        "recorded after list 2025-04-05 was sealed; booked on 2025-07-05",
    ) in found(sample, DRAUGHTS, "T-000017")


def rows_of_the_guide():
    guide = (commands.FOLDER / "README.md").read_text()
    return re.findall(r"^\| (f[a-z]+:\S+|[0-9]+-[0-9]) \| (\S+) \|", guide, re.MULTILINE)


@pytest.mark.parametrize(("player", "period"), rows_of_the_guide())
def test_who_is_worth_looking_at(sample, player, period):
    pool = DRAUGHTS if player.startswith("fid:") else CHESS
    assert "\nrating " in done("player", "explain", pool, player, period, "--ledger", sample)
