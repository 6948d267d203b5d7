"""Connects to a service with a time limit, and repeats what can be repeated."""

from __future__ import annotations

import asyncio
import time
import uuid
from typing import Any

import httpx

from .client import AuthenticatedClient

_FIRST_DELAY_SECONDS = 0.25
_MAX_DELAY_SECONDS = 10.0
#: Longer waits are left to the caller.
_MAX_WAIT_SECONDS = 60.0


class _Attempts:
    """Decides after each attempt of a request whether there is another one, and when."""

    def __init__(self, request: httpx.Request, retries: int) -> None:
        self.left = retries
        self.delay = _FIRST_DELAY_SECONDS
        if request.method == "POST":
            # A repeat with the same key has no second effect.
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))

    def after_response(self, response: httpx.Response) -> float | None:
        """How long to wait before the next attempt, as the service asks; None if there is none."""
        asked = response.headers.get("Retry-After", "")
        if response.status_code not in (429, 503) or not asked.isdigit() or self.left == 0:
            return None
        self.left -= 1
        return float(asked) if float(asked) <= _MAX_WAIT_SECONDS else None

    def after_failure(self) -> float | None:
        """How long to wait after the connection failed; None if there is no other attempt."""
        if self.left == 0:
            return None
        self.left -= 1
        delay, self.delay = self.delay, min(self.delay * 2, _MAX_DELAY_SECONDS)
        return delay


class _Client(httpx.Client):
    retries = 0

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        attempts = _Attempts(request, self.retries)
        while True:
            try:
                response = super().send(request, **options)
                delay = attempts.after_response(response)
                if delay is None:
                    return response
                response.close()
            except httpx.TransportError:
                delay = attempts.after_failure()
                if delay is None:
                    raise
            time.sleep(delay)


class _AsyncClient(httpx.AsyncClient):
    retries = 0

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        attempts = _Attempts(request, self.retries)
        while True:
            try:
                response = await super().send(request, **options)
                delay = attempts.after_response(response)
                if delay is None:
                    return response
                await response.aclose()
            except httpx.TransportError:
                delay = attempts.after_failure()
                if delay is None:
                    raise
            await asyncio.sleep(delay)


def connect(url: str, api_key: str, *, timeout: float = 60, retries: int = 5) -> AuthenticatedClient:
    """Returns a client for the operations of `gleaner.api`.

    On 429 and 503 it waits as Retry-After says, and it repeats requests that were interrupted. Every POST has its
    own Idempotency-Key, so a repeat has no second effect.

    Args:
        url: URL of the service.
        timeout: Of one attempt, in seconds.
        retries: Further attempts of a request.
    """
    settings: dict[str, Any] = {
        "base_url": url,
        "timeout": timeout,
        "headers": {"Authorization": f"Bearer {api_key}"},
    }
    client, async_client = _Client(**settings), _AsyncClient(**settings)
    client.retries = async_client.retries = retries
    made = AuthenticatedClient(base_url=url, token=api_key, timeout=httpx.Timeout(timeout))
    return made.set_httpx_client(client).set_async_httpx_client(async_client)
