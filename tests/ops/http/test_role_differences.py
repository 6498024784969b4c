"""Every address as each role: answers differ for the reasons of the table alone."""

import re
from itertools import combinations
from urllib.parse import urlencode

import pytest

from ledger.register.words import Words
from ops.access.roles import MAY_SEE
from ops.doors.circumstances import Circumstances
from ops.doors.uploads import File
from ops.http import examples
from ops.http.address import MEDIA_TYPES
from ops.http.addresses import NOUNS, all_addresses
from tests.support.access_tables import ABSENT, BODIES, EXISTS, IN_DRAUGHTS, OF_DRAUGHTS, QUERIES
from tests.support.every_page import each_answer, question_of
from tests.support.printed import read
from tests.support.private_facts import GONE, REPORTING_DEATH, SUSPENDING
from tests.support.role_differences import (
    KNOWN,
    PRINTED,
    PRIVATE,
    TITLES,
    differences,
    of_objects,
    reasons,
    served_to_roles,
)
from tests.support.served import headers_of

BY_NAME = {address.name: address for address in all_addresses()}
EXAMPLES = examples.of_nouns(NOUNS)
OF_JSON = ("application/json", "application/problem+json")
FURTHER = {
    "show-player": [{"player": player} for player in (KNOWN, *GONE)],
    "list-findings": [{"subject": player} for player in GONE],
    "explain-rating": [{"period": "2025-10"}],
    "show-list": [{"period": "2026-02"}],
    "show-rating": [{"?": "?as_of=2030-01-01"}],
    "search-players": [{"?": f"?search={KNOWN}"}],
    "show-import-slip": [{"slip": "22"}],
}
"""Further questions: other values of the parameters of the path; `?` is the query."""
LIST = "pools/fide-standard/lists/2026-01"
OF_LIST = (f"?search={KNOWN}",)


@pytest.fixture(scope="module")
def service(sample, tmp_path_factory):
    with served_to_roles(sample, tmp_path_factory.mktemp("roles")) as served:
        yield served


def questions(address):
    """Yield the values of parameters, and the query: of a recording, a preview."""
    values = EXISTS | (IN_DRAUGHTS if address.name in OF_DRAUGHTS else {})
    query = QUERIES.get(address.name, "")
    if address.records:
        values |= {"proposal": ABSENT["proposal"]}  # the first who may would end it
    if issubclass(address.asks, Circumstances):
        query = f"{query or '?'}&preview=true"
    yield values | {"?": query}
    for further in FURTHER.get(address.name, ()):
        yield values | {"?": query} | further


def asked(service, address, values, role, form="json"):
    """Ask as a role; return the answer as a document, the text of a file, or None if refused."""
    client, keys = service
    path = re.sub(r"\{(\w+)\}", lambda name: values[name[1]], address.path)
    suffix = f".{form}" if form != "json" and address.path.endswith("}") else ""
    headers, body = headers_of(keys[role]) | {"Accept": MEDIA_TYPES[form]}, {}
    if isinstance(address.body, File):
        headers["Content-Type"], body = address.body.media_type, {"content": b"012 Open"}
    elif address.body is not None:
        body = {"json": EXAMPLES[address.name].request.body or BODIES[address.name]}
    path = f"{path}{suffix}{values['?']}"
    answer = client.request(address.method, path, headers=headers, **body)
    if answer.status_code in (401, 403, 404):
        return None
    if answer.headers["Content-Type"] == MEDIA_TYPES["pdf"]:
        return read(answer.content)
    return answer.json() if answer.headers["Content-Type"] in OF_JSON else answer.text


def explains(reason, place, one, other):
    """Whether a reason explains the difference of two roles' answers at a place, or below."""
    at, why = reason
    below = at and place.startswith((f"{at}.", f"{at}["))
    return (place == at or below) and why.separates(one, other)


@pytest.mark.parametrize("address", all_addresses(), ids=lambda address: address.name)
def test_two_roles_get_the_same_answer_but_for_the_reasons_of_the_table(service, address):
    known, found, unexplained = [*reasons(address)], set(), set()
    for values in questions(address):
        answers = {role: asked(service, address, values, role) for role in service[1]}
        for one, other in combinations(answers, 2):
            for place in differences(answers[one], answers[other]):
                why = {reason for reason in known if explains(reason, place, one, other)}
                found |= why
                unexplained |= set() if why else {(place, one, other)}
    assert not unexplained
    assert {*of_objects(address)} <= found


@pytest.mark.parametrize(
    ("role", "numbers"), [("public", KNOWN), ("submitter", f"{KNOWN} ita:{PRIVATE['numbers']}")]
)
def test_the_number_that_lists_print_is_public_wherever_the_player_is(service, role, numbers):
    """On the card, in a search, in rows and files; a number of another body is not."""
    client, keys = service
    answers = [
        client.get(f"/v1/{path}", headers=headers_of(keys[role])).json()["rows"]
        for path in (
            f"players/{KNOWN}",
            f"players?search={KNOWN}",
            *(f"{LIST}{end}" for end in OF_LIST),
        )
    ]
    (card,), (found,), *rows = answers
    assert card["numbers"] == found["numbers"] == numbers
    printed = KNOWN.removeprefix("fide:")
    for (row,) in rows:
        assert printed in (row.get("number"), row.get("card"))
    assert f",{printed}," in client.get(f"/v1/{LIST}.csv", headers=headers_of(keys[role])).text


def test_everybody_sees_the_titles_on_the_card_and_in_files_of_a_list(service):
    client, _ = service
    (card,) = client.get(f"/v1/players/{KNOWN}").json()["rows"]
    assert {name: card[name] for name in TITLES} == TITLES
    assert ',FM,WFM,"IA,FST",AFM,' in client.get(f"/v1/{LIST}.csv").text


def test_every_word_about_a_person_is_private_or_printed():
    """A new word gets a row, and is looked for below."""
    assert {*Words.__struct_fields__} == PRIVATE.keys() | PRINTED.keys()


@pytest.mark.parametrize("page", each_answer(), ids=lambda page: page.name)
def test_two_roles_with_the_same_answer_see_the_same_page(service, page):
    """A page adds nothing to the answer, and differs exactly where the answer does."""
    of = BY_NAME[question_of(page)]
    for values in questions(of):
        beside = urlencode(page.page.usual)
        asked_so = values | {"?": f"{values['?'] or '?'}&{beside}" if beside else values["?"]}
        answers = {role: asked(service, of, asked_so, role) for role in service[1]}
        for form in forms_of(page):
            pages = {role: asked(service, page, values, role, form) for role in service[1]}
            for one, other in combinations(answers, 2):
                if answers[one] == answers[other]:
                    assert pages[one] == pages[other], (one, other, values, form)


def forms_of(page):
    """The forms of a page: itself, and on paper."""
    return ("json", "pdf") if "pdf" in page.forms else ("json",)


OF_EVERYBODY = [
    address
    for address in (*all_addresses(), *each_answer())
    if address.shows and not MAY_SEE[address.shows].roles
]


@pytest.mark.parametrize("address", OF_EVERYBODY, ids=lambda address: address.name)
def test_the_public_sees_no_private_word_in_any_form(service, address):
    """In lists as JSON and as files, and in every other answer."""
    words = (*PRIVATE.values(), SUSPENDING, REPORTING_DEATH)
    for values in questions(BY_NAME[question_of(address)]):
        for form in forms_of(address) if address.page else address.forms:
            text = str(asked(service, address, values, "public", form))
            assert not [word for word in words if word in text], (values, form)
