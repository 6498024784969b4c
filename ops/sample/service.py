"""The service over a ledger, asked one question: `python -m ops.sample.service LEDGER`.

It is started on a free port of this machine, as `ledger serve` does, and ended after its answer.
"""

import subprocess
import sys
from typing import Final

import httpx

from ops.cli import output

QUESTION: Final = "/v1/pools/fide-standard/lists/current?limit=2"
"""The question asked of the sample."""

_SERVE: Final = (sys.executable, "-c", "from ops.cli import main; main()", "serve", "--port", "0")
_BEGINS: Final = "serving at "
_SECONDS: Final = 60


def answered(address: str, question: str) -> httpx.Response:
    """Serve a ledger, return the answer to a question, and stop the service."""
    command = (*_SERVE, "--ledger", address)
    with subprocess.Popen(  # noqa: S603 - the program itself
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as service:
        try:
            assert service.stdout is not None
            served = service.stdout.readline().strip()
            if not served.startswith(_BEGINS):
                raise SystemExit(f"the service did not start: `ledger serve --ledger {address}`")
            where = served.removeprefix(_BEGINS)
            return httpx.get(f"{where}{question}", timeout=_SECONDS).raise_for_status()
        finally:
            service.terminate()


def show(address: str) -> None:
    """Write the question and the answer."""
    answer = answered(address, QUESTION)
    output.say(f"$ curl '{answer.url}'")
    output.say(answer.text)


if __name__ == "__main__":
    show(sys.argv[1])
