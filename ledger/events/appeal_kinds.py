"""The codes of appeals: what is contested, by whom, and how it ends. Quick to load."""

from typing import Final, Literal

AppealKind = Literal["refusal", "decision", "report", "list-row"]
"""What an appeal contests: the refusal to rate a tournament, another decision, a report as
recorded, or the row of a player on a rating list."""

Appellant = Literal["player", "organiser", "federation", "body"]
"""In which capacity somebody appeals."""

Inadmissible = Literal["late", "standing", "form", "other"]
RecusalGround = Literal["own-act", "party", "relation", "other"]
Suspension = Literal["named", "holds", "lifted"]
Outcome = Literal["upheld", "upheld-in-part", "dismissed", "withdrawn"]
GRANTING: Final[tuple[Outcome, ...]] = ("upheld", "upheld-in-part")
"""The outcomes that correct something."""

Remedy = Literal["next-list", "new-printing"]
