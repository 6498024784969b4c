"""A process of the service, from start to graceful end.

SIGTERM and SIGINT end it: no new connections, requests in flight are answered, the writer records
what waits, exit code 0. A second SIGINT does not wait for requests in flight.
"""

import signal
import socket
from collections.abc import Callable
from ipaddress import ip_address
from types import FrameType
from typing import Any, Final, cast

import uvicorn

from ledger.errors import Refused
from ledger.logs import Logger
from ops.http.app import application
from ops.http.metrics import METRICS
from ops.http.request_log import Application, RequestLog
from ops.http.service import Service
from ops.http.time_limit import TimeLimit
from ops.http.watch import Watch
from ops.settings import Settings

log = Logger(__name__)

BACKLOG: Final = 1_024
"""Connections that wait to be accepted."""

KEEP_ALIVE_SECONDS: Final = 20
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Stop:
    """Request to end the process, also before the first answer."""

    def __init__(self) -> None:
        self.requested = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        """Take a signal."""
        self.requested = True

    def listen(self) -> None:
        """Take SIGTERM and SIGINT; ignore the end of a terminal."""
        for number in SIGNALS:
            signal.signal(number, self)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def listening(settings: Settings) -> socket.socket:
    """Return a socket at the address of the settings. Raises Refused for an unusable address."""
    family = socket.AF_INET6 if ip_address(settings.host).version == 6 else socket.AF_INET  # noqa: PLR2004 - the version of IP
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.port))
    except OSError as error:
        made.close()
        raise Refused(
            f"{settings.host} port {settings.port} cannot be used: {error.strerror}",
            code="address-not-usable",
            field="port",
            found=settings.port,
            expected="a free port, and an address of this machine; 0 for any free port",
        ) from error
    made.listen(BACKLOG)
    return made


def address_of(listener: socket.socket) -> str:
    """Return the address of a listening socket, as typed in a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def watched(service: Service) -> Application:
    """Return the whole application: with a log of requests, health, metrics and a time limit."""
    answering = cast(Application, application(service))
    limited = TimeLimit(answering, service.settings.request_limit_seconds)
    return RequestLog(Watch(limited, service), METRICS)


class _Server(uvicorn.Server):
    """A server with a callback for the moment when it answers requests."""

    def __init__(self, config: uvicorn.Config, workers: int, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._workers, self._ready = workers, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()
            log.info("answering", workers=self._workers)


def answer_requests(
    settings: Settings,
    listener: socket.socket,
    stop: Stop,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Answer requests until asked to stop; `ready` is called when the first can be answered.

    Raises LedgerError if the ledger cannot be opened.
    """
    service = Service(settings)
    server = _Server(configured(settings, watched(service)), settings.workers, ready)
    server.should_exit = stop.requested
    if settings.is_public:
        log.warning("other_machines_can_reach_the_service", host=settings.host)
    server.run(sockets=[listener])
    log.info("stopped")


def configured(settings: Settings, answering: Application) -> uvicorn.Config:
    """Return the configuration of the server: headers of proxies are believed from trusted ones."""
    return uvicorn.Config(
        cast(Any, answering),
        access_log=False,
        log_config=None,
        lifespan="on",
        loop="asyncio",
        ws="none",
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=settings.stop_limit_seconds,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
    )
