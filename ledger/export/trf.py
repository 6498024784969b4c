"""The writer of tournament report files: FIDE's formats TRF16 and TRF26.

Lines end in CRLF: the format asks for a CR at the end of each line, and CRLF is a line end to
programs that look for CR and to those that look for LF. Text is UTF-8, columns are counted in
characters.

What TRF16 has no record for stands in it as the record of TRF26 behind `###`: abnormal points
(299), national ratings, teams under numbers of their own (310). Such a line is for people; no
reader takes it. TRF26 carries the whole report. Corrections are applied, and listed as comments.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from ledger import columns
from ledger.clock import utc_day
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.export import trf_lines
from ledger.export.trf_lines import (
    CannotBeWritten,
    Fitting,
    Lines,
    days_record,
    points_text,
    record,
)
from ledger.intake.formats.problems import LONGEST_VALUE
from ledger.intake.formats.scoring import DOUBLED
from ledger.intake.formats.time_control import is_encoded, may_be_minutes
from ledger.register import identities
from ledger.store.reading import Reader
from ledger.tournaments import counting
from ledger.tournaments.current_report import Correction, CurrentReport, RecordedReport
from ledger.tournaments.recorded_report import recorded, report_of
from ledger.tournaments.report import ABOUT_THE_WHOLE, TournamentReport
from ledger.tournaments.report_from_columns import completed, games_reported, players_reported

_SCORED_WIDTH: Final = 9
"""Columns from one symbol of record 162 to the next."""

_JAVAFO: Final = (
    ("W", "1", 2),
    ("D", "=", 1),
    ("WL", "0", 0),
    ("BL", "0", 0),
    ("ZPB", "Z", 0),
    ("FL", "-", 0),
    ("PAB", "U", 2),
)
"""Codes of record XXS: the result that each stands for, and its half points where nothing is said.

W is every win (forfeits and full-point byes too), D every draw and half-point bye.
"""


Edition = Literal["trf16", "trf26"]

LINE_END: Final = "\r\n"


def write_trf(
    report: TournamentReport, *, edition: Edition = "trf16", comments: Sequence[str] = ()
) -> bytes:
    """Write a report as a file of an edition of the format; `comments` end up behind `###`.

    Everybody gets a total, and ranks follow the totals: other programs refuse a line without.

    Texts that are longer than their columns are cut and told in full in a comment. Raises
    CannotBeWritten, with everything that does not fit, for numbers too long for their columns.
    """
    fitting, whole = Fitting(), completed(report)
    writer = _Writer(whole, edition, Lines(whole, fitting), fitting)
    lines = list(writer.lines())
    if fitting.wrong:
        raise CannotBeWritten(fitting.wrong)
    lines += trf_lines.comments([*fitting.cut, *_other_ranks(report, whole), *comments])
    return "".join(line + LINE_END for line in lines).encode()


def _other_ranks(report: TournamentReport, whole: TournamentReport) -> Iterator[str]:
    pairs = zip(report.entrants, whole.entrants, strict=True)
    moved = sum(before.rank not in (None, after.rank) for before, after in pairs)
    if moved:
        yield f"ranks follow the totals; {moved} players stood at other ranks in the report"


class _Writer:
    """Writer of a report in one edition of the format."""

    def __init__(
        self, report: TournamentReport, edition: Edition, lines: Lines, fitting: Fitting
    ) -> None:
        self._report, self._lines, self._fitting = report, lines, fitting
        self._new = edition == "trf26"
        printed = [entrant.points_halves for entrant in report.entrants]
        self._way = counting.fitting(printed, report.games, report.byes, report.scoring)

    def lines(self) -> Iterator[str]:
        """Write all lines, in the order of the format."""
        report = self._report
        yield from self._about()
        yield from self._times()
        rounds = max(report.number_of_rounds, report.rounds_announced)
        yield record("142" if self._new else "XXR", str(rounds))
        if colour := report.initial_colour:
            javafo = {"w": "white1", "b": "black1"}
            yield record("152", colour.upper()) if self._new else record("XXC", javafo[colour])
        yield from self._points() if self._new else self._points_for_javafo()
        about = [line for line in report.other_records if line[:3] in ABOUT_THE_WHOLE]
        yield from self._of_trf26(about)
        yield from self._lines.players()
        yield from self._of_trf26(self._lines.national())
        yield from self._teams()
        yield from self._of_trf26(line for line in report.other_records if line not in about)
        yield from self._of_trf26(self._abnormal(), known=not report.teams)
        yield from trf_lines.comments(self._assumed_colours())

    def _of_trf26(self, lines: Iterable[str], *, known: bool = True) -> Iterator[str]:
        """Return TRF26 records unchanged for readers of TRF26, otherwise behind `###`."""
        unchanged = self._new and known
        return (line if unchanged else f"{trf_lines.COMMENT} {line}" for line in lines)

    def _about(self) -> Iterator[str]:
        report = self._report
        yield record(
            "012", self._fitting.text(report.name, LONGEST_VALUE, "name of the tournament")
        )
        yield from self._text("022", report.place, "place")
        yield from self._text("032", report.federation, "federation")
        yield record("042", f"{report.start:%Y/%m/%d}")
        yield record("052", f"{report.end:%Y/%m/%d}")
        yield record("062", str(len(report.entrants)))
        yield record("072", str(sum(entrant.rating > 0 for entrant in report.entrants)))
        if report.teams:
            yield record("082", str(len(report.teams)))
        yield from self._text("092", report.type, "type")
        yield from self._text("102", report.chief_arbiter, "chief arbiter")
        for deputy in report.deputies:
            yield from self._text("112", deputy, "deputy")

    def _text(self, code: str, text: str, what: str) -> Iterator[str]:
        if text:
            yield record(code, self._fitting.text(text, LONGEST_VALUE, what))

    def _times(self) -> Iterator[str]:
        report, control = self._report, self._report.time_control
        encoded = self._new and is_encoded(control) and not may_be_minutes(control)
        yield from self._text("222" if encoded else "122", control, "time control")
        if any(report.round_dates):
            yield days_record(report.start, report.round_dates)

    def _points(self) -> Iterator[str]:
        """Write record 162: letters and points of the scoring, or the record as read.

        A report without the record in which a win counts 2 gets one.
        """
        scoring = self._report.scoring
        if not scoring and self._way == counting.values("", 2):
            scoring = DOUBLED
        pairs = [pair.group() for pair in counting.PAIR.finditer(scoring)]
        if pairs and not counting.PAIR.sub("", scoring).strip():
            yield f"162  {''.join(pair.ljust(_SCORED_WIDTH) for pair in pairs)}".rstrip()
        elif scoring:
            yield record("162", scoring)

    def _points_for_javafo(self) -> Iterator[str]:
        """Write record XXS of TRF16: the results with unusual points."""
        unusual = [
            f"{code}={points_text(self._way[result])}"
            for code, result, usual in _JAVAFO
            if self._way[result] != usual
        ]
        if unusual:
            yield record("XXS", " ".join(unusual))

    def _teams(self) -> Iterator[str]:
        """Write teams; record 013 of TRF16 has no room for a number of their own."""
        if self._new:
            yield from self._lines.numbered_teams()
            return
        yield from self._lines.teams()
        if any(team.number != place for place, team in enumerate(self._report.teams, 1)):
            yield from self._of_trf26(self._lines.numbered_teams())

    def _abnormal(self) -> Iterator[str]:
        """Explain totals that do not follow from the results, by record 299.

        In a team tournament this record is about teams, so it is written behind `###`.
        """
        report, way = self._report, self._way
        printed = [entrant.points_halves for entrant in report.entrants]
        counted = counting.sums(len(printed), report.games, report.byes, way)
        offsets: dict[int, list[int]] = defaultdict(list)
        for entrant, total, sum_ in zip(report.entrants, printed, counted, strict=True):
            if total is not None and total != sum_:
                offsets[total - sum_].append(entrant.number)
        for halves, numbers in sorted(offsets.items()):
            yield from trf_lines.abnormal(halves, numbers)

    def _assumed_colours(self) -> Iterator[str]:
        games = [game for game in self._report.games if trf_lines.is_begun(game)]
        unknown = sum(not game.colours for game in games)
        if unknown:
            yield (
                f"colours of {unknown} of {len(games)} games are not known: "
                "the lower start number is taken as white"
            )


def corrections_told(
    known: RecordedReport, part: int | None = None, instants: Mapping[int, int] | None = None
) -> tuple[str, ...]:
    """Return a line for each valid correction: position, day, change, old value, author, article.

    Of all parts of a report, or of one. `instants` (µs, by position) are those of the events in
    truth, where a clock was wrong. Players are named by their register numbers, entrants by
    the start numbers and rounds of their part.
    """
    changes = [
        (correction, _change_of_details(correction))
        for correction in known.corrections
        if correction.recorded.type == TournamentDetailsCorrected.TYPE
    ]
    for report in known.parts:
        if part in {None, report.part or 1}:
            changes += _changes_of_report(report, known.in_force(report.position))
    return tuple(_line(correction, change, instants or {}) for correction, change in changes)


def _changes_of_report(
    current: CurrentReport, corrections: Iterable[Correction]
) -> Iterator[tuple[Correction, str]]:
    games = list(games_reported(current.report))
    players = list(players_reported(current.report))
    numbers = columns.read(current.report.entrants.number, columns.NUMBER).tolist()
    for correction in corrections:
        match correction.payload:
            case ResultCorrected(game=at) as fact:
                game = games[at]
                yield (
                    correction,
                    f"round {game.round}, {numbers[game.white]}-{numbers[game.black]}: "
                    f"{fact.white_result} {fact.black_result}, "
                    f"reported {game.white_result} {game.black_result}",
                )
            case EntrantReassigned(entrant=row) as fact:
                before, now = (identities.show(player) for player in (players[row], fact.player))
                change = f"entrant {numbers[row]} is player {now}, reported as {before}"
                yield correction, change


def _change_of_details(correction: Correction) -> str:
    details = correction.payload.details
    values = ((name, getattr(details, name)) for name in details.__struct_fields__)
    changed = ", ".join(f"{name} {value}" for name, value in values if value is not None)
    but = f" ({correction.no_effect})" if correction.no_effect else ""
    return f"details: {changed}{but}"


def _line(correction: Correction, change: str, instants: Mapping[int, int]) -> str:
    fact = correction.payload
    day = utc_day(instants.get(correction.position, correction.recorded_at))
    article = f", article {fact.article}" if fact.article else ""
    return f"corrected at #{correction.position} on {day}: {change}; by {fact.by}{article}"


def report_file(
    read: Reader, tournament: str, edition: Edition = "trf16", part: int | None = None
) -> bytes:
    """Return the report as corrected, in an edition of the format, corrections as comments.

    `part` is one part of a report in parts; None is all of them, joined. Raises NothingReported,
    and CannotBeWritten for numbers too long for their columns.
    """
    known = recorded(read, tournament)
    report = report_of(read, known, part=part)
    instants = read.true_instants([correction.position for correction in known.corrections])
    return write_trf(report, edition=edition, comments=corrections_told(known, part, instants))
