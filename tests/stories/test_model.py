"""Histories drawn at random, against a small model of the known facts after each step.

After each step (quick: each third) everything is replayed from zero in an empty projection; random
questions about earlier moments are answered as then, on both tracks, and are asked again at the
end. Hypothesis shrinks a history that fails to the steps that matter, and prints them.
Quick, some 40 answers on each database; LEDGER_TEST_FULL=1 asks 2 000 and more.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import HealthCheck, Phase, example, given, note, seed, settings
from hypothesis import strategies as st

from ledger.store.ledger import Ledger
from tests.support.counts import FULL, SEED
from tests.support.histories import History
from tests.support.history_questions import Questions
from tests.support.history_settings import SETTINGS, Setting
from tests.support.new_ledgers import begun
from tests.support.recording import ZONE, clock_at

HISTORIES, STEPS, EVERY, ANSWERS = (25, 40, 1, 3) if FULL else (2, 9, 3, 5)
"""Histories of a database, steps of a history, and after every so many steps so many answers."""

ENOUGH: Final = 2_000 if FULL else 40
"""Answers about different positions, tracks, players or days that each database gives at least."""

BEGIN: Final = clock_at(2026, 2)
"""After the days of all lists; what happens then is recorded by the clock of the machine."""

WEIGHTS: Final = {
    "nothing": 1, "report": 8, "close": 6, "publish": 4, "correct": 4, "entrant": 3, "annul": 3,
    "replace": 2, "details": 2, "reprint": 3, "there_and_back": 3, "appeal": 4, "refuse": 1,
    "adjust": 2, "withdraw": 2, "merge": 2, "separate": 2, "suspend": 1, "reinstate": 1,
    "kill": 1, "reopen": 1, "lose": 1,
}  # fmt: skip
"""How often each thing happens. A thing that is impossible then is a report."""

ACTIONS: Final = [action for action, weight in WEIGHTS.items() for _ in range(weight)]

Drawn = list[tuple[str, int]]
"""Actions, each with a number from which its details are chosen."""

Ledgers = Callable[[Setting], AbstractContextManager[Ledger]]

EVERYTHING: Final = [
    *(("report", 7), ("report", 111_222_333), ("appeal", 0), ("close", 0), ("publish", 1)),
    *(("correct", 0), ("reprint", 1), ("publish", 1), ("details", 0), ("entrant", 3)),
    *(("there_and_back", 1), ("refuse", 1), ("appeal", 1), ("appeal", 0), ("appeal", 0)),
    *(("replace", 12_345), ("adjust", 5), ("close", 0), ("withdraw", 0), ("annul", 0)),
    *(("merge", 40), ("kill", 123_456_789_012), ("lose", 0), ("report", 999_999), ("separate", 0)),
    *(("suspend", 700), ("reinstate", 1), ("reopen", 0), ("nothing", 0), ("close", 0)),
]
"""A history with one of each, tried first."""

STORED: Final = [
    *(("report", 7), ("close", 0), ("publish", 0), ("correct", 1), ("reprint", 0), ("merge", 40)),
    *(("kill", 123_456_789_012), ("lose", 0), ("publish", 0), ("reopen", 0), ("close", 0)),
]
"""The same in short, for the other database."""

histories = st.lists(
    st.tuples(st.sampled_from(ACTIONS), st.integers(0, 2**40)), min_size=STEPS, max_size=STEPS
)


@contextmanager
def in_file(setting: Setting) -> Iterator[Ledger]:
    with TemporaryDirectory() as folder:
        address = str(Path(folder) / "ledger")
        begun(address, "example.org", ZONE, BEGIN, setting.begin).close()
        with Ledger.open(address) as ledger:
            yield ledger


@pytest.fixture
def in_postgresql(postgres_server) -> Ledgers:
    """Copies of a database for each setting."""
    postgres_server.start()

    @contextmanager
    def copied(setting: Setting) -> Iterator[Ledger]:
        source, name = f"begun_{setting.book}", f"history_{setting.book}"
        if source not in made:
            postgres_server.create_database(source)
            url = postgres_server.url(source)
            begun(url, "example.org", ZONE, BEGIN, setting.begin).close()
            made.add(source)
        postgres_server.copy_database(source, name)
        try:
            with Ledger.open(postgres_server.url(name)) as ledger:
                yield ledger
        finally:
            postgres_server.drop_database(name)

    made = set[str]()
    return copied


@pytest.fixture
def answers() -> Iterator[list[int]]:
    """Count the different answers of each history; together the answers are enough."""
    counts: list[int] = []
    yield counts
    assert sum(counts) >= ENOUGH


def check(ledgers: Ledgers, setting: Setting, drawn: Drawn, number: int) -> int:
    """Let a history happen, asking; ask everything again at the end. Return how many answers."""
    note(f"{setting.book}: {[step for step in drawn if step[0] != 'nothing']}")
    with ledgers(setting) as ledger:
        history = History(setting, ledger)
        questions = Questions(history, number)
        for step, (action, details) in enumerate(drawn, start=1):
            history.step(action, details)
            if step % EVERY == 0:
                history.look()
                questions.ask(ANSWERS)
            if FULL:
                history.check_whole()
        questions.ask_again()
        history.check_whole()
        history.official.close()
    assert drawn is not EVERYTHING or {*history.happened} == {*WEIGHTS}
    return len(questions.answers)


def drawing(test):
    """Draw histories by a seed, in the wanted number; a failing history is shrunk."""
    some = settings(
        max_examples=HISTORIES,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    return seed(SEED)(
        some(given(st.sampled_from(SETTINGS), histories, st.integers(0, 2**32))(test))
    )


@drawing
@example(setting=SETTINGS[0], drawn=EVERYTHING, number=1)
def test_random_answers_equal_the_model_and_never_change(answers, setting, drawn, number):
    answers.append(check(in_file, setting, drawn, number))


@drawing
@example(setting=SETTINGS[1], drawn=STORED, number=1)
def test_random_answers_equal_the_model_on_postgresql(
    answers, in_postgresql, setting, drawn, number
):
    answers.append(check(in_postgresql, setting, drawn, number))
