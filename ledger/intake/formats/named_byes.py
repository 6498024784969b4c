"""Byes written as players: lines and opponents named `spielfrei`, `bye`, `riposa`.

Reading `bye_words`: an entry that consists of such a word alone is not a person. Nothing is
guessed: the import asks, and `--set byes=spielfrei` confirms that entries of this name are byes.
Their lines are then left out, and results against them become byes: a full point for 1, + and W,
half a point for = and D, nothing for the rest.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ledger.intake.formats import layout
from ledger.intake.formats.cells import CODES, WORDS, Cell, word_in
from ledger.intake.formats.header import BYES
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Place, Problems, by_hand, option, setting
from ledger.sentences import Sentence


def without_byes(
    players: Sequence[Player], facts: Mapping[str, str], problems: Problems
) -> tuple[Player, ...]:
    """Leave out players named as byes; ask for confirmation."""
    confirmed = {
        word_in(text): text.strip() for text in facts.get(BYES, "").split(",") if text.strip()
    }
    named = {
        player.entrant.number: player for player in players if _is_bye(player, confirmed, problems)
    }
    found = Counter(word_in(bye.entrant.name) for bye in named.values())
    words = (cell.bye_word for player in players for cell in player.cells or ())
    found.update(filter(None, words))
    unknown = ", ".join(text for word, text in confirmed.items() if word not in found)
    if unknown:
        expected = Sentence("words that this file uses in place of a player")
        remedy = Sentence("correct it, or leave it out")
        problems.refuse(by_hand(BYES), unknown, expected, remedy)
    if not found:
        return tuple(players)
    first = next(iter(named.values()), players[0])
    place = layout.NAME.of_entrant(first.entrant) if named else Place("")
    _report_byes(found, confirmed, place._replace(field="bye"), problems)
    persons = (player for player in players if player.entrant.number not in named)
    return tuple(replace(player, cells=_with_byes(player, named)) for player in persons)


def _is_bye(player: Player, confirmed: Mapping[str, str], problems: Problems) -> bool:
    """Return whether the player's name is a word for a bye; a rated player is refused as a bye."""
    entrant, word = player.entrant, word_in(player.entrant.name)
    if word in WORDS or not word or word not in confirmed:
        return word in WORDS
    if entrant.reported_number or entrant.rating:
        place = by_hand(BYES)._replace(line=entrant.line)
        expected = Sentence("a player without number and rating")
        problems.refuse(place, entrant.name, expected, Sentence("leave it out"))
        return False
    return True


def _report_byes(
    found: Mapping[str, int], confirmed: Mapping[str, str], place: Place, problems: Problems
) -> None:
    each = tuple(
        Sentence("{word} ({number} time)", "{word} ({number} times)", word=word, number=times)
        for word, times in found.items()
    )
    shown = Sentence("{each}", each=each)
    if confirmed.keys() >= found.keys():
        remedy = Sentence(
            "they were read as byes, as confirmed; results against them count as byes"
        )
        problems.warn(place, shown, Sentence("persons"), remedy)
    else:
        answer = setting(BYES, ",".join(found))
        remedy = Sentence(
            "if these are byes: {option}; a person has a first name too: write it",
            option=option(answer),
        )
        problems.refuse(place, shown, Sentence("persons"), remedy, answer)


def _with_byes(player: Player, named: Mapping[int, Player]) -> tuple[Cell, ...] | None:
    if player.cells is None or not named:
        return player.cells
    return tuple(
        Cell(0, "-", None if cell.result is None else CODES[cell.result])
        if cell.opponent in named
        else cell
        for cell in player.cells
    )
