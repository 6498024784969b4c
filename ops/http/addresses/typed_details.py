"""Details of tournaments in JSON, read as the command line reads them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta

Value = str | bool | int | tuple[str, ...]

Details = Annotated[
    Mapping[Annotated[str, Meta(min_length=1, max_length=40)], Value],
    Meta(
        description="Details by name: name, place, federation, start, end, registered_on, "
        "round_days, pairing_system, time_control, hybrid, online, team, official_event, "
        "norms_possible, match_games, announced_as_rated, weight, received_on. Days are "
        "YYYY-MM-DD; several values are a list.",
        min_length=1,
        max_length=40,
    ),
]

_WORDS: Final = {True: "yes", False: "no"}


def texts(details: Mapping[str, Value]) -> dict[str, str]:
    """Return details as texts: yes or no for true and false, commas between several values."""
    return {name: _text(value) for name, value in details.items()}


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(value)
    return str(value)
