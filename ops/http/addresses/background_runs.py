"""Address of the work in the background: the last verification and the last backup."""

from ops.answers import background_work
from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.answers.background_work import BackgroundRun
from ops.house import House
from ops.http.address import question
from ops.http.asked import Nothing


@question(
    "/v1/background-runs",
    Nothing,
    Answer[BackgroundRun, About],
    shows="background-run",
    forms=("json", "csv"),
)
def list_background_runs(house: House, _: Nothing) -> Answer[BackgroundRun, About]:
    """Show the last verification and the last backup: outcome, faults, last event."""
    return background_work.background_runs(house)
