"""Metrics: what a server is doing, in the format of Prometheus."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.think.pool import Pool

if TYPE_CHECKING:  # the package of the queue is there only on a site with worker processes
    from cornerwise.server.think.remote import Workers

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of one app; they are counted from its start."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.requests = Counter(
            "cornerwise_requests", "HTTP requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "cornerwise_request_seconds", "Time to answer.", ("route",), buckets=SECONDS, registry=self.registry
        )
        self.connections = Gauge("cornerwise_connections", "Open WebSockets.", registry=self.registry)

    def watch(self, sessions: Sessions, pool: Pool, workers: Workers | None) -> None:
        """Tell what tables and thinking there are whenever somebody asks."""
        self.registry.register(LiveGames(sessions, pool, workers))

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class LiveGames(Collector):
    """What is going on at the tables, looked up when it is asked for."""

    def __init__(self, sessions: Sessions, pool: Pool, workers: Workers | None) -> None:
        self.sessions = sessions
        self.pool = pool
        self.workers = workers

    def collect(self) -> Iterator[Metric]:
        """One gauge per figure."""
        live = list(self.sessions.live.values())
        yield GaugeMetricFamily("cornerwise_tables", "Tables somebody is at.", len(live))
        members = sum(len(session.members) for session in live)
        yield GaugeMetricFamily("cornerwise_members", "People and programs at tables.", members)
        yield GaugeMetricFamily("cornerwise_thinking", "Jobs this process thinks about.", len(self.pool.running))
        waiting = sum(map(len, list(self.pool.queues.values())))
        if self.workers is not None:
            waiting += sum(self.workers.waiting.values())
        yield GaugeMetricFamily("cornerwise_waiting", "Jobs that wait for a thread or a worker process.", waiting)


class Measure:
    """Middleware that counts requests and connections; around everything else, so that refusals count too."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through and count it."""
        if scope["type"] == "websocket":
            with self.metrics.connections.track_inprogress():
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        begun = time.perf_counter()
        try:
            await self.app(scope, receive, note)
        finally:
            # The pattern of the route, not the path: strangers must not choose how many figures are kept.
            route = getattr(scope.get("route"), "path", "") or "other"
            self.metrics.requests.labels(scope["method"][:8], route, status).inc()
            self.metrics.seconds.labels(route).observe(time.perf_counter() - begun)
