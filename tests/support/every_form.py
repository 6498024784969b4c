"""The page of all forms: the form of each declared question and recording."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from ledger.sentences import Sentence, plain
from ops.doors import forms
from ops.doors.catalogue import declared, recordings
from ops.doors.circumstances import Circumstances, Confirmations
from ops.doors.declare import PARAMETER, Asked, Declared
from ops.doors.forms import Control
from ops.doors.recordings import DeclaredRecording
from ops.pages.declare import Page
from ops.pages.drawing import Shown
from ops.pages.federation import Federation
from ops.pages.links import pages
from ops.words.fields import described
from tests.support.components import found_beside
from tests.support.forms import forms_in
from tests.support.shown_answers import drawn_in

TEMPLATE: Final = Path(__file__).with_suffix(".html")


class Form(NamedTuple):
    """The form of a declaration, with the circumstances of a recording."""

    name: str
    title: Sentence
    method: str
    controls: Sequence[Control]
    around: Sequence[Control] = ()


class Forms(NamedTuple):
    """The content of the page."""

    forms: Sequence[Form]


def form_of(of: Declared[Any], told: Asked | None = None) -> Form:
    """Return the form of a declaration, filled in as told."""
    shown = {*pages(), *(one.name for one in recordings())}
    titles = {of.name: described(of.summary) for of in declared() if of.name in shown}
    sent = None if told is None else forms.as_sent(told)
    own = [*forms.controls(of.kind, PARAMETER.findall(of.path), sent)]
    records = isinstance(of, DeclaredRecording)
    around = Circumstances if records and of.kind.GROUNDED else Confirmations
    further = [*forms.controls(around, ("preview", "as_previewed"))] if records else []
    form = Form(
        of.name,
        titles.get(of.name, plain(of.name)),
        "post" if records else "get",
        own,
        further,
    )
    return form._replace(
        controls=[one._replace(form=of.name) for one in own],
        around=[one._replace(form=of.name) for one in further],
    )


def every_form(language: str, told: Mapping[str, Asked]) -> str:
    """Return the page in a language, filled in as told by the names of declarations."""
    content = Forms([form_of(of, told.get(of.name)) for of in declared()])
    page = Page("", TEMPLATE.name, path="/forms")
    shown = Shown(page, {}, [], None, content, {}, {}, date.min, Federation())
    with found_beside(TEMPLATE):
        return drawn_in(language, shown)


def by_name(page: str) -> dict[str, Any]:
    """Return the forms of the page by the names of their declarations."""
    return {form.get("aria-label"): form for form in forms_in(page)}
