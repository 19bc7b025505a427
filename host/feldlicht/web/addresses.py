"""Under which addresses this computer is reached, found out without sending anything."""

from __future__ import annotations

import ipaddress
import re
import socket
import struct
import sys
from contextlib import closing, suppress

LOOPBACK = "127.0.0.1"
_SOMEWHERE = ("192.0.2.1", "198.51.100.1", "203.0.113.1")
"""Addresses that exist in documentation only: asking for the way there names our own, and no packet is sent."""
_HOST = re.compile(r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{1,5}))?", re.ASCII | re.IGNORECASE)


def split_host(host: str) -> tuple[str, str | None] | None:
    """Return name (small letters, no brackets) and port of a Host header; None if it is none."""
    parts = _HOST.fullmatch(host)
    return None if parts is None else (parts["name"].strip("[]").lower(), parts["port"])


def is_loopback(name: str) -> bool:
    """Say whether ``name`` is this computer and no other: ``localhost`` or a loopback address."""
    if name == "localhost":
        return True
    address = _address(name)
    return address is not None and address.is_loopback


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def own_addresses() -> list[str]:
    """Return this computer's IPv4 addresses in its networks, the one that others most likely reach it by first."""
    found = [one for one in (*_towards_networks(), *_of_interfaces()) if _reachable(one)]
    return list(dict.fromkeys(found))


def address_to_show(addresses: list[str]) -> str:
    """Return the address that an invitation names: a private one first, as people sit in one house."""
    private = [one for one in addresses if ipaddress.ip_address(one).is_private]
    return next(iter([*private, *addresses]), LOOPBACK)


def _reachable(name: str) -> bool:
    address = _address(name)
    return address is not None and not (address.is_loopback or address.is_unspecified or address.is_link_local)


def _towards_networks() -> list[str]:
    found = []
    for target in _SOMEWHERE:
        # Connecting a datagram socket chooses a way and tells our end of it; nothing leaves.
        with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as ask:
            ask.connect((target, 9))
            found.append(str(ask.getsockname()[0]))
    return found


if sys.platform == "linux":
    import fcntl

    _SIOCGIFADDR = 0x8915

    def _of_interfaces() -> list[str]:
        found = []
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as ask:
            for _, name in socket.if_nameindex():
                with suppress(OSError):
                    asked = struct.pack("256s", name.encode()[:15])
                    found.append(socket.inet_ntoa(fcntl.ioctl(ask.fileno(), _SIOCGIFADDR, asked)[20:24]))
        return found

else:  # pragma: no cover

    def _of_interfaces() -> list[str]:
        with suppress(OSError):
            return [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
        return []
