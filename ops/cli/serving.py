"""The service: serve."""

from typing import TYPE_CHECKING, Annotated

from ops.cli import exits, output, streams
from ops.cli.app import CARE, app, option
from ops.cli.settings import SettingsFile, given

if TYPE_CHECKING:
    import socket

    from ops.http.serving import Stop
    from ops.settings import Settings


@app.command(group=CARE)
def serve(
    *,
    ledger: Annotated[str | None, option("path of a file, or PostgreSQL URL")] = None,
    host: Annotated[
        str | None, option("the IP address to listen on; by default 127.0.0.1, this machine alone")
    ] = None,
    port: Annotated[int | None, option("the port; 0 for any free port; by default 8080")] = None,
    workers: Annotated[
        int | None, option("the number of processes that answer; default: 1")
    ] = None,
    settings: SettingsFile = None,
) -> int:
    """Serve the ledger over HTTP until interrupted.

    All settings come from variables and one TOML file (ops/guide/service.md); the options come
    before them. The address of the front page is printed when requests are answered; answers for
    programs begin with /v1. SIGTERM ends the service: requests in flight are answered first.

    Example: ledger serve --ledger ratings.ledger --port 8080
    """
    from ops import logs
    from ops.house import open_house
    from ops.http.serving import Stop, address_of, files_allowed, listening

    found = given(settings, ledger=ledger, host=host, port=port, workers=workers).settings
    files_allowed()
    with open_house(found.ledger) as house:
        house.catch_up()  # what is wrong with the ledger is refused here, before processes start
    listener = listening(found)
    stop = Stop()
    stop.listen()
    logs.of_service(found.log_level, found.log_format)
    output.say(f"serving at {address_of(listener)}")
    streams.flush()
    return exits.DONE if _run(found, listener, stop) else exits.FAILED


def _run(settings: "Settings", listener: "socket.socket", stop: "Stop") -> bool:
    """Run the processes until asked to stop; return whether all ended well."""
    from contextlib import ExitStack

    from ops.http.duties import Duties
    from ops.http.serving import answer_requests
    from ops.http.supervisor import supervise

    if settings.workers > 1:
        return supervise(settings, listener, stop)
    with ExitStack() as stack:
        if settings.schedule_inside:
            stack.enter_context(Duties(settings))
        answer_requests(settings, listener, stop)
    return True
