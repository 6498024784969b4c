"""The container file: working RUN lines, and the way to run the container. No
container is built.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ops.settings import read
from tests.support.counts import FULL

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "ops" / "deploy" / "Containerfile").read_text()
LINES = [
    line for line in TEXT.replace("\\\n", " ").splitlines() if line and not line.startswith("#")
]


def of(instruction):
    """Return the arguments of an instruction, anywhere in the file."""
    found = (line.partition(" ") for line in LINES)
    return [arguments for name, _, arguments in found if name == instruction]


def environment():
    """Return the environment variables of the container."""
    return dict(pair.split("=", 1) for line in of("ENV") for pair in line.split())


def test_the_service_runs_as_nobody_in_particular():
    ((user, group),) = [line.split(":") for line in of("USER")]
    assert int(user) > 1_000
    assert int(group) > 1_000
    (made,) = [line for line in of("RUN") if line.startswith("install")]
    assert f"--owner={user} --group={group} --mode=0700 data" in made


def test_port_volume_and_ledger_agree_with_the_settings():
    variables = environment()
    settings = read({key: text for key, text in variables.items() if "LEDGER" in key}).settings
    assert of("EXPOSE") == [str(settings.port)]
    assert of("VOLUME") == [str(Path(settings.ledger).parent)]
    assert of("VOLUME") == [f"{of('WORKDIR')[0]}/data"]
    assert settings.is_public  # inside the container; --publish says who reaches it


def test_packages_are_installed_as_ops_env_does():
    options = re.compile(r"--no-cache-dir |--quiet |--disable-pip-version-check ")
    ours = [options.sub("", line) for line in of("RUN") if " pip " in line]
    assert [line.partition(" install ")[2] for line in ours] == [
        "--require-hashes -r ops/requirements.lock",
        "--no-deps --no-build-isolation .",
    ]
    text = (ROOT / "ops" / "env").read_text()
    assert "--require-hashes -r ops/requirements.lock" in text
    assert "--no-deps --no-build-isolation -e ." in text


def test_everything_that_is_copied_is_there_and_the_wheel_needs_no_more():
    for line in of("COPY"):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source


@pytest.mark.skipif(not FULL, reason="installs the lock anew: with --full")
def test_the_run_lines_work_in_an_empty_folder(tmp_path):
    for line in of("COPY"):
        *sources, target = line.split()
        for source in sources:
            if (ROOT / source).is_dir():
                caches = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / source, tmp_path / target, ignore=caches)
            else:
                shutil.copy(ROOT / source, tmp_path / target)
    variables = {key: text for key, text in os.environ.items() if not key.startswith("VIRTUAL")}
    for line in of("RUN"):
        if line.startswith("install") and os.getuid():
            line = re.sub(r"--(owner|group)=\d+ ", "", line)  # noqa: PLW2901 - only root gives away
        subprocess.run(["sh", "-e", "-c", line], cwd=tmp_path, env=variables, check=True)
    program = tmp_path / ".venv" / "bin" / "ledger"
    made = subprocess.run(
        [program, "init", "--ledger", tmp_path / "data" / "ratings.ledger", "--origin", "a.org"],
        check=False,
        cwd="/",
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
