"""Options to select players of a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from ops.cli.app import option

if TYPE_CHECKING:
    from ops.answers.selection import Selection

_ACTIVE: Final = {None: None, "active": True, "inactive": False}


@Parameter(name="*")
@dataclass(frozen=True)
class Selecting:
    """Filters of the players of a list."""

    federation: Annotated[str, option("only players of this federation, e.g. ITA")] = ""
    sex: Annotated[Literal["m", "w"] | None, option("only men (m) or women (w)")] = None
    age: Annotated[
        str, option("only of this age in the year of the list: 16, 0-17, or 60- (from 60 on)")
    ] = ""
    category: Annotated[
        str, option("only players with this category or title on the day of the list")
    ] = ""
    activity: Annotated[
        Literal["active", "inactive"] | None,
        option("only active or only inactive players, where the list shows it"),
    ] = None

    def selection(self) -> Selection:
        """Return the selection. Raises Refused for invalid ages."""
        from ops.answers.selection import Selection, ages_of

        ages = ages_of(self.age) if self.age else None
        active, sex = _ACTIVE[self.activity], self.sex or ""
        return Selection(self.federation.upper(), sex, ages, self.category, active)
