"""The runbook has a line for each alarm logged by the code, and for no other."""

import re
from typing import get_args

from ops.http.metrics import Metrics
from ops.schedule import alarms
from ops.upkeep.background import ALARMS
from ops.upkeep.background_runs import Kind, Run
from ops.upkeep.service_state import ServiceState
from tests.support.shown_pages import ROOT

PAGE = (ROOT / "ops" / "guide" / "runbook.md").read_text()


def logged():
    """The alarms of the code."""
    sources = (path.read_text("utf-8") for path in (ROOT / "ops").rglob("*.py"))
    found = {name for text in sources for name in re.findall(r'alarm="([a-z-]+)"', text)}
    return found | set(get_args(alarms.Name)) | set(ALARMS.values())


def test_every_alarm_has_its_line():
    table = PAGE.partition("## Without an alarm")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| \S.*\|$", table, re.M)
    assert sorted(rows) == sorted(logged())


def test_an_alarm_is_a_fixed_word_so_that_it_is_found_here():
    """A name put together at run time would have no line."""
    for path in (ROOT / "ops").rglob("*.py"):
        for value in re.findall(r"\balarm=([^,)\n]+)", path.read_text("utf-8")):
            assert re.fullmatch(r'"[a-z-]+"|ALARMS\[self\._kind\]|alarm\.name', value), path


def test_metrics_of_the_runbook_exist():
    runs = {kind: Run(kind, 0, 0, "good") for kind in get_args(Kind)}
    state = ServiceState(0, 0, 0, (), {}, runs, {"waiting": 0})
    metrics = Metrics()
    metrics.refused("too-many-requests")
    exposed = set(re.findall(r"^(\w+)", metrics.exposition(state).decode(), re.M))
    assert set(re.findall(r"`(ledger_\w+)", PAGE)) <= exposed
