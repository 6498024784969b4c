"""The log of requests: an id for each, and no words of persons in any line."""

import asyncio
import json
import logging
import re
import shutil
from typing import Any

import pytest
import structlog

from ops import logs
from ops.http.metrics import METRICS
from ops.http.request_log import RequestLog, request_id
from ops.http.service import Service
from ops.http.serving import watched
from tests.support.asgi import asked
from tests.support.served import keys_of, settings_of

NAME = "Gravuzzago"
PATH = "/v1/pools/fide-standard/players/fide:99000463/rating"


@pytest.fixture(autouse=True)
def configured():
    """The log of a service; afterwards as before."""
    before, handlers = structlog.get_config(), logging.root.handlers[:]
    logs.of_service("debug")
    yield
    structlog.configure(**before)
    logging.root.handlers[:] = handlers


def lines(capsys):
    """The lines of the log."""
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.fixture(scope="module")
def service(sample, tmp_path_factory):
    """The application over a copy of the sample season, as run by `ledger serve`."""
    address = shutil.copy(sample, tmp_path_factory.mktemp("served") / "copy.ledger")
    with Service(settings_of(address)) as service:
        yield watched(service)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (b"0d6fc213-919f-4c06-a4cf-81d884ee0f40", True),
        (b"abcdefgh", True),
        (b"abcdefg", False),
        (b"a" * 64, True),
        (b"a" * 65, False),
        (b"anna.rossi@example.org", False),
        (b"abcdefgh\n", False),
        ("abcdefgù".encode(), False),
        (b"", False),
    ],
)
def test_a_plausible_id_of_the_client_is_taken(given, taken):
    found = request_id({"headers": [(b"X-Request-ID", given)]})
    assert (found.encode() == given) is taken
    assert re.fullmatch("[A-Za-z0-9_-]{8,64}", found)


def test_two_ids_are_none():
    headers = [(b"x-request-id", b"abcdefgh"), (b"x-request-id", b"ijklmnop")]
    assert request_id({"headers": headers}) not in ("abcdefgh", "ijklmnop")


def test_the_answer_and_its_line_have_the_same_id(service, capsys):
    status, headers, _ = asked(service, "GET", PATH)
    (line,) = lines(capsys)
    assert status == 200
    assert line["request_id"] == headers["x-request-id"]
    assert (line["event"], line["level"], line["status"]) == ("request", "info", 200)
    assert line["route"] == "/v1/pools/{pool}/players/{player}/rating"


def test_the_line_of_a_request_with_a_key_has_the_id_of_the_key(copy, capsys):
    text = keys_of(copy, ["auditor"])["auditor"]
    with Service(settings_of(copy)) as service:
        asked(watched(service), "GET", PATH, headers={"authorization": f"Bearer {text}"})
    (line,) = (line for line in lines(capsys) if line["event"] == "request")
    assert (line["status"], line["key"]) == (200, text.split("_")[1])


@pytest.mark.parametrize(
    ("method", "path", "query"),
    [
        ("GET", f"/v1/players/{NAME}", ""),
        ("GET", PATH, f"q={NAME}"),
        ("GET", f"/v1/pools/{NAME}/players/{NAME}/rating", ""),
        (NAME, PATH, ""),
        ("POST", f"/{NAME}", f"name={NAME}"),
    ],
)
def test_no_line_repeats_what_was_typed(service, capsys, method, path, query):
    headers = {"x-request-id": "anna.rossi@example.org", "referer": NAME, "user-agent": NAME}
    status, _, _ = asked(service, method, path, query, headers)
    assert 400 <= status < 500
    written = capsys.readouterr().err
    assert written
    assert NAME not in written
    assert "rossi" not in written


def test_health_is_logged_only_for_debugging(service, capsys):
    asked(service, "GET", "/health/live")
    (line,) = lines(capsys)
    assert line["level"] == "debug"


def test_a_fault_is_logged_by_its_kinds_and_calls_without_its_words(capsys):
    async def failing(_scope, _receive, _send):
        try:
            raise KeyError(f"{NAME}, Ivo")
        except KeyError as error:
            raise ValueError(f"no player {NAME}") from error

    with pytest.raises(ValueError, match="no player"):
        asked(RequestLog(failing), "GET", "/")
    fault, line = lines(capsys)
    assert fault["fault"] == ["ValueError", "KeyError"]
    assert any("test_request_log.py" in call for call in fault["calls"])
    assert (line["status"], line["level"]) == (500, "error")
    assert NAME not in json.dumps([fault, line])


def test_lines_of_libraries_have_their_fixed_words_only(capsys):
    logging.getLogger("asyncio").error("Task failed\nexception=%s", NAME)
    logging.getLogger("library").warning("name %s is wrong", NAME)
    logging.getLogger("library").info("not important")
    first, second = lines(capsys)
    assert (first["words"], first["library"]) == ("Task failed", "asyncio")
    assert second["words"] == "name %s is wrong"


def test_passwords_of_addresses_are_hidden(capsys):
    structlog.get_logger("ledger").warning("not_reached", cause="postgresql://u:4711@db/ratings")
    (line,) = lines(capsys)
    assert "4711" not in line["cause"]
    assert "db/ratings" in line["cause"]


def test_lines_as_text_are_on_one_line_each(capsys):
    logs.of_service("info", "text")
    structlog.get_logger("ledger").info("fact", cause="two\nlines")
    (line,) = capsys.readouterr().err.splitlines()
    assert "event=fact cause=two" in line


def test_other_scopes_pass_through():
    seen = []

    async def application(scope, _receive, _send):
        seen.append(scope["type"])

    nothing: Any = None
    asyncio.run(RequestLog(application, METRICS)({"type": "lifespan"}, nothing, nothing))
    assert seen == ["lifespan"]


def test_a_line_is_written_at_once(monkeypatch):
    """Processes share standard error, and a process may be killed between two writes."""
    written = []
    monkeypatch.setattr(logs.StandardError, "write", lambda _, text: written.append(text))
    structlog.get_logger().warning("one_line", number=1)
    assert [text.count("\n") for text in written] == [1]
    assert written[0].endswith("\n")
