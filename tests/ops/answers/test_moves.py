"""A preview shows the changes by the recording, at both doors, and records nothing."""

from datetime import date
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.actors.roles import HeldRole
from ledger.register import identities
from ops.access.actors import Actor
from ops.actors.recordings import GrantRole
from ops.answers.moves import _findings, _in_order_of_closing, moves_of
from ops.house import open_house
from ops.players.recordings import SuspendPlayer
from ops.tournaments.corrections import CorrectResult
from projections import list_document
from projections.official.store import ProjectionStore
from projections.queries.categories import changes_of_list
from projections.tracks.revised import revised
from tests.support.command import done, run
from tests.support.grounds import on_article
from tests.support.private_facts import GONE, hand_in
from tests.support.seasons import FIDE as FIDE_SEASON
from tests.support.seasons import brought_in
from tests.support.served import headers_of, office_key, served, with_keys
from tests.support.tentative_ledgers import with_next

FIDE, DRAUGHTS = "fide-standard", "rubele-italiana"
CORRECTION = ("tournament", "correct", "result", "T-000001", "1:1")
RESULT = ("--white", "0", "--black", "1", "--by", "commission")


def correct(house, tournament):
    """Let White of the first game lose."""
    CorrectResult(tournament=tournament, game="1:1", white="0", black="1", by="commission").record(
        house
    )
    house.catch_up()


def next_digest(house, pool):
    """The digest of the next list of a pool, closed in memory."""
    with house.tentatively() as copy:
        return with_next(copy.official, pool).lists()[-1].digest


@pytest.mark.parametrize(("tournament", "pool"), [("T-000001", FIDE), ("T-000014", DRAUGHTS)])
def test_the_next_list_is_as_after_the_recording(copy, tournament, pool):
    with open_house(str(copy)) as house:
        before = next_digest(house, pool)
        with house.tentatively() as tentative:
            correct(tentative, tournament)
            found = moves_of(tentative)
            previewed = with_next(tentative.official, pool).lists()[-1].digest
        assert next_digest(house, pool) == before
        correct(house, tournament)
        assert next_digest(house, pool) == previewed != before
    rows = [row for row in found.rows if row.before != row.after]
    expected = [(pool, "rating"), (pool, "rating"), (pool, "finding")]
    assert [(row.pool, row.what) for row in rows] == expected


@pytest.mark.parametrize(("tournament", "pool"), [("T-000001", FIDE), ("T-000014", DRAUGHTS)])
def test_the_revised_track_is_as_after_the_recording(copy, tournament, pool):
    """Computed from the beginning after the recording: the closed lists, and the ratings
    of the next.
    """
    with open_house(str(copy)) as house:
        before = revised(house.official).track
        with house.tentatively() as tentative:
            correct(tentative, tournament)
            found = moves_of(tentative)
        correct(house, tournament)
        after = revised(house.official).track
        lists = zip(*(track.facts.pools[pool].closed for track in (before, after)), strict=True)
        moved = [b.event.period for a, b in lists if a.event.list_digest != b.event.list_digest]
        shown = [row for row in found.rows if row.what == "players" and row.pool == pool]
        assert moved == [row.about for row in shown]
        assert all(row.players and row.revised_after is None for row in shown)
        assert moved
        tracks = house.official, before, after
        official, *both = (next_ratings(house, track, pool) for track in tracks)
    for row in (row for row in found.rows if row.what == "rating"):
        player = identities.parse(row.player)
        assert (row.revised_before, row.revised_after) == tuple(of[player] for of in both)
        assert row.after == official[player]
    named = {identities.parse(row.player) for row in found.rows if row.what == "rating"}
    assert named >= {player for player in both[0] if both[0][player] != both[1][player]}


def next_ratings(house, track, pool):
    """The ratings of the next list of a pool on a track, by player."""
    if track.name == "official":
        with house.tentatively() as tentative:
            return next_ratings_of(tentative.official, pool)
    return next_ratings_of(track, pool)


def next_ratings_of(track, pool):
    """Close the next list of a pool; return the ratings."""
    closed = with_next(track, pool)
    values = closed.official.closed_list(closed.facts.closed[-1].event).values
    return dict(zip(values["player"].tolist(), values["rating"].tolist(), strict=True))


def test_promotions_by_a_report_are_moves_of_their_own(copy, tmp_path):
    """The memorial of May 2025, as if played a year later.

    98-5 has fewer points on the revised track, and is not promoted there.
    """
    text = Path("ops/sample/rubele-italiana/2025-05-11-memorial-damino.trf").read_text()
    file = tmp_path / "memorial.trf"
    file.write_text(text.replace("2025/", "2026/").replace("25/05/", "26/05/"))
    words = ("tournament", "import", file, "--pool", DRAUGHTS, "--number-scheme", "fid")
    given = ("--set", "received_on=2026-05-20", "--set", "registered_on=2025-10-01")
    asked = (*words, *given, "--register-new", "--format", "json", "--ledger", copy)
    moved = run(*asked, "--preview").document["about"]["preview"]["moves"]
    done(*asked)
    with open_house(str(copy)) as house, house.tentatively() as tentative:
        pool = with_next(tentative.official, DRAUGHTS)
        changes = changes_of_list(pool, pool.lists()[-1])
    promoted = {
        (identities.show(one.player), one.after) for one in changes if one.how == "promoted"
    }
    assert len(promoted) == 2
    rows = [move for move in moved if move["what"] == "promotion"]
    assert {(move["player"], move["after"]) for move in rows} == promoted
    assert {move["before"] for move in rows} == {None}
    on_revised = {(move["player"], move["revised_after"]) for move in rows}
    assert on_revised == {(who, after if who == "111-9" else None) for who, after in promoted}


def test_a_promotion_on_the_revised_track_alone_is_shown(copy):
    """The corrected result belongs to a closed list, which stays: no official category moves."""
    with open_house(str(copy)) as house, house.tentatively() as tentative:
        correct(tentative, "T-000015")
        rows = [row for row in moves_of(tentative).rows if row.player == "104-1"]
    shown = {(row.what, row.after, row.revised_after) for row in rows if row.what != "rating"}
    assert shown == {("category", None, "Regionale"), ("promotion", None, "Regionale")}


@pytest.mark.parametrize(
    ("decision", "category", "what"),
    [("withdrawn", "Maestro", "category"), ("awarded", "Grande Maestro", "title")],
)
def test_a_category_moves_without_a_rating_that_stays(copy, decision, category, what):
    """In both forms, counted too."""
    words = ("event", "record", f"category-{decision}", "--pool", DRAUGHTS, "--player", "83-3")
    said = ("--by", "ctf", "--on", "2026-01-10", "--category", category, "--ledger", copy)
    ran = run(*words, *said, "--preview")
    assert (ran.code, "stays" in ran.out) == (0, False), ran.out
    shown = run(*words, *said, "--preview", "--format", "json").document["about"]["preview"]
    assert [(move["what"], move["player"]) for move in shown["moves"]] == [(what, "83-3")]
    assert shown["differences"] == {what: 1}


def test_a_rating_that_moves_on_one_track_has_the_other_beside_it(copy):
    """Each row but the numbers of players changes on one track at least."""
    asked = (*CORRECTION, *RESULT, "--preview", "--format", "json", "--ledger", copy)
    moves = run(*asked).document["about"]["preview"]["moves"]
    moved = [one for one in moves if one["players"] is None]
    official, revised = ("before", "after"), ("revised_before", "revised_after")
    assert all(any(one[was] != one[now] for was, now in (official, revised)) for one in moved)
    ratings = [one for one in moved if one["what"] == "rating"]
    assert None not in {one[name] for one in ratings for name in (*official, *revised)}
    assert [one for one in ratings if one["before"] == one["after"]]


def test_nothing_moves_where_nothing_is_recorded(copy):
    with open_house(str(copy)) as house:
        with house.tentatively() as tentative:
            found = moves_of(tentative)
        assert (found.rows, found.about.events) == ((), 0)


def test_a_preview_reads_nothing_twice(copy, monkeypatch):
    """Lists and blocks of records serve the lists with and without the recording."""
    lists, blocks = [], []

    def noting(of, name, note):
        real = getattr(of, name)
        monkeypatch.setattr(of, name, lambda *said: note(*said) or real(*said))

    with open_house(str(copy)) as house, house.tentatively() as tentative:
        house.revised_beside(house.official)
        correct(tentative, "T-000001")
        noting(list_document, "read", lambda data: lists.append(sha256(data).hexdigest()))
        noting(ProjectionStore, "blocks", lambda _, digests: blocks.extend(digests))
        moves_of(tentative)
    for read in (lists, blocks):
        assert read
        assert len(read) == len(set(read))


def test_a_preview_leaves_the_files_as_they_are(copy):
    for track in ("official", "revised"):  # what is stored beside the ledger is there
        done("player", "rating", FIDE, "10-1", "--track", track, "--ledger", copy)
    files = [path for path in Path(copy).parent.iterdir() if path.suffix not in ("", ".json")]
    before = {path: sha256(path.read_bytes()).digest() for path in files if "-shm" not in path.name}
    said = done(*CORRECTION, *RESULT, "--preview", "--ledger", copy)
    assert Path(copy) in before
    assert "nothing is recorded" in said
    assert "2419" in said
    assert "2409" in said
    assert {path: sha256(path.read_bytes()).digest() for path in before} == before


def test_both_doors_show_the_same_preview(copy):
    words = (*CORRECTION, *RESULT, "--preview", "--format", "json", "--ledger", copy)
    typed = run(*words).document
    key = office_key(copy)
    with open_house(str(copy)) as house:
        head = house.read.head()
    with served(copy) as client:
        asked = client.post(
            "/v1/tournaments/T-000001/corrections/result",
            params={"preview": "true"},
            json={"game": "1:1", "white": "0", "black": "1", "by": "commission"},
            headers=headers_of(key),
        )
    assert asked.status_code == 200, asked.text
    shown = asked.json()["about"]["preview"]
    moved = [move["what"] for move in shown["moves"] if move["before"] != move["after"]]
    assert moved == ["rating", "rating", "finding"]
    assert shown["moves"][:-1] == typed["about"]["preview"]["moves"][:-1]  # without the finding
    assert shown["known_to"] == head.next_position - 1
    with open_house(str(copy)) as house:
        assert house.read.head() == head


def test_a_preview_is_refused_like_the_recording(copy):
    words = ("tournament", "correct", "result", "T-000001", "99:1", *RESULT, "--ledger", copy)
    refused, previewed = run(*words), run(*words, "--preview")
    assert (previewed.code, previewed.err) == (refused.code, refused.err)


def test_the_index_of_names_and_the_store_know_recorded_events_alone(copy):
    with open_house(str(copy)) as house:
        head = house.read.head().next_position
        with house.tentatively() as tentative:
            correct(tentative, "T-000001")
            assert tentative.read.head().next_position == head + 1
            with tentative.named_players() as named:
                assert named._last_position() < head
            assert tentative.official.store is None


def test_pools_are_closed_in_the_order_of_their_rulebooks(tmp_path_factory):
    address = brought_in(tmp_path_factory, FIDE_SEASON.name)
    with open_house(str(address)) as house, house.tentatively() as tentative:
        names = _in_order_of_closing(tentative)
    assert names == ["fide-standard", "fide-rapid", "fide-blitz"]


@pytest.mark.parametrize(("pool", "shown"), [(None, {FIDE, DRAUGHTS}), (FIDE, {FIDE})])
def test_only_next_lists_that_the_actor_may_see_are_compared(copy, tmp_path, pool, shown):
    keyed = with_keys(copy, tmp_path, pool)
    with served(keyed.address, key=keyed.keys["rating-officer"]) as client:
        asked = client.post(
            "/v1/tournaments/T-000001/corrections/result",
            params={"preview": "true"},
            json={"game": "1:1", "white": "0", "black": "1", "by": "commission"},
        )
    assert asked.status_code == 200, asked.text
    assert asked.json()["about"]["preview"]["next_lists"].keys() == shown


SINCE = date(2025, 9, 1)


def personal(house, act):
    """Return the findings about a suspension among the changes by an act."""
    with house.tentatively() as tentative:
        act(tentative)
        return [row for row in moves_of(tentative).rows if "suspended" in str(row.after)]


def suspend(house, player=GONE[0]):
    on_article(house, "12", SuspendPlayer(player=player, first_day=SINCE, by="fsi"))


def hand_in_report(house):
    """A report in which the suspended player stands."""
    hand_in(house)
    house.catch_up()


def test_the_preview_of_a_suspension_shows_its_findings(copy):
    with open_house(str(copy)) as house:
        found = personal(house, partial(suspend, player="fide:99000463"))
        assert {(row.pool, row.what, row.before) for row in found} == {(FIDE, "finding", None)}
        assert "T-000001" in {row.about for row in found}


def codes_of_report(house):
    """Return the codes of the findings of an imported report."""
    with house.tentatively() as tentative:
        hand_in_report(tentative)
        event = tentative.read.tentative[-1]
        found = _findings(tentative.official, house.actor, FIDE, event)
        return {finding.code for finding in found}


def test_a_preview_shows_personal_findings_to_readers_alone(copy):
    """The preview of a report, for the office and for a submitter."""
    with open_house(str(copy)) as house:
        GrantRole(
            actor="club-1", role="submitter", pool=FIDE, in_force_from=SINCE, by="council"
        ).record(house)
        suspend(house)
        assert personal(house, hand_in_report) != []
        office = codes_of_report(house)
        house.act_as(Actor("club-1", (HeldRole("submitter", FIDE, SINCE),)))
        assert personal(house, hand_in_report) == []
        assert office - codes_of_report(house) == {"player-suspended"}
