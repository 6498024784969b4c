"""Pages on paper: the answer of the page as PDF, in both languages, the same bytes each time."""

import io
import re
import struct
import subprocess
import sys
import zlib
from collections import Counter
from datetime import date
from html import unescape
from typing import Any

import msgspec
import pypdf
import pytest

from ops.access.rates import Account
from ops.house import House
from ops.http.answering import admitted, answered, in_form
from ops.http.page_addresses import page_addresses
from ops.http.request import Request
from ops.http.service import Service
from ops.pages.paper import bulletin, printing
from ops.pages.paper.document import Cell, Column, Document, Heading, Mark, Note, Table, Text, text
from tests.support.printed import read, sheets_of
from tests.support.seasons import UISP
from tests.support.served import headers_of, served, settings_of, with_keys

LIST = "/pools/fide-standard/lists/2026-03"
PLAYER = "/players/10-1"
WORKSHEET = "/pools/fide-standard/players/10-1/lists/2025-10/explanation"
CHAIN = "/pools/rubele-italiana/players/94-8/lists/2025-12-05/explanation"
TOURNAMENT = "/tournaments/T-000006"
CORRECTED = "/pools/uisp/players/30-8/lists/2020-Q2/explanation"
PLACES = (LIST, PLAYER, WORKSHEET, CHAIN, TOURNAMENT)

HOSTILE = (
    "#panic()",
    '#read("/etc/passwd")',
    '#import "@preview/a:1.0.0": *',
    "#sys.inputs",
    "#text(white)[x]",
    "$x^2$",
    "*bold* _thin_ `code` ~",
    "<label> @label",
    "= Title",
    "- one",
    "+ two",
    "/ term: x",
    "\\ \\u{41}",
    "// away",
    "/* away */",
    "https://example.org/#a",
    "]} )",
    '"; let x = 1',
    '{"text": 1}',
    "<script>alert(1)</script>",
    "%PDF-1.4 (x) Tj",
    "Nguyễn Thị Đặng, Øyvind Čák",
)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>'
DRAWN = SVG.format('<rect width="9" height="9" fill="#bada55"/>').encode()
GREEN = b"0.7294"
"""How a PDF has the red part of this colour."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    whole = kind + data
    return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))


PNG = b"".join(
    (
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(b"\0\xba\xda\x55")),
        _chunk(b"IEND", b""),
    )
)
"""A picture of one point."""


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def paper_of(client, place, **asked):
    reply = client.get(f"{place}.pdf", **asked)
    assert reply.status_code == 200, reply.text
    assert reply.headers["Content-Type"] == "application/pdf"
    return reply.content


def document(*blocks, **further):
    facts = {"title": "T", "above": "A", "federation": "F", "accent": "#1b4b82"}
    given = {"language": "en", "facts": ("f",), "foot": ("d",), "blocks": blocks, **facts}
    return Document(**{**given, **further})


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("place", PLACES)
def test_two_papers_of_the_same_are_the_same_bytes(sample, client, place, language):
    """Also from a freshly started service; and no byte states the time of making."""
    pdf = paper_of(client, f"/{language}{place}")
    with served(sample) as again:
        assert paper_of(again, f"/{language}{place}") == pdf
    about = pypdf.PdfReader(io.BytesIO(pdf))
    assert not {"/CreationDate", "/ModDate"} & set(about.metadata or ())
    assert f"/Lang({language})".encode() in pdf
    assert b"CreateDate" not in pdf


def test_a_bulletin_has_every_row_of_the_list(client):
    """More than a page of the reader, in the order of the list, with the list at every foot."""
    rows = client.get(f"/v1{LIST}?limit=1000").json()["rows"]
    about = client.get(f"/v1{LIST}").json()["about"]
    pdf = paper_of(client, f"/it{LIST}", params={"limit": 3, "page": 2})
    found = read(pdf)
    at = -1
    for row in rows:
        line = f"{row['rank']} {row['name']}"
        assert found.find(line, at + 1) > at, line
        at = found.find(line, at + 1)
        assert str(row["rating"]) in found[at : at + 90]
    sheets = sheets_of(pdf)
    assert len(sheets) > 1
    for place, words in enumerate(sheets, 1):
        assert about["digest"] in words
        assert f"{place} / {len(sheets)}" in words
        assert "Giocatore" in words  # the heads of the table are repeated


@pytest.mark.parametrize(
    ("place", "it", "en"),
    [
        (LIST, "Lista di marzo 2026", "List of March 2026"),
        (PLAYER, "Scheda del giocatore", "Player card"),
        (WORKSHEET, "Da 2399 a 2424", "From 2399 to 2424"),
        (CHAIN, "Dettaglio del calcolo", "Worksheet"),
        (TOURNAMENT, "Tabellone del torneo", "Tournament table"),
    ],
)
def test_a_paper_speaks_the_language_of_its_address(client, place, it, en):
    of_it, of_en = (read(paper_of(client, f"/{one}{place}")) for one in ("it", "en"))
    assert it in of_it
    assert it not in of_en
    assert en in of_en
    assert en not in of_it


def test_a_card_and_a_worksheet_have_the_numbers_of_their_answers(client):
    person = client.get(f"/v1{PLAYER}").json()["rows"][0]
    card = read(paper_of(client, f"/en{PLAYER}"))
    assert person["name"] in card
    assert all(str(one["rating"]) in card for one in person["ratings"])
    explained = client.get(f"/v1{WORKSHEET}").json()
    sheet = read(paper_of(client, f"/en{WORKSHEET}"))
    assert explained["list"]["digest"] in sheet
    for game in explained["units"][0]["tournaments"][0]["games"]:
        opponent = explained["names"][game["opponent"]]
        assert f"{opponent} (" in sheet
    assert "art. 8.3.2" in sheet


def test_a_worksheet_sets_a_booked_and_a_corrected_result_side_by_side(ledger_of):
    with served(ledger_of(UISP)) as client:
        found = read(paper_of(client, f"/en{CORRECTED}"))
    assert "From 1973 to 1958" in found
    assert "Booked and corrected: list 2020-Q1" in found
    assert "result corrected, by uisp-chess" in found
    assert "2 Ruscundossi, Livio 1 ½" in found


def test_a_table_has_every_entrant_with_change_and_rounds(client):
    page = client.get(f"/en{TOURNAMENT}").text
    names = [unescape(one) for one in re.findall(r'class="name" scope="row"><a[^>]*>([^<]+)', page)]
    found = read(paper_of(client, f"/en{TOURNAMENT}"))
    assert len(names) == 24
    for number, name in enumerate(names, 1):
        assert f"{number} {name}" in found
    assert "8.3.1" in found


def test_a_chart_ends_with_its_last_list_and_not_today(client, monkeypatch):
    """A card printed tomorrow is the same; the drawing has words for readers without sight."""
    monkeypatch.setattr(House, "today", lambda *_: date(2031, 1, 1))
    later = paper_of(client, f"/it{PLAYER}")
    monkeypatch.undo()
    assert paper_of(client, f"/it{PLAYER}") == later
    monkeypatch.setattr(printing, "laid_out", lambda of: printing.Printed(repr(of).encode(), 0))
    made = paper_of(client, f"/it{PLAYER}").decode()
    assert "Chart(svg='<svg" in made
    assert "massimo 2439" in made


def test_hostile_texts_stay_texts():
    """In every text of a document."""
    for hostile in HOSTILE:
        row = (Cell(hostile, hostile, (hostile,), "strong"), Cell(hostile))
        pdf = printing.laid_out(
            document(
                Heading(hostile),
                Text(hostile, "box"),
                Table((Column(hostile, wide=True), Column(hostile)), (row,), (row,)),
                Note(hostile, (hostile,)),
                title=hostile,
                above=hostile,
                federation=hostile,
                facts=(hostile, hostile),
                foot=(hostile,),
            )
        ).pdf
        assert re.sub(r"\s", "", read(pdf)).count(re.sub(r"\s", "", hostile)) == 20, hostile


def test_a_hostile_name_of_a_federation_stays_text(sample):
    with served(sample, federation_name=HOSTILE[0]) as client:
        assert HOSTILE[0] in read(paper_of(client, f"/it{LIST}"))


def test_a_character_that_nobody_sees_stands_as_its_code():
    assert text("a\x00b\u202ec") == "a\\x00b\\u202ec"


@pytest.mark.parametrize("asked", ["?track=revised", "?printing=7", "?limit=0", "?no=1"])
def test_a_paper_is_refused_as_its_page_is(client, asked):
    """With the same status, and as a page with the reason."""
    page, paper = (client.get(f"/it{LIST}{form}{asked}") for form in ("", ".pdf"))
    assert page.status_code == paper.status_code >= 400
    assert paper.headers["Content-Type"].startswith("text/html")
    assert "<h1>" in paper.text


def test_every_role_reads_on_paper_what_it_reads_on_the_page(sample, tmp_path):
    keyed = with_keys(sample, tmp_path)
    seen: Counter[object] = Counter()
    with served(keyed.address) as client:
        for key in (None, *keyed.keys.values()):
            page = client.get(f"/en{PLAYER}", headers=headers_of(key)).text
            (facts,) = re.findall(r'<p class="facts">(.*?)</p>', page, re.DOTALL)
            shown = [unescape(one).strip() for one in re.findall(r"<span>(.*?)</span>", facts)]
            found = read(paper_of(client, f"/en{PLAYER}", headers=headers_of(key)))
            assert " · ".join(shown) in found
            seen[tuple(shown)] += 1
            revised = [
                client.get(f"/en{LIST}{form}?track=revised", headers=headers_of(key)).status_code
                for form in ("", ".pdf")
            ]
            assert revised[0] == revised[1]
            seen[revised[1]] += 1
    assert seen[200]
    assert seen[401]


def test_a_list_that_is_too_long_is_refused_before_it_is_laid_out(client, monkeypatch):
    monkeypatch.setattr(bulletin, "MOST_ON_PAPER", 76)
    monkeypatch.setattr(printing, "laid_out", None)
    reply = client.get(f"/it{LIST}.pdf")
    assert reply.status_code == 422
    assert "un PDF contiene una lista di 76 giocatori al massimo, e questa ne ha 77" in reply.text


def test_any_paper_has_at_most_so_many_rows(client, monkeypatch):
    monkeypatch.setattr(printing, "MOST_ON_PAPER", 20)
    monkeypatch.setattr(printing, "laid_out", None)
    reply = client.get(f"/it{TOURNAMENT}.pdf")
    assert reply.status_code == 413
    assert "righe di un PDF" in reply.text


def test_a_page_links_its_paper_with_what_is_asked(client):
    page = client.get(f"/it{LIST}?federation=ITA&page=1&limit=10").text
    (alternate,) = re.findall(r'type="application/pdf" href="([^"]*)"', page)
    assert alternate == f"/it{LIST}.pdf?federation=ITA"
    assert page.count(f'href="{alternate}"') == 2
    assert "estratto con" in read(client.get(alternate).content)
    for place in (PLAYER, WORKSHEET, TOURNAMENT):
        assert f'href="/en{place}.pdf"' in client.get(f"/en{place}").text


def test_a_copy_that_still_holds_is_not_sent_again(client):
    tag = client.get(f"/it{LIST}.pdf").headers["ETag"]
    assert client.get(f"/it{LIST}").headers["ETag"] != tag
    assert client.get(f"/en{LIST}.pdf").headers["ETag"] != tag
    again = client.get(f"/it{LIST}.pdf", headers={"If-None-Match": tag})
    assert again.status_code == 304


def test_the_service_never_loads_typst(sample):
    """The library keeps every layout: a service would grow with every paper."""
    code = (
        "import sys; from ops.cli import main; from tests.support.served import served\n"
        f"with served({str(sample)!r}) as client:\n"
        f"    assert client.get('/it{LIST}.pdf').content.startswith(b'%PDF')\n"
        "print('typst' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False"]


def test_the_work_of_typst_is_charged_to_who_asked(sample, monkeypatch):
    """As a long question: few are computed at once."""
    monkeypatch.setattr(printing, "laid_out", lambda _: printing.Printed(b"%PDF", 7.5))
    (address,) = (one for one in page_addresses() if one.name == "show-tournament-it")
    charged = []
    monkeypatch.setattr(Account, "charge", lambda _, seconds: charged.append(seconds))
    with Service(settings_of(sample)) as service:
        asked = Request({"tournament": "T-000006.pdf"}, peer="10.0.0.1")
        assert in_form(address, asked)[0].long
        assert answered(service, address, admitted(service, address, asked)).body == b"%PDF"
    assert 7.5 in charged
    papers = [one for one in page_addresses() if one.path.endswith(".pdf")]
    assert [one.name for one in papers] == ["explain-rating-en-pdf", "explain-rating-it-pdf"]
    assert all(one.long for one in papers)


def test_a_long_paper_is_laid_out_in_seconds_and_small():
    rows = [(Cell(str(place)), Cell(f"Name {place}")) for place in range(600)]
    found = printing.laid_out(document(Table((Column("#"), Column("N")), tuple(rows))))
    assert len(found.pdf) < 300_000
    assert 0 < found.seconds < 30
    assert "Name 599" in read(found.pdf)


def test_the_document_is_data(client, monkeypatch):
    """The input of typst can be read again: texts, fitting numbers of columns and rows."""
    made = []

    def kept(of):
        made.append(of)
        return printing.Printed(b"%PDF", 0)

    monkeypatch.setattr(printing, "laid_out", kept)
    for place in PLACES:
        paper_of(client, f"/en{place}")
    for of in made:
        assert msgspec.json.decode(msgspec.json.encode(of), type=Document) == of
        for block in of.blocks:
            if isinstance(block, Table):
                assert {len(row) for row in (*block.rows, *block.sums)} <= {len(block.columns)}


# ---------------------------------------------------------------------------- mark and scripts


def drawings(pdf: bytes) -> list[Any]:
    """Return the pictures and drawings named by the sheets."""
    sheets: Any = pypdf.PdfReader(io.BytesIO(pdf)).pages
    found = (of for sheet in sheets for of in sheet["/Resources"].get("/XObject", {}).values())
    return [of.get_object() for of in found]


def contents(pdf: bytes) -> bytes:
    """Return the content of all sheets, with the named drawings."""
    sheets: Any = pypdf.PdfReader(io.BytesIO(pdf)).pages
    own = [sheet.get_contents().get_data() for sheet in sheets]
    return b"".join([*own, *(one.get_data() for one in drawings(pdf))])


def test_the_mark_of_the_federation_stands_on_paper(sample, tmp_path):
    """Once, at the name on the first sheet."""
    (tmp_path / "mark.svg").write_bytes(DRAWN)
    mark = str(tmp_path / "mark.svg")
    with served(sample, federation_name="FSI", federation_mark=mark) as client:
        pdf = paper_of(client, f"/it{LIST}")
        assert paper_of(client, f"/it{LIST}") == pdf
    assert contents(pdf).count(GREEN) == 1
    with served(sample) as client:
        assert GREEN not in contents(paper_of(client, f"/it{LIST}"))


def test_a_picture_is_a_mark_too():
    mark = Mark("png", tuple(PNG))
    (picture,) = drawings(printing.laid_out(document(Text("x"), mark=mark)).pdf)
    assert picture["/Subtype"] == "/Image"


@pytest.mark.parametrize(
    "mark",
    [
        Mark("svg", tuple(b"<svg")),
        Mark("png", tuple(b"\x89PNG\r\n\x1a\nno")),
        *(
            Mark("svg", tuple(SVG.format(f'<image href="{at}" width="9" height="9"/>').encode()))
            for at in ("linked.png", "../linked.png", "/etc/passwd", "https://example.org/a.png")
        ),
    ],
)
def test_a_mark_that_cannot_be_drawn_or_names_a_file_is_left_out(mark, tmp_path, monkeypatch):
    """The paper is the same as without a mark."""
    (tmp_path / "linked.png").write_bytes(PNG)
    monkeypatch.chdir(tmp_path)
    without = printing.laid_out(document(Text("x"))).pdf
    assert printing.laid_out(document(Text("x"), mark=mark)).pdf == without


@pytest.mark.parametrize(
    "name", ["Чигорин, Михаил", "Ποντίκας, Γιώργος", "გაფრინდაშვილი, ნონა", "Խաչատրյան", "هود"]
)
def test_a_name_in_a_script_of_the_fonts_is_read_on_paper(name):
    assert name in read(printing.laid_out(document(Text(f"1 {name} 2"))).pdf)


@pytest.mark.parametrize("name", ["侯逸凡", "ชัยชนะ", "नाम"])
def test_a_name_in_a_script_that_the_fonts_lack_leaves_boxes(name):
    """The rest of the paper stands; the page has the name."""
    assert re.search("1 .*2", read(printing.laid_out(document(Text(f"1 {name} 2"))).pdf))
