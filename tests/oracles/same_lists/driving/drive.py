"""A world driven through the program: line after line, in a single process, in a new ledger."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ledger.errors import Refused
from ledger.events import counting, outside_play, pool, report, tournament
from ledger.events.base import Fact
from ledger.intake.carry_over.carried_rows import CarryOptions
from ledger.intake.carry_over.carrying import carry_over
from ledger.intake.import_report.options import ImportOptions
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from ops.tournaments.importing import ReportFile, import_file
from ops.tournaments.recordings import AddGame, CompleteSheet
from projections.official import Official
from tests.oracles.same_lists.driving import facts
from tests.oracles.same_lists.driving.facts import Line, day
from tests.oracles.same_lists.driving.recorder import Recorder
from tests.oracles.same_lists.driving.sealed import sealed
from tests.oracles.same_lists.outcome import List, Row
from tests.oracles.same_lists.world import LINES
from tests.support.recording import LONG_AFTER, a_ledger, following
from tests.support.recording import adopt as adopt_text

GROUND: Final = "decision"
STALE = 3
"""So many points beside the rating that a player has is one from which nothing is corrected."""


def driven(folder: Path, address: Path) -> list[List]:
    """Drive the world of a folder in a new ledger; return the sealed lists.

    The last one is no list: it holds the numbers of the lines that the program refused.
    """
    lines = (folder / LINES).read_text(encoding="utf-8").splitlines()
    with a_ledger(str(address), LONG_AFTER) as ledger, following(ledger) as official:
        drive = Drive(ledger, official, folder)
        for number, line in enumerate(map(json.loads, lines), 1):
            drive.line(number, line)
        drive.record()
        found = list(sealed(official, drive.players_of_files()))
    return [*found, List("lines", "refused", map(Row, drive.refused))]


class Drive(Recorder):
    """A world under way, line after line."""

    def __init__(self, ledger: Ledger, official: Official, folder: Path) -> None:
        super().__init__(ledger, official)
        self.folder, self.house = folder, House(ledger, official)
        self.files, self.mark = 0, 0
        self.bonuses: list[tuple[int, Line]] = []
        """The position of each that is decided, and its line."""
        self.refused: list[int] = []

    def line(self, number: int, line: dict[str, Any]) -> None:
        """Run a line; note the number if the program refuses."""
        try:
            WORK[line["do"]](self, {key: line[key] for key in line if key != "do"})
        except Refused:
            self.refused.append(number)

    # -------------------------------------------------------------------------- where it begins

    def adopt(self, line: Line) -> None:
        self.record()
        since = day(line["since"]) if "since" in line else None
        adopt_text(self.ledger, line["pool"], line["edition"], since)

    def carry_file(self, line: Line) -> None:
        self.record()
        self.by_files = True
        options = CarryOptions(day(line["on"]), "the list before", register_new=True)
        carry_over(self.ledger, line["pool"], (self.folder / line["file"]).read_bytes(), options)

    def external(self, line: Line) -> None:
        listed = {player for column in line["columns"].values() for player in column}
        known = {}
        for player in listed:
            with suppress(Refused):
                known[self.player(int(player))] = player
        self.wait(facts.external(line, known))

    # ----------------------------------------------------------------- tournaments, their reports

    def announce(self, line: dict[str, Any]) -> None:
        self.wait(facts.announced(line.pop("tournament"), line))

    def report(self, line: Line) -> None:
        if "announced" in line:
            self.wait(facts.announced(line["tournament"], line["announced"]))
        self._reported(line)

    def replace(self, line: Line) -> None:
        self._reported(line, self.standing(line["tournament"]))

    def _reported(self, line: Line, replaces: int | None = None) -> None:
        self.files += 1
        document = Document("report", f"report {self.files}".encode())
        entrants = [self.player(player) for player in line["entrants"]]
        self.wait(facts.reported(line, entrants, document, replaces))
        self.documents.append(document)

    def file(self, line: Line) -> None:
        self._import(line, pools=tuple(line["pools"]), tournament=line["tournament"])

    def report_file(self, line: Line) -> None:
        self._import(line, of=line["tournament"])

    def replace_file(self, line: Line) -> None:
        line["facts"].pop("received_on")  # a replacement keeps the day of the first report
        self._import(line, replaces=line["tournament"])

    def _import(self, line: Line, **target: Any) -> None:
        first = self.last_position() + 1
        part = {"part": line["part"], "last_part": line["last"]} if "part" in line else {}
        options = ImportOptions(register_new=True, facts=line["facts"], **target, **part)
        file = self.folder / line["file"]
        import_file(self.house, ReportFile(str(file), file.read_bytes()), options)
        for event in self.ledger.read.events(first):
            self._note(event.position, event.decoded().payload)

    def game(self, line: Line) -> None:
        self.record()
        white, black = (identities.show(self.player(line[side])) for side in ("white", "black"))
        both, on = line["results"], day(line["on"])
        game = AddGame(
            tournament=line["tournament"],
            source="league",
            white=white,
            black=black,
            white_result=both[0],
            black_result=both[1],
            played_on=on,
            round=line["round"],
        )
        game.record(self.house)

    def sheet(self, line: Line) -> None:
        self.record()
        sheet = CompleteSheet(tournament=line["tournament"], received_on=day(line["received"]))
        sheet.record(self.house)

    # ----------------------------------------------------------- what is corrected, what is decided

    def _of_game(self, line: Line) -> dict[str, Any]:
        said = {key: line[key] for key in ("tournament", "game", "by")}
        return {**said, "report": self.standing(line["tournament"])}

    def result(self, line: Line) -> None:
        white, black = line["results"]
        said = self._of_game(line)
        self.wait(report.ResultCorrected(**said, white_result=white, black_result=black))

    def reassign(self, line: Line) -> None:
        said = {key: line[key] for key in ("tournament", "entrant", "by")}
        standing, player = self.standing(line["tournament"]), self.player(line["player"])
        self.wait(report.EntrantReassigned(**said, report=standing, player=player))

    def details(self, line: Line) -> None:
        said = {"tournament": line["tournament"], "by": line["by"]}
        changed = tournament.Details(**facts.details(line["changed"]))
        self.wait(tournament.TournamentDetailsCorrected(**said, details=changed))

    def exempt(self, line: Line) -> None:
        said = dict(line)
        if "player" in line:
            said["player"] = self.player(line["player"])
        if "game" in line:
            said["report"] = self.standing(line["tournament"])
        self.wait(counting.ExemptionGranted(**said))

    def adjust(self, line: Line) -> None:
        held = self.rating(line["pool"], self.player(line["player"]))
        after = line["to"] if "to" in line else held and max(1, held + line["points"])
        before = held + STALE if line.get("stale") else held
        if before != after:
            ratings = {"before": facts.rating(before), "after": facts.rating(after)}
            self.wait(pool.RatingsAdjusted(**self.of_player(line), **ratings))

    def annul(self, line: Line) -> None:
        self.wait(pool.RatingsAnnulled(**self.of_player(line)))

    def entry(self, line: Line) -> None:
        rating = facts.rating(line["rating"])
        self.wait(pool.EntryCapitalDecided(**self.of_player(line), rating=rating))

    def bonus(self, line: Line) -> None:
        said = {**self.of_player(line), "points": facts.numbers([line["points"]])}
        article = line["article"]
        self.wait(outside_play.BonusGranted(**said, article=article, ground=GROUND))
        self.bonuses.append((self.last_position(), line))

    def bonus_back(self, line: Line) -> None:
        if line["bonus"] >= len(self.bonuses):
            return
        position, granted = self.bonuses.pop(line["bonus"])
        said = {**self.of_player(granted), "points": facts.numbers([granted["points"]])}
        about = {"article": granted["article"], "ground": GROUND, "withdraws": position}
        self.wait(outside_play.BonusWithdrawn(**said, **about))

    def award(self, line: Line) -> None:
        self._category(pool.CategoryAwarded, line)

    def withdraw(self, line: Line) -> None:
        self._category(pool.CategoryWithdrawn, line)

    def _category(self, kind: Callable[..., Fact], line: Line) -> None:
        self.wait(kind(**self.of_player(line), category=line["category"], on=day(line["on"])))

    # ------------------------------------------------------------------------------------ lists

    def note(self, _line: Line) -> None:
        self.mark = self.last_position()

    def close(self, line: Line) -> None:
        self.record()
        through = self.mark if line.get("through_mark") else None
        CloseList(pool=line["pool"], period=line["list"], through=through).record(self.house)


WORK: dict[str, Callable[[Drive, dict[str, Any]], None]] = {
    "players": lambda drive, line: drive.wait(facts.registered(line)),
    "born": lambda drive, line: drive.wait(facts.born(line, drive.player(line["player"]))),
    "open": lambda drive, line: drive.wait(facts.opened(line)),
    "adopt": Drive.adopt,
    "schedule": lambda drive, line: drive.wait(facts.scheduled(line)),
    "publish": lambda drive, line: drive.wait(facts.published(line)),
    "parameter": lambda drive, line: drive.wait(facts.parameter(line)),
    "carry": lambda drive, line: drive.wait(facts.carried(line)),
    "carry-file": Drive.carry_file,
    "external": Drive.external,
    "announce": Drive.announce,
    "report": Drive.report,
    "replace": Drive.replace,
    "file": Drive.file,
    "report-file": Drive.report_file,
    "replace-file": Drive.replace_file,
    "game": Drive.game,
    "sheet": Drive.sheet,
    "result": Drive.result,
    "reassign": Drive.reassign,
    "details": Drive.details,
    "exclude": lambda drive, line: drive.wait(counting.GameExcluded(**drive._of_game(line))),
    "admit": lambda drive, line: drive.wait(counting.GameAdmitted(**drive._of_game(line))),
    "refuse": lambda drive, line: drive.wait(counting.TournamentRefused(**line)),
    "cancel": lambda drive, line: drive.wait(counting.TournamentCancelled(**line)),
    "reinstate": lambda drive, line: drive.wait(counting.TournamentReinstated(**line)),
    "exempt": Drive.exempt,
    "adjust": Drive.adjust,
    "annul": Drive.annul,
    "entry": Drive.entry,
    "bonus": Drive.bonus,
    "bonus-back": Drive.bonus_back,
    "award": Drive.award,
    "withdraw": Drive.withdraw,
    "mark": Drive.note,
    "close": Drive.close,
}
