"""A calculation from typed numbers as a worksheet."""

from collections.abc import Iterator

from ops.cli.output import say
from ops.cli.worksheet import steps_and_lines
from ops.cli.worksheet.tournaments import PlayedGame, games_and_sums
from ops.explanations import tournament_words, words
from ops.words import said
from projections.queries.calculation.sheets import Calculated, CalculatedStep, CalculatedTournament
from projections.queries.explain.sheets import UnitSheet
from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import Rulebook


def write(calculated: Calculated) -> None:
    """Write a worksheet to standard output."""
    for line in lines(calculated):
        say(line.rstrip())


def lines(calculated: Calculated) -> Iterator[str]:
    """Yield a worksheet line by line."""
    law = rulebook(calculated.rulebook)
    yield said(words.calculation(calculated))
    yield said(words.NOT_FROM_A_LEDGER)
    for step in calculated.steps:
        yield ""
        yield from _step(law, step)
    yield ""
    yield said(words.rating_change(calculated.old, calculated.new))


def _step(law: Rulebook, step: CalculatedStep) -> Iterator[str]:
    for tournament in step.tournaments:
        yield from _tournament(law, tournament)
        yield ""
    values = (step.waiting, step.printed_before, step.cells, step.legs, step.lines)
    yield from steps_and_lines(law, UnitSheet(step.before, step.after, (), *values), typed=True)


def _tournament(law: Rulebook, played: CalculatedTournament) -> Iterator[str]:
    yield said(tournament_words.typed_tournament(played))
    opponent = said(tournament_words.AS_TYPED)
    games = [PlayedGame(game.round, opponent, game.result, game.cells) for game in played.games]
    yield from games_and_sums(law, played.cells, played.entered_by, games)
