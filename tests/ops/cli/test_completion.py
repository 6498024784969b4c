"""`ledger completion SHELL`: scripts accepted by a shell, with every command."""

import shutil
import subprocess

import pytest

from ops.cli.every import app
from tests.support.command import done, run

SHELLS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_the_shell_takes_it(shell, tmp_path):
    file = tmp_path / "ledger.completion"
    assert done("completion", shell, "--to", file) == ""
    script = file.read_text()
    for noun in (name for name in app if not name.startswith("-")):
        assert noun in script
    for word in ("cross-table", "preview", "known-at", "entry-capital-decided"):
        assert word in script
    if shutil.which(shell):
        subprocess.run([*SHELLS[shell], file], check=True)


def test_bash_completes_the_verbs_of_a_noun(tmp_path):
    script = tmp_path / "ledger.bash"
    script.write_text(done("completion", "bash"))
    asked = "COMP_WORDS=(ledger list cl); COMP_CWORD=2"
    typed = f"source {script}; {asked}; _ledger; echo ${{COMPREPLY[@]}}"
    answer = subprocess.run(["bash", "-c", typed], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["close"]


def test_another_shell_is_not_understood():
    assert run("completion", "tcsh").code == 2
