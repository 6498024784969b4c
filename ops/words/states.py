"""The words of codes: states, kinds, outcomes and the like, as a door says them to people.

A field typed with codes, such as `Literal["open", "expired"]`, has the words of the table with
exactly these codes; a text may name its table (`EventType`). Documents for programs have the codes.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from ledger.sentences import Position, Sentence, Word, plain


def _as_they_are(*codes: str) -> Mapping[str, str]:
    """Return words for codes that are English words, joined by hyphens or not."""
    return {code: code.replace("-", " ") for code in codes}


TABLES: Final[Mapping[str, Mapping[str, str]]] = {
    "ground of an event": _as_they_are("decision", "rule"),
    "source of a game": _as_they_are("league", "match", "single"),
    "record of a game": _as_they_are("report", "league", "match", "single"),
    "outcome of a file": _as_they_are("complete", "refused"),
    "event of a file": {"same": "the same event", "another": "another event"},
    "mode of closing": {"by-hand": "by hand", "hold": "hold", "proceed": "proceed"},
    "act contested": {
        "refusal": "refusal",
        "decision": "decision",
        "report": "report",
        "list-row": "row of a list",
    },
    "capacity": _as_they_are("player", "organiser", "federation", "body"),
    "state of an appeal": _as_they_are("filed", "admitted", "inadmissible", "decided"),
    "step of an appeal": _as_they_are(
        *("filed", "admitted", "inadmissible", "answered", "member recused", "suspension"),
        *("decided", "notified"),
    ),
    "ground of inadmissibility": _as_they_are("late", "standing", "form", "other"),
    "ground of a recusal": _as_they_are("own-act", "party", "relation", "other"),
    "suspension": _as_they_are("named", "holds", "lifted"),
    "outcome of an appeal": _as_they_are("upheld", "upheld-in-part", "dismissed", "withdrawn"),
    "remedy of an appeal": _as_they_are("next-list", "new-printing"),
    "state of a proposal": _as_they_are(
        "open", "approved", "recorded", "overtaken", "withdrawn", "expired"
    ),
    "event of a proposal": _as_they_are("proposed", "recorded-since"),
    "two persons for": _as_they_are(
        "corrections", "decisions", "closings", "merges", "new-printings", "moves-a-rating"
    ),
    "state of a closing": _as_they_are(
        "not-announced", "coming", "by-hand", "ready", "held", "refused", "stopped"
    ),
    "closing policy": _as_they_are("none", "hold", "proceed", "by-hand"),
    "publication of ratings": {"public": "public", "not-public": "not public"},
    "check of a closing": _as_they_are(
        *("announced-days", "law", "carry-over", "order", "undecided-tournaments"),
        *("undecided-entries", "undecided-games", "outside-rulebook", "other-lists"),
        *("missing-reports", "missing-parts", "same-events", "similar-events", "open-appeals"),
        *("suspended-effects", "open-proposals", "verification", "rules-compared"),
        "proposed-categories",
    ),
    "who is stopped": _as_they_are("everybody", "service", "hold", "nobody"),
    "where it waits": _as_they_are(
        "announced", "next list", "later list", "closed list", "category"
    ),
    "kind of finding": _as_they_are(
        "not rated", "warning", "needs a decision", "lifted", "later", "open"
    ),
    "section": {
        "lists": "Rating lists",
        "players": "Players",
        "tournaments": "Tournaments",
        "rules": "Rules",
        "decisions": "Decisions",
    },
    "status": {
        "400": "This cannot be asked",
        "401": "Sign in first",
        "403": "Not for everybody",
        "404": "There is nothing here",
        "405": "Not possible here",
        "409": "Something else was recorded meanwhile",
        "413": "Too large",
        "415": "Not a form",
        "422": "This cannot be shown",
        "429": "Too many requests",
        "500": "A fault of the program",
        "503": "Not available at this moment",
    },
    "choice of a rulebook": {
        "counted": "it counts",
        "not-counted": "it does not count",
        "events": "by its tournaments",
        "list": "by the list",
        "tournament": "by tournament",
        "game": "by game",
        "discipline": "this discipline",
        "system": "either discipline",
        "solar-years": "calendar years",
        "permanent": "for ever",
        "published": "the published rating",
    },
    "colour": _as_they_are("white", "black"),
    "result of a game": {
        "1": "won",
        "=": "drawn",
        "0": "lost",
        "W": "won",
        "D": "drawn",
        "L": "lost",
        "+": "won without play",
        "-": "lost without play",
    },
    "layout of a report": {"trf16": "TRF 2016", "trf26": "TRF 2026"},
    "state of a tournament": _as_they_are(
        "announced", "waiting", "booked", "annulled", "refused", "cancelled"
    ),
    "state of a correction": _as_they_are("holds", "no-effect", "ended", "overtaken"),
    "correction booked": _as_they_are("points", "void"),
    "force of a list": _as_they_are("in force", "not published", "never in force"),
    "note on a list": {
        "not-published": "not published",
        "never-in-force": "never in force",
        "newer-not-published": "newer lists are not published",
        "later-may-hold": "a later list may hold",
    },
    "change of category": _as_they_are(
        *("placed", "promoted", "lowered", "proposed", "awarded", "withdrawn", "no effect"),
        "amended",
    ),
    "state of a key": _as_they_are("valid", "expired", "revoked", "closed"),
    "kind of actor": _as_they_are("person", "program", "body"),
    "change of a role": _as_they_are("granted", "withdrawn"),
    "role": _as_they_are(
        "player", "submitter", "rating-officer", "auditor", "committee", "administrator"
    ),
    "track": _as_they_are("official", "revised"),
    "entry of a trail": _as_they_are(
        *("registered", "merge", "suspension", "death", "details", "erasure", "carried over"),
        *("carried in", "entry", "announcement", "report", "late report", "game", "correction"),
        *("decision", "category", "appeal", "list", "tournament", "publication", "deviation"),
        "other",
    ),
    "kind of decision": _as_they_are("correction", "decision", "category", "appeal", "rules"),
    "news": _as_they_are("list", "decision"),
    "cause of a difference": _as_they_are(
        *("played", "late-report", "correction", "decision", "year-end", "line", "own-rating"),
        *("entrant", "earlier-list", "law", "unexplained"),
    ),
    "cause at another body": _as_they_are(
        *("later-adjustment", "earlier-lists", "games", "k", "one-point", "unknown", "no-number"),
    ),
    "difference of lists": {
        **_as_they_are("rating", "games", "inactive", "birth-year", "only-ours", "only-theirs"),
        **_as_they_are("name", "federation", "title", "women-title", "other-titles", "sex"),
        "k": "K",
        "not-registered": "not in the register",
        "online-title": "title of an online arena",
    },
    "detail of a person": {
        **_as_they_are("name", "federation", "title", "women-title", "other-titles"),
        "online-title": "title of an online arena",
    },
    "background run": _as_they_are("verification", "backup", "tick"),
    "outcome of a run": _as_they_are("good", "faults", "failed"),
    "outcome of a command": _as_they_are(
        *("recorded", "proposed", "done", "not-understood", "refused", "damaged", "unknown"),
        *("not-shown", "unavailable", "failed", "interrupted"),
    ),
    "operation": _as_they_are(
        *("add", "subtract", "multiply", "divide", "min", "max", "clamp", "table", "choose"),
        *("compare", "look up", "read", "total", "round half away from zero", "round half up"),
        *("round half down", "walk"),
    ),
    "half of the law": _as_they_are("tournaments", "lists"),
    "sex": {"m": "men", "w": "women"},
    "activity": _as_they_are("active", "inactive"),
    "part of a register": _as_they_are("open", "closed"),
    "change between lists": _as_they_are("entered", "left", "inactive", "active"),
    "layout of a list": {
        "auto": "by its beginning",
        "fide": "fixed width (FIDE)",
        "fide-xml": "XML (FIDE)",
        "csv": "CSV",
    },
    "kind of rating": _as_they_are("standard", "rapid", "blitz"),
    "yes or no": {"true": "yes", "false": "no"},
    "difference of two lists": {
        **_as_they_are("entered", "left", "rating", "inactive", "category", "title"),
        "k": "K",
    },
    "line of a change": _as_they_are(
        *("Q", "adjustment", "bonus", "bonus by decision", "correction", "deviation", "entry"),
        *("exit", "floor", "lift", "malus", "malus withdrawn", "merge", "play", "rounding"),
    ),
    "event": _as_they_are(
        *("actor-role-granted", "actor-role-withdrawn", "adjustment-withdrawn"),
        *("api-key-made", "api-key-reopened", "api-key-revoked", "appeal-admitted"),
        *("appeal-answered", "appeal-decided", "appeal-declared-inadmissible"),
        *("appeal-filed", "appeal-notified", "appeal-rules-set", "approval-policy-set"),
        "body-named",
        *("bonus-granted", "bonus-withdrawn", "category-awarded", "category-withdrawn"),
        *("clock-corrected", "closing-policy-set", "deviation-recorded", "effect-suspended"),
        *("entrant-reassigned", "entry-capital-decided", "entry-rating-taken"),
        *("exemption-granted", "external-list-completed", "external-list-recorded"),
        *("external-list-searched", "foreign-player-converted", "game-admitted"),
        *("game-excluded", "game-played", "ledger-opened", "ledger-restored"),
        *("list-published", "list-scheduled", "malus-applied", "malus-withdrawn"),
        *("member-recused", "parameter-set", "period-closed", "personal-data-erased"),
        *("player-death-withdrawn", "player-details-changed", "player-details-corrected"),
        *("player-died", "player-suspended", "player-suspension-lifted", "players-merged"),
        *("players-registered", "players-separated", "pool-opened", "pool-zone-corrected"),
        *("proposal-made", "proposal-withdrawn", "publication-policy-set"),
        *("ratings-adjusted", "ratings-annulled"),
        *("ratings-carried-over", "report-annulled", "report-compared"),
        *("report-part-submitted", "report-reinstated", "report-replaced"),
        *("result-corrected", "rulebook-adopted", "rules-compared", "sheet-completed"),
        "tournament-cancelled",
        *("tournament-details-corrected", "tournament-refused", "tournament-registered"),
        *("tournament-reinstated", "tournament-submitted"),
    ),
    "decision about a category": _as_they_are(
        "category awarded", "category withdrawn", "title awarded", "title withdrawn"
    ),
    "statement of an outlook": _as_they_are(
        *("died", "suspended", "official rating", "not in force", "provisional rating"),
        *("off the list", "malus", "malus withdrawn", "left of the limit", "below the minimum"),
        *("correction", "adjustment", "bonus by decision", "needs a decision", "rests on"),
        *("not rated", "not yet due", "placed", "promoted", "lowered", "proposed", "awarded"),
        *("withdrawn", "no effect", "amended", "categories", "points to promotion"),
        *("reached, not held", "inactive", "rating ceases"),
    ),
}
"""By what they are said of: codes, each with its words in English."""

CHOICE: Final = "choice of a rulebook"
"""Of what is chosen where a rulebook states a word in place of a number."""

UNIT: Final = "unit"
"""Of what the units of columns and numbers are said: the editions state them in English."""

NONE: Final = Sentence("{nothing}", nothing=None)
"""No rating."""
NO_CATEGORY: Final = Word("none", "category")


class CodeOf(NamedTuple):
    """Says of a text that it is a code of a table: `Annotated[str, CodeOf("event")]`."""

    table: str


EventType: TypeAlias = Annotated[str, CodeOf("event")]
"""A type of event, as `result-corrected`, with or without its version."""


def word(of: str, code: str) -> Sentence:
    """Return the words of a code, by the name of its table."""
    return Word(TABLES[of][code], of)


def event(position: int, kind: str) -> Sentence:
    """Return an event in words: its position and its type, with or without its version."""
    kind_words = word("event", kind.partition(".")[0])
    return Sentence("{position} {kind}", position=Position(position), kind=kind_words)


def words_of(codes: Collection[str]) -> Mapping[str, Sentence]:
    """Return the codes of a choice with their words; without a table they are signs."""
    of = _TABLE_OF.get(frozenset(codes))
    return {code: word(of, code) if of else plain(code) for code in codes}


LINES: Final = {kind: word("line of a change", kind) for kind in TABLES["line of a change"]}
"""The kinds of lines of a worksheet in words."""


def in_words(row: type[Struct], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of a row by name, codes as their words."""
    words = coded_fields(row)
    return {
        name: _said(words[name], value) if name in words else value
        for name, value in values.items()
    }


def _said(words: Mapping[str, Sentence], value: Any) -> Any:
    """Return a code, or each of several, as its words; a type of event without its version."""
    if isinstance(value, tuple):
        said = [_said(words, one) for one in value]
        return plain(said) if said and all(isinstance(one, Sentence) for one in said) else value
    return words.get(value.partition(".")[0], value) if isinstance(value, str) else value


@cache
def coded_fields(row: type[Struct]) -> Mapping[str, Mapping[str, Sentence]]:
    """Return the words of all codes by field of a row; without fields that have no codes."""
    found = {field.encode_name: _words(field.type) for field in fields(row)}
    return {name: words for name, words in found.items() if words}


def _words(kind: Any) -> Mapping[str, Sentence]:
    """Return the words of the codes of a type. Raises KeyError for codes without a table."""
    return {code: word(of, code) for of in _tables_of(kind) for code in TABLES[of]}


def _tables_of(kind: Any) -> Iterator[str]:
    """Yield the tables of the codes among the parts of a type; not of results, which are signs."""
    if isinstance(kind, CodeOf):
        yield kind.table
    elif get_origin(kind) is Literal:
        codes = frozenset(get_args(kind)) - {""}
        if any(len(code) > 1 and code.isascii() and code[0].isalpha() for code in codes):
            yield _TABLE_OF[codes]
    else:
        for part in get_args(kind):
            yield from _tables_of(part)


_TABLE_OF: Final = {frozenset(words): of for of, words in TABLES.items()}


def games_so_far(number: int | None, *, at_least: bool) -> int | Sentence | None:
    """Return counted games so far, of which only a least number may be known."""
    if not at_least:
        return number
    if number is None:
        return Sentence("unknown")
    return Sentence("at least {least}", least=number)


def force_words(day: date | None, force: str) -> date | Sentence:
    """Return the day from which a list is in force, or why it is not."""
    return word("force of a list", force) if day is None else day
