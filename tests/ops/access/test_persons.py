"""Two actors of one player are one person, and nobody decides alone in an own matter."""

import shutil
from datetime import date

import pytest
from sqlalchemy import event as sql_event

from ledger.actors.described import Described, Descriptions
from ledger.actors.persons import Persons
from ledger.intake.import_report.options import ImportOptions
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.tournaments.naming import decided_about
from ops.answers.tournament_games import find_game, players_of, read_tournament
from ops.house import House
from ops.players.recordings import (
    ChangePlayer,
    CorrectPlayer,
    GrantBonus,
    MergePlayer,
    SeparatePlayer,
    SuspendPlayer,
)
from ops.proposals.approving import OwnCase, SamePerson, approve
from ops.proposals.register import proposal
from ops.tournaments.corrections import CorrectEntrant, CorrectResult
from ops.tournaments.importing import ReportFile, import_file, with_rulebooks
from tests.support.actors import new_key
from tests.support.command import done, run
from tests.support.decision_lines import file, record_lines
from tests.support.grounds import on_article
from tests.support.two_persons import (
    ANNA,
    BRUNO,
    CARLA,
    CHESS,
    Office,
    copied,
    late_report,
    office,
    policy,
    proposed,
)

DORA = "dora"
OTHER, THIRD = "fid:X01219", "fide:99000500"
"""A player of draughts, with whom a chess player is merged, and a player of neither act."""


@pytest.fixture(scope="module")
def prepared(sample, tmp_path_factory):
    """An office in which closings alone take two persons, with a third officer."""
    folder = tmp_path_factory.mktemp("persons")
    made = office(shutil.copy(sample, folder / "two.ledger"), "closings")
    made.grant(DORA, "rating-officer")
    with Ledger.open(made.address) as ledger:
        made.keys[DORA] = new_key(ledger, DORA)[1]
    with made.acting() as house:
        house.catch_up()
    return made


@pytest.fixture
def desk(prepared, tmp_path):
    return copied(prepared, tmp_path / "own")


def link(desk: Office, actor: str, player: int) -> None:
    """Say which player an actor is."""
    with Ledger.open(desk.address) as ledger:
        Descriptions(ledger.engine).put(Described(actor, "person", None, player))


def number(desk: Office, text: str) -> int:
    """The register number of a player."""
    with desk.acting() as house:
        return identities.find(house.read, text)


def white(desk: Office) -> int:
    """White of the first game of the first tournament, with start number 1."""
    with desk.acting() as house:
        of = read_tournament(house.read, "T-000001")
        position, _ = find_game(of, "1:1")
        return players_of(of.history.current[position])[0]


# ----------------------------------------------------------------------------------- who is who


def test_which_player_an_actor_is_follows_merges_and_separations(desk):
    """One function; for an actor without a known player the id counts, in small letters."""
    chess, draughts = number(desk, "fide:99000463"), number(desk, OTHER)
    link(desk, ANNA, draughts)
    with desk.acting() as house:
        persons = Persons(house.ledger)
        assert (persons.player_of(ANNA), persons.player_of(BRUNO)) == (draughts, None)
        assert persons.are_one("Bruno", BRUNO)
        assert not persons.are_one(ANNA, BRUNO)
        MergePlayer(kept=identities.show(chess), player=OTHER, by="council").record(house)
        assert (persons.player_of(ANNA), persons.of(ANNA)) == (chess, chess)
        SeparatePlayer(player=identities.show(draughts), by="council").record(house)
        assert persons.player_of(ANNA) == draughts


@pytest.mark.parametrize("merged", [False, True])
def test_who_proposed_does_not_approve_by_another_id(desk, merged):
    """Also where the two ids name two numbers of one player, merged since."""
    chess, draughts = number(desk, "fide:99000463"), number(desk, OTHER)
    link(desk, BRUNO, chess)
    link(desk, DORA, draughts if merged else chess)
    with desk.acting(BRUNO) as house:
        own = proposed(bonus, house, "fide:99000463")
    link(desk, CARLA, number(desk, THIRD))
    if merged:
        with desk.acting() as house:
            MergePlayer(kept=identities.show(chess), player=OTHER, by="council").record(house)
    with desk.acting(DORA) as house, pytest.raises(SamePerson):
        approve(house, own)
    with desk.acting(CARLA) as house:
        approve(house, own)


# ------------------------------------------------------------------------------------- own cases


def bonus(house: House, player: str):
    """Grant some points by decision."""
    return on_article(house, "1", GrantBonus(player=player, pool=CHESS, points=5, by="b"))


def replace_report(house: House, _: str):
    """Hand in the report of the tournament with another result of the first game."""
    options = ImportOptions(replaces="T-000001", recorded_by=house.by)
    report = ReportFile("other.trf", late_report())
    return import_file(house, report, with_rulebooks(house, options))


def correct_entrant(house: House, _: str):
    """Let somebody else have played under start number 1."""
    return CorrectEntrant(tournament="T-000001", start_number=1, player=OTHER, by="b").record(house)


def exclude_game(house: House, _: str):
    """Exclude the first game, from a file of decisions."""
    report, game = find_game(read_tournament(house.read, "T-000001"), "1:1")
    said = {"tournament": "T-000001", "report": report, "game": game, "by": "fide-qc"}
    return record_lines(house, file({"type": "game-excluded.v1", "payload": said}))


ACTS = {
    "a game": lambda house, _: CorrectResult(
        tournament="T-000001", game="1:1", white="0", black="1", by="b"
    ).record(house),
    "an entrant": correct_entrant,
    "a report": replace_report,
    "an exclusion": exclude_game,
    "a bonus": bonus,
    "a birth year": lambda house, player: CorrectPlayer(
        player=player, birth_year=1990, by="b"
    ).record(house),
    "a suspension": lambda house, player: SuspendPlayer(
        player=player, first_day=date(2026, 9, 1), by="b"
    ).record(house),
    "a merge": lambda house, player: MergePlayer(kept=player, player=OTHER, by="b").record(house),
}
"""Decisions about White of the first game."""


@pytest.mark.parametrize("act", ACTS)
def test_nobody_decides_alone_about_themselves(desk, act):
    """Without any policy: another person approves the decision, and is told the name."""
    player = white(desk)
    link(desk, ANNA, player)
    before = desk.head()
    with desk.acting(ANNA) as house:
        own = proposed(ACTS[act], house, identities.show(player))
        assert proposal(house, own).about.kinds == ("own-cases",)
    assert desk.head() == before
    with desk.acting(BRUNO) as house:
        assert proposal(house, own).about.about_proposer
        receipt = approve(house, own).receipt
        [event] = house.read.at([receipt.first_position]).values()
        assert (event.recorded_by, event.decoded().approved_by) == (ANNA, BRUNO)


@pytest.mark.parametrize("act", ACTS)
def test_nobody_approves_what_is_about_themselves(desk, act):
    """Whoever proposed the decision."""
    player = white(desk)
    link(desk, ANNA, player)
    with desk.acting(ANNA) as house:
        other = proposed(ACTS[act], house, identities.show(player))
    link(desk, ANNA, number(desk, "fide:99000167"))
    link(desk, BRUNO, player)
    before = desk.head()
    with desk.acting(BRUNO) as house, pytest.raises(OwnCase, match=f"a player who is {BRUNO}"):
        approve(house, other)
    assert desk.head() == before


def test_the_merges_are_read_once_for_a_decision_about_many(desk):
    """Not once for each named player."""
    link(desk, ANNA, white(desk))
    with desk.acting() as house:
        statements: list[str] = []
        sql_event.listen(
            house.ledger.engine, "before_cursor_execute", lambda *a: statements.append(a[2])
        )
        assert not house.persons.is_one_of(ANNA, range(1_000, 3_000))
    assert len(statements) < 10


def test_a_decision_about_others_takes_one_person(desk):
    link(desk, ANNA, white(desk))
    with desk.acting(ANNA) as house:
        assert not bonus(house, THIRD).receipt.replayed
        assert CorrectPlayer(player=THIRD, birth_year=1990, by="b").record(house).receipt


def test_ones_own_name_and_a_report_of_ones_own_games_are_no_decisions(desk):
    """No body decides by such records."""
    player = white(desk)
    link(desk, ANNA, player)
    with desk.acting(ANNA) as house:
        name = {"name": "Neri, Carla"}
        assert (
            ChangePlayer(player=identities.show(player), **name, on=date(2026, 9, 1))
            .record(house)
            .receipt
        )
        [report] = read_tournament(house.read, "T-000001").history.current
        submitted = house.read.at([report])[report].decoded().payload
        assert list(decided_about(house.read, [submitted])) == []


def test_a_replaced_report_is_about_those_whose_games_differ(desk):
    """Neither about the other players, nor about the arbiter of the import."""
    with desk.acting() as house, house.tentatively() as tentative:
        of = read_tournament(house.read, "T-000001")
        position, game = find_game(of, "1:1")
        report = of.history.current[position]
        replace_report(tentative, "")
        [request] = tentative.read.added
        found = {*decided_about(house.read, [new.fact for new in request.events])}
        black = int(report.games.black[4 * game : 4 * game + 4])
        assert found == {players_of(report)[0], players_of(report)[black]}


def test_the_command_line_says_that_a_proposal_is_about_its_proposer(desk, monkeypatch):
    player = white(desk)
    link(desk, ANNA, player)
    with desk.acting(ANNA) as house:
        proposed(ACTS["a bonus"], house, identities.show(player))
    monkeypatch.setenv("LEDGER", desk.address)
    assert f"{ANNA}, about themselves" in done("proposal", "list")
    assert "about proposer yes" in done("proposal", "show", "1")
    assert run("proposal", "list", "--format", "json").document["rows"][0]["about_proposer"]


def test_an_approver_is_told_also_where_the_proposer_became_known_later(desk):
    """The proposal names the players concerned."""
    desk.grant(DORA, "committee")
    with desk.acting(CARLA) as house:
        number_of_policy = proposed(policy("decisions").record, house)
    with desk.acting(DORA) as house:
        approve(house, number_of_policy)
    player = white(desk)
    with desk.acting(ANNA) as house:
        own = proposed(bonus, house, identities.show(player))
        about = proposal(house, own).about
        assert (about.kinds, about.about_proposer) == (("decisions",), False)
    link(desk, ANNA, player)
    with desk.acting(BRUNO) as house:
        assert proposal(house, own).about.about_proposer
