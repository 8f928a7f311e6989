"""Debian's Chromium and how it is started for tests and measurements."""

from __future__ import annotations

import shutil

# Features of the browser's own window that load hundreds of files whenever one is opened, and ask other hosts.
UNWANTED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AimEnabled",
    "OptimizationHints",
    "PreconnectToSearch",
    "NetworkTimeServiceQuerying",
    "Translate",
    "MediaRouter",
)
# A name for the loopback that is not trusted like it, as any other machine of a home network is not.
HOME = "table.home"
FLAGS = [
    f"--host-resolver-rules=MAP {HOME} 127.0.0.1",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
    f"--disable-features={','.join(UNWANTED)}",
]
MISSING = "No Chromium is installed; on Debian: apt-get install chromium."


def find() -> str | None:
    """Where Chromium is, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
