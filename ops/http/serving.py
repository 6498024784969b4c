"""A process of the service, from start to graceful end.

SIGTERM and SIGINT end it: no new connections, requests in flight are answered, the writer records
what waits, exit code 0. A second SIGINT does not wait for requests in flight.
"""

import resource
import signal
import socket
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address, ip_network
from types import FrameType
from typing import Any, Final, cast

import uvicorn

from ledger.errors import Refused
from ledger.logs import Logger
from ledger.sentences import Amount, Sentence
from ops.http.app import application
from ops.http.connections import IDLE_SECONDS, OF_ONE, Connection
from ops.http.metrics import METRICS
from ops.http.prepared import keep_what_stays
from ops.http.request_log import Application, RequestLog
from ops.http.service import Service
from ops.http.shares import Shares
from ops.http.watch import Watch
from ops.settings import Settings

log = Logger(__name__)

BACKLOG: Final = 1_024
"""Connections that wait to be accepted."""

ACCEPTED_AT_ONCE: Final = 64
"""Of them are accepted before anything else is done."""

FILES_BESIDE: Final = 384
"""Open files of a process besides connections of clients: databases, libraries, log."""

FEWEST_FILES, MOST_FILES = 512, 4_096
"""Files that a process needs at least, and has use for."""

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
            Sentence(
                "{host} port {port} cannot be used: {cause}",
                host=settings.host,
                port=str(settings.port),
                cause=error.strerror,
            ),
            code="address-not-usable",
            field="port",
            found=settings.port,
            expected=Sentence("a free port, and an address of this machine; 0 for any free port"),
        ) from error
    made.listen(BACKLOG)
    return made


def address_of(listener: socket.socket) -> str:
    """Return the address of a listening socket, as typed in a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def watched(service: Service) -> Application:
    """Return the whole application: with a log of requests, health and metrics."""
    answering = cast(Application, application(service))
    return RequestLog(Watch(answering, service), METRICS)


class _Server(uvicorn.Server):
    """A server with a callback for the moment when it answers requests."""

    def __init__(self, config: uvicorn.Config, workers: int, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._workers, self._ready = workers, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # asyncio accepts as many at once as it lets wait
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
    keep_what_stays()
    server.run(sockets=[listener])
    log.info("stopped")


def configured(settings: Settings, answering: Application) -> uvicorn.Config:
    """Return the configuration of the server: headers of proxies are believed from trusted ones."""
    connections = files_allowed() - FILES_BESIDE
    return uvicorn.Config(
        cast(Any, answering),
        access_log=False,
        log_config=None,
        lifespan="on",
        loop="asyncio",
        http=cast(Any, partial(Connection, Shares(connections, OF_ONE), _proxies(settings))),
        backlog=ACCEPTED_AT_ONCE,
        ws="none",
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=settings.stop_limit_seconds,
        timeout_keep_alive=IDLE_SECONDS,
    )


def _proxies(settings: Settings) -> Callable[[str], bool]:
    """Return whether an address is that of a trusted proxy."""
    networks = [ip_network(text) for text in settings.trusted_proxies]

    def is_proxy(address: str) -> bool:
        return any(ip_address(address) in network for network in networks)

    return is_proxy


def files_allowed() -> int:
    """Allow the process as many open files as it has use for; return how many.

    Raises Refused where they are too few.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < FEWEST_FILES:
        raise Refused(
            Sentence(
                "the service may have {most} files open, and needs {fewest}: raise the limit "
                "({by_hand}, or {of_unit} of the unit)",
                most=Amount(most),
                fewest=Amount(FEWEST_FILES),
                by_hand="ulimit -n",
                of_unit="LimitNOFILE",
            ),
            code="too-few-files",
            found=most,
            expected=Sentence("{least} or more", least=FEWEST_FILES),
        )
    return most
