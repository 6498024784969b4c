"""A body's own list comes out unchanged: carried over, closed, and written column by
column.

FIDE writes both layouts without a character outside ASCII, the text in lines of 136 characters.
Its combined list of 2026 has three longer lines, in which other titles fill more than their column.
"""

import random
from datetime import date

import pytest

from ledger.register.words import Titles
from ops.answers.rating_lists import rating_list
from ops.closings.recordings import CloseList
from ops.doors.uploads import Upload
from ops.external_lists.receipts import carried_notes
from ops.external_lists.recordings import CarryOver
from ops.house import House
from ops.lists.exporting import pieces
from ops.players.recordings import ChangePlayer
from ops.pools.recordings import AdoptEdition
from ops.words import said, speaking
from tests.support.list_files import SINGLE, fixed, line, tagged
from tests.support.people import erase
from tests.support.pool_ledgers import CHESS, opened

ON = date(2026, 2, 1)
LAYOUT = {"FEB26" if name == "OCT26" else name: at for name, at in SINGLE.items()}
ELEMENTS = {
    "ID Number": "fideid",
    "Name": "name",
    "Fed": "country",
    "Sex": "sex",
    "Tit": "title",
    "WTit": "w_title",
    "OTit": "o_title",
    "FOA": "foa_title",
    "FEB26": "rating",
    "Gms": "games",
    "K": "k",
    "B-day": "birthday",
    "Flag": "flag",
}
"""Elements of the XML by the headings of the text, in the order of both."""

CASES = [
    {"Tit": "GM"},
    {"Sex": "F", "Tit": "IM", "WTit": "WGM", "Flag": "w"},
    {"Sex": "F", "Tit": "WFM", "WTit": "WFM", "Flag": "wi"},
    {"Sex": "F", "WTit": "WH", "Flag": "w"},
    {"Sex": "F", "WTit": "WIM", "Flag": "w"},
    {"Sex": "F", "Tit": "WCM", "Flag": "w"},
    {"OTit": "IA"},
    {"OTit": "FA,NA,IO,FST", "FOA": "AFM", "Flag": "i"},
    {"OTit": "LSI,FI,SI,FST,A"},
    {"OTit": "LSI,FI,SI,FST,A", "FOA": "AGM"},
    {"OTit": "LSI,FI,SI,SLI,NA", "Tit": "FM"},
    {"OTit": "SI,FI,LSI,SLI,NA", "FOA": "AFM"},
    {"OTit": "IA,IO,FST,SI,LSI,NA,DI", "FOA": "ACM", "Flag": "i"},
    {"FOA": "AIM", "B-day": ""},
    {"B-day": "0000"},
    {"B-day": "0", "Flag": "i"},
    {"Fed": "", "B-day": "0000"},
    {"Sex": "", "Name": "Madonna"},
    {"Name": "N" * 60, "Tit": "CM"},
    {"Name": "O'Neill & Sons, A <b>"},
]
"""What a line can have in it, each beside the usual words."""


def drawn(seed):
    """Return the rows of a list, each case once, with ratings and years drawn."""
    drawing = random.Random(seed)
    rows = []
    for at, case in enumerate(CASES):
        usual = {"Fed": "IRL", "Sex": "M", "B-day": str(drawing.randint(1940, 2000))}
        rated = {"FEB26": str(drawing.randint(1500, 2299)), "K": "20", "Gms": "0"}
        who = {"ID Number": str(99700001 + at), "Name": f"Player{at:02d}, Ann"}
        rows.append({**dict.fromkeys(LAYOUT, ""), **who, **usual, **rated, **case})
    return rows


def in_xml(rows):
    """Write rows in XML."""
    escaped = [
        {name: row[of].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
         for of, name in ELEMENTS.items()}
        for row in rows
    ]  # fmt: skip
    return tagged(*escaped)


def in_text(rows):
    """Write rows in columns; long titles stand over the empty column behind."""
    texts = [line(LAYOUT, {name: name for name in LAYOUT})]
    for row in rows:
        text, titles = line(LAYOUT, row), row["OTit"]
        if len(titles) > 15 and not row["FOA"]:
            text = text.replace(f"{titles}    ", titles.ljust(19))
        texts.append(text)
    return ("\r\n".join(texts) + "\r\n").encode()


@pytest.fixture
def house(tmp_path):
    """A house with an empty pool; the first list is to be that of March 2026."""
    with opened(str(tmp_path / "ledger.db")) as ledger:
        house = House(ledger)
        AdoptEdition(pool=CHESS, edition="2025-10-01").record(house)
        yield house


def carried(house, path, data, pool=CHESS):
    """Carry a list over."""
    path.write_bytes(data)
    file, source = Upload.at(path), "the body's own list"
    asked = CarryOver(pool=pool, file=file, on=ON, source=source, register_new=True)
    return asked.record(house)


def written(house, form):
    """Return the first list in FIDE's layout."""
    house.catch_up()
    pool = house.pool(CHESS)
    return "".join(pieces(pool, pool.list_of("2026-03"), form))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("form", [in_text, in_xml])
def test_every_column_comes_out_as_it_went_in(house, tmp_path, form, seed):
    rows = drawn(seed)
    carried(house, tmp_path / "list", form(rows))
    CloseList(pool=CHESS, period="2026-03").record(house)
    expected = in_text(rows).decode().replace("FEB26", "MAR26")
    assert written(house, "txt").splitlines() == expected.splitlines()
    assert written(house, "xml").splitlines() == in_xml(rows).decode().splitlines()


@pytest.mark.parametrize("form", [in_text, in_xml])
def test_what_is_not_kept_is_said_in_both_languages(house, tmp_path, form):
    done = carried(house, tmp_path / "list", form(drawn(1)))
    notes = [*carried_notes(done, ON)]
    (note,) = (note for note in notes if "not kept" in str(note))
    column = {in_text: "Gms", in_xml: "games"}[form]
    assert str(note) == f"left out: columns of the list that are not kept ({column})"
    with speaking("it"):
        assert said(note) == f"escluse: colonne della lista che non si conservano ({column})"


def test_a_list_shows_the_titles_of_its_day(house, tmp_path):
    carried(house, tmp_path / "list", in_text(drawn(1)))
    player = "fide:99700001"
    ChangePlayer(player=player, title="none", other_titles="IA, FST", on=date(2026, 3, 2)).record(
        house
    )
    CloseList(pool=CHESS, period="2026-03").record(house)
    ChangePlayer(player=player, women_title="WGM", on=date(2026, 3, 1)).record(house)
    house.catch_up()
    pool = house.pool(CHESS)
    found = rating_list(pool, pool.list_of("2026-03"), None).rows
    (person,) = (row.person for row in found if row.number == "99700001")
    assert person is not None
    assert (person.title, person.women_title, person.other_titles) == ("GM", "WGM", "")


def test_a_player_of_the_register_gets_the_titles_that_it_lacks(house, tmp_path):
    """A title of the register stays, and the receipt shows the different title of the list."""
    rows = [{**row, "Tit": "FM"} for row in drawn(1)]
    untitled = [{**row, "Tit": "", "WTit": ""} for row in rows]
    carried(house, tmp_path / "one", fixed(LAYOUT, *untitled[1:]), "rubele-italiana")
    ChangePlayer(player="fide:99700002", title="CM", on=date(2025, 1, 1)).record(house)
    done = carried(house, tmp_path / "two", fixed(LAYOUT, *rows[:3]))
    CloseList(pool=CHESS, period="2026-03").record(house)
    titles = {row[:8]: row[84:88].strip() for row in written(house, "txt").splitlines()[1:]}
    assert titles == {"99700001": "FM", "99700002": "CM", "99700003": "FM"}
    assert [str(note) for note in done.receipt.notes if "register" in str(note)] == [
        "the register keeps its titles of 1 player, unlike those of the list"
    ]


def test_titles_are_erased_with_the_name(house, tmp_path):
    """Neither the events nor the list have the titles."""
    carried(house, tmp_path / "list", in_text(drawn(1)))
    CloseList(pool=CHESS, period="2026-03").record(house)
    erase(house.ledger, 11)
    house.catch_up()
    pool = house.pool(CHESS)
    found = rating_list(pool, pool.list_of("2026-03"), None).rows
    (person,) = (row.person for row in found if row.name == "(erased)")
    assert [getattr(person, name) for name in Titles._fields] == [""] * 4
    events = house.read.events(0, house.read.head().next_position - 1)
    assert not any(b"LSI" in event.body for event in events)
