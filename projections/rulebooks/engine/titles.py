"""The names of columns and numbers in words, as a worksheet shows them."""

import re
from typing import Final

from ledger.sentences import Sentence, tabled

_PARTS: Final = re.compile("(_half)?_(hundredths|tenths)$")
"""How the name of a column ends that is computed in parts of a point."""


def title(name: str) -> Sentence:
    """Return the name of a column or a number in words, without the parts of a point."""
    return tabled(_PARTS.sub("", name).replace("_", " "))
