"""Addresses to which a notice may be sent: none of a private network unless the settings say so.

The host is resolved once, and the connection goes to the address that was checked.
"""

import ipaddress
import socket

from ops.schedule.recipients import NotDelivered

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def resolved(host: str, port: int, *, private: bool) -> list[str]:
    """Return the addresses of a host. Raises NotDelivered: no address, or a private address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotDelivered(f"host {host} is not found: {error}") from error
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    for address in addresses:
        if not private and not is_public(ipaddress.ip_address(address)):
            raise NotDelivered(
                f"{host} is {address}, an address that is not public: if this is meant, set "
                "private_addresses = true for the webhook"
            )
    return addresses


def is_public(address: IPAddress) -> bool:
    """Whether an address, and any address inside, belongs to the public network."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour is not None or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast
