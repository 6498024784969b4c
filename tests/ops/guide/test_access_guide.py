"""The tables of the guide of access are those of the code."""

import re

from ops.access.roles import MAY_RECORD, MAY_SEE, Rule
from tests.support.declared_fields import fields_by_kind
from tests.support.shown_pages import ROOT

PAGE = (ROOT / "ops" / "guide" / "access.md").read_text()
WHERE = {
    "pools": "in its pools",
    "shown": "in its pools",
    "any": "in any pool",
    "all": "for all pools",
}


def rows(heading: str) -> list[tuple[str, ...]]:
    """The rows of the table below a heading."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [tuple(cell.strip(" `") for cell in line.split("|")[1:-1]) for line in lines[1:]]


def roles(rule: Rule) -> str:
    return ", ".join(sorted(rule.roles)) or "everybody"


def where(rule: Rule) -> str:
    return WHERE[rule.reach] if rule.roles else ""


def test_the_table_of_events_is_the_one_that_is_checked():
    expected = [(name, roles(rule), where(rule)) for name, rule in MAY_RECORD.items()]
    assert rows("Who may record what") == expected


def test_the_table_of_objects_is_the_one_that_is_checked():
    expected = [(thing, roles(rule), where(rule)) for thing, rule in MAY_SEE.items()]
    assert rows("Who sees what") == expected


def test_the_table_of_personal_data_is_the_one_that_is_checked():
    found = [
        (what, tuple(re.findall(r"\w+\.\w+", fields)), who, why)
        for what, fields, who, why in rows("Personal data")
    ]
    assert found == [
        (kind.what, fields if kind.rule.roles else (), roles(kind.rule), kind.reason)
        for kind, fields in fields_by_kind().items()
    ]


def test_every_role_is_explained():
    explained = {cells[0] for cells in rows_of_roles()}
    named = {role for rule in (*MAY_RECORD.values(), *MAY_SEE.values()) for role in rule.roles}
    assert explained == {"public", *named}


def rows_of_roles() -> list[tuple[str, ...]]:
    lines = PAGE.split("| role | what it is for |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    return [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in lines]
