"""Details of a tournament as an input: named values in JSON, typed as key=value."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta

from ops.doors.fields import Typed, means

Value = str | bool | int | tuple[str, ...]

_WORDS: Final = {True: "yes", False: "no"}


def _typed(given: Sequence[str]) -> Mapping[str, str]:
    from ops.commands.typed_values import facts_given

    return facts_given(given)


_Named = Annotated[
    Mapping[Annotated[str, Meta(min_length=1, max_length=40)], Value],
    Meta(min_length=1, max_length=40),
]
_MEANING: Final = means(
    "details by name: name, place, federation, pools, start, end, registered_on, round_days, "
    "pairing_system, time_control, hybrid, online, team, official_event, norms_possible, "
    "match_games, announced_as_rated, weight, received_on; days are YYYY-MM-DD, several values "
    "a list"
)
_TYPED: Final = Typed(
    tuple[str, ...], _typed, "typed as key=value, once for each; several values with commas"
)

Details = Annotated[_Named, _MEANING, _TYPED]
DetailsIfAny = Annotated[_Named | None, _MEANING, _TYPED]


def texts(details: Mapping[str, Value]) -> dict[str, str]:
    """Return details as texts: yes or no for true and false, commas between several values."""
    return {name: _text(value) for name, value in details.items()}


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(value)
    return str(value)
