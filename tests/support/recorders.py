"""Recording clients through HTTP without a pause, with repetition of unacknowledged
requests.

A request has a key of the client. If the connection breaks, or the service is not available, the
client sends the same request with the same key until an answer comes.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx

from ledger.events.games import GamePlayed
from ledger.events.pool import ListScheduled
from ledger.events.tournament import TournamentRegistered

CLIENTS = 4
PAUSE_SECONDS = 0.02
"""Time until a request is sent again."""

A_CLIENT = 100_000
"""Numbers of recordings of a client."""

CHESS, DRAUGHTS, LEAGUE = "fide-standard", "rubele-italiana", "LEAGUE"
RESULT = {"white_result": "1", "black_result": "0", "again": True, "source": "league"}
PLAYERS = {"white": "fide:99000463", "black": "fide:99000500"}
FIRST_DAY = date(2026, 5, 1)
DAYS = {"start": FIRST_DAY.isoformat(), "end": "2026-12-31"}
LEAGUE_DETAILS = {"pool": [CHESS], "tournament": LEAGUE, "set": {"name": LEAGUE, **DAYS}}


class Recording(NamedTuple):
    """A recording request, with the content that identifies the event."""

    key: str
    path: str
    body: dict[str, Any]
    content: str


class Acknowledged(NamedTuple):
    """A recording and the positions in the answer."""

    recording: Recording
    positions: tuple[int, int]
    replayed: bool


def recording(number: int) -> Recording:
    """Return the recording of a number: an announcement, a decision or a game."""
    key = f"r{number}"
    if number % 3 == 0:  # the service gives the id: recorded twice, there are two tournaments
        announced = {"pool": [CHESS], "set": {"name": key, **DAYS}}
        return Recording(key, "/v1/tournaments", announced, key)
    if number % 3 == 1:
        days = {"issue_day": "2027-09-05", "cut_off": "2027-09-01", "source": key}
        return Recording(key, f"/v1/pools/{DRAUGHTS}/lists/{key}/schedule", days, key)
    played = (FIRST_DAY + timedelta(number % 200)).isoformat()
    game = {**PLAYERS, **RESULT, "played_on": played, "round": number}
    return Recording(key, f"/v1/tournaments/{LEAGUE}/games", game, f"round {number}")


def content(fact: Any) -> str | None:
    """Return the identifying content of the event of a recording; None: of no recording."""
    if isinstance(fact, TournamentRegistered):
        return fact.name
    if isinstance(fact, ListScheduled):
        return fact.source
    return f"round {fact.round}" if isinstance(fact, GamePlayed) else None


@dataclass
class Recorders:
    """Recording threads; the test changes `url` when the service has another address."""

    url: str
    key: str
    first: int
    """Number of the first recording."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    """Statuses of answers with their codes, and kinds of broken connections."""
    wrong: list[str] = field(default_factory=list)
    """Answers that a client cannot repeat its request after."""
    between_seconds: float = 0.0
    """Pause of a client between two recordings."""
    stopped: Event = field(default_factory=Event)

    def work(self, client: int) -> None:
        """Record request after request until stopped; the last is acknowledged too."""
        number = self.first + client * A_CLIENT
        with connection(self.key) as http:
            while not self.stopped.is_set():
                self._record(http, recording(number))
                self.stopped.wait(self.between_seconds)
                number += 1

    def _record(self, http: httpx.Client, asked: Recording) -> None:
        while (answer := self._answer(http, asked)) is None:
            time.sleep(PAUSE_SECONDS)
        if answer.status_code not in (200, 201):
            self.wrong.append(f"{asked.key}: {answer.status_code} {answer.text}")
            return
        (receipt,) = answer.json()["recorded"]
        positions = receipt["first_position"], receipt["last_position"]
        self.acknowledged.append(Acknowledged(asked, positions, receipt["replayed"]))

    def _answer(self, http: httpx.Client, asked: Recording) -> httpx.Response | None:
        """Send a request once; return the answer, or None for a repetition."""
        try:
            answer = sent(http, self.url, asked)
        except httpx.TransportError as broken:
            self.answers[type(broken).__name__] += 1
            return None
        if answer.status_code != 503:
            self.answers[str(answer.status_code)] += 1
            return answer
        self._unavailable(asked, answer)
        return None

    def _unavailable(self, asked: Recording, answer: httpx.Response) -> None:
        problem = answer.json()
        self.answers[f"503 {problem['code']}"] += 1
        if not int(answer.headers.get("Retry-After", 0)):
            self.wrong.append(f"{asked.key}: 503 without Retry-After")

    def wait(self, acknowledged: int, limit_seconds: float = 120) -> None:
        """Wait until so many requests more are acknowledged."""
        wanted, until = len(self.acknowledged) + acknowledged, time.monotonic() + limit_seconds
        while len(self.acknowledged) < wanted:
            assert not self.wrong, self.wrong[:3]
            assert time.monotonic() < until, dict(self.answers)
            time.sleep(0.002)

    def wait_refused(self, answers: int, limit_seconds: float = 120) -> None:
        """Wait until so many more requests are refused as not available."""
        wanted, until = self.refused + answers, time.monotonic() + limit_seconds
        while self.refused < wanted:
            assert not self.wrong, self.wrong[:3]
            assert time.monotonic() < until, dict(self.answers)
            time.sleep(0.002)

    @property
    def refused(self) -> int:
        """Number of answers 503."""
        return sum(number for what, number in list(self.answers.items()) if what[:3] == "503")


def sent(http: httpx.Client, url: str, asked: Recording) -> httpx.Response:
    """Send a recording with the key."""
    return http.post(f"{url}{asked.path}", json=asked.body, headers={"Idempotency-Key": asked.key})


def connection(key: str) -> httpx.Client:
    """Return a client of the service with a key, by the loopback alone."""
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.Client(headers=headers, timeout=60, trust_env=False, verify=False)  # noqa: S501 - no TLS here


@contextmanager
def recorders(
    url: str, key: str, first: int, clients: int = CLIENTS, between_seconds: float = 0.0
) -> Iterator[Recorders]:
    """Run clients until the end of the block; then each last request is answered."""
    made = Recorders(url, key, first, between_seconds=between_seconds)
    threads = [Thread(target=made.work, args=(client,), daemon=True) for client in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield made
    finally:
        made.stopped.set()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads), dict(made.answers)
    assert made.wrong == []
