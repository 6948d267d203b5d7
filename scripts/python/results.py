"""Answers without the envelope: errors raised, runs awaited, items read page by page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, TypeVar

from .api.runs import get_run, list_run_items
from .client import AuthenticatedClient
from .models import ErrorBody
from .types import UNSET, Unset

T = TypeVar("T")

#: The service's own pace: see docs/guide/client.md.
POLL_SECONDS = 1.0
UNFINISHED = ("queued", "running")


class GleanerError(Exception):
    """The service refused a request. The codes are listed in docs/guide/errors.md."""

    def __init__(self, code: str, message: str, request_id: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id


def unwrap(answer: T | ErrorBody | None) -> T:
    """Returns the answer of an operation.

    Raises:
        GleanerError: The service refused the request, or its answer is in no known form.
    """
    if isinstance(answer, ErrorBody):
        error = answer.error
        raise GleanerError(str(error.code), error.message, error.request_id)
    if answer is None:
        raise GleanerError("unexpected-response", "The service's answer is in no known form.")
    return answer


def wait_for_run(client: AuthenticatedClient, run_id: str, timeout: float = 600) -> Any:
    """Waits until a run has ended, whatever came of it.

    Args:
        timeout: In seconds.

    Raises:
        TimeoutError: The run is still in progress. It goes on.
        GleanerError: The run cannot be read.
    """
    deadline = time.monotonic() + timeout
    while True:
        run = unwrap(get_run.sync(run_id, client=client)).data
        if run.status not in UNFINISHED:
            return run
        if time.monotonic() > deadline:
            raise TimeoutError(f"Run {run_id} is still {run.status.value} after {timeout:g} seconds.")
        time.sleep(POLL_SECONDS)


def items_of(client: AuthenticatedClient, run_id: str) -> Iterator[dict[str, Any]]:
    """Reads all items of a run, a page at a time.

    Raises:
        GleanerError: The items cannot be read.
    """
    cursor: str | Unset = UNSET
    while True:
        page = unwrap(list_run_items.sync(run_id, client=client, cursor=cursor))
        for item in page.data:
            yield item.to_dict()
        if not page.next_cursor:
            return
        cursor = page.next_cursor
