"""The numbers of an edition: a TOML file with unit, article and sentence for each number.

An entry with `value` is an integer or a fraction such as "2/5", no decimal; one with `rows` is a
table as printed, row by row: `[from, to, value …]`, with `beyond` for an open last row. Off a table
is a refusal, never a default. An entry with `as_in` is the number of its name in another TOML
beside it.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger.sentences import NO_SENTENCE, Sentence
from projections.rulebooks.engine.whole import Incomputable, NotWhole

_ROOT: Final = Path(__file__).parents[1]


class OffTheTable(Incomputable):
    """A value for which the printed table has no row."""

    code = "off-the-table"


@dataclass(frozen=True)
class Table:
    """A table as printed: rows of (from, to, value …), by magnitude of the argument.

    `columns` names what follows from and to; `beyond` holds the values above the last row.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    beyond: tuple[int, ...] | None

    def look_up(self, values: NDArray[Any], name: str) -> NDArray[np.int16]:
        """Return a column's value for each magnitude. Raises OffTheTable."""
        dense, last = self._dense[name]
        index = np.minimum(values, last) if self.beyond is not None else values
        if index.size and (index.min() < 0 or index.max() > last):
            off = index.min() if index.min() < 0 else index.max()
            words = Sentence("the table ends at {last}; {found} is not on it", last=last)
            raise OffTheTable(words.about(found=int(off)))
        return dense.take(index)

    def signed(self, values: NDArray[Any], above: str, below: str) -> NDArray[np.int16]:
        """Return values for signed differences: `above` for 0 and more, `below` for less than 0."""
        dense, last = self._signed(above, below)
        if self.beyond is not None:
            return dense.take(values + last, mode="clip")
        if values.size and max(-int(values.min()), int(values.max())) > last:
            raise OffTheTable(Sentence("the table ends at {last}", last=last))
        return dense.take(values + last)

    @cached_property
    def _dense(self) -> dict[str, tuple[NDArray[np.int16], int]]:
        last = self.rows[-1][1] + (self.beyond is not None)
        dense = {name: np.zeros(last + 1, dtype=np.int16) for name in self.columns}
        at = self.rows[0][0]
        for first, end, *given in self.rows:
            if first != at or end < first:
                raise ValueError(f"the table has a gap or an overlap at {first}")
            for name, value in zip(self.columns, given, strict=True):
                dense[name][first : end + 1] = value
            at = end + 1
        for name, value in zip(self.columns, self.beyond or (), strict=False):
            dense[name][last] = value
        return {name: (values, last) for name, values in dense.items()}

    def _signed(self, above: str, below: str) -> tuple[NDArray[np.int16], int]:
        cache: dict[Any, Any] = self.__dict__.setdefault("_signed_cache", {})
        if (above, below) not in cache:
            (up, last), (down, _) = self._dense[above], self._dense[below]
            cache[above, below] = (np.concatenate([down[:0:-1], up]), last)
        found: tuple[NDArray[np.int16], int] = cache[above, below]
        return found


@dataclass(frozen=True, slots=True)
class Number:
    """One number as stated in the TOML."""

    name: str
    article: str
    unit: str
    says: str
    stated: Any
    file: str
    """Path of the TOML that states it, below `rulebooks/`."""
    written_under: str
    """Its article there; other texts may take it over under theirs."""
    set_by: Sentence = NO_SENTENCE
    """Who set it otherwise than the edition states it, and from when."""


def load(path: Path, amends: Mapping[str, Number] | None = None) -> dict[str, Number]:
    """Read an edition's numbers over inherited numbers."""
    entries = _read(path).items()
    own = {name: _number(path, name, entry) for name, entry in entries if name != "articles"}
    return {**(amends or {}), **own}


def accounts(path: Path) -> dict[str, str]:
    """Read the account of an edition's articles: columns and numbers, or the reason for none."""
    stated: dict[str, str] = _read(path).get("articles", {})
    return stated


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _number(path: Path, name: str, entry: Mapping[str, Any]) -> Number:
    if "as_in" in entry:
        return load(path.with_name(entry["as_in"]))[name]
    _check_whole(path, name, entry)
    article = entry["article"]
    file = path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name
    table = {key: entry[key] for key in ("columns", "rows", "beyond") if key in entry}
    stated = table if "rows" in entry else entry["value"]
    return Number(name, article, entry["unit"], entry["says"], stated, file, article)


def _check_whole(path: Path, name: str, entry: Any) -> None:
    """Raise NotWhole for a decimal: a number is whole, or a fraction such as "2/5"."""
    if isinstance(entry, float):
        written = Sentence(
            "write a whole number in a smaller unit, or a fraction such as {example}", example="2/5"
        )
        raise NotWhole(name, entry, f"{path.name}, number ", written)
    if isinstance(entry, Mapping):
        entry = tuple(entry.values())
    for part in entry if isinstance(entry, list | tuple) else ():
        _check_whole(path, name, part)


def values(numbers: Mapping[str, Number]) -> dict[str, Any]:
    """Return the numbers as formulas take them: integers, fractions, tables, lists as tuples.

    None can be changed, so what a formula works out from a number alone it may keep.
    """
    return {name: _value(number.stated) for name, number in numbers.items()}


def by_name(stated: Mapping[str, Number]) -> dict[str, Any]:
    """Return the numbers of an edition: values, and the Number objects under `stated`."""
    return {**values(stated), "stated": stated}


def digest(numbers: Mapping[str, Number]) -> str:
    """Return the binding digest: SHA-256 of the canonical JSON of all numbers."""
    stated = {name: number.stated for name, number in numbers.items()}
    text = json.dumps(stated, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _value(stated: Any) -> Any:
    if isinstance(stated, dict):
        beyond = tuple(stated["beyond"]) if "beyond" in stated else None
        return Table(tuple(stated["columns"]), tuple(map(tuple, stated["rows"])), beyond)
    if isinstance(stated, list):
        return tuple(map(_value, stated))
    if isinstance(stated, str) and "/" in stated:
        return Fraction(stated)
    return stated
