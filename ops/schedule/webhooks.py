"""Sending a notice over https: certificate verified, no redirects, little time, nothing read."""

import ssl
from typing import Final
from urllib.parse import urlsplit

import httpx

from ops.schedule.addresses import resolved
from ops.schedule.messages import signed
from ops.schedule.recipients import NotDelivered
from ops.settings import Webhook

TIMEOUT_SECONDS: Final = 10.0
_HTTPS: Final = 443


def post(webhook: Webhook, body: bytes, now: int) -> None:
    """Post a message to a webhook; any 2xx is an acknowledgement. Raises NotDelivered."""
    parts = urlsplit(webhook.url)
    host, port = str(parts.hostname), parts.port or _HTTPS
    reason = NotDelivered(f"host {host} has no address")
    for address in resolved(host, port, private=webhook.private_addresses):
        try:
            _check(_answered(webhook, address, body, now))
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            reason = NotDelivered(f"{host} ({address}) cannot be reached: {error}")
            continue
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise NotDelivered(f"{host}: {type(error).__name__}: {error}") from error
        return
    raise reason


def _answered(webhook: Webhook, address: str, body: bytes, now: int) -> int:
    """Return the status of the answer, without reading the body."""
    url = httpx.URL(webhook.url)
    headers = {
        "Host": url.netloc.decode("ascii"),
        "Content-Type": "application/json",
        "User-Agent": "rating-ledger",
        **signed(body, webhook.secret.reveal(), now),
    }
    with (
        httpx.Client(
            verify=_verifying(webhook), trust_env=False, timeout=TIMEOUT_SECONDS
        ) as client,
        client.stream(
            "POST",
            url.copy_with(host=address),
            content=body,
            headers=headers,
            follow_redirects=False,
            extensions={"sni_hostname": url.raw_host.decode("ascii")},
        ) as response,
    ):
        return response.status_code


def _verifying(webhook: Webhook) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=webhook.ca_file)
    except OSError as error:
        raise NotDelivered(f"ca_file {webhook.ca_file} cannot be read: {error}") from error


def _check(status: int) -> None:
    if httpx.codes.is_redirect(status):
        raise NotDelivered(f"status {status}: a redirect is not followed")
    if not httpx.codes.is_success(status):
        raise NotDelivered(f"status {status}")
