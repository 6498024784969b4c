"""Bodies by their public names: in both languages, of their days, in every answer."""

from contextlib import contextmanager
from datetime import date

import pytest
from msgspec import structs
from sqlalchemy import event

from ledger.errors import Refused
from ledger.events.access import BodyNamed
from ledger.events.pool import RatingsAdjusted
from ledger.sentences import Body, plain
from ops.access.personal_data import BODY, declared
from ops.actors.recordings import AddActor
from ops.actors.register import actors
from ops.doors.documents import NAMED_BODIES, answer_document, cells
from ops.events.decide import decide
from ops.house import House, open_house
from ops.trails.decisions import decisions
from ops.trails.questions import ListDecisions
from ops.words import said, speaking
from tests.support.correcting_desk import at_a_desk
from tests.support.declared_fields import answer_types
from tests.support.recording import record
from tests.support.worlds import FIDE

NO_BODIES = {"RecordedEventWithBody.body", "DecidedCorrection.decided_by"}
"""The body of an event; a part of a worksheet, which is public as a whole."""

FIRST, LATER = date(2024, 1, 1), date(2025, 7, 1)


def named(name: str, since: date = FIRST, actor: str = "qc", **italian: str) -> BodyNamed:
    return BodyNamed(actor=actor, name=name, in_force_from=since, by="the-council", **italian)


@pytest.fixture
def house(tmp_path):
    """A ledger in which the body qc decided something."""
    with at_a_desk(str(tmp_path / "ledger")) as desk:
        change = {"before": "2000", "after": "2030"}
        fact = RatingsAdjusted(pool=FIDE, player="00000001", by="qc", article="7.1", **change)
        record(desk.ledger, "adjusted", fact)
        desk.official.catch_up()
        yield House(desk.ledger, desk.official)


@contextmanager
def answering(house: House, code: str):
    """Answer in a language, as a door does."""
    with speaking(code):
        house.name_bodies()
        yield


def signed(house: House, code: str = "en") -> dict[str, str]:
    """Return the first decision of the register: the id of the body, and the name."""
    with answering(house, code):
        row = answer_document(decisions(house, ListDecisions()))["rows"][0]
    return {name: row[name] for name in ("decided_by", "decided_by_name")}


def test_a_body_without_a_name_is_named_by_its_id(house):
    assert signed(house) == {"decided_by": "qc", "decided_by_name": "qc"}


@pytest.mark.parametrize(
    ("italian", "code", "name"),
    [
        ({"italian_name": "Commissione"}, "en", "Commission"),
        ({"italian_name": "Commissione"}, "it", "Commissione"),
        ({}, "it", "Commission"),
    ],
)
def test_a_body_is_named_in_the_language_of_the_reader(house, italian, code, name):
    decide(house, named("Commission", **italian))
    assert signed(house, code) == {"decided_by": "qc", "decided_by_name": name}


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2023, 12, 31), "Committee"),
        (FIRST, "Committee"),
        (date(2025, 6, 30), "Committee"),
        (LATER, "Commission"),
        (date(2026, 7, 1), "Commission"),
    ],
)
def test_a_later_name_leaves_earlier_days_theirs(house, day, name):
    """The first name also holds for earlier days."""
    decide(house, named("Commission", LATER))
    decide(house, named("Comittee", FIRST))
    decide(house, named("Committee", FIRST))  # of one day the last recorded holds
    with answering(house, "en"):
        assert said(plain(Body("qc", day))) == name


def test_a_name_of_a_day_to_come_is_not_yet_said(house):
    decide(house, named("Committee", FIRST))
    decide(house, named("Commission", date(house.today().year + 1, 1, 1)))
    with answering(house, "en"):
        assert said(plain(Body("qc"))) == "Committee"


def test_the_name_ends_with_the_answer(house):
    decide(house, named("Commission"))
    with speaking("en"):
        with answering(house, "en"):
            assert said(plain(Body("qc"))) == "Commission"
        assert said(plain(Body("qc"))) == "qc"


def test_a_ledger_without_names_says_no_name_of_another(house, copy):
    decide(house, named("Commission", actor="fsi"))
    with answering(house, "en"), open_house(str(copy)):
        assert said(plain(Body("fsi"))) == "fsi"


def test_people_read_the_name_in_place_of_the_id(house):
    decide(house, named("Commission"))
    with answering(house, "en"):
        row = cells(decisions(house, ListDecisions()).rows[0])
        assert said(row["decided_by"]) == "Commission"
    assert "decided_by_name" not in row


def test_a_person_has_no_public_name_and_a_body_stays_a_body(house):
    AddActor(actor="person-7", role="auditor", by="the-council").record(house)
    with pytest.raises(Refused) as refused:
        decide(house, named("Somebody", actor="person-7"))
    assert refused.value.code == "not-a-body"
    decide(house, named("Commission"))
    with pytest.raises(Refused, match="only a body has a public name"):
        AddActor(actor="qc", role="auditor", by="the-council").record(house)


def test_a_named_body_is_among_the_actors(house):
    decide(house, named("Commission"))
    with answering(house, "en"):
        rows = {row["actor"]: row for row in answer_document(actors(house))["rows"]}
    assert (rows["qc"]["actor_kind"], rows["qc"]["public_name"]) == ("body", "Commission")


@pytest.mark.parametrize("kind", answer_types())
def test_a_row_that_names_who_decided_has_the_name(kind):
    """A body is public: everybody sees the name."""
    fields = {field.name for field in structs.fields(kind)}
    for name, field in NAMED_BODIES.items():
        if field in fields and f"{kind.__name__}.{field}" not in NO_BODIES:
            assert declared(kind)[name] is BODY


def test_names_are_read_once_for_all_answers(house):
    """A question checks in one statement for a newly recorded name."""
    decide(house, named("Commission"))
    house.name_bodies()
    asked = []

    def note(*given):
        asked.append(given[2])

    event.listen(house.ledger.engine, "before_cursor_execute", note)
    house.name_bodies()
    assert len(asked) == 1


def test_a_ledger_opened_by_a_door_says_the_names(copy):
    with open_house(str(copy)) as house:
        decide(house, named("Commission", actor="fsi"))
    with speaking("en"), open_house(str(copy)):
        assert said(plain(Body("fsi"))) == "Commission"
