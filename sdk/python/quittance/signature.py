"""What stands in the headers that prove who calls."""

from __future__ import annotations

import base64
import hashlib
import hmac


def sign_request(secret: str, method: str, url: str, body: bytes = b"", timestamp: str = "") -> str:
    """`X-Signature`: Base64 of the HMAC-SHA1 over the method in capitals, the URL exactly as it is called, for JSON alone
    the body exactly as it is sent, and the time of sending where `X-Timestamp` says it. Forms are signed without their body.
    """
    return _signed("sha1", secret, method, url, body, timestamp)


def sign_request_256(secret: str, method: str, url: str, body: bytes = b"", timestamp: str = "") -> str:
    """`X-Signature-256`: the same with HMAC-SHA256."""
    return _signed("sha256", secret, method, url, body, timestamp)


def _signed(algorithm: str, secret: str, method: str, url: str, body: bytes, timestamp: str) -> str:
    text = (method + url).encode() + body + timestamp.encode()
    return base64.b64encode(hmac.new(secret.encode(), text, getattr(hashlib, algorithm)).digest()).decode()


def sign_notification(secret: str, webhook_id: str, timestamp: str, body: bytes) -> str:
    """What stands after `v1,` in `webhook-signature` (Standard Webhooks)."""
    text = f"{webhook_id}.{timestamp}.".encode() + body
    return base64.b64encode(hmac.new(secret.encode(), text, hashlib.sha256).digest()).decode()
