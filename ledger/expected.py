"""What is expected in place of a wrong value, in words that many refusals share."""

from collections.abc import Sequence

from ledger.sentences import Sentence, Value, plain


def from_to(least: Value, most: Value) -> Sentence:
    """Return a range, both ends included: `1 to 100`."""
    return Sentence("{least} to {most}", least=least, most=most)


def or_more(least: int) -> Sentence:
    """Return the least number."""
    return Sentence("{least} or more", least=least)


def or_later(first: Value) -> Sentence:
    """Return the first day, instant or position."""
    return Sentence("{first} or later", first=first)


def or_before(day: Value) -> Sentence:
    """Return the last day."""
    return Sentence("{day} or before", day=day)


def day_after(day: Value) -> Sentence:
    """Return the days after a day."""
    return Sentence("a day after {day}", day=day)


def named(names: Sequence[str]) -> Sentence:
    """Return names that may be given; `none` where there are none."""
    return plain(", ".join(names)) or Sentence("none")


def one_of(names: Sequence[str]) -> Sentence:
    """Return names, any of which will do: `a or b`."""
    *before, last = names
    return Sentence("{before} or {last}", before=before, last=last) if before else plain(last)
