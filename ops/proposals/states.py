"""The states of a proposal. Quick to load."""

from typing import Literal

State = Literal["open", "approved", "recorded", "overtaken", "withdrawn", "expired"]
"""`recorded`: by one person, when the policy no longer asked for two; `overtaken`: the same was
recorded otherwise, such as a list closed with another last position, or an approval was refused
because something else, or nothing, would be recorded."""
