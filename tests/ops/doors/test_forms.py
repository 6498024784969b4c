"""The form of a declaration has every input, each with words in both languages."""

from datetime import date
from typing import Annotated, Literal

import html5lib
import pytest
from msgspec import Struct, structs

from ledger.errors import Refused
from ledger.sentences import Word
from ops.appeals.recordings import DecideAppeal, FileAppeal
from ops.doors.catalogue import declared
from ops.doors.circumstances import Circumstances, Confirmations
from ops.doors.fields import AS_POSITION, Position, Typed, means
from ops.doors.forms import as_sent, controls, gathered, told, told_within
from ops.doors.reading import BadQuestion
from ops.doors.recordings import DeclaredRecording
from ops.lists.questions import CompareLists, ShowList
from ops.lists.supposed import ShowSupposedList
from ops.pages.forms import hint_of
from ops.words import LANGUAGES, speaking
from tests.support.both_languages import not_in_italian
from tests.support.each_door import files_of, from_command, in_path, over_http
from tests.support.every_form import by_name, every_form, form_of
from tests.support.forms import held

DECLARED = {of.name: of for of in declared()}


@pytest.fixture(scope="module")
def examples():
    """Return the command in the example of each declaration."""
    return {name: from_command(of) for name, of in DECLARED.items()}


@pytest.fixture(scope="module", params=LANGUAGES)
def page(request, examples):
    """The page of all forms, filled in with the examples."""
    return every_form(request.param, {name: one.told for name, one in examples.items()})


@pytest.fixture(scope="module")
def filled(page):
    """The forms of the page."""
    return by_name(page)


@pytest.mark.parametrize("name", DECLARED)
def test_the_example_typed_sent_and_sent_as_a_form_tells_the_same(name, examples, filled):
    """A browser sends every control, also an empty control, and other line ends."""
    of, typed = DECLARED[name], examples[name].told
    usual = {field.name: field.default for field in structs.fields(of.kind)}
    assert not usual or any(getattr(typed, name) != value for name, value in usual.items())
    assert over_http(of, examples[name]) == typed
    assert sent_by(of, typed, filled[name]) == typed


def sent_by(of, typed, form):
    """Return the values of a form sent by a browser, beside the files of a person."""
    sent, files = gathered(held(form)), files_of(typed)
    assert files.keys() <= {one.get("name") for one in form.iter() if one.get("type") == "file"}
    if isinstance(of, DeclaredRecording):
        around = Circumstances if of.kind.GROUNDED else Confirmations
        found, beside = told_within(of.kind, around, in_path(of, typed), sent, files)
        assert beside == around()
        return found
    return told(of.kind, in_path(of, typed), sent, files)


def test_the_page_of_all_forms_is_read_strictly(page, filled):
    html5lib.HTMLParser(strict=True).parse(page)
    assert filled.keys() == DECLARED.keys()


@pytest.mark.parametrize("name", DECLARED)
def test_every_control_has_its_words_in_italian(name):
    """Label, hint and choices; only signs, such as results, are the same in both."""
    form = form_of(DECLARED[name])
    said = [form.title, *(says for one in form.controls for says in (one.label, one.hint))]
    said += [says for one in form.controls for says in one.codes.values() if says.template]
    assert not_in_italian(said) == []


def test_codes_to_choose_from_have_words_unless_they_are_signs():
    """A new choice takes a table of words (`ops/words/states.py`)."""
    without = [
        (of.name, code)
        for of in declared()
        for control in controls(of.kind)
        for code, says in control.codes.items()
        if not isinstance(says, Word) and any(map(str.isalpha, code))
    ]
    assert without == []


def test_a_hint_has_words_in_place_of_codes():
    (track,) = (one for one in controls(ShowList) if one.name == "track")
    with speaking("it"):
        assert hint_of(track).startswith("“ufficiale”: come pubblicato; “rivisto”: come se")


def pairs(lines):
    return dict(line.split("=") for line in lines)


class Inputs(Struct, frozen=True, kw_only=True):
    """Inputs of many kinds."""

    needed: Annotated[date, means("a day")]
    more: Annotated[int, means("a number", ge=1)] = 1
    is_so: Annotated[bool | None, means("yes, no or unknown")] = None
    on: Annotated[bool, means("usually on")] = True
    codes: Annotated[tuple[Literal["a-b", "c"], ...], means("any of them")] = ()
    set: Annotated[dict[str, str], means("details"), Typed(tuple[str, ...], pairs)] = {}
    at: Annotated[Position | None, means("a position"), AS_POSITION] = None
    reason: Annotated[str, means("a long text", max_length=4000)] = ""


def test_the_type_of_an_input_decides_its_control():
    kinds = {one.name: (one.kind, [*one.codes], [*one.holds]) for one in controls(Inputs)}
    assert kinds == {
        "needed": ("date", [], []),
        "more": ("number", [], ["1"]),
        "is_so": ("choice", ["true", "false"], []),
        "on": ("choice", ["true", "false"], ["true"]),
        "codes": ("choices", ["a-b", "c"], []),
        "set": ("lines", [], []),
        "at": ("text", [], []),
        "reason": ("paragraph", [], []),
    }
    assert {one.name: one.required for one in controls(Inputs)}["needed"]


def test_values_come_back_as_they_are_written():
    """Whatever a browser makes of the ends of lines."""
    wanted = Inputs(
        needed=date(2026, 1, 2),
        is_so=False,
        on=False,
        codes=("a-b", "c"),
        set={"name": "Rossi", "place": "Roma"},
        at=40,
        reason="one two",
    )
    sent = {name: [one.replace("\n", "\r\n") for one in of] for name, of in as_sent(wanted).items()}
    assert told(Inputs, {}, sent) == wanted
    assert told(Inputs, {}, sent | {"reason": [" one\r\ntwo\r\n"]}) == wanted
    assert told(Inputs, {}, {"needed": ["2026-01-02"]}) == Inputs(needed=date(2026, 1, 2))


def test_every_problem_is_named_with_its_control_which_keeps_what_was_sent():
    sent = {"more": ["0"], "at": ["forty"], "codes": ["d"], "colour": ["red"]}
    with pytest.raises(BadQuestion) as wrong:
        told(Inputs, {}, sent)
    problems = [*wrong.value.refusals()]
    assert {one.field for one in problems} == {"needed", "more", "at", "codes", "colour"}
    found = {one.name: one for one in controls(Inputs, (), sent, problems)}
    assert {name for name, one in found.items() if one.problems} == {
        "needed",
        "more",
        "at",
        "codes",
    }
    assert (found["at"].holds, found["more"].value) == (["forty"], "0")


def test_problems_of_circumstances_are_named_beside_the_others():
    sent = {"pool": ["p"], "contested": ["forty"], "decided_on": ["yesterday"], "reason": ["x"]}
    with pytest.raises(BadQuestion) as wrong:
        told_within(FileAppeal, Circumstances, {}, sent)
    assert {one.field for one in wrong.value.refusals()} == {"kind", "contested", "decided_on"}


def test_a_document_is_json_and_says_what_is_wrong_with_it():
    sent = {
        "outcome": ["upheld"],
        "by": ["b"],
        "corrections": ['[{"command": "tournament annul"}]'],
    }
    for text in (sent["corrections"][0], "[{", '{"command": "unheard of"}'):
        with pytest.raises(BadQuestion) as wrong:
            told(DecideAppeal, {"appeal": "A-1"}, sent | {"corrections": [text]})
        assert [one.field for one in wrong.value.refusals()] == ["corrections"]


def test_a_form_of_a_question_names_every_field_that_is_wrong():
    sent = {"as_of": ["yesterday"], "sex": [" "], "page": ["0"], "colour": ["red"]}
    with pytest.raises(Refused) as refused:
        told(ShowList, {"pool": "p"}, gathered((name, text) for name, (text,) in sent.items()))
    assert {problem.field for problem in refused.value.refusals()} == {"as_of", "page", "colour"}


def test_each_line_of_a_form_is_a_value():
    found = told(ShowSupposedList, {"pool": "p"}, {"result": ["#12#3 1 0\r\n\r\n #14#0 = =\r\n"]})
    assert found.result == ("#12#3 1 0", "#14#0 = =")


def test_controls_hold_what_was_asked():
    shown = as_sent(ShowList(pool="p", as_of=date(2026, 3, 1), sex="w"))
    found = {at.name: (at.kind, at.value) for at in controls(ShowList, ("pool",), shown)}
    assert "pool" not in found
    assert found["as_of"] == ("date", "2026-03-01")
    assert found["sex"] == ("choice", "w")
    assert found["limit"] == ("number", "50")
    compared = as_sent(CompareLists(pool="p", period="a", other="b", causes=True))
    found = {at.name: (at.kind, at.value) for at in controls(CompareLists, (), compared)}
    assert found["causes"] == ("check", "true")
