"""A token of a preview: recorded exactly as shown, or nothing, with the events since."""

import re
from dataclasses import replace
from datetime import date

import msgspec
import pytest

from ledger.errors import Refused
from ledger.sentences import Position, Sentence
from ledger.store.grounds import StatedGrounds
from ledger.store.requests import commitment, content_digest
from ops import words
from ops.answers.answer import Answer
from ops.answers.moves import AboutMoves, Move
from ops.closings.recordings import CloseList
from ops.commands.previewed import (
    PreviewOutdated,
    Token,
    _digest_of,
    preview_of,
    record_as_previewed,
    token_given,
)
from ops.doors.documents import answer_document
from ops.house import open_house
from ops.players.recordings import ChangePlayer, GrantBonus, SuspendPlayer
from ops.tournaments.corrections import CorrectResult
from tests.support.command import done, run
from tests.support.grounds import on_article
from tests.support.received_reports import OLD
from tests.support.served import headers_of, office_key, served
from tests.support.varied_ledger import requests

POOL = "fide-standard"
TOKEN = re.compile(r"--as-previewed (\S+)")
RESULT = ("0", "1")


def correct(house, game="1:1"):
    """Let White of a game of the first tournament lose."""
    return CorrectResult(
        tournament="T-000001", game=game, white=RESULT[0], black=RESULT[1], by="commission"
    ).record(house)


def rename(house, name="Other, Name"):
    """Record another name of a player of the sample."""
    return ChangePlayer(player="fide:99000463", name=name, on=date(2026, 1, 1)).record(house)


def bonus(house, points=1):
    """Grant a bonus in the other pool."""
    told = GrantBonus(player="fid:X01219", pool="rubele-italiana", points=points, by="body")
    return on_article(house, "act 1", told)


def suspend(house):
    """Suspend a player: findings name the decision by position."""
    return on_article(
        house, "12", SuspendPlayer(player="fide:99000463", first_day=date(2025, 9, 1), by="council")
    )


def about_of(house, *works):
    """Return the basis of a preview of some recordings."""
    with house.tentatively() as tentative:
        for work in works:
            work(tentative)
        return preview_of(tentative).about


def token_for(house, *works):
    """The token of the preview of some recordings."""
    return str(about_of(house, *works).token)


def recorded(address, token, work):
    """Return the outcome of a recording with a token."""
    with open_house(str(address)) as house:
        record_as_previewed(house, Token.read(token))
        return work(house)


def token_in(text):
    """Return the token of a preview."""
    found = TOKEN.search(text)
    assert found is not None, text
    return found[1]


def end(address):
    """The next position."""
    with open_house(str(address)) as house:
        return house.read.head().next_position


@pytest.mark.parametrize("work", [correct, rename, bonus, suspend])
@pytest.mark.parametrize("meanwhile", [(), (rename, bonus)])
def test_it_is_recorded_as_shown_also_after_events_about_something_else(copy, work, meanwhile):
    """Also a new name, with a newly drawn salt."""
    with open_house(str(copy)) as house:
        token = token_for(house, work)
        for other in meanwhile:
            if other is not work:
                other(house)
    before = end(copy)
    receipt = recorded(copy, token, work).receipt
    assert (receipt.first_position, receipt.replayed, end(copy)) == (before, False, before + 1)


def moves_named(*values):
    """Return moves with a finding that names some values, in a ledger of 40 events."""
    finding = Sentence("{values}", values=values)
    row = Move("", "", "finding", None, finding, POOL, "T-000001")
    about = AboutMoves(
        known_to=Position(40),
        events=1,
        next_lists={POOL: finding},
        revised_next_lists={},
        differences={"finding": 1},
    )
    return Answer(about, (row,))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((Position(41),), (Position(41),), True),
        ((Position(41),), (Position(42),), False),
        ((41,), (Position(41),), False),
        ((Sentence("after {day}", day=date(2026, 1, 1)),), ("after 2026-01-01",), False),
    ],
)
def test_the_digest_of_what_moves_is_of_values_and_not_of_texts(one, other, same):
    found = [_digest_of(moves_named(*values), 40) for values in (one, other)]
    assert (found[0] == found[1]) is same


def test_positions_of_events_to_come_are_counted_from_the_last_recorded_one():
    """Not positions of recorded events, nor numbers that only look like a position."""
    now, later = (
        _digest_of(moves_named(Position(41)), 40),
        _digest_of(moves_named(Position(51)), 50),
    )
    assert now == later
    for value in (Position(40), "#41", "#+1"):
        assert _digest_of(moves_named(value), 40) != now
    recorded = [_digest_of(moves_named(Position(40)), known_to) for known_to in (40, 50)]
    assert recorded[0] == recorded[1]


@pytest.mark.parametrize("work", [correct, suspend])
def test_a_preview_has_the_same_token_in_each_language(copy, work):
    with open_house(str(copy)) as house:
        shown = {}
        for code in words.LANGUAGES:
            with words.speaking(code), house.tentatively() as tentative:
                work(tentative)
                shown[code] = answer_document(preview_of(tentative))
    english, italian = shown.values()
    assert english["about"]["token"] == italian["about"]["token"]
    findings = [[row["after"] for row in one["rows"] if row["what"] == "finding"]
                for one in (english, italian)]  # fmt: skip
    assert len(findings[0]) == len(findings[1]) > 0
    assert not set(findings[0]) & set(findings[1])


def test_a_repetition_gets_the_first_receipt(copy):
    with open_house(str(copy)) as house:
        token = token_for(house, correct)
    first = recorded(copy, token, correct).receipt
    assert recorded(copy, token, correct).receipt == replace(first, replayed=True)


def test_it_is_refused_where_something_else_would_move(copy):
    """Another correction of the same player came first."""
    with open_house(str(copy)) as house:
        token = token_for(house, correct)
        between = correct(house, "3:1").receipt.first_position
    before = end(copy)
    with pytest.raises(PreviewOutdated, match="what would move is not what") as refused:
        recorded(copy, token, correct)
    since = [{"position": between, "type": "result-corrected.v1", "stream": "tournament-T-000001"}]
    assert refused.value.about == {"recorded_since": since}
    assert f"  #{between} result corrected in tournament-T-000001" in str(refused.value)
    assert end(copy) == before


@pytest.mark.parametrize(
    ("shown", "meant"),
    [(correct, lambda house: correct(house, "3:1")), (bonus, lambda house: bonus(house, 2))],
)
def test_another_request_is_refused(copy, shown, meant):
    with open_house(str(copy)) as house:
        token = token_for(house, shown)
    before = end(copy)
    with pytest.raises(PreviewOutdated, match="preview the request that is meant"):
        recorded(copy, token, meant)
    assert end(copy) == before


@pytest.mark.parametrize("reason", ["as heard", "another"])
def test_the_grounds_are_part_of_what_was_shown(copy, reason):
    """The salt of the reason is drawn again."""
    with open_house(str(copy)) as house:
        house.ledger.grounds = StatedGrounds("as heard", "4.2")
        token = token_for(house, correct)
        house.ledger.grounds = StatedGrounds(reason, "4.2")
        record_as_previewed(house, Token.read(token))
        if reason == "another":
            with pytest.raises(PreviewOutdated, match="what would be recorded"):
                correct(house)
            return
        receipt = correct(house).receipt
        event = house.read.at([receipt.first_position])[receipt.first_position]
        assert (house.read.note(event.event_id, "reason") or ("", ""))[1] == reason


@pytest.mark.parametrize(
    ("works", "reason"),
    [
        ((), "nothing would be recorded"),
        ((correct, bonus), "2 requests would be recorded, each by itself"),
        ((correct,), None),
    ],
)
def test_a_preview_without_a_token_says_why(copy, works, reason):
    with open_house(str(copy)) as house:
        about = about_of(house, *works)
        assert (about.token is None) == (reason is not None)
        assert str(about.no_token or "").startswith(reason or "")
        assert (about.no_token is not None) == (reason is not None)


@pytest.mark.parametrize("states_position", [True, False])
def test_a_closing_is_recorded_as_shown_after_a_correction_that_it_leaves_out(
    copy, states_position
):
    """Without a position the closing takes in everything known to the preview."""
    shown = end(copy) - 1

    def closed(house):
        return CloseList(pool=POOL, through=shown if states_position else None).record(house)

    with open_house(str(copy)) as house:
        token = token_for(house, closed)
        correct(house)
    sealed = recorded(copy, token, closed)
    assert (sealed.receipt.last_position, sealed.result.event.through_position) == (
        shown + 2,
        shown,
    )


def test_a_closing_that_takes_in_more_than_was_shown_is_refused(copy):
    with open_house(str(copy)) as house:
        token = token_for(house, lambda house: CloseList(pool=POOL).record(house))
        corrected = correct(house).receipt.first_position
    with pytest.raises(PreviewOutdated, match="what would be recorded"):
        recorded(copy, token, lambda house: CloseList(pool=POOL, through=corrected).record(house))


@pytest.mark.parametrize("text", ["", "12", "x-" + "-".join(["0" * 32] * 2), "1-0-0", "01" + "-0"])
def test_another_text_is_no_token(text):
    with pytest.raises(Refused, match="no token of a preview"):
        Token.read(text)
    token = Token(12, "0" * 32, "f" * 32)
    assert Token.read(str(token)) == token == token_given(str(token), preview=False)
    with pytest.raises(Refused, match="a preview takes no token"):
        token_given(str(token), preview=True)


def test_both_doors_take_the_token_of_either(copy):
    result = ("--white", "0", "--black", "1", "--by", "commission")
    words = ("tournament", "correct", "result", "T-000001", "1:1", *result, "--ledger", copy)
    typed = token_in(done(*words, "--preview"))
    path = "/v1/tournaments/T-000001/corrections/result"
    body = {"game": "1:1", "white": "0", "black": "1", "by": "commission"}
    headers = headers_of(office_key(copy))
    with served(copy) as client:
        preview = client.post(path, params={"preview": "true"}, json=body, headers=headers)
        token = preview.json()["about"]["preview"]["token"]
        assert token.partition("-")[2] == typed.partition("-")[2]
        asked = {"as_previewed": typed}
        other = client.post(
            path, params=asked, json={**body, "white": "=", "black": "="}, headers=headers
        )
        assert (other.status_code, other.json()["code"]) == (409, "preview-outdated")
        both = client.post(path, params={**asked, "preview": "true"}, json=body, headers=headers)
        assert (both.status_code, both.json()["code"]) == (422, "options-contradict")
        answered = client.post(path, params=asked, json=body, headers=headers)
        assert answered.status_code == 201, answered.text
    again = run(*words, "--as-previewed", token)
    assert (again.code, ", already recorded)" in again.out) == (0, True)


CORRECTIONS = (
    b'[{"command": "tournament correct result", "tournament": "T-000001", "game": "1:1", '
    b'"white": "0", "black": "1"}]'
)


def test_a_decision_with_corrections_is_recorded_as_shown(copy, tmp_path):
    """The corrections are composed in memory: the check with the token covers the whole."""
    (tmp_path / "corrections.json").write_bytes(CORRECTIONS)

    def step(words, *given):
        return run("appeal", *words.split(), *given, "--by", "fsi", "--ledger", copy)

    told = ("--notified", "2026-01-05", "--source", "letter", "--capacity", "organiser")
    why = ("--reason", "The score sheets agree.")
    words = ("file", POOL, "report", "--contested", "#13", "--appellant", "club", *told, *why)
    done("appeal", *words, "--ledger", copy)
    assert step("admit A-000001").code == 0
    decide = ("decide A-000001 upheld --member m-1 --corrections", tmp_path / "corrections.json")
    first = token_in(step(*decide, *why, "--preview").out)
    with open_house(str(copy)) as house:
        correct(house, "3:1")
    outdated = step(*decide, *why, "--as-previewed", first)
    assert (outdated.code, "what would move is not what" in outdated.err) == (3, True), outdated
    token = token_in(step(*decide, *why, "--preview").out)
    recorded_now = step(*decide, *why, "--as-previewed", token)
    assert (recorded_now.code, "decided A-000001: upheld" in recorded_now.out) == (0, True)


def test_an_import_with_new_players_is_recorded_as_shown(copy, tmp_path):
    """The salts are drawn again; a player registered meanwhile takes the number of the preview."""
    (tmp_path / "new.trf").write_bytes(OLD)
    given = (
        "--set",
        "received_on=2026-03-01",
        "--set",
        "registered_on=2025-01-01",
        "--set",
        "unrated=1,2,3,4",
    )
    words = ("tournament", "import", tmp_path / "new.trf", "--pool", POOL, "--register-new", *given)
    token = token_in(done(*words, "--ledger", copy, "--preview"))
    told = done(*words, "--ledger", copy, "--as-previewed", token)
    assert told.startswith("imported: new.trf as T-")


def test_the_digest_of_what_a_request_records_stays_with_other_salts():
    for request in requests():
        salted = changed(request, lambda one: replace(one, salt=b"s" * 16), b"n" * 16)
        assert content_digest(salted) == content_digest(request)
        assert content_digest(replace(salted, key="other")) == content_digest(request)
    found = {content_digest(request) for request in requests()}
    assert len(found) == len(requests())
    registered = next(one for one in requests() if one.subjects)
    others = changed(registered, lambda one: replace(one, body=b"{}"))
    assert content_digest(others) != content_digest(registered)


def changed(request, other, note_salt=None):
    """Return a request with other words, another salt of notes, and the commitments to both."""
    notes = {at: (note_salt or salt, text) for at, (salt, text) in request.notes.items()}
    words = ((one, other(one)) for one in (*request.subjects, *request.reported_names))
    hidden = {commitment(a.salt, a.body): commitment(b.salt, b.body) for a, b in words}
    for at, (salt, text) in request.notes.items():
        hidden[commitment(salt, text.encode())] = commitment(notes[at][0], text.encode())
    return replace(
        request,
        events=tuple(with_commitments(new, hidden) for new in request.events),
        subjects=tuple(map(other, request.subjects)),
        reported_names=tuple(map(other, request.reported_names)),
        notes=notes,
    )


def with_commitments(new, hidden):
    """An event with other commitments."""
    text = msgspec.json.encode(new.fact).decode()
    for before, after in hidden.items():
        text = text.replace(before, after)
    fact = msgspec.json.decode(text.encode(), type=type(new.fact))
    return msgspec.structs.replace(new, fact=fact)
