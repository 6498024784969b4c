"""Forms of recordings as pages, for who has signed in: shown, previewed, recorded.

A form stands at the address of its recording, with a language in place of the version and `new`
behind it. What it tells is previewed first; the preview is confirmed with its token, and who
recorded is led back to the form, which shows the receipt. The service has these addresses only if
it knows sessions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from hmac import compare_digest
from http import HTTPStatus
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

from msgspec import Struct, defstruct, structs

from ledger.errors import LedgerError
from ops.access.personal_data import seen_by
from ops.access.sessions import ForgedRequest
from ops.commands.previewed import preview_of
from ops.commands.proposing import Proposed
from ops.doors import forms
from ops.doors.catalogue import recordings
from ops.doors.circumstances import Circumstances, Confirmations
from ops.doors.declare import PARAMETER
from ops.doors.fields import as_served
from ops.doors.reading import read
from ops.http import repetition, replies
from ops.http.address import Address
from ops.http.addresses import by_name
from ops.http.identity import check_may_record_at
from ops.http.problems import problem_of
from ops.http.request import FormGiven
from ops.pages.drawing import drawn, shown_on
from ops.pages.forms import (
    ATTACHED,
    GROUNDS,
    ONCE,
    PROPOSED,
    RECORD,
    RECORDED,
    SESSION,
    TOKEN,
    Preview,
    Receipt,
    RecordingForm,
    form_page,
)
from ops.pages.links import VERSION, filled
from ops.proposals.register import find_proposal
from ops.words import LANGUAGES
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.rulebooks.engine.whole import Incomputable

if TYPE_CHECKING:
    from ledger.errors import Refusal
    from ops.doors.forms import Sent
    from ops.doors.outcomes import Outcome
    from ops.doors.recordings import DeclaredRecording, Recording
    from ops.house import House
    from ops.http.replies import Reply
    from ops.http.request import Request
    from ops.http.service import Service

_MENDED: Final = (400, 409, 413, 422)
"""Statuses of problems that who fills in a form can settle there."""

_STEPS: Final = ("preview", TOKEN)
"""Circumstances that the steps of a form are, and no controls."""


def form_addresses() -> Iterator[Address]:
    """Yield for each recording and language the addresses that show and take the form."""
    for of in recordings():
        for language in LANGUAGES:
            yield from _of_recording(of, language)


def _of_recording(of: DeclaredRecording, language: str) -> Iterator[Address]:
    page = form_page(of.path.removeprefix(VERSION))
    shown = Address(
        "GET",
        f"/{language}{page.path}",
        _no_answer,
        _in_path(of),
        None,
        "list",
        forms=("html",),
        page=page,
        language=language,
        form=partial(_shown, of),
        name=f"{of.name}-form-{language}",
        text=of.help,
    )
    yield shown
    taken = partial(_taken, of)
    yield replace(shown, method="POST", shows=None, form=taken, name=f"{of.name}-sent-{language}")


def _no_answer(_house: House, _asked: Struct) -> None:
    """Return no answer: the form itself is the answer."""


def _in_path(of: DeclaredRecording) -> type[Struct]:
    kinds = {one.name: as_served(one.type) for one in structs.fields(of.kind)}
    at = [(name, kinds[name]) for name in PARAMETER.findall(of.path)]
    return defstruct(f"{of.kind.__name__}At", at)


# ---------------------------------------------------------------------------------------- replies


def _shown(of: DeclaredRecording, service: Service, address: Address, request: Request) -> Reply:
    """Return the form, filled in with what the query names, or with the receipt of the last one."""
    named, at = forms.gathered(request.query), read(address.asks, request.path, ())
    with service.asking(request.actor) as house:
        check_may_record_at(house, by_name()[of.name], at, None)
        form = _form(of, request, {**_usual(of), **named})
        found = form._replace(receipt=_receipt(house, named))
        return _page(found, house, service, address, request)


def _taken(of: DeclaredRecording, service: Service, address: Address, request: Request) -> Reply:
    """Return what comes of a form that was sent; where it is refused, the form with every problem.

    Raises ForgedRequest; the refusals of who may not record.
    """
    sent = forms.gathered(_given(request).sent)
    if not compare_digest("".join(sent.get(SESSION, ())).encode(), request.token.encode()):
        raise ForgedRequest
    try:
        return _told(of, service, address, request, sent)
    except (LedgerError, OutsideRulebook, Incomputable) as error:
        problem = problem_of(error, asked=False)
        if problem.status not in _MENDED:
            raise
    with service.asking(request.actor) as house:
        form = _form(of, request, sent, problem.refusals)
        return _page(form, house, service, address, request, problem.status)


def _told(
    of: DeclaredRecording, service: Service, address: Address, request: Request, sent: Sent
) -> Reply:
    """Preview what a form tells; record it in the second step, with the token of the preview."""
    api, files = by_name()[of.name], _given(request)
    around, own = _circumstances(of), _without_steps(sent)
    told, circumstances = forms.told_within(of.kind, around, request.path, own, files.files)
    attached = tuple(file.data for file in files.attached)
    with service.recording(request.actor) as house:
        check_may_record_at(house, api, _inputs(told), None)
        circumstances.prepare(house, attached)
        if RECORD not in sent or not _names_preview(circumstances):
            preview = _previewed(told, house)
            if RECORD not in sent or preview.token:
                form = _form(of, request, sent)._replace(preview=preview, sent=_kept(sent))
                names = [file.name for file in (*files.files.values(), *files.attached)]
                return _page(form._replace(files=names), house, service, address, request)
        try:
            outcome = _recorded(api, told, house, replace(request, attached=attached), sent)
        except Proposed as waiting:
            return _to_receipt(address, request, PROPOSED, waiting.proposal.number)
        if outcome.recorded and api.repeats:
            return _to_receipt(address, request, RECORDED, outcome.recorded[0].first_position)
        form = _form(of, request, _usual(of))._replace(outcome=seen_by(request.actor, outcome))
        return _page(form, house, service, address, request)


def _page(
    form: RecordingForm,
    house: House,
    service: Service,
    address: Address,
    request: Request,
    status: int = HTTPStatus.OK,
) -> Reply:
    assert address.page is not None
    shown = shown_on(address.page, request.path, (), None, form, house, service.federation)
    reply = replies.page(drawn(shown), "html")
    headers = {**reply.headers, "Cache-Control": "no-store"}
    return replace(reply, status=status, headers={k: v for k, v in headers.items() if k != "ETag"})


def _to_receipt(address: Address, request: Request, what: str, number: int) -> Reply:
    """Return the reply that leads to the form with the receipt, which is asked for by itself."""
    place = filled(address.path, {**request.path, what: number})
    reply = replies.elsewhere(place)
    return replace(reply, headers={**reply.headers, "Cache-Control": "no-store"})


# -------------------------------------------------------------------------------------- recording


def _previewed(told: Recording, house: House) -> Preview:
    """Return what a recording would record, and what would move; nothing is recorded."""
    if not told.GROUNDED:
        return Preview()
    with house.tentatively() as tentative:
        outcome = told.receipt(tentative, told.record(tentative)).outcome()
        added = tentative.read.added
        events = Counter(new.fact.TYPE for request in added for new in request.events)
        moves = preview_of(tentative)
    return Preview(seen_by(house.actor, outcome), seen_by(house.actor, moves), events)


def _recorded(api: Address, told: Recording, house: House, request: Request, sent: Sent) -> Outcome:
    """Record what a form tells, once also where the form is sent again. Raises Proposed."""
    keys = sent.get(ONCE, ())
    once = {repetition.HEADER: keys[0]} if keys else {}
    work = replace(api, work=lambda _: told.receipt(house, told.record(house)).outcome())
    found: Outcome = repetition.answered_once(
        work, replace(request, query=(), headers=once), (house,)
    )
    return found


def _receipt(house: House, named: Sent) -> Receipt | None:
    """Return the receipt that a query names, of what the actor recorded or proposed."""
    for number in map(int, filter(str.isdecimal, named.get(RECORDED, ()))):
        for event in house.read.at([number]).values():
            if event.decoded().recorded_by == house.by:
                return Receipt(event.type, number, event.recorded_at)
    for number in map(int, filter(str.isdecimal, named.get(PROPOSED, ()))):
        return Receipt("", number, find_proposal(house, number).expires_at)
    return None


# ------------------------------------------------------------------------------------ what is sent


def _form(
    of: DeclaredRecording, request: Request, sent: Sent, problems: Sequence[Refusal] = ()
) -> RecordingForm:
    """Return the form with what was sent, each problem at its control."""
    around = forms.controls(_circumstances(of), (*_STEPS, *request.path), sent, problems)
    beside = [*around, *([ATTACHED] if of.kind.GROUNDED else [])]
    inputs = [*forms.controls(of.kind, request.path, sent, problems)]
    places = {one.name for one in (*inputs, *beside)}
    return RecordingForm(
        of.summary,
        inputs,
        [one for one in beside if one.name in GROUNDS],
        [one for one in beside if one.name not in GROUNDS],
        request.token,
        problems,
        [one for one in problems if one.field not in places],
    )


def _circumstances(of: DeclaredRecording) -> type[Confirmations]:
    return Circumstances if of.kind.GROUNDED else Confirmations


def _inputs(told: Recording) -> SimpleNamespace:
    """Return the inputs alone: a recording has methods too, such as its proposal."""
    return SimpleNamespace(**structs.asdict(told))


def _usual(of: DeclaredRecording) -> Sent:
    return {**forms.usual(of.kind), **forms.usual(_circumstances(of))}


def _given(request: Request) -> FormGiven:
    assert isinstance(request.body, FormGiven)
    return request.body


def _without_steps(sent: Sent) -> Sent:
    """Return what was sent by controls that somebody sees, and in the second step the token."""
    steps = {SESSION, RECORD, ONCE} | ({TOKEN} if RECORD not in sent else set())
    return {name: texts for name, texts in sent.items() if name not in steps}


def _kept(sent: Sent) -> list[tuple[str, str]]:
    """Return what was sent by controls that somebody sees, one text after the other."""
    seen = {name: texts for name, texts in _without_steps(sent).items() if name != TOKEN}
    return [(name, text) for name, texts in seen.items() for text in texts]


def _names_preview(circumstances: Confirmations) -> bool:
    """Return whether the preview that is confirmed is named, or there is none."""
    return not isinstance(circumstances, Circumstances) or bool(circumstances.as_previewed)
