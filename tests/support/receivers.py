"""Receivers of notices: an https server and a mail server with certificates made here."""

import socketserver
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from ops.settings import Secret, Webhook

SECRET = "0123456789abcdef" * 2


@cache
def _certificate(name: str) -> tuple[bytes, bytes]:
    """Key and certificate of a host, signed by itself."""
    with TemporaryDirectory() as folder:
        key, made = Path(folder) / "key.pem", Path(folder) / "made.pem"
        words = (
            f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={name}"
        )
        said = ["-addext", f"subjectAltName=DNS:{name}", "-keyout", str(key), "-out", str(made)]
        subprocess.run(["openssl", *words.split(), *said], check=True, capture_output=True)
        return key.read_bytes(), made.read_bytes()


def certificate_files(folder: Path, name: str) -> tuple[Path, Path]:
    """Write certificate and key of a host into a folder."""
    key, made = folder / "key.pem", folder / "made.pem"
    for path, data in zip((key, made), _certificate(name), strict=True):
        path.write_bytes(data)
    return made, key


@dataclass
class Receiver:
    """An https server with the next answers and the requests received."""

    port: int
    ca_file: Path
    statuses: list[int] = field(default_factory=list)
    """The next answers; then 204."""
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    """Headers in lower case, and body."""
    host: str = "localhost"

    def webhook(self, **said: Any) -> Webhook:
        """The settings of a webhook to this server."""
        usual = {
            "name": "board",
            "url": f"https://{self.host}:{self.port}/notices?to=us",
            "secret": Secret(SECRET),
            "ca_file": str(self.ca_file),
            "private_addresses": True,
        }
        return Webhook(**{**usual, **said})


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.received.append(({**headers, ":path": self.path}, body))
            self.send_response(receiver.statuses.pop(0) if receiver.statuses else 204)
            self.send_header("Location", f"https://localhost:{receiver.port}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


@contextmanager
def a_receiver(folder: Path, *statuses: int, name: str = "localhost") -> Iterator[Receiver]:
    """Run an https server on a free port of the loopback, with a certificate for a name."""
    made, key = certificate_files(folder, name)
    with _Server(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        receiver = Receiver(server.server_address[1], made, list(statuses))
        server.RequestHandlerClass = _handler(receiver)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        with _serving(server):
            yield receiver


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """Ignore clients refusing the certificate."""


@contextmanager
def _serving(server: socketserver.BaseServer) -> Iterator[None]:
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@contextmanager
def a_mail_server(folder: Path, letters: list[Message]) -> Iterator[int]:
    """Run a mail server over TLS on a free port. Letters are added to the list.

    Its certificate is in the folder, as `made.pem`.
    """

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                if line.upper().startswith(b"DATA"):
                    self.wfile.write(b"354 go on\r\n")
                    lines = iter(self.rfile.readline, b".\r\n")
                    letters.append(message_from_string(b"".join(lines).decode()))
                is_end = line.upper().startswith(b"QUIT")
                self.wfile.write(b"221 bye\r\n" if is_end else b"250 yes\r\n")
                if is_end:
                    return

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate_files(folder, "localhost"))
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        with _serving(server):
            yield server.server_address[1]
