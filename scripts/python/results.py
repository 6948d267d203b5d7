"""Answers without the envelope: errors raised, runs awaited, lists read page by page, files read whole."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from types import ModuleType
from typing import Any, TypeVar

import httpx

from .api.runs import get_run, list_run_items
from .client import AuthenticatedClient
from .models import ErrorBody
from .types import UNSET, Response, Unset

T = TypeVar("T")

#: The service's own pace: see docs/guide/client.md.
POLL_SECONDS = 1.0
UNFINISHED = ("queued", "running")


class GleanerError(Exception):
    """The service refused a request.

    Attributes:
        code: Stable: branch on this, not on the message. The codes are listed in docs/guide/errors.md.
        details: What is wrong, as (path, message), one for each field.
        retryable: Whether the same request may succeed later; None if the service did not say.
    """

    def __init__(
        self,
        code: str,
        message: str,
        request_id: str | None = None,
        details: Sequence[tuple[str, str]] = (),
        retryable: bool | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id
        self.details = tuple(details)
        self.retryable = retryable

    def __str__(self) -> str:
        # The message has the first detail.
        more = "".join(f"; {path}: {message}" for path, message in self.details[1:])
        return f"{self.code}: {super().__str__()}{more}"


def unwrap(answer: T | ErrorBody | None) -> T:
    """Returns the answer of an operation.

    Raises:
        GleanerError: The service refused the request, or its answer is in no known form.
    """
    if isinstance(answer, ErrorBody):
        error = answer.error
        details = [] if isinstance(error.details, Unset) else error.details
        raise GleanerError(
            str(error.code),
            error.message,
            error.request_id,
            [(detail.path, detail.message) for detail in details],
            None if isinstance(error.retryable, Unset) else error.retryable,
        )
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


def records_of(operation: ModuleType, client: AuthenticatedClient, *ids: str, **query: Any) -> Iterator[Any]:
    """Reads all records of a list, a page at a time, such as `records_of(list_runs, client, flow_id=flow.id)`.

    Args:
        operation: A module of `gleaner.api` that lists records.
        ids: The operation's ids, such as a run's.
        query: Its other parameters.

    Raises:
        GleanerError: The records cannot be read.
    """
    cursor: str | Unset = UNSET
    while True:
        page = unwrap(operation.sync(*ids, client=client, cursor=cursor, **query))
        yield from page.data
        if not page.next_cursor:
            return
        cursor = page.next_cursor


def items_of(client: AuthenticatedClient, run_id: str) -> Iterator[dict[str, Any]]:
    """Reads all items of a run, a page at a time.

    Raises:
        GleanerError: The items cannot be read.
    """
    for item in records_of(list_run_items, client, run_id):
        yield item.to_dict()


def content_of(answer: Response[Any]) -> bytes:
    """Returns a file, such as a CSV or Excel file, from the answer of `sync_detailed`.

    Raises:
        GleanerError: The service refused the request.
        httpx.HTTPError: The file cannot be downloaded.
    """
    if isinstance(answer.parsed, ErrorBody):
        unwrap(answer.parsed)
    if answer.status_code != HTTPStatus.SEE_OTHER:
        return answer.content
    # The link needs no key, and is not given one.
    return httpx.get(answer.headers["Location"], timeout=60).raise_for_status().content
