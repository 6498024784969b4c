"""A row in each layout, at the edges of the columns."""

import json
import re
from datetime import date

import pytest

from ledger.register.people import Described
from ledger.register.words import Titles
from ops.access.personal_data import declared
from ops.answers.abouts import About
from ops.answers.list_rows import PersonColumns, RatingListRow
from ops.answers.rating_lists import ListedPlayer
from ops.lists.exporting import CRLF, Count, as_csv, as_fixed, as_json, as_xml, in_ascii

OCTOBER = date(2026, 10, 1)


def row(name="Ångström, Zoë", title="WFM", birth="", person=Described("SWE", "w", 1990), **values):  # noqa: B008 - a frozen record
    shown = {"rating": 2048, "k": 20, "period_games": 9, "inactive": "-", **values}
    titles = Titles(title, title)
    return ListedPlayer(572, "1700123", name, titles, birth, person, shown)


def fixed(each):
    _, line = as_fixed([each], OCTOBER, Count())
    return line


def test_a_row_of_fixed_width():
    assert fixed(row()) == (
        "1700123        Angstrom, Zoe                                                "
        "SWE F   WFM  WFM                     2048  9   20 1990  w   " + CRLF
    )


@pytest.mark.parametrize(
    ("sex", "inactive", "flag"),
    [("w", "-", "w"), ("w", "i", "wi"), ("m", "i", "i"), ("m", "-", "")],
)
def test_flags_say_woman_and_inactive(sex, inactive, flag):
    line = fixed(row(person=Described("SWE", sex, 1990), inactive=inactive))
    assert line[132:136].strip() == flag


@pytest.mark.parametrize("birth", ["", "0", "0000"])
def test_what_is_not_known_of_a_person_is_blank_and_the_year_as_first_printed(birth):
    line = fixed(row(title="", birth=birth, person=Described()))
    assert (line[76:113].strip(), line[126:132].strip()) == ("", birth)


def test_a_year_taken_back_leaves_no_day_of_birth():
    line = fixed(row(birth="1990/05/01", person=Described()))
    assert line[126:132].strip() == ""


@pytest.mark.parametrize(("letters", "cut"), [(59, False), (60, False), (61, True)])
def test_a_name_longer_than_its_columns_is_cut_and_counted(letters, cut):
    each, count = row("N" * letters), Count()
    _, line = as_fixed([each], OCTOBER, count)
    assert count.cut == cut
    assert line == fixed(each)
    assert len(fixed(each)) == 136 + len(CRLF)
    assert fixed(each)[75] == " "


@pytest.mark.parametrize(
    ("name", "ascii_name"),
    [
        ("Plain, Ann", "Plain, Ann"),
        ("Níccolò", "Niccolo"),
        ("Weiß, Jørgen", "Weiss, Jorgen"),
        ("Łukasz", "Lukasz"),
        ("D’Angelo", "D'Angelo"),
        ("Иван", "????"),
    ],
)
def test_names_in_ascii(name, ascii_name):
    assert in_ascii(name) == ascii_name


def test_the_month_of_the_list_stands_over_the_ratings():
    months = [next(as_fixed([], date(2026, month, 1), Count()))[113:118] for month in (1, 2, 12)]
    assert months == ["JAN26", "FEB26", "DEC26"]


def test_words_cannot_break_the_xml():
    text = "".join(as_xml([row("A & B <c>")]))
    assert "<name>A &amp; B &lt;c&gt;</name>" in text


def test_elements_stand_in_the_order_of_fide():
    lines = "".join(as_xml([row()])).splitlines()
    names = [line[1:].partition(">")[0] for line in lines[2:-2]]
    assert " ".join(names) == (
        "fideid name country sex title w_title o_title foa_title rating games k birthday flag"
    )


def test_a_comma_in_a_name_is_quoted_in_csv():
    header, line = as_csv([row()], ["rating", "k", "period_games", "inactive"])
    assert header == (
        "player,number,name,title,women_title,other_titles,online_title,federation,sex,birth_year,"
        "rating,k,games,inactive\n"
    )
    assert line == '572-4,1700123,"Ångström, Zoë",WFM,WFM,,,SWE,w,1990,2048,20,9,\n'


OF_THE_LIST = {"player", "rating", "k", "games", "inactive"}
IN_FIDES_WORDS = {
    "fideid": "number",
    "country": "federation",
    "birthday": "birth_year",
    "w_title": "women_title",
    "o_title": "other_titles",
    "foa_title": "online_title",
}
"""Elements of FIDE's layouts, by the fields of a row of the list."""


def columns_of_files():
    """Return the names of the columns in each layout with named columns."""
    header, _ = as_csv([row()], ["rating", "k", "period_games", "inactive"])
    (in_json,) = json.loads("".join(as_json([row()], About())))["rows"]
    in_xml = re.findall("<([a-z_]+)>[^\n]", "".join(as_xml([row()])))
    return [header.strip().split(","), [*in_json], in_xml]


@pytest.mark.parametrize("columns", columns_of_files(), ids=["csv", "json", "fide"])
def test_a_file_shows_of_a_person_what_everybody_sees_in_the_rows_of_the_list(columns):
    """A further column is declared as public in the rows, or fails here."""
    kinds = {**declared(PersonColumns), **declared(RatingListRow)}
    public = {name for name, kind in kinds.items() if not kind.rule.roles}
    shown = {IN_FIDES_WORDS.get(name, name) for name in columns}
    assert shown - OF_THE_LIST <= public
    assert {"number", "name", "birth_year"} <= shown
