"""The questions to a ledger, asked of the service in this process as each role."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import unquote, urlencode

from structlog.testing import capture_logs

from ledger.events.access_kinds import Role
from ledger.store.ledger import Ledger
from ops.doors.circumstances import Circumstances
from ops.doors.declare import PARAMETER
from ops.http import examples
from ops.http.addresses import NOUNS
from ops.http.app import application
from ops.http.service import Service
from ops.words import LANGUAGES
from tests.oracles.same_answers.answered import Answered, by_address, compared
from tests.oracles.same_answers.ledgers import Source
from tests.oracles.same_answers.questions import ADDRESSES, Question, drawn, questions_of
from tests.support.asgi import answered
from tests.support.example_requests import AFTER
from tests.support.marked import marking
from tests.support.sample_examples import composed
from tests.support.served import ROLES, headers_of, keys_of, settings_of
from tests.support.without_chance import without_chance

ITALIAN: Final = LANGUAGES[1]
"""In this language the first question at each address is asked too."""
HOUR: Final = 3_600
"""Seconds for an answer, so that none depends on the load of the machine."""
PUBLIC: Final = "public"
EVERYBODY: Final = (PUBLIC, *ROLES)
"""Who asks: without a key, and an actor of each role."""
TURNS: Final = (
    (PUBLIC, "player", "auditor"),
    (PUBLIC, "submitter", "committee"),
    (PUBLIC, "rating-officer", "administrator"),
)
"""Who asks a question, by its digest: always the public, and a reader of unpublished lists."""
PLAYER: Final[Role] = "player"
RECORDERS: Final = tuple(role for role in ROLES if role != PLAYER)
"""Who asks for previews; a player only appeals."""

EXAMPLES: Final = examples.of_nouns(NOUNS)


@dataclass
class Served:
    """A served ledger, with the key of an actor of each role."""

    app: Any
    keys: Mapping[Any, str]

    async def answer(self, role: str, question: Question, language: str = LANGUAGES[0]) -> Answered:
        """Ask a question as a role, in a language."""
        path, _, query = question.target.partition("?")
        key = {name.lower(): text for name, text in headers_of(self.keys.get(role)).items()}
        headers = {"accept": question.accept, "accept-language": language, **key}
        reply = await answered(self.app, "GET", unquote(path), query, headers)
        form = "" if question.accept == "*/*" else f" as {question.accept}"
        asked = question.target + form
        return Answered(question.address, role, asked, compared(*reply), language)

    async def send(self, role: str, name: str, **parameters: str) -> Answered:
        """Send the example of an address as a role, with further parameters."""
        address = ADDRESSES[name]
        asked = composed(address, EXAMPLES[name].request, self.keys.get(role, ""))
        path = PARAMETER.sub(lambda found: asked.path[found[1]], address.path)
        query = urlencode([*asked.query, *parameters.items()])
        sent = (address.method, path, query, asked.headers)
        reply = await answered(self.app, *sent, body=asked.body)
        return Answered(name, role, f"{address.method} {path}?{query}", compared(*reply))


async def _recorded(served: Served, source: Source) -> list[Answered]:
    """Record examples, after the examples they need; return the previews of each."""
    done, previews = set[str](), list[Answered]()

    async def record(name: str) -> None:
        if name in done:
            return
        done.add(name)
        for before in AFTER.get(name, ()):
            await record(before)
        previewed = source.previews and name in source.examples
        if previewed and issubclass(ADDRESSES[name].asks, Circumstances):
            previews.extend([await served.send(role, name, preview="true") for role in RECORDERS])
        await _record(served, name)

    for name in source.examples:
        await record(name)
    return previews


async def _record(served: Served, name: str) -> None:
    """Record an example by the first role that may."""
    replies = []
    for role in RECORDERS:
        replies.append((await served.send(role, name)).text)
        if replies[-1].startswith("20"):
            return
    raise AssertionError(f"{name}: no role can record the example: {replies}")


def answers_of(source: Source, only: Collection[str] = ()) -> list[Answered]:
    """Return the answers to all questions to a ledger, or to those at some addresses."""
    with TemporaryDirectory() as folder:
        ledger = Path(folder) / "asked.ledger"
        with capture_logs():
            asked_at = source.make(ledger)
        with marking(), without_chance(_last_instant(ledger)) as clock, capture_logs():
            keys = keys_of(ledger, RECORDERS)
            clock.now = max(asked_at, clock.now)
            if source.change:
                source.change(ledger)
            if source.examples:
                previews = _served(ledger, keys, asked_at, lambda to: _recorded(to, source))
                if source.previews:
                    return previews
            keys |= keys_of(ledger, {PLAYER})
            questions = questions_of(ledger, source.most, of_the_program=source.of_the_program)
            part, parts = source.part
            asked = [
                question
                for question in questions
                if drawn("part", question.target, parts) == part
                and (not only or question.address in only)
            ]
            return _served(ledger, keys, asked_at, lambda to: _answered(to, asked, source))


def _served(
    ledger: Path,
    keys: Mapping[Any, str],
    now: int,
    work: Callable[[Served], Coroutine[Any, Any, list[Answered]]],
) -> list[Answered]:
    settings = settings_of(ledger, request_limit_seconds=HOUR)

    async def asked() -> list[Answered]:
        app = application(Service(settings, lambda: now))
        async with app.lifespan():
            return await work(Served(app, keys))

    return asyncio.run(asked())


async def _answered(served: Served, questions: list[Question], source: Source) -> list[Answered]:
    found = []
    for first, *others in by_address(questions).values():
        everybody = EVERYBODY if source.by_everybody else _askers(first)
        found += [await served.answer(role, first) for role in everybody]
        found += [await served.answer(role, first, ITALIAN) for role in everybody[-1:]]
        found += [await served.answer(role, one) for one in others for role in _askers(one)]
    return found


def _askers(question: Question) -> tuple[str, ...]:
    return TURNS[drawn("askers", question.target, len(TURNS))]


def _last_instant(ledger: Path) -> int:
    with Ledger.open(str(ledger)) as opened:
        last = opened.read.head().next_position - 1
        return opened.read.at([last])[last].recorded_at
