"""Every rulebook this program knows, by name.

The texts, a folder each:

    fide_standard                             FIDE, standard chess
    fide_rapid, fide_blitz, fide_rapid_blitz  FIDE, the other two, which share a text
    rubele_italiana, rubele_internazionale    Elo-Rubele, draughts
    uisp, uisp_exact                          Elo UISP, after either reading of one article
    fid_groups                                no rating: how an event is divided into groups

And what they are made of:

    rulebook, terms                           how lists are made up, without any formula
    grammar, planning, choices                an edition: columns, their order, what they choose
    numbers, side_files                       its numbers
    loading, taking_over, numbering           read from its files, over the text it amends
    sources                                   the files it rests on
    calendars, quarterly, months              when lists come
    counting                                  what counts
    consulted, categories                     whence players enter; which category one reaches
    game, adjusting, rounding                 arithmetic that several texts have alike
    fide_games, fide_time, fide_tournaments   articles on what counts that several have alike
    pairing_systems                           what announcements call systems of pairing
"""

from __future__ import annotations

import importlib
from functools import cache

from projections.rulebooks.rulebook import OutsideRulebook, Rulebook

NAMES = (
    "fide-standard",
    "fide-rapid",
    "fide-blitz",
    "rubele-italiana",
    "rubele-internazionale",
    "uisp",
    "uisp-exact",
)


@cache
def rulebook(name: str) -> Rulebook:
    """Give a rulebook by its name, such as fide-standard. Raises OutsideRulebook."""
    if name not in NAMES:
        raise OutsideRulebook(
            f"there is no rulebook {name!r}: this program knows {', '.join(NAMES)}",
            field="rulebook",
            found=name,
            expected=", ".join(NAMES),
        )
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    found: Rulebook = module.RULEBOOK
    return found
