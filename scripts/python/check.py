"""Tests the installed client against a running service: python check.py URL KEY PAGE. Prints one JSON object."""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
from collections.abc import Callable
from datetime import datetime, timezone

from gleaner import AuthenticatedClient
from gleaner.api.flows import create_flow, get_flow, list_flows
from gleaner.api.health import get_health
from gleaner.api.runs import create_run, list_runs
from gleaner.models import CreateRun, FlowDefinition
from gleaner.results import GleanerError, items_of, unwrap, wait_for_run
from gleaner.webhooks import WebhookVerificationError, verify_webhook
from standardwebhooks.webhooks import Webhook

url, key, page = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)


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


def raises_errors() -> None:
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
