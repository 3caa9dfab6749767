"""``HostNames``: the host names that requests to a room may have.

They protect from DNS rebinding: a page of another site changes the address of its own host name to
that of this machine, to read the room's answers. The browser still sends the site's name as
``Host``. An IP address cannot be rebound, so each one is accepted.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from ipaddress import ip_address
from typing import Final

LOCAL_DOMAINS: Final = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""Domains that routers and multicast DNS assign; no web site has a name in them."""


class HostNames:
    """The host names of this machine, and that of ``public``, the URL of a proxy; "" for none."""

    def __init__(self, public: str = "") -> None:
        host = socket.gethostname().lower()
        short = host.partition(".")[0]
        local = (f"{short}.{domain}" for domain in LOCAL_DOMAINS)
        self._names = {"localhost", host, short, *local, name_in(public)} - {""}

    def look_up(self) -> None:
        """Add the names that the system's resolver knows, in a thread: that may take seconds."""
        threading.Thread(target=self._add_known, daemon=True).start()

    def _add_known(self) -> None:
        with contextlib.suppress(OSError, UnicodeError):
            name, aliases, _ = socket.gethostbyaddr(socket.gethostname())
            self._names |= {one.lower() for one in (name, *aliases) if one}

    def fits(self, host: str) -> bool:
        """Return whether a ``Host`` header is an IP address or one of the names, with any port."""
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
