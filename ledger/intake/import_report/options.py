"""Options of an import: pools, scheme of numbers, facts, parts, replacement."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Final

from ledger import canonical
from ledger.intake.formats.manual_facts import (
    OF_TOURNAMENT,
    ManualFacts,
    check_id,
    check_scheme,
    is_id,
    read_manual_facts,
)
from ledger.intake.formats.problems import FILL_IN, Place, Problems
from ledger.intake.formats.text import seen
from ledger.intake.people.claims import read_decisions
from ledger.intake.people.recognising import Matching
from ledger.store.numbering import TOURNAMENTS
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM

MAY_CHOOSE: Final = "T- and six digits, or another beginning"
"""The ids that may be chosen for a tournament."""

MOST_PARTS: Final = 999
"""Parts in which a report may come."""

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
            expected = "one of " + ", ".join(filter(None, known))
            problems.refuse(Place(what), seen(text), expected, "correct it")
    _check_parts(options, problems)
    if options.target is None:
        _check_new(options, problems)
    else:
        _check_target(options, problems)
    return read_manual_facts(options.facts, problems)


def _check_new(options: ImportOptions, problems: Problems) -> None:
    if not options.pools:
        place, expected = Place("pool"), "the pools the tournament counts for"
        problems.refuse(place, "", expected, "name at least one: --pool …", ("--pool", FILL_IN))
    tournament = options.tournament
    if tournament is not None:
        check_id("tournament", tournament, problems)
        if is_id(tournament) and not TOURNAMENTS.may_choose(tournament):
            problems.refuse(Place("tournament"), tournament, MAY_CHOOSE, "choose another id")
    if options.part not in (None, 1):
        found, expected = f"part {options.part}", "part 1 of a new tournament"
        problems.refuse(Place("part"), found, expected, "name the tournament it is of: --of T-…")


def _check_target(options: ImportOptions, problems: Problems) -> None:
    option, earlier = "of", "the part before it"
    if options.replaces is not None:
        option, earlier = "replaces", "the report that is replaced"
    why = f"{earlier} has them already"
    check_id(option, options.target or "", problems)
    if options.replaces is not None and options.of is not None:
        expected = "either a replacement or a further part"
        problems.refuse(Place("of"), options.of, expected, "leave out --of or --replaces")
    if options.tournament is not None:
        expected = f"nothing: --{option} names it"
        problems.refuse(Place("tournament"), seen(options.tournament), expected, "leave it out")
    if options.replaces is not None and "received_on" in options.facts:
        expected = "nothing, unless rounds were to come: the first complete report has its day"
        remedy = "where that was wrong: ledger tournament correct details … --set received_on=…"
        found = seen(options.facts["received_on"])
        problems.warn(Place("received_on (given by hand)"), found, expected, remedy)
    if options.begins_announced:
        return  # compared with the announcement
    if options.pools:
        found = seen(",".join(options.pools))
        problems.refuse(Place("pool"), found, f"nothing: {why}", "leave it out")
    for key in sorted(options.facts.keys() & OF_TOURNAMENT):
        place = Place(f"{key} (given by hand)")
        remedy = "leave it out; what was wrong is corrected by `ledger tournament correct details`"
        problems.refuse(place, options.facts[key], f"nothing: {why}", remedy)


def _check_parts(options: ImportOptions, problems: Problems) -> None:
    part, rounds, place = options.part, options.rounds, Place("part")
    if options.by_month and (part is not None or rounds or options.last_part):
        expected = "nothing: --by-month makes a part of each month"
        remedy = "leave out --by-month, or --part, --rounds and --last-part"
        problems.refuse(Place("by month"), "a part of its own", expected, remedy)
        return
    if part is not None and not 1 <= part <= MOST_PARTS:
        expected = f"a number from 1 to {MOST_PARTS}"
        problems.refuse(place, str(part), expected, "correct it: --part …")
    for key in sorted(options.facts.keys() & {"event_start", "event_end"} if part is None else ()):
        at = Place(f"{key} (given by hand)")
        expected = "nothing: a report that comes whole tells the days of its tournament"
        problems.refuse(at, options.facts[key], expected, "leave this detail out, or add --part 1")
    if part is None and (rounds or options.last_part):
        expected = "the number of the part these rounds are, or that is the last"
        problems.refuse(place, "", expected, "give it: --part …")
    if options.replaces is not None and options.last_part:
        expected = "nothing: whether a part is the last stays as it was recorded"
        problems.refuse(Place("last part"), "last part", expected, "leave out --last-part")
    if rounds and not 1 <= rounds[0] <= rounds[1]:
        found = f"{rounds[0]}-{rounds[1]}"
        problems.refuse(Place("rounds"), found, "the first round and the last", "correct it")


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
        expected = "an id that no tournament has yet"
        remedy = f"choose another id, or none; if it was announced: --of {given}"
        problems.refuse(Place("tournament"), given, expected, remedy)
    return given
