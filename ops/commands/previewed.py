"""Recording exactly as previewed, or a refusal with the events recorded since the preview.

A preview has a token: the last event known, what the request records, what moves. A recording with
the token is checked under the lock of all appends: the request is recorded in memory once more.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any, Final, NamedTuple, Self

from msgspec.structs import astuple, replace

from ledger import canonical
from ledger.errors import Refused
from ledger.events.pool import PeriodClosed
from ledger.kept_sentences import as_kept
from ledger.sentences import NO_SENTENCE, Input, Lines, Remedy, Sentence, plain
from ledger.store.reading import Wanted
from ledger.store.recorded import Recorded
from ledger.store.requests import Request, content_digest
from ops.access.seeing import may_see
from ops.answers.abouts import widened
from ops.answers.answer import Answer
from ops.answers.moves import AboutMoves, AboutPreview, Move, moves_of, prepare
from ops.house import House, TentativeHouse
from ops.words import states

_DIGITS: Final = 32
"""Hexadecimal digits of each digest in a token."""

_SHOWN: Final = 20
"""At most so many events are named in a refusal."""


class Token(NamedTuple):
    """The token of a preview of one request: the last position and two digests."""

    known_to: int
    """Position of the last event known."""
    request: str
    """Digest of what the request records."""
    moves: str
    """Digest of what moves."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a token. Raises Refused for another text."""
        position, _, digests = text.partition("-")
        request, _, moves = digests.partition("-")
        written = cls(int(position) if position.isascii() and position.isdigit() else -1,
                      request, moves)  # fmt: skip
        if not all(_is_digest(part) for part in (request, moves)) or str(written) != text:
            raise Refused(
                Sentence(
                    "{input} '{text}': this is no token of a preview",
                    input=Input("as_previewed"),
                    text=text,
                ),
                code="token-wrong",
                field="as-previewed",
                found=text,
                expected=Sentence("the token that a preview showed"),
            )
        return written

    def __str__(self) -> str:
        return f"{self.known_to}-{self.request}-{self.moves}"


def token_given(text: str | None, *, preview: bool) -> Token | None:
    """Return the token given for a recording. Raises Refused for a preview, or a wrong token."""
    if text is None:
        return None
    if preview:
        raise Refused(
            Sentence(
                "a preview takes no token: leave out {token}, or {preview}",
                token=Input("as_previewed"),
                preview=Input("preview"),
            ),
            code="options-contradict",
            field="as-previewed",
            found=text,
        )
    return Token.read(text)


def _is_digest(text: str) -> bool:
    return len(text) == _DIGITS and set(text) <= set("0123456789abcdef")


class PreviewOutdated(Refused):
    """The recording would not be what a preview showed."""

    def __init__(self, problem: Sentence, token: Token, since: list[Recorded]) -> None:
        """Keep the events recorded since."""
        lines = (
            Sentence(
                "  {event} in {stream}",
                event=states.event(one.position, one.type),
                stream=one.stream,
            )
            for one in since
        )
        super().__init__(
            plain(Lines((problem, *lines))),
            code="preview-outdated",
            field="as-previewed",
            found=str(token),
            expected=Sentence("a ledger and a request as in the preview"),
            remedy=Remedy("", Sentence("preview again")),
        )
        self._since = since

    @property
    def about(self) -> Mapping[str, Any]:
        """The events recorded since: position, type and stream of each."""
        rows = ({"position": e.position, "type": e.type, "stream": e.stream} for e in self._since)
        return {"recorded_since": [*rows]}


def preview_of(house: TentativeHouse) -> Answer[Move, AboutPreview]:
    """Return what moves by everything tentative in a house, which is used up.

    `about` also has the token; where there is none, None, and the reason as `no_token`.
    """
    moves = moves_of(house)
    reason = _reason_without_token(house.read.added)
    if reason:
        return Answer(widened(AboutPreview, moves.about, token=None, no_token=reason), moves.rows)
    token = str(token_of(house, moves))
    return Answer(widened(AboutPreview, moves.about, token=token), moves.rows)


def _reason_without_token(requests: Sequence[Request]) -> Sentence:
    """Return why requests cannot be recorded with a token exactly as shown; empty: they can."""
    if not requests:
        return Sentence("nothing would be recorded")
    if len(requests) > 1:
        return Sentence(
            "{requests} requests would be recorded, each by itself, so that others may come "
            "between them: preview and record them one at a time",
            requests=len(requests),
        )
    if requests[0].of_instant:
        return Sentence("its event has the instant of the recording: state the instant")
    return NO_SENTENCE


def token_of(house: TentativeHouse, moves: Answer[Move, AboutMoves]) -> Token | None:
    """Return the token of the request in a tentative house; None if there can be none."""
    requests = house.read.added
    if _reason_without_token(requests):
        return None
    known_to = int(moves.about.known_to)
    digests = content_digest(requests[0]), _digest_of(moves, known_to)
    return Token(known_to, *(digest[:_DIGITS] for digest in digests))


def _digest_of(moves: Answer[Move, AboutMoves], known_to: int) -> str:
    """Return the digest of moves, whatever was recorded meanwhile of something else.

    It is of templates and values, the same in every language. Positions of tentative events count
    from the last recorded one; names are left out.
    """
    rows = [[*map(as_kept, astuple(replace(row, name="")))] for row in moves.rows]
    official, revised = (
        {pool: as_kept(of) for pool, of in lists.items()}
        for lists in (moves.about.next_lists, moves.about.revised_next_lists)
    )
    kept = {"next_lists": official, "revised_next_lists": revised, "moves": rows}
    return canonical.digest(_counted_on(kept, known_to))


def _counted_on(kept: Any, known_to: int) -> Any:
    """Count kept positions of later events from the last one known."""
    match kept:
        case {"position": int(position)} if position > known_to:
            return {"later": position - known_to}
        case dict():
            return {name: _counted_on(one, known_to) for name, one in kept.items()}
        case list():
            return [_counted_on(one, known_to) for one in kept]
    return kept


def record_as_previewed(house: House, token: Token) -> None:
    """Let a house record only a request with the effects shown by the preview of a token.

    Any other recording raises PreviewOutdated. A closing takes in the events known to the preview,
    unless it states another position.
    """
    plain = copy(house)
    plain.ledger = copy(house.ledger)
    prepare(plain)  # not under the lock
    house.ledger.recheck = partial(_check, plain, token)
    house.previewed_to = token.known_to


def _check(house: House, token: Token, request: Request) -> None:
    """Check a request under the lock of all appends. Raises PreviewOutdated.

    It is admitted already, of an approval as recorded by the proposer, with the grounds stated.
    """
    if content_digest(request)[:_DIGITS] != token.request:
        raise _outdated(house, token, Sentence("what would be recorded"))
    if any(isinstance(new.fact, PeriodClosed) for new in request.events):
        return  # what moves is on the list, whose digest is in the request
    with house.tentatively() as tentative:
        tentative.read.add(request, tentative.ledger.clock)
        now = token_of(tentative, moves_of(tentative))
    if now is None or now.moves != token.moves:
        raise _outdated(house, token, Sentence("what would move"))


def _outdated(house: House, token: Token, what: Sentence) -> PreviewOutdated:
    since = house.read.head().next_position - 1 - token.known_to
    then = Sentence("preview the request that is meant")
    if since > 0:
        then = Sentence(
            "since then {number} event was recorded",
            "since then {number} events were recorded",
            number=since,
        )
    problem = Sentence(
        "nothing was recorded: {what} is not what the preview showed; {then}", what=what, then=then
    )
    if since <= 0 or not may_see(house.actor, "event"):
        return PreviewOutdated(problem, token, [])
    if since > _SHOWN:
        problem = Sentence(
            "{problem}, of which the first {shown} are", problem=problem, shown=_SHOWN
        )
    events = house.read.page(Wanted(first=token.known_to + 1), _SHOWN)
    return PreviewOutdated(Sentence("{problem}:", problem=problem), token, [*events])
