"""One answer in two languages: other sentences, and the same codes, values and rows."""

import shutil

import pytest
from babel.messages.mofile import write_mo

from ops import words
from ops.answers.closing_conditions import KINDS
from ops.catalogue.updating import translated
from ops.http import replies
from ops.words import LANGUAGES, italian
from tests.support.command import done
from tests.support.served import office_key, served

CLOSINGS = "/v1/closings?pool=fide-standard"
ASKED = (CLOSINGS, "/v1/pools/fide-standard/pending", "/v1/pools/fide-standard/findings/T-000001")
OTHERWISE = {"says", "waits_for", "now"}
"""Fields whose type is a sentence; and the instant of the answer."""


@pytest.fixture(scope="module")
def client(sample, tmp_path_factory):
    path = str(shutil.copy(sample, tmp_path_factory.mktemp("languages") / "sample.ledger"))
    with served(path, key=office_key(path)) as client:
        yield client


def asked(client, path, language, **headers):
    return client.get(path, headers={"Accept-Language": language, **headers})


def without_sentences(value):
    match value:
        case dict():
            return {
                name: without_sentences(item)
                for name, item in value.items()
                if name not in OTHERWISE
            }
        case list():
            return [without_sentences(item) for item in value]
    return value


@pytest.mark.parametrize("path", ASKED)
def test_both_have_the_same_codes_values_and_rows(client, path):
    english, italian = (asked(client, path, language) for language in ("en", "it"))
    assert without_sentences(english.json()) == without_sentences(italian.json())
    assert [one.headers["content-language"] for one in (english, italian)] == ["en", "it, en"]
    assert "Accept-Language" in english.headers["vary"]


def checklist(client, language):
    (row,) = asked(client, CLOSINGS, language).json()["rows"]
    return {item["check"]: item["says"] for item in row["checks"]}


def test_a_checklist_is_said_in_italian(client):
    english, italian = checklist(client, "en"), checklist(client, "it")
    assert english.keys() == italian.keys() <= KINDS.keys()
    assert italian["carry-over"] == "completo"
    assert not any(english[check] == italian[check] for check in english)


def test_the_tag_of_an_answer_is_that_of_its_language(client):
    """Also for an answer with a tag known in advance, as for a closed list."""
    path = "/v1/pools/fide-standard/lists/current"
    english, italian = (asked(client, path, language) for language in ("en", "it"))
    assert english.headers["etag"] != italian.headers["etag"]
    tag = {"If-None-Match": english.headers["etag"]}
    assert asked(client, path, "en", **tag).status_code == 304
    assert asked(client, path, "it", **tag).status_code == 200


@pytest.fixture
def installed(monkeypatch):
    """Another catalogue, or another version of the program, from the next answer on."""

    def install(module, name, value):
        monkeypatch.setattr(module, name, value)
        forget()

    def forget():
        for known in (replies.program, words.language, words.sentences_digest):
            known.cache_clear()

    yield install
    forget()


def corrected(folder):
    """Italian with another word for a sentence."""
    changed = translated()
    complete = changed.get("complete")
    assert complete is not None
    complete.string = "tutto"
    built = folder / "it.mo"
    with built.open("wb") as file:
        write_mo(file, changed)
    return built


def test_a_known_tag_is_not_that_of_another_catalogue_or_program(client, installed, tmp_path):
    """A corrected translation is sent, and not answered by `304`."""
    path = "/v1/pools/fide-standard/lists/current"
    for changed in ((italian, "BUILT", corrected(tmp_path)), (replies, "version", lambda _: "9.9")):
        tags = {code: asked(client, path, code).headers["etag"] for code in LANGUAGES}
        installed(*changed)
        for code, tag in tags.items():
            again = asked(client, path, code, **{"If-None-Match": tag})
            assert (again.status_code, again.headers["etag"] == tag) == (200, False)
            known = {"If-None-Match": again.headers["etag"]}
            assert asked(client, path, code, **known).status_code == 304
    assert checklist(client, "it")["carry-over"] == "tutto"


def test_csv_has_no_language_and_a_problem_has_one(client):
    csv = asked(client, "/v1/pools/fide-standard/lists/current.csv", "it")
    assert "content-language" not in csv.headers
    problem = asked(client, "/v1/pools/nowhere/pending", "it")
    assert (problem.status_code, problem.headers["content-language"]) == (404, "it, en")


def test_the_terminal_says_the_same(sample, monkeypatch):
    monkeypatch.setenv("LEDGER_LANG", "it")
    assert "la chiude una persona" in done("schedule", "show", "--ledger", sample)
