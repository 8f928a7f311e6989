"""Debian's nginx with TLS before two servers, as docs/hosting/host.md tells it."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

REQUEST = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
PAGE = Path(__file__).parents[3] / "docs" / "hosting" / "host.md"


def free_port() -> int:
    """A port of the loopback that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


class Nginx:
    """nginx with the configuration of the documentation, on a free port, with a certificate of its own."""

    def __init__(self, directory: Path, servers: list[str]) -> None:
        self.port = free_port()
        certificate, key = directory / "cert.pem", directory / "key.pem"
        subprocess.run(
            [*REQUEST.split(), "-keyout", key, "-out", certificate],
            check=True,
            capture_output=True,
        )
        self.certificate = certificate
        found = re.search(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        assert found, "the documentation has no configuration of nginx"
        upstream = "\n".join(f"    server {each.removeprefix('http://')}\\1;" for each in servers)
        text = re.sub(r"(?:    server 127\.0\.0\.1:\d+([^;]*);\n?)+", upstream + "\n", found[1], count=1)
        text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;")
        text = re.sub(r"ssl_certificate .*;", f"ssl_certificate {certificate};", text)
        text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", text)
        text = text.replace("play.example.org", "localhost")
        places = "".join(
            f"{kind}_temp_path {directory}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = directory / "nginx.conf"
        config.write_text(
            f"daemon off; pid {directory}/pid; error_log {directory}/error.log;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{places}{text}}}\n"
        )
        self.process = subprocess.Popen([program(), "-c", config, "-p", directory], stderr=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            assert self.process.poll() is None, (directory / "error.log").read_text()
            time.sleep(0.1)
        self.url = f"https://localhost:{self.port}"

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(10)


def program() -> str:
    """Where nginx is, or ""."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""
