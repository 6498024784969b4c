"""Options of an import: pools, scheme of numbers, facts, parts, replacement."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Final

from ledger import canonical, limits
from ledger.intake.formats.manual_facts import (
    OF_TOURNAMENT,
    ManualFacts,
    check_id,
    check_scheme,
    is_id,
    read_manual_facts,
)
from ledger.intake.formats.problems import (
    A_DAY,
    FILL_IN,
    Place,
    Problems,
    Words,
    by_hand,
    option,
)
from ledger.intake.formats.text import seen
from ledger.intake.people.claims import read_decisions
from ledger.intake.people.recognising import Matching
from ledger.sentences import Input, Remedy, Sentence
from ledger.store.numbering import TOURNAMENTS
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM

MAY_CHOOSE: Final = Sentence("T- and six digits, or another beginning")
"""The ids that may be chosen for a tournament."""

_CORRECT: Final = Sentence("correct it")
_LEAVE_OUT: Final = Sentence("leave it out")

FORMS: Final = ("auto", "trf", "tdf", "cross-table")
"""Formats of a report; `auto` recognises the content."""

DATE_ORDERS: Final = ("", "ymd", "dmy")
"""Orders of dates with two digits of year; "" is unknown."""


_NO_IDENTITY: Final = (
    *("map_file", "asks_registration", "asks_time_control", "whole_by", "another_event"),
)
"""Options that make no other import of the same file."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How a report is to be taken. `facts` are given by hand, as with `--set key=value`.

    `number_scheme` says whose numbers the file prints (`fide`, `fid`, `ita`); None: those of its
    form, which an import settles first (`formats.scheme_of`);
    `register_new` registers players whose number is unknown; `tournament` is the next number
    where None; `decisions` are the bytes of a map that says who entrants are, empty for none.

    A report `replaces` that of a tournament, or is one `of` a tournament that was announced, whole
    or its next part, or begins a new tournament where both are None. `part` counts from 1 and is
    None for a whole report; `rounds` takes only these (first, last) out of the file; `by_month`
    divides a whole file into a part for each calendar month, by the days of its rounds.
    """

    pools: tuple[str, ...] = ()
    number_scheme: str | None = None
    register_new: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)
    recorded_by: str = "local"
    tournament: str | None = None
    form: str = "auto"
    date_order: str = ""
    decisions: bytes = b""
    map_file: str = ""
    """Path of the decisions, for messages."""
    replaces: str | None = None
    of: str | None = None
    part: int | None = None
    last_part: bool = False
    rounds: tuple[int, int] | None = None
    by_month: bool = False
    another_event: bool = False
    """Whether who hands it in says that the recorded tournament like it is another event."""
    asks_registration: bool = True
    """Whether a rulebook of the pools needs the day of registration."""
    asks_time_control: bool = False
    """Whether a rulebook of the pools needs the time control."""
    whole_by: Mapping[str, str] = field(default_factory=dict)
    """By pool, the article that rates a tournament as one, so that the report has to come whole;
    other pools take parts."""

    @property
    def target(self) -> str | None:
        """The recorded tournament of the report; None for a new tournament."""
        return self.replaces if self.replaces is not None else self.of

    @property
    def begins_announced(self) -> bool:
        """Whether this is the first report of an announced tournament."""
        return self.of is not None and self.replaces is None and self.part in (None, 1)

    @property
    def divides(self) -> bool:
        """Whether the report comes in parts, and does not replace a part."""
        return self.by_month or (self.part is not None and self.replaces is None)

    @property
    def scheme(self) -> str:
        """The scheme of numbers; FIDE's by default."""
        return "fide" if self.number_scheme is None else self.number_scheme

    @property
    def digest(self) -> str:
        """SHA-256 of the options, which were checked before, in canonical JSON."""
        identity = asdict(self) | {
            "number_scheme": self.scheme,
            "facts": {key: seen(text) for key, text in self.facts.items()},
            "decisions": sha256(self.decisions).hexdigest() if self.decisions else "",
            "rounds": self.rounds or (),
        }
        for name in _NO_IDENTITY:
            del identity[name]
        return canonical.digest(identity)


def read_options(options: ImportOptions, problems: Problems) -> ManualFacts:
    """Read the facts given by hand; problems of any option go to `problems`."""
    for pool in options.pools:
        check_id("pool", pool, problems)
    check_id("recorded by", options.recorded_by, problems)
    check_scheme(options.scheme, problems)
    choices = (("form", options.form, FORMS), ("date order", options.date_order, DATE_ORDERS))
    for what, text, known in choices:
        if text not in known:
            expected = Sentence("one of {names}", names=", ".join(filter(None, known)))
            problems.refuse(Place(what), seen(text), expected, _CORRECT)
    _check_parts(options, problems)
    if options.target is None:
        _check_new(options, problems)
    else:
        _check_target(options, problems)
    return read_manual_facts(options.facts, problems)


def _check_new(options: ImportOptions, problems: Problems) -> None:
    if not options.pools:
        expected, answer = Sentence("the pools the tournament counts for"), ("--pool", FILL_IN)
        remedy = Sentence("name at least one: {option}", option=option(answer))
        problems.refuse(Place("pool"), "", expected, remedy, answer)
    tournament = options.tournament
    if tournament is not None:
        check_id("tournament", tournament, problems)
        if is_id(tournament) and not TOURNAMENTS.may_choose(tournament):
            remedy = Sentence("choose another id")
            problems.refuse(Place("tournament"), tournament, MAY_CHOOSE, remedy)
    if options.part not in (None, 1):
        expected = Sentence("part 1 of a new tournament")
        of = option(("--of", "T-…"))
        remedy = Sentence("name the tournament it is of: {option}", option=of)
        problems.refuse(Place("part"), numbered(options.part), expected, remedy)


def _check_target(options: ImportOptions, problems: Problems) -> None:
    name, has_them = "of", Sentence("nothing: the part before it has them already")
    if options.replaces is not None:
        name = "replaces"
        has_them = Sentence("nothing: the report that is replaced has them already")
    check_id(name, options.target or "", problems)
    if options.replaces is not None and options.of is not None:
        expected = Sentence("either a replacement or a further part")
        remedy = Sentence(
            "leave out {of} or {replaces}", of=Input("of"), replaces=Input("replaces")
        )
        problems.refuse(Place("of"), options.of, expected, remedy)
    if options.tournament is not None:
        expected = Sentence("nothing: {input} names it", input=Input(name))
        problems.refuse(Place("tournament"), seen(options.tournament), expected, _LEAVE_OUT)
    if options.replaces is not None and "received_on" in options.facts:
        expected = Sentence(
            "nothing, unless rounds were to come: the first complete report has its day"
        )
        correct = _correction(options, f"received_on={A_DAY}")
        remedy = Sentence("where that was wrong: {correct}", correct=correct)
        found = seen(options.facts["received_on"])
        problems.warn(by_hand("received_on"), found, expected, remedy)
    if options.begins_announced:
        return  # compared with the announcement
    if options.pools:
        found = seen(",".join(options.pools))
        problems.refuse(Place("pool"), found, has_them, _LEAVE_OUT)
    for key in sorted(options.facts.keys() & OF_TOURNAMENT):
        correct = _correction(options, f"{key}={FILL_IN}")
        remedy = Sentence("leave it out; what was wrong is corrected: {correct}", correct=correct)
        problems.refuse(by_hand(key), options.facts[key], has_them, remedy)


def _correction(options: ImportOptions, details: str) -> Remedy:
    return Remedy("correct-details", tournament=options.target, set=details, by=None)


def numbered(part: int | None) -> Words:
    """Return the part that was asked for, as it is found; None: none."""
    return "" if part is None else Sentence("part {part}", part=part)


def give_it(name: str, value: str = FILL_IN) -> Sentence:
    """Return as a remedy that an option is to be given."""
    return Sentence("give it: {option}", option=option((name, value)))


def correct_it(name: str, value: str = FILL_IN) -> Sentence:
    """Return as a remedy that an option is to be corrected."""
    return Sentence("correct it: {option}", option=option((name, value)))


def _check_parts(options: ImportOptions, problems: Problems) -> None:
    part, rounds, place = options.part, options.rounds, Place("part")
    if options.by_month and (part is not None or rounds or options.last_part):
        expected = Sentence("nothing: {input} makes a part of each month", input=Input("by_month"))
        others = (Input("part"), Input("rounds"), Input("last_part"))
        remedy = Sentence(
            "leave out {by_month}, or {others}", by_month=Input("by_month"), others=others
        )
        problems.refuse(Place("by month"), Sentence("a part of its own"), expected, remedy)
        return
    if part is not None and not 1 <= part <= limits.REPORT_PARTS:
        expected = Sentence("a number from {least} to {most}", least=1, most=limits.REPORT_PARTS)
        problems.refuse(place, str(part), expected, correct_it("--part"))
    for key in sorted(options.facts.keys() & {"event_start", "event_end"} if part is None else ()):
        expected = Sentence("nothing: a report that comes whole tells the days of its tournament")
        first = option(("--part", "1"))
        remedy = Sentence("leave this detail out, or add {option}", option=first)
        problems.refuse(by_hand(key), options.facts[key], expected, remedy)
    if part is None and (rounds or options.last_part):
        expected = Sentence("the number of the part these rounds are, or that is the last")
        problems.refuse(place, "", expected, give_it("--part"))
    if options.replaces is not None and options.last_part:
        expected = Sentence("nothing: whether a part is the last stays as it was recorded")
        remedy = Sentence("leave out {input}", input=Input("last_part"))
        problems.refuse(Place("last part"), Sentence("last part"), expected, remedy)
    if rounds and not 1 <= rounds[0] <= rounds[1]:
        found, expected = f"{rounds[0]}-{rounds[1]}", Sentence("the first round and the last")
        problems.refuse(Place("rounds"), found, expected, _CORRECT)


def matching(options: ImportOptions, problems: Problems) -> Matching:
    """Return how entrants are recognised; faults of the map go to `problems`."""
    decided = read_decisions(options.decisions, problems) if options.decisions else {}
    return Matching(options.scheme, options.register_new, decided)


def tournament_of(read: Reader, options: ImportOptions, problems: Problems) -> str:
    """Return the tournament of a report: an existing tournament, or the id of a new tournament.

    Without an id the store gives the next number.
    """
    if options.target is not None:
        return options.target
    given = options.tournament
    if given is None:
        return TOURNAMENTS.next
    if is_id(given) and read.stream_version(f"tournament-{given}") != NO_STREAM:
        expected = Sentence("an id that no tournament has yet")
        remedy = Sentence(
            "choose another id, or none; if it was announced: {option}",
            option=option(("--of", given)),
        )
        problems.refuse(Place("tournament"), given, expected, remedy)
    return given
