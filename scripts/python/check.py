"""Tests the installed client against a running service: python check.py URL KEY PAGE. Prints one JSON object."""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
from collections.abc import Callable
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from gleaner import AuthenticatedClient
from gleaner.api.extraction import extract
from gleaner.api.flows import create_flow, get_flow, list_flows
from gleaner.api.health import get_health
from gleaner.api.links import get_latest_items
from gleaner.api.runs import create_run, list_run_items, list_runs
from gleaner.connection import connect
from gleaner.models import (
    CreateRun,
    ExtractFormat,
    ExtractRequest,
    FlowDefinition,
    GetLatestItemsFormat,
    ListRunItemsFormat,
)
from gleaner.results import GleanerError, content_of, items_of, records_of, unwrap, wait_for_run
from gleaner.webhooks import WebhookVerificationError, verify_webhook
from standardwebhooks.webhooks import Webhook

url, key, page = sys.argv[1:]
client = connect(url, key)


def collects_items() -> None:
    definition = {
        "name": "From Python",
        "url": page,
        "mode": "extract",
        "steps": [{"type": "extract", "selector": "li", "fields": ["name: b", "price: i"]}],
        "outputSchema": {"name": "string", "price": "price"},
    }
    flow = unwrap(create_flow.sync(client=client, body=FlowDefinition.from_dict(definition))).data
    run = unwrap(create_run.sync(client=client, body=CreateRun.from_dict({"flowId": flow.id}))).data
    assert wait_for_run(client, run.id, timeout=60).status == "completed"
    items = list(items_of(client, run.id))
    assert len(items) == 120, len(items)
    assert items[0] == {"name": "Lamp 0", "price": 1.5}, items[0]
    assert flow.id in [each.id for each in unwrap(list_flows.sync(client=client)).data]
    assert unwrap(list_runs.sync(client=client, flow_id=flow.id)).total == 1


    runs = [each.id for each in records_of(list_runs, client, flow_id=flow.id, limit=1)]
    assert runs == [run.id], runs
    csv = content_of(list_run_items.sync_detailed(run.id, client=client, format_=ListRunItemsFormat.CSV))
    assert csv.count(b"Lamp ") == 120, csv[:80]
    latest = content_of(get_latest_items.sync_detailed(flow.id, client=client, format_=GetLatestItemsFormat.XLSX))
    assert latest.startswith(b"PK"), latest[:80]


def reads_markdown() -> None:
    body = ExtractRequest.from_dict({"url": page})
    text = unwrap(extract.sync(client=client, body=body, format_=ExtractFormat.MARKDOWN))
    assert "# Lamps" in text, text


class Answers(BaseHTTPRequestHandler):
    """A service that is busy, then interrupts a request, and then answers."""

    keys: list[str] = []

    def do_POST(self) -> None:
        self.keys.append(self.headers["Idempotency-Key"])
        if len(self.keys) == 2:
            return self.connection.close()
        self.send_response(429 if len(self.keys) == 1 else 404)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def repeats_requests() -> None:
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        again = connect(f"http://127.0.0.1:{server.server_port}", "gl_live_any")
        answer = again.get_httpx_client().post("/runs")
        asyncio.run(again.get_async_httpx_client().post("/runs"))
        server.shutdown()
    assert answer.status_code == 404, answer
    assert len(Answers.keys) == 4 and len(set(Answers.keys)) == 2, Answers.keys


def raises_errors() -> None:
    try:
        unwrap(create_flow.sync(client=client, body=FlowDefinition.from_dict({"name": "", "url": page, "mode": "x"})))
    except ValueError:
        pass
    else:
        raise AssertionError("an unknown mode was sent")
    faulty = FlowDefinition.from_dict({"name": "", "url": "nowhere", "mode": "extract"})
    try:
        unwrap(create_flow.sync(client=client, body=faulty))
    except GleanerError as error:
        assert [path for path, _ in error.details] == ["name", "url"], error.details
        assert "url: must be" in str(error), str(error)
        assert error.retryable is False, error.retryable
    else:
        raise AssertionError("a faulty flow was created")
    try:
        unwrap(get_flow.sync("flow-0", client=client))
    except GleanerError as error:
        assert error.code == "not-found", error.code
        assert error.request_id
    else:
        raise AssertionError("an unknown flow was found")


def refuses_a_wrong_key() -> None:
    stranger = AuthenticatedClient(base_url=url, token="gl_live_wrong")
    try:
        unwrap(list_flows.sync(client=stranger))
    except GleanerError as error:
        assert error.code == "unauthenticated", error.code
    else:
        raise AssertionError("a wrong key was taken")


def works_with_asyncio() -> None:
    health = asyncio.run(get_health.asyncio(client=client))
    assert unwrap(health).status, health


def verifies_webhooks() -> None:
    body = json.dumps({"type": "run.completed", "timestamp": "2026-11-22T00:00:00Z", "data": {"id": "run-1"}})
    for secret in ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "a secret of my own"):
        verifier = Webhook(secret if secret.startswith("whsec_") else secret.encode())
        now = datetime.now(timezone.utc)
        headers = {
            "Webhook-Id": "evt-1",
            "Webhook-Timestamp": str(int(now.timestamp())),
            "Webhook-Signature": verifier.sign("evt-1", now, body),
        }
        event = verify_webhook(secret, headers, body.encode())
        assert (event["id"], event["type"], event["data"]) == ("evt-1", "run.completed", {"id": "run-1"})
        try:
            verify_webhook(secret, headers, body.replace("run-1", "run-2"))
        except WebhookVerificationError:
            continue
        raise AssertionError("a changed body was believed")


CHECKS: tuple[Callable[[], None], ...] = (
    collects_items,
    reads_markdown,
    repeats_requests,
    raises_errors,
    refuses_a_wrong_key,
    works_with_asyncio,
    verifies_webhooks,
)
failed = 0
for check in CHECKS:
    try:
        check()
    except Exception:
        failed += 1
        print(f"FAILED {check.__name__}\n{traceback.format_exc()}", file=sys.stderr)
print(json.dumps({"passed": len(CHECKS) - failed, "failed": failed}))
