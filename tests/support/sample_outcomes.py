"""The result of each sample report, in words: `tests/samples/trf/outcomes`, a file
each.

`python -m tests.support.sample_outcomes` writes them anew; every difference is then to be looked at
with an arbiter's eye before it is kept.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from ledger.intake.formats.reading import NO_FACTS, Reading
from ledger.intake.formats.trf.reader import read_trf

SAMPLES: Final = Path(__file__).parents[1] / "samples" / "trf"
OUTCOMES: Final = SAMPLES / "outcomes"

DAYS: Final = {"start": "2025-08-11", "end": "2025-08-17"}
HEADER: Final = {"name": "Open", "place": "Torino", "federation": "ITA"}


class Way(NamedTuple):
    """A way to import a sample: facts and options."""

    facts: Mapping[str, str] = NO_FACTS
    points: str = "1-½-0"
    date_order: str = ""

    def __str__(self) -> str:
        """Return the options as typed on the command line."""
        given = [f"--set {key}={value}" for key, value in self.facts.items()]
        if self.points != "1-½-0":
            given.append(f"--set points={self.points}")
        if self.date_order:
            given.append(f"--date-order {self.date_order}")
        return " ".join(given) or "nothing"


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "byes_all_kinds.trf": (Way(date_order="ymd"),),
    "eighty_players_51_rounds.trf": (Way(date_order="ymd"),),
    "junior_latin1_crlf_wrong_points_2011.tab": (Way(points="ignore"),),
    "lone_cr_line_ends.trf": (Way({**DAYS, **HEADER}),),
    "masters_crlf_2011.tab": (Way(points="ignore"),),
}
"""Further ways, for the samples that are not accepted as they are; the others lack a header."""


def samples() -> list[Path]:
    """Give all sample reports, by name."""
    return sorted(path for path in SAMPLES.rglob("*.t*") if path.parent != OUTCOMES)


def outcome(sample: Path) -> str:
    """Return the result of a sample unchanged, and in the further ways of interest."""
    further = WAYS.get(sample.name, ())
    if sample.parent.name == "malformed":
        further = (Way({**DAYS, **HEADER}),)
    told = [_told(sample, way) for way in (Way(), *further)]
    return "\n".join([f"{sample.name}\n", *told])


def _told(sample: Path, way: Way) -> str:
    reading = read_trf(sample.read_bytes(), way.facts, points=way.points, date_order=way.date_order)
    problems = [f"    {problem.severity}: {problem}\n" for problem in reading.problems]
    return "".join([f"Given {way}: {_summary(reading)}\n", *problems])


def _summary(reading: Reading) -> str:
    report = reading.report
    if report is None:
        return "refused"
    counts = {
        "rounds": report.number_of_rounds,
        "players": len(report.entrants),
        "games": len(report.games),
        "byes": len(report.byes),
        "teams": len(report.teams),
    }
    counted = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"accepted, {report.start} to {report.end}, {counted}"


if __name__ == "__main__":
    for each in samples():
        (OUTCOMES / f"{each.name}.txt").write_text(outcome(each), encoding="utf-8")
