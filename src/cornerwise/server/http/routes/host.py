"""The routes for whoever runs the server: is it alive, is it ready, what is it doing."""

from __future__ import annotations

import asyncio
import ipaddress

from fastapi import APIRouter, Request, Response
from sqlalchemy import text
from sqlalchemy.orm import Session as Transaction
from starlette.responses import PlainTextResponse

from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Store

router = APIRouter(include_in_schema=False)

PATIENCE = 2.0  # seconds the database has to answer
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


def is_local(request: Request) -> bool:
    """Whether a request comes from this machine and through no proxy."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


@router.get("/health")
def health() -> PlainTextResponse:
    """The process answers."""
    return PlainTextResponse("alive\n")


@router.get("/ready")
async def ready(request: Request) -> PlainTextResponse:
    """The process and its database answer, so that people may be sent here."""

    def ask(transaction: Transaction) -> None:
        transaction.execute(text("SELECT 1"))

    store: Store = request.app.state.people.store
    try:
        await asyncio.wait_for(store.read(ask), PATIENCE)
    except Exception:  # whatever it is: not ready
        return PlainTextResponse("The database does not answer.\n", 503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
def metrics(request: Request) -> Response:
    """Figures for Prometheus, told to this machine only."""
    if not is_local(request):
        raise Refusal("not_yours", "Metrics are told to the server's own machine only.")
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
