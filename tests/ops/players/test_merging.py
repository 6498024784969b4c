"""Players merged and separated: numbers merged into a player, and contradictions refused."""

from datetime import date

import pytest

from ledger.errors import Refused
from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.intake.import_report.importing import import_report
from ledger.register import identities
from ledger.register.merges import merges
from ledger.store.ledger import Ledger
from ops.events.questions import ListEvents
from ops.events.register import recorded_events
from ops.house import House
from ops.players.duplicates import duplicate_persons
from ops.players.people import player_overview
from ops.players.recordings import MergePlayer, SeparatePlayer
from ops.players.search import people_found
from ops.tournaments.corrections import CorrectEntrant
from ops.words import said, speaking
from tests.support.command import done
from tests.support.grounds import on_article
from tests.support.people import enter, person
from tests.support.pool_ledgers import chess, opened
from tests.support.report_files import Tournament, players, round_robin

LUCA, MARIA, AGAIN = (identities.show(number) for number in (1, 2, 3))
BY = {"by": "fsi"}


@pytest.fixture
def house(tmp_path):
    """A register with Luca, and Maria three times."""
    with opened(str(tmp_path / "ledger.db")) as ledger:
        enter(
            ledger,
            person("Bianchi, Luca", 1980, "m", "ITA", fide="456"),
            person("Rossi, Maria", 1975, "w", "ITA", fide="123"),
            person("Maria Rossi", 1975, "w", "ITA", fra="L7"),
            person("Rossi, Marie", 1975, "w", "ITA"),
        )
        yield House(ledger)


def refusal(code, ask, *words, **options):
    with pytest.raises(Refused) as refused:
        ask(*words, **options)
    assert refused.value.code == code
    return str(refused.value)


def test_a_merged_number_leads_to_the_kept_player(house):
    receipt = on_article(house, "2.1", MergePlayer(kept=MARIA, player="fra:L7", **BY)).receipt
    fact = house.read.at([receipt.first_position])[receipt.first_position].decoded().payload
    assert fact == PlayersMerged(kept=2, merged=3, by="fsi", article="2.1")
    assert identities.find(house.read, AGAIN) == identities.find(house.read, "fra:L7") == 2
    assert identities.find(house.read, AGAIN, receipt.first_position - 1) == 3
    assert identities.registered(house.read, AGAIN) == 3
    assert identities.all_registered(house.read, ["fra:L7", LUCA]) == {"fra:L7": 3, LUCA: 1}


def test_look_ups_say_that_a_player_was_merged(house):
    position = MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house).receipt.first_position
    says = f"{AGAIN} was merged into {MARIA} by event #{position}"
    found = people_found(house, "Maria Rossi").rows
    assert {row.player: str(row.merged) for row in found}[AGAIN] == says
    overview = player_overview(house, AGAIN)
    merge = overview.about.merged
    assert merge is not None
    assert str(merge) == says
    with speaking("it"):
        assert said(merge) == f"numero {AGAIN} unito a {MARIA} (evento #{position})"
    assert (overview.rows[0].player, overview.rows[0].merged) == (MARIA, AGAIN)
    assert player_overview(house, MARIA).about.merged is None
    named = recorded_events(house, ListEvents(player=AGAIN)).rows
    assert [row.type for row in named][-1] == PlayersMerged.TYPE


def test_merged_players_are_no_longer_listed_as_duplicates(house):
    before = {(row.player, row.other_player) for row in duplicate_persons(house).rows}
    assert (MARIA, AGAIN) in before
    MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house)
    after = duplicate_persons(house).rows
    assert AGAIN not in {player for row in after for player in (row.player, row.other_player)}


def test_the_same_merge_is_recorded_once_and_after_a_separation_anew(house):
    first = MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house).receipt
    assert (
        MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house).receipt.first_position
        == first.first_position
    )
    apart = SeparatePlayer(player=AGAIN, **BY).record(house).receipt
    assert (
        SeparatePlayer(player=AGAIN, **BY).record(house).receipt.first_position
        == apart.first_position
    )
    second = MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house).receipt
    assert second.first_position > apart.first_position
    assert merges(house.read)[3].position == second.first_position


def test_a_separation_supersedes_the_merge(house):
    merge = MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house).receipt.first_position
    position = SeparatePlayer(player=AGAIN, **BY).record(house).receipt.first_position
    events = house.read.at([merge, position])
    body = events[position].decoded()
    assert body.payload == PlayersSeparated(merge=merge, kept=2, merged=3, by="fsi")
    assert body.supersedes == events[merge].event_id
    assert identities.find(house.read, AGAIN) == 3


def test_a_refusal_of_a_merged_number_reads_in_italian(house):
    position = MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house).receipt.first_position
    with pytest.raises(Refused) as refused:
        MergePlayer(kept=AGAIN, player=LUCA, **BY).record(house)
    merged = f"numero {AGAIN} unito a {MARIA} (evento #{position})"
    with speaking("it"):
        says = said(refused.value.words)
    assert says == f"giocatore {AGAIN}: {merged}: l’unione va fatta con {MARIA}"


def test_contradictions_are_refused_with_the_reason(house):
    refusal("merge-with-itself", MergePlayer(kept=MARIA, player="fide:123", **BY).record, house)
    refusal("not-merged", SeparatePlayer(player=AGAIN, **BY).record, house)
    at = MergePlayer(kept=MARIA, player=AGAIN, **BY).record(house).receipt.first_position
    chain = refusal("merged-already", MergePlayer(kept=AGAIN, player=LUCA, **BY).record, house)
    assert f"#{at}: merge into {MARIA}" in chain
    assert f"#{at}; separate" in refusal(
        "merged-already", MergePlayer(kept=LUCA, player=AGAIN, **BY).record, house
    )
    assert "other way" in refusal(
        "others-merged", MergePlayer(kept=LUCA, player=MARIA, **BY).record, house
    )
    events = house.read.head().next_position
    refusal("not-merged", SeparatePlayer(player=MARIA, **BY).record, house)
    assert house.read.head().next_position == events


@pytest.fixture
def played(tmp_path):
    """A ledger with a report of three entrants, and a fourth player in no report."""
    with opened(str(tmp_path / "ledger.db")) as ledger:
        played = import_report(ledger, Tournament(players(3), round_robin(3)).trf16(), chess())
        enter(ledger, person(players(1)[0].name, 1951, fra="L7"))
        yield House(ledger), played


def entered(player):
    """Let a player have played under the second start number."""
    shown = identities.show(player)
    return CorrectEntrant(tournament="T-000001", start_number=2, player=shown, by="fsi")


def test_two_entrants_of_one_report_are_not_merged_before_it_is_corrected(played):
    house, receipt = played
    first, second, fourth = (identities.show(number) for number in (1, 2, 4))
    says = refusal("both-in-one-report", MergePlayer(kept=first, player=second, **BY).record, house)
    assert f"T-000001 (report #{receipt.report_position})" in says
    entered(4).record(house)
    MergePlayer(kept=first, player=second, **BY).record(house)
    says = refusal("already-entered", entered(1).record, house)
    assert first in says
    refusal("both-in-one-report", MergePlayer(kept=first, player=fourth, **BY).record, house)


def test_a_report_with_a_merged_number_is_taken_as_that_of_the_kept_player(played):
    house, _ = played
    merged = identities.show(1)
    MergePlayer(kept=identities.show(4), player=merged, **BY).record(house)
    file = Tournament(players(3), round_robin(3), start=date(2026, 2, 7)).trf16()
    receipt = import_report(house.ledger, file, chess())
    report = house.read.at([receipt.report_position])[receipt.report_position].decoded().payload
    assert report.entrants.player[:8] == "00000004"
    assert any(f"{merged} was merged into" in str(problem.expected) for problem in receipt.warnings)


def test_players_are_merged_and_separated_on_the_command_line(tmp_path):
    path = str(tmp_path / "ledger.db")
    with opened(path) as ledger:
        enter(ledger, person("Rossi, Maria", 1975), person("Maria Rossi", 1975, fra="L7"))
    where = ("--by", "fsi", "--ledger", path)
    one, other = identities.show(1), identities.show(2)
    out = done("player", "merge", one, "fra:L7", *where)
    assert out == f"merged {other} into {one} (#4)\n"
    assert done("player", "merge", one, "fra:L7", *where).endswith("(#4, already recorded)\n")
    assert done("player", "separate", other, *where) == f"separated {other} from {one} (#5)\n"
    with Ledger.open(path) as ledger:
        assert merges(ledger.read) == {}
