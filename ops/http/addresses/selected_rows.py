"""Parameters of addresses of lists: which list, which of its players, in which order."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from ops.answers.rating_lists import chosen
from ops.answers.selection import Selection, ages_of, years_of
from ops.house import House
from ops.http.asked import LONGEST, Limit, OnDay, Page, Period, period_of
from projections.queries import PoolQuery, RatingList

_ACTIVE: Final = {"active": True, "inactive": False, None: None}

Years = Annotated[str, Meta(pattern="^[0-9]{4}(-([0-9]{4})?)?$")]
Age = Annotated[
    Annotated[str, Meta(pattern="^[0-9]{1,3}(-([0-9]{1,3})?)?$")] | None,
    Meta(description="Only of this age in the year of the list: 16, 0-17, or 60- (from 60 on)."),
]
Printing = Annotated[
    Annotated[int, Meta(ge=1, le=9999)] | None,
    Meta(description="An earlier printing, from 1, as it was known then. By default the last."),
]


class OfList(OnDay, frozen=True, kw_only=True):
    """A question about a list; `current` with a day is the list in force on it."""

    period: Period
    printing: Printing = None

    def chosen(self, house: House) -> tuple[PoolQuery, RatingList]:
        """Return the pool and the list. Raises UnknownPool, NotCovered, UnknownPrinting."""
        return chosen(self.opened(house), period_of(self.period), self.as_of, self.printing)


class Rows(OfList, frozen=True, kw_only=True):
    """Rows of a list, selected."""

    limit: Limit = 50
    page: Page = 1
    sort: Annotated[
        str,
        Meta(
            description="By rating, change (since the list before), name, player, or a column of "
            "the list.",
            max_length=40,
        ),
    ] = "rating"
    q: Annotated[
        str,
        Meta(
            description="Only players whose words of the name begin so, or whose number it is.",
            max_length=LONGEST,
        ),
    ] = ""
    federation: Annotated[str, Meta(description="Only this federation.", max_length=10)] = ""
    sex: Annotated[Literal["m", "w"] | None, Meta(description="Only men or women.")] = None
    age: Age = None
    born: Annotated[
        Years | None,
        Meta(description="Only born in these years: 1990, 1990-1999, or 2005- (from 2005 on)."),
    ] = None
    category: Annotated[
        str, Meta(description="Only players with this category or title.", max_length=40)
    ] = ""
    activity: Annotated[
        Literal["active", "inactive"] | None, Meta(description="Only active or inactive players.")
    ] = None

    def selection(self) -> Selection:
        """Return the selection of players. Raises Refused for wrong ages or years."""
        ages = ages_of(self.age) if self.age else None
        born = years_of(self.born) if self.born else None
        federation, active = self.federation.upper(), _ACTIVE[self.activity]
        sex, search = self.sex or "", self.q.strip()
        return Selection(federation, sex, ages, self.category, active, born, search)


class ListRows(Rows, frozen=True, kw_only=True):
    """Rows of a list with or without the columns about persons."""

    persons: Annotated[
        bool, Meta(description="With title, number, federation, year of birth, sex and flags.")
    ] = False
