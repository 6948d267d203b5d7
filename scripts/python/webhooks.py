"""Receiving webhooks."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

__all__ = ("WebhookVerificationError", "verify_webhook")

PREFIX = "whsec_"


def _verifier(secret: str) -> Webhook:
    if secret.startswith(PREFIX):
        try:
            return Webhook(base64.b64decode(secret[len(PREFIX) :], validate=True))
        except (binascii.Error, ValueError):
            pass
    return Webhook(secret.encode())


def verify_webhook(secret: str, headers: Mapping[str, str], body: str | bytes) -> dict[str, Any]:
    """Checks a delivery by Standard Webhooks 1.0: its signature, and its age (five minutes at most).

    Args:
        secret: The webhook's secret, as the service showed it.
        headers: Of the request; their names in any case.
        body: As it came. JSON that was parsed and printed again has another signature.

    Returns:
        The event: ``id``, ``type``, ``timestamp``, ``data``. The id stays the same on every attempt and replay.

    Raises:
        WebhookVerificationError: Answer 400 and do nothing.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    text = body.decode() if isinstance(body, bytes) else body
    return {**_verifier(secret).verify(text, lower), "id": lower["webhook-id"]}
