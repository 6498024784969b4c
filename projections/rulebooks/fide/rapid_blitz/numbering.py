"""Numbers of the articles: rapid and blitz for standard chess.

Reading `shifted_by_one`: the list stands in 6 where standard chess has it in 7, the system in 7
for 8, and so on; with them what goes before, unplayed games and matches. The article on events of
more than 30 days has none.
"""

from __future__ import annotations

from typing import Final

NUMBERING: Final = {
    "5.1": "4.1",
    "6.1": "5.1",
    "6.2": "5.2",
    "7.1": "6.1",
    "7.1.1": "6.1.1",
    "7.1.2": "6.1.2",
    "7.1.3": "6.1.3",
    "7.1.4": "6.1.4",
    "7.2": "6.2",
    "7.2.1": "6.2.1",
    "7.2.2": "6.2.2",
    "8": "7",
    "8.1": "7.1",
    "8.1.1": "7.1.1",
    "8.1.2": "7.1.2",
    "8.2": "7.2",
    "8.2.1": "7.2.2",
    "8.2.2": "7.2.3",
    "8.2.3": "7.2.4",
    "8.2.4": "7.2.5",
    "8.3": "7.3",
    "8.3.1": "7.3.1",
    "8.3.2": "7.3.2",
    "8.3.3": "7.3.3",
    "8.3.4": "7.3.4",
    "9.1": "8.1",
    "9.2": "8.2",
    "9.3": "8.3",
    "9.4": "8.4",
    "10.1": "9.1",
    "10.2": "9.2",
}
"""By article of standard chess (edition of 1 March 2024); the others keep their number."""
