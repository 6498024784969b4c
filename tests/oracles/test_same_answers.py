"""The answers of the service are the kept ones, for each role, also as previews.

Quick, of the sample with private facts and of some examples; with LEDGER_TEST_FULL=1 of all groups
of ledgers. A difference names answers; `python -m tests.oracles.same_answers --help` says how to
see both texts, and how to keep the new ones.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from ledger.clock import local_day
from ledger.sentences import Sentence
from ops.answers.answer import Answer
from ops.answers.player_ratings import player_rating
from ops.doors.circumstances import Circumstances
from projections.official.track import Track
from projections.queries.visible import EVERYTHING
from tests.oracles.same_answers import running
from tests.oracles.same_answers.answered import Answered, compared
from tests.oracles.same_answers.asking import EVERYBODY, RECORDERS, answers_of
from tests.oracles.same_answers.digests import CHECK, in_english, kept_of, read, unlike, write
from tests.oracles.same_answers.ledgers import OFFICE, PREVIEWS, groups
from tests.oracles.same_answers.questions import ADDRESSES
from tests.support.counts import FULL

PREVIEWED = [group for group in groups() if group.startswith(PREVIEWS)]
LONGER = ("decisions", "corrections", "player-changes", "pools", "appeals")
"""Nouns whose previews take as long as all others; their examples are recorded in other tests."""
QUICK = [OFFICE, *(group for group in PREVIEWED if not group.endswith(LONGER))]


def kept(group: str) -> Any:
    return read()[group]


@pytest.mark.parametrize("group", list(groups()) if FULL else QUICK)
def test_answers_are_those_that_are_kept(group):
    answers = running.answers_of_group(group)
    assert list(unlike(group, answers, kept(group))) == []
    english = {(one.address, one.role, one.asked): one for one in in_english(answers)}
    for one in answers:
        assert one.values == english[one.address, one.role, one.asked].values
    if group == OFFICE:
        assert {(answer.address, answer.role) for answer in answers} == {
            (name, role)
            for name, address in ADDRESSES.items()
            for role in EVERYBODY
            if address.method == "GET"  # others have tests of their own
        }


def test_each_recording_is_previewed_by_each_role():
    previewed = {name: of for group in PREVIEWED for name, of in kept(group).items()}
    recordings = {name for name, one in ADDRESSES.items() if issubclass(one.asks, Circumstances)}
    assert previewed.keys() == recordings
    assert {len(of.checks) for of in previewed.values()} == {CHECK * len(RECORDERS)}


def test_all_groups_are_kept():
    assert read().keys() == groups().keys()


RATING, LISTS = (
    Answered("show-rating", "public", "/v1/pools/a/players/1/rating?known_at=40", '200\n{"k":20}'),
    Answered("list-closed-lists", "auditor", "/v1/pools/a/lists", "200\n{}"),
)


def test_a_changed_answer_is_named(tmp_path):
    path = tmp_path / "answers.txt"
    write({"a": kept_of([RATING, LISTS, RATING])}, path)
    path.write_text(f"<<<<<<< HEAD\n{path.read_text()}")
    assert list(unlike("a", [RATING, LISTS, RATING], read(path)["a"])) == []
    changed = RATING._replace(marked='200\n{"k":40}')
    assert list(unlike("a", [RATING, LISTS, changed], read(path)["a"])) == [
        f"a show-rating: 1 of 2 answers changed\n  {RATING.asked} as public"
    ]
    reworded = LISTS._replace(marked="\ue000None yet\ue001\ue003")
    worded = LISTS._replace(marked="\ue000No list yet\ue001\ue003")
    assert list(unlike("a", [worded], kept_of([reworded]))) == [
        "a list-closed-lists: the same values, in other sentences"
    ]
    assert list(unlike("a", [RATING, RATING], read(path)["a"])) == [
        "a list-closed-lists: other questions: 1 answers are kept, now 0"
    ]


def test_only_ids_and_digests_of_code_are_left_out():
    inner = r"{\"causation\":\"3d\",\"k\":20}"
    body = f'{{"event_id":"1f","digest":"2e","body":"{inner}","token":"4c"}}'
    left = body.replace("1f", "-").replace("3d", "-").replace("4c", "-")
    assert compared(200, {}, body.encode()) == f"200\n{left}"


def day_of_the_event(track: Track, position: int, zone: str) -> Any:
    """Return the day of the last event in place of today."""
    read = track.ledger.read
    return local_day(read.true_instant(min(position, read.head().next_position - 1)), zone)


def with_one_more(*asked: Any) -> Answer[Any, Any]:
    """Return a wrong answer: a rating that is a point too high."""
    found = player_rating(*asked)
    return Answer(
        found.about, tuple(replace(row, rating=(row.rating or 0) + 1) for row in found.rows)
    )


def with_another_number(words: Sentence, **values: Any) -> Sentence:
    """Return a sentence with a number that is one too high."""
    more = {name: value + 1 if name == "number" else value for name, value in values.items()}
    return Sentence(words.template, words.more, **words.values, **more)


class Control(NamedTuple):
    """A fault of the program, with the addresses of changed answers."""

    place: str
    fault: Callable[..., Any]
    group: str
    addresses: tuple[str, ...]


CONTROLS = {
    "what a reader may see is left out": Control(
        "ops.house.visible", lambda *_: EVERYTHING, OFFICE, ("show-rating",)
    ),
    "printings are not followed": Control(
        "projections.queries.with_printings_at", lambda track, *_: track, "reprinted",
        ("compare-lists", "show-list"),
    ),
    "today is wrong on computed tracks": Control(
        "projections.official.track.Track.day_of", day_of_the_event,
        "previews-tournaments", ("announce-tournament",),
    ),
    "a value is another one": Control(
        "ops.answers.carried_in.player_rating", with_one_more, OFFICE, ("show-rating",)
    ),
    "a value of a sentence is another one": Control(
        "ledger.sentences.Sentence.about", with_another_number, OFFICE, ("list-closings",)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTROLS)
def test_a_fault_is_caught(name, monkeypatch):
    """And the answers are the same without the fault."""
    control = CONTROLS[name]
    (source,) = groups()[control.group]

    def said() -> list[str]:
        found = [
            answer
            for answer in answers_of(source, control.addresses)
            if answer.address in control.addresses
        ]
        those = {address: kept(control.group)[address] for address in control.addresses}
        return list(unlike(control.group, found, those))

    assert said() == []
    monkeypatch.setattr(control.place, control.fault, raising=False)
    assert said()[0].startswith(f"{control.group} {control.addresses[0]}: ")
