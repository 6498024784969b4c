"""The personal data seen by each role: every field of an answer with such data is declared."""

import re
from fractions import Fraction

import msgspec
import pytest

from ledger.actors.roles import HeldRole
from ledger.intake.import_report.receipts import SlipLine
from ledger.register.people import Person
from ledger.sentences import Sentence
from ops.access.actors import LOCAL, PUBLIC, Actor
from ops.access.personal_data import PERSONAL_DATA, declared, hidden_from, seen_by
from ops.answers.answer import Answer, Instant
from ops.players.people import person_row
from ops.tournaments.import_slips import FullSlip
from projections.queries.explain.sheets import Line
from tests.support.actors import DAY
from tests.support.declared_fields import answer_types

PERSONAL = re.compile(
    "(?<!tour)name|birth|sex|federation|title|numbers?$|card|committee|flag|earlier|note|officials"
    "|^deaths|^suspensions"
    "|(recorded|approved|proposed|withdrawn|handed_in)_by|party|statement|actor_"
)
"""How the names of fields about persons begin or end."""

ELSEWHERE = {
    *("title_since", "merged_number", "critical_number", "note", "notes"),
    *("players_earlier", "earlier_list", "earlier_printing", "earlier_digest", "start_number"),
    "tournament_name",
}
"""Names of fields that hold no personal data by themselves."""

READERS = ("rating-officer", "auditor", "committee", "administrator")
EVERYBODY = {"public", "player", "submitter", *READERS}


def actor(role):
    return Actor("a", (HeldRole(role, "uisp", DAY),))


def test_every_field_about_a_person_is_declared():
    """A field with a new name is declared; a field with the name of a public field need not be."""
    types = answer_types()
    fields = {
        (kind, name): declared(kind).get(name) for kind in types for name in kind.__struct_fields__
    }
    public = {name for (_, name), of in fields.items() if of and not of.rule.roles}
    undeclared = {
        f"{kind.__name__}.{name}"
        for (kind, name), of in fields.items()
        if of is None and PERSONAL.search(name) and name not in public | ELSEWHERE
    }
    assert undeclared == set()


@pytest.mark.parametrize("kind", [kind for kind in answer_types() if declared(kind)])
def test_a_declared_field_can_be_empty(kind):
    """An answer keeps the type when a value is left out."""
    for name, personal in declared(kind).items():
        of = next(field.type for field in msgspec.structs.fields(kind) if field.name == name)
        assert not personal.rule.roles or any(fits(of, empty) for empty in ("", (), None)), name


def fits(kind, value):
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("what", "roles"),
    [
        *((what, EVERYBODY) for what in ("name", "birth year", "sex", "federation", "title")),
        *((what, EVERYBODY) for what in ("local committee", "number of the list")),
        ("other numbers", {"submitter", *READERS}),
        ("import slip", {"submitter", *READERS}),
        ("parties of an appeal", {"player", "submitter", *READERS}),
        *((what, {*READERS}) for what in ("day of birth", "earlier names", "suspensions")),
        *((what, {*READERS}) for what in ("day of death", "notes", "attachments", "recorder")),
        ("actor", {"administrator"}),
    ],
)
def test_what_each_role_sees(what, roles):
    """Written down a second time."""
    (kind,) = (kind for kind in PERSONAL_DATA if kind.what == what)
    every = {role: actor(role) for role in ("player", "submitter", *READERS)} | {"public": PUBLIC}
    assert {role for role, one in every.items() if kind not in hidden_from(one)} == roles
    assert kind not in hidden_from(LOCAL)


SLIP = FullSlip(
    *(1, Instant(2), "rossi.trf", "complete", None, 0, "club-12", "0" * 64, None),
    (SlipLine("warning", Sentence("Rossi is new")),),
)
LINE = Line("play", Fraction(5), "8.3.2", Sentence("K times the sum"))


class Sheet(msgspec.Struct, frozen=True):
    """A part of an answer with a field named like a hidden field of an import slip."""

    lines: tuple[Line, ...]
    slip: FullSlip | None = None


def test_a_field_is_hidden_in_its_own_answer_and_wherever_that_is():
    """Not in another answer with a field of the same name."""
    sheet = Sheet((LINE,), SLIP)
    found = seen_by(PUBLIC, Answer(SLIP, (sheet,)))
    hidden = msgspec.structs.replace(SLIP, file_name="", handed_in_by="", lines=())
    assert found.about == hidden
    assert found.rows == (Sheet((LINE,), hidden),)
    assert seen_by(LOCAL, sheet) is sheet


def test_of_hidden_numbers_the_printed_ones_are_left():
    person = Person(
        name="Rossi, Maria",
        numbers={"fide": "123", "ita": "99"},
        player=7,
        birth_year=1975,
        sex="w",
        federation="ITA",
    )
    row = person_row(person, {"fide"})
    assert row.numbers == seen_by(actor("submitter"), row).numbers == "fide:123 ita:99"
    assert [seen_by(PUBLIC, one).numbers for one in (row, person_row(person))] == ["fide:123", ""]
