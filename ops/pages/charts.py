"""Charts as SVG: a rating over time as steps, a distribution as bars. Every place is computed here.

The games in the cells of a cross table are written here too: a page has hundreds of them.

A chart has a title and a description of the whole course for who does not see it, and stands above
a table with the same numbers. Texts are written at their size: a narrow screen has a drawing of its
own in place of a smaller one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from ops.answers.abouts import RatingInterval
from ops.pages.tournaments import Played

_STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000)
"""Distances between two lines of the grid, in points."""

_FEW_YEARS: Final = 5

_COUNTED: Final = Markup("<span>{}</span>")
_UNCOUNTED: Final = Markup('<span class="off">{}</span>')
_CORRECTED: Final = Markup('<span class="corr">{}→{}</span>')
_BESIDE: Final = Markup("<sub>{}</sub>")
"""The parts of a game in a cell of a cross table."""


class Course(NamedTuple):
    """The ratings of a player over time; a rating None: without one from that day."""

    official: Sequence[tuple[date, int | None]]
    revised: Sequence[tuple[date, int | None]] = ()
    """Empty: the same, or not shown."""
    corrected: frozenset[date] = frozenset()
    """Days of the lists that booked a correction."""


@dataclass(frozen=True, slots=True)
class _Area:
    """The area of a chart: its size, and what the axes measure."""

    width: int
    height: int
    first: date
    last: date
    low: int
    high: int
    left: int = 44
    right: int = 58
    top: int = 18
    bottom: int = 26

    def x(self, day: date) -> float:
        """Return the place of a day."""
        whole = max((self.last - self.first).days, 1)
        return self.left + (day - self.first).days / whole * (self.width - self.left - self.right)

    def y(self, rating: int) -> float:
        """Return the place of a rating."""
        drawn = self.height - self.top - self.bottom
        return self.top + (self.high - rating) / (self.high - self.low) * drawn


def ratings(
    course: Course, until: date, *, title: str, description: str, shape: str, size: tuple[int, int]
) -> Markup:
    """Draw the ratings of a player until a day; `shape` is the class of the drawing."""
    values = [rating for _, rating in (*course.official, *course.revised) if rating is not None]
    if not values:
        return Markup()
    area = _area(values, course.official[0][0], until, size)
    drawn = [*_grid(area), *_years(area)]
    if course.revised:
        drawn.append(_line("revised-line", area, course.revised))
    drawn.append(_line("official", area, course.official))
    drawn += _points(area, course)
    drawn += _last_ratings(area, course)
    return _svg(shape, size, title, description, drawn)


def distribution(
    bars: Sequence[RatingInterval],
    *,
    title: str,
    description: str,
    size: tuple[int, int],
    of: int | None = None,
) -> Markup:
    """Draw how many players stand in each interval of ratings, from the lowest.

    `of` is the rating of the player looked at: its bar is marked.
    """
    if not bars:
        return Markup()
    width, height = size
    left, top, bottom = 4, 16, 22
    most = max([1, *(bar.players for bar in bars)])
    step = (width - 2 * left) / len(bars)
    every = -(-len(bars) // 8)
    drawn = []
    for place, bar in enumerate(bars):
        x, high = left + place * step, bar.players / most * (height - top - bottom)
        y = height - bottom - high
        if bar.players:
            kind = "bar here" if of is not None and bar.lower <= of <= bar.upper else "bar"
            drawn.append(
                f'<rect class="{kind}" x="{x + 1:.1f}" y="{y:.1f}" width="{step - 2:.1f}" '
                f'height="{high:.1f}"/>'
            )
            drawn.append(_text(x + step / 2, y - 4, str(bar.players), "middle"))
        if place % every == 0:
            drawn.append(_text(x + 1, height - 6, str(bar.lower)))
    drawn.append(
        f'<line class="axis" x1="0" x2="{width}" y1="{height - bottom}" y2="{height - bottom}"/>'
    )
    return _svg("", size, title, description, drawn)


def games(played: Sequence[Played]) -> Markup:
    """Write the games in a cell of a cross table."""
    return Markup(" ").join(map(_game, played)) if len(played) > 1 else _game(played[0])


@lru_cache(maxsize=4_096)
def _game(played: Played) -> Markup:
    score: str = escape(played.sign)
    if played.before:
        score = _CORRECTED.format(played.before, played.after)
    game = (_UNCOUNTED if played.uncounted else _COUNTED).format(score)
    return game + _BESIDE.format(played.beside) if played.beside else game


def _area(values: Sequence[int], first: date, last: date, size: tuple[int, int]) -> _Area:
    """Return the area for some ratings: the axis begins near the lowest, never forced to zero."""
    step = _step(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step
    if low == high or min(values) - low < step * 0.4:
        low -= step
    if high - max(values) < step * 0.2:
        high += step
    return _Area(*size, first, last, low, high)


def _step(between: int) -> int:
    return next((step for step in _STEPS if between / step <= 4), _STEPS[-1])  # noqa: PLR2004 - lines


def _grid(area: _Area) -> Iterable[str]:
    for rating in range(area.low, area.high + 1, _step(area.high - area.low)):
        y, end = area.y(rating), area.width - area.right
        yield f'<line class="grid" x1="{area.left}" x2="{end}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield _text(area.left - 8, y + 4, str(rating), "end")


def _years(area: _Area) -> Iterable[str]:
    few = area.width > 500 or area.last.year - area.first.year < _FEW_YEARS  # noqa: PLR2004 - px
    for year in range(area.first.year, area.last.year + 1, 1 if few else 2):
        x = area.x(max(date(year, 1, 1), area.first))
        y = area.height - area.bottom
        yield f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + 5}"/>'
        yield _text(x + 3, area.height - 8, str(year))


def _line(kind: str, area: _Area, course: Sequence[tuple[date, int | None]]) -> str:
    """Draw steps: a rating is level until the next list; a gap where there is none."""
    path = ""
    for (day, rating), (following, _) in pairwise([*course, (area.last, None)]):
        if rating is None:
            continue
        joined = path.endswith(f"H{area.x(day):.1f}")
        path += f"V{area.y(rating):.1f}" if joined else f"M{area.x(day):.1f} {area.y(rating):.1f}"
        path += f"H{area.x(following):.1f}"
    return f'<path class="{kind}" d="{path}"/>'


def _points(area: _Area, course: Course) -> Iterable[str]:
    for (_, before), (day, rating) in pairwise(course.official):
        if rating is None or rating == before:
            continue
        x, y = area.x(day), area.y(rating)
        if day in course.corrected:
            corners = ((x - 6, y), (x, y - 6), (x + 6, y), (x, y + 6))
            path = "L".join(f"{one:.1f} {other:.1f}" for one, other in corners)
            yield f'<path class="correction" d="M{path}Z"/>'
        else:
            yield f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'


def _last_ratings(area: _Area, course: Course) -> Iterable[str]:
    """Write the peak, and the last rating of each track beside its line."""
    rated = [(day, rating) for day, rating in course.official if rating is not None]
    peak = max(rating for _, rating in rated)
    last, x = course.official[-1][1], area.width - area.right + 7
    if last is not None and peak != last:
        day = next(day for day, rating in rated if rating == peak)
        yield _text(area.x(day) + 6, area.y(peak) - 6, str(peak))
    ends = {"now": last, "rev": course.revised[-1][1] if course.revised else None}
    if ends["rev"] == ends["now"]:
        ends["rev"] = None
    shown = {kind: area.y(rating) + 4 for kind, rating in ends.items() if rating is not None}
    if len(shown) > 1 and abs(shown["now"] - shown["rev"]) < 15:  # noqa: PLR2004 - px
        middle, up = (shown["now"] + shown["rev"]) / 2, shown["now"] < shown["rev"]
        shown = {"now": middle + (-8 if up else 8), "rev": middle + (8 if up else -8)}
    for kind, y in shown.items():
        yield f'<text class="{kind}" x="{x}" y="{y:.1f}">{ends[kind]}</text>'


def _text(x: float, y: float, text: str, anchor: str = "") -> str:
    at = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{at}>{text}</text>'


def _svg(
    shape: str, size: tuple[int, int], title: str, description: str, drawn: Sequence[str]
) -> Markup:
    kind = f"chart {shape}".strip()
    return Markup(  # noqa: S704 - numbers, and texts that are escaped
        f'<svg class="{kind}" viewBox="0 0 {size[0]} {size[1]}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(drawn)}</svg>"
    )
