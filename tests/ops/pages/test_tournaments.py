"""The pages of tournaments: the list with its filters, a table by rounds or as a square."""

import re
import shutil
from html import unescape

import pytest

from tests.support.command import done
from tests.support.forms import forms_in, held
from tests.support.served import served

CHESS, DRAUGHTS, BOOKED_LATE = "T-000006", "T-000021", "T-000017"


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


@pytest.fixture(scope="module")
def changed(sample, tmp_path_factory):
    """The sample with two corrected results, an announcement, and an annulled report."""
    address = str(shutil.copy(sample, tmp_path_factory.mktemp("changed") / "ledger"))
    correct = ("tournament", "correct", "result")
    by = ("--by", "arbiters", "--ledger", address)
    done(*correct, CHESS, "1:1", "--white", "0", "--black", "1", *by)
    done(*correct, BOOKED_LATE, "#71#0", "--white", "0", "--black", "1", *by)
    details = ("name=Open <d'estate>", "start=2026-12-10", "end=2026-12-13")
    given = [word for one in details for word in ("--set", one)]
    done("tournament", "announce", "--pool", "fide-standard", *given, "--ledger", address)
    done("tournament", "annul", "T-000005", *by)
    with served(address) as opened:
        yield opened


def shown(client, path: str, **asked: str) -> str:
    response = client.get(path, params=asked)
    assert response.status_code == 200, response.text
    return str(response.text)


def rows_of(page: str, at: int = 0) -> list[list[str]]:
    """The cells of the rows of a table of a page, as texts."""
    body = re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL)[at]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")]
    return [[_text(cell) for cell in row] for row in rows if row]


def heads_of(page: str) -> list[str]:
    return list(map(_text, re.findall(r"<th[^>]*scope=.col.[^>]*>(.*?)</th>", page, re.DOTALL)))


def _text(cell: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", "", cell)).split())


def test_the_list_has_place_days_players_rounds_and_lists(client):
    page = shown(client, "/it/tournaments")
    first, *others = rows_of(page)
    assert first[1:] == ["Selvapiana ITA", "5–8 febbraio 2026", "26", "7", "marzo 2026"]
    assert len(others) == 20
    assert f'href="/it/tournaments/{CHESS}"' in page


def test_the_filters_are_kept_and_narrow_the_list(client):
    page = shown(client, "/en/tournaments", text="open", pool="fide-standard", since="2025-12-01")
    assert [row[0].split("FIDE")[0] for row in rows_of(page)][
        -1
    ] == "Open dell'Immacolata5–8 December 2025 · Casalago · 24 players"
    assert 'value="open"' in page
    assert '<option value="fide-standard" selected>' in page
    assert ("since", "2025-12-01") in [*held(forms_in(page)[0])]
    nothing = shown(client, "/en/tournaments", state="refused")
    assert "No tournament matches all filters" in nothing
    assert 'href="/en/tournaments"' in nothing


def test_tournaments_of_a_list_are_kept_by_the_next_filter(client):
    page = shown(client, "/it/tournaments", pool="fide-standard", list="2025-12")
    assert len(rows_of(page)) == 2
    assert '<input type="hidden" name="list" value="2025-12">' in page


def test_points_and_change_stand_before_the_rounds(client):
    page = shown(client, f"/en/tournaments/{CHESS}")
    heads = heads_of(page)
    assert heads[:6] == ["#", "Player", "Rating", "Points", "Change", "1"]
    assert heads[11:15] == ["7", "Valid", "Exp.", "Diff."]
    first, *_ = rows_of(page)
    assert first[1:9] == [
        "Sciavsbruck, Leon",
        "2151",
        "5",
        "+1.20",
        "1w13",
        "0b7",
        "1w14",
        "(0)b23",
    ]


def test_what_does_not_count_stands_in_brackets_with_its_reason_and_players(client):
    page = shown(client, f"/it/tournaments/{CHESS}")
    eighth, tenth = rows_of(page)[7], rows_of(page)[9]
    assert eighth[9:12] == ["(–)", "(–)", "(–)"]
    assert tenth[7] == "(−)n23"
    reasons = rows_of(page, 1)
    (one,) = [row for row in reasons if row[0].startswith("2 partite")]
    assert "Mornighelli, Sandro; Marvavento, Vito; Fiordavento, Aldo" in one[0]
    assert one[1] == "art. 8.3.1"


def test_draughts_stand_as_a_square_in_the_signs_of_their_regulation(client):
    page = shown(client, f"/it/tournaments/{BOOKED_LATE}")
    heads = heads_of(page)
    assert heads[2:7] == ["CI", "PO", "V", "CF", "1"]
    assert heads[20:23] == ["PA", "D", "S"]
    first, second, *_ = rows_of(page)
    assert first[2:7] == ["3441", "9", "+111", "3523", ""]
    assert first[7] == "13"  # one point in round 3
    assert second[6] == "13"
    assert "torneo" not in page[page.index("<main") : page.index("</main>")].lower()
    assert "Registrata in ritardo" in page


def test_a_round_robin_of_chess_stands_as_a_square(client):
    heads = heads_of(shown(client, "/en/tournaments/T-000012"))
    assert heads[2:6] == ["Rating", "Points", "Change", "1"]
    assert heads[12:16] == ["8", "Valid", "Exp.", "Diff."]


def test_a_corrected_cell_has_both_results(changed):
    page = shown(changed, f"/en/tournaments/{CHESS}")
    first, *_ = rows_of(page)
    assert first[4:6] == ["+1.20 → −18.80", "1→0w13"]
    assert page.count('class="corr"') == 4
    assert "Outlined: before and after the correction" in page
    assert "reported 1 - 0, corrected to 0 - 1" in page
    assert "Result of a game" not in rows_of(page, 2)[0][0]


def test_a_corrected_result_of_draughts_has_the_points_of_its_regulation(changed):
    """A draw of one point each becomes a loss and a win of two; the page has both tables."""
    page = shown(changed, f"/en/tournaments/{BOOKED_LATE}")
    (white,) = [row for row in rows_of(page) if row[1] == "Stellombrano, Dario"]
    assert "1→01" in white
    assert page.count('class="cross"') == 2
    booked, corrected = (rows_of(page, at)[0] for at in (0, 1))
    assert (booked[3], corrected[3]) == ("9", "8")
    assert page.count("corrected to 0 - 1") == 1


def test_announced_and_annulled_tournaments_say_so(changed):
    announced = shown(changed, "/en/tournaments/T-000022")
    assert "No report of this tournament was received yet" in announced
    assert "Open &lt;d&#39;estate&gt;" in announced
    annulled = shown(changed, "/en/tournaments/T-000005")
    assert "every report of T-000005 is annulled" in annulled
    assert "annulled" in shown(changed, "/en/tournaments")


def test_an_unknown_tournament_is_not_found(client):
    """Also a tournament with a name like a parameter of an address."""
    for name in ("T-999999", "~%7Bx%7D"):
        page = client.get(f"/it/tournaments/{name}")
        assert page.status_code == 404
        assert f'hreflang="en" href="/en/tournaments/{name}"' in page.text
