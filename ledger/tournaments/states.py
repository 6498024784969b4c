"""States of a tournament in a pool."""

from typing import Literal

State = Literal["announced", "waiting", "booked", "annulled", "refused", "cancelled"]
"""`announced`: no report is recorded; `waiting`: no list has booked the report, or a part of it;
`booked`: lists have booked every part; `annulled`: every report is annulled; `refused`: excluded
from rating by decision, before a list or after it; `cancelled`: announced, then called off."""
