"""The peers the bench compares with, in an environment of their own.

`python -m ops.bench.peers [FOLDER]` makes it from `peers.txt`, line by line; a line that does not
install leaves the others, and its peer is named as absent in the report.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from rich.console import Console

HERE: Final = Path(__file__).parent
FOLDER: Final = Path.home() / ".cache" / "rating-ledger-peers"
"""The folder of the environment unless another one is named."""


def install(folder: Path = FOLDER) -> list[str]:
    """Make the environment; return the requirements that failed."""
    _run(sys.executable, "-m", "venv", str(folder))
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--no-build-isolation"]
    lines = (HERE / "peers.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    return [line for line in wanted if not _run(*pip, line)]


def per_second(folder: Path, count: int, script: str, *arguments: str) -> float | None:
    """Return the games rated, or events read, per second by a peer's script; None if absent."""
    python = folder / "bin" / "python"
    if not python.exists():
        return None
    done = subprocess.run(  # noqa: S603 - our script, their Python
        [python, HERE / script, *arguments, str(count)], capture_output=True, text=True, check=False
    )
    return count / float(done.stdout) if done.returncode == 0 else None


def _run(*command: str) -> bool:
    return subprocess.run(command, check=False).returncode == 0  # noqa: S603 - lines of ours


def _main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else FOLDER
    absent = install(folder)
    console = Console()
    for line in absent:
        console.print(f"absent: {line} did not install")
    console.print(f"peers are in {folder}")


if __name__ == "__main__":
    _main()
