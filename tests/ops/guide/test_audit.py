"""The page for auditors: the commands, typed by a shell unchanged, check a ledger."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import text

from ledger.store.faults import UNBOUND
from ledger.store.ledger import Ledger
from tests.support.shown_pages import ROOT, commands, hold
from tests.support.tampering import unguarded

PAGE = (ROOT / "ops" / "guide" / "audit.md").read_text()


def script_of(text: str) -> str:
    """Return the shell commands shown in a text."""
    return "\n".join(("set -euo pipefail", *re.findall(r"```sh\n(.*?)```", text, re.DOTALL)))


SCRIPT = script_of(PAGE)
OF_THE_DUMP = script_of(
    "".join(
        section
        for section in PAGE.split("\n## ")
        if section.startswith(("What you get", "The dump"))
    )
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the ledger of the page and the dump, made by the commands of the page."""
    folder = tmp_path_factory.mktemp("audit")
    shutil.copytree(ROOT / "ops" / "sample" / "fide-standard", folder / "ops/sample/fide-standard")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        patched.setenv("LEDGER", "ratings.ledger")
        hold(commands(PAGE))
    return folder


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    """A copy of the folder, for one auditor."""
    for name in ("ratings.ledger", "all.jsonl"):
        shutil.copy(kept / name, tmp_path)
    return tmp_path


def audited(folder: Path, script: str = SCRIPT) -> subprocess.CompletedProcess[str]:
    """Type every command of the page, or one script."""
    programs = ("bash", "sqlite3", "jq", "sha256sum")
    missing = [name for name in programs if shutil.which(name) is None]
    assert not missing, f"apt-get install {' '.join(missing)}"
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )


def test_the_commands_of_the_page_find_nothing_in_a_ledger_that_is_whole(folder):
    """The commands end well and print nothing: chain, list, report, name, dump."""
    done = audited(folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    events = len((folder / "computed.txt").read_text().splitlines())
    assert events == 15
    for name in ("sqlite3 ", "jq ", "sha256sum"):
        assert name in SCRIPT


TAMPERED = {
    "a body": "UPDATE event SET body = CAST(replace(CAST(body AS TEXT), '2025-09-01', '2025-09-02')"
    " AS BLOB) WHERE position = 10",
    "a column": "UPDATE event SET valid_on = '2025-01-01' WHERE position = 9",
    "a request": "UPDATE append_request SET key = 'x' WHERE first_position = 0",
    "a list": "UPDATE document SET bytes = CAST(replace(CAST(bytes AS TEXT), '2424', '2425')"
    " AS BLOB) WHERE kind = 'list'",
    "a report": "UPDATE document SET bytes = CAST(bytes || ' ' AS BLOB) WHERE kind = 'report'",
    "a name": "UPDATE reported_name SET salt = CAST('x' AS BLOB) WHERE entrant = 0",
    "the head": "UPDATE ledger_head SET next_position = 14",
}


@pytest.mark.parametrize("change", TAMPERED)
def test_the_commands_of_the_page_stop_at_what_was_changed(folder, change):
    """The negative control: each check can fail."""
    path = str(folder / "ratings.ledger")
    with Ledger.open(path) as ledger, unguarded(ledger.engine) as connection:
        assert connection.execute(text(TAMPERED[change])).rowcount
    assert audited(folder).returncode != 0


def test_a_dump_that_was_changed_is_noticed_without_the_ledger(folder):
    """The last line holds the hash of all lines before. Of the whole dump nothing is said."""
    (folder / "ratings.ledger").unlink()
    dump = folder / "all.jsonl"
    lines = dump.read_text().splitlines(keepends=True)
    said = [json.loads(each) for each in lines]
    report = next(each["digest"] for each in said if each.get("kind") == "report")
    script = f"file={report}\n{OF_THE_DUMP}"
    done = audited(folder, script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for line in ("event", "chunk"):
        at = next(at for at, each in enumerate(said) if each["line"] == line)
        changed = [*lines[:at], lines[at].replace("a", "b", 1), *lines[at + 1 :]]
        dump.write_text("".join(changed))
        assert audited(folder, script).returncode != 0


def test_the_page_lists_what_nothing_binds():
    """As `verify` does, in the same order."""
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| .+ \|$", PAGE, re.MULTILINE)
    assert rows == [(each.table, str(each)) for each in UNBOUND]
