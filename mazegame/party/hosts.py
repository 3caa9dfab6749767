"""Hosts: the names by which a room may be addressed.

A page of another site can have its name lead to this machine once it is loaded (DNS rebinding), and
may then read what the room answers. Its browser still sends that name as the ``Host``. An address
cannot be made to lead elsewhere: each one fits.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from ipaddress import ip_address
from typing import Final

LOCAL_DOMAINS: Final = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""The domains that routers and multicast DNS give machines; no site has a name in them."""


class HostNames:
    """The names of this machine, and one more by which a proxy is known; empty for none."""

    def __init__(self, public: str = "") -> None:
        host = socket.gethostname().lower()
        short = host.partition(".")[0]
        local = (f"{short}.{domain}" for domain in LOCAL_DOMAINS)
        self._names = {"localhost", host, short, *local, name_in(public)} - {""}

    def look_up(self) -> None:
        """Add the names that the system knows besides, which may take seconds, in a thread."""
        threading.Thread(target=self._add_known, daemon=True).start()

    def _add_known(self) -> None:
        with contextlib.suppress(OSError, UnicodeError):
            name, aliases, _ = socket.gethostbyaddr(socket.gethostname())
            self._names |= {one.lower() for one in (name, *aliases) if one}

    def fits(self, host: str) -> bool:
        """Return whether a request's ``Host`` is an address or one of the names, with any port."""
        name = name_in(host)
        try:
            ip_address(name)
        except ValueError:
            return name in self._names
        return True


def name_in(host: str) -> str:
    """Return the name or the address in ``HOST[:PORT]`` or a URL, without a port."""
    host = host.rpartition("://")[2].partition("/")[0]
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".").lower()
