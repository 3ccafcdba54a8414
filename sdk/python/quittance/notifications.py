"""Verifies what the service sends to your own server, and makes such requests for your tests."""

from __future__ import annotations

import collections
import copy
import hmac
import json
import threading
import time
import uuid
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Protocol, Sequence, Tuple, Union

from ._interface import EXAMPLE_NOTIFICATION, Notification
from .errors import NotificationError
from .signature import sign_notification

_AGE_MAX_SECONDS = 300.0


class SeenStore(Protocol):
    """Remembers which notifications were dealt with.

    It only spares work: two processes may both ask before either has added. With several, insert the ID under a unique
    key in the transaction that stores what follows from the notification.
    """

    def has(self, webhook_id: str) -> bool: ...

    def add(self, webhook_id: str) -> None: ...


class MemorySeenStore:
    """Remembers the newest IDs in memory: enough for one process, whose memory ends with it."""

    def __init__(self, ids_max: int = 10_000) -> None:
        self._ids: "collections.OrderedDict[str, None]" = collections.OrderedDict()
        self._ids_max = ids_max
        self._lock = threading.Lock()

    def has(self, webhook_id: str) -> bool:
        with self._lock:
            return webhook_id in self._ids

    def add(self, webhook_id: str) -> None:
        with self._lock:
            self._ids[webhook_id] = None
            while len(self._ids) > self._ids_max:
                self._ids.popitem(last=False)


class VerifiedNotification(NamedTuple):
    #: The same whenever the same notification is sent again.
    id: str
    #: With `notificationType` `test` it is about no invoice, and there is nothing to do.
    notification: Dict[str, Any]
    #: Dealt with before: answer 200 and do nothing.
    is_repeat: bool
    #: Call it when you have stored what follows from the notification, not before: who fails in between is told again.
    remember: Callable[[], None]


class VerifiedEvent(NamedTuple):
    #: The same whenever the same event is sent again.
    id: str
    #: What happened; `notificationType` says of which kind it is.
    event: Dict[str, Any]
    #: Dealt with before: answer 200 and do nothing.
    is_repeat: bool
    #: Call it when you have stored what follows from the event, not before.
    remember: Callable[[], None]


#: The `notificationToken` of the invoice, or how to find it (empty for an invoice without one).
Token = Union[str, Callable[[Notification], str]]


def verify_notification(
    headers: Mapping[str, str],
    body: bytes,
    *,
    secret: Union[str, Sequence[str]],
    token: Optional[Token] = None,
    age_max_seconds: float = _AGE_MAX_SECONDS,
    seen: Optional[SeenStore] = None,
    now: Callable[[], float] = time.time,
) -> VerifiedNotification:
    """Raises a `NotificationError` unless the service has sent this, unchanged and just now.

    `body` is the bytes as they came. Several secrets may be given while one is being replaced; an empty one is refused
    with a ValueError, because anybody could sign with it. Without `token` only the signature counts, which is the proof;
    without `seen` nothing counts as a repeat.
    """
    _require_usable(secret, token)
    webhook_id = _require_genuine(headers, body, secret, age_max_seconds, now)
    notification = _parse(body)
    _require_token(headers, notification, token)
    return VerifiedNotification(webhook_id, notification, *_seen_before(webhook_id, seen))


def verify_event(
    headers: Mapping[str, str],
    body: bytes,
    *,
    secret: Union[str, Sequence[str]],
    age_max_seconds: float = _AGE_MAX_SECONDS,
    seen: Optional[SeenStore] = None,
    now: Callable[[], float] = time.time,
) -> VerifiedEvent:
    """The same for an endpoint of a store: `secret` is the endpoint's own, and there is no token."""
    _require_usable(secret, None)
    webhook_id = _require_genuine(headers, body, secret, age_max_seconds, now)
    return VerifiedEvent(webhook_id, _parse_event(body), *_seen_before(webhook_id, seen))


class NotificationReceiver:
    """Verifies, leaves repeats out, calls you once for each notification, and says which status to answer with.

    It fits into any framework: give it headers and raw body. Keep one for the life of the process.
    """

    def __init__(
        self,
        handle: Callable[[Notification, str], None],
        *,
        failed: Optional[Callable[[Exception], None]] = None,
        **verifying: Any,
    ) -> None:
        """`handle` stores what follows from a notification; when it raises, the notification is sent again later. With
        several processes it inserts the ID under a unique key in the same transaction: two of them may be told at once.
        `failed` is told of what was refused and of what `handle` raises. The rest is given to `verify_notification`.
        """
        _require_usable(verifying.get("secret"), verifying.get("token"))
        self._handle = handle
        self._failed = failed
        self._verifying = verifying
        self._locks: Dict[str, Tuple[threading.Lock, List[None]]] = {}
        self._guard = threading.Lock()

    def receive(self, headers: Mapping[str, str], body: bytes) -> int:
        """The status to answer with."""
        try:
            verified = verify_notification(headers, body, **self._verifying)
            if verified.notification["notificationType"] != "test":
                self._handle_once(verified)
            return 200
        except Exception as error:
            if self._failed is not None:
                self._failed(error)
            return 401 if isinstance(error, NotificationError) else 500

    def _handle_once(self, verified: VerifiedNotification) -> None:
        """The service sends again what was not answered in time, perhaps while it is still being handled here."""
        with self._guard:
            lock, waiting = self._locks.setdefault(verified.id, (threading.Lock(), []))
            waiting.append(None)
        try:
            with lock:
                seen = self._verifying.get("seen")
                if seen is None or not seen.has(verified.id):
                    self._handle(verified.notification, verified.id)  # type: ignore[arg-type]
                    verified.remember()
        finally:
            with self._guard:
                waiting.pop()
                if not waiting:
                    self._locks.pop(verified.id, None)


def make_test_notification(status: str, invoice: Optional[Mapping[str, Any]] = None, sequence: int = 1) -> Dict[str, Any]:
    """What the service would say of a payin over 1,000 rubles, with the parts that matter to your test replaced."""
    made = copy.deepcopy(EXAMPLE_NOTIFICATION)
    made["sequence"] = sequence
    if status != "paid":
        for name in ("receivedSumFromTaker", "receivedSumFromMaker", "serviceFeeSum", "payoutSum", "rate", "deal"):
            made["invoice"][name] = None
    made["invoice"].update({"status": status, **(invoice or {})})
    return made


def sign_test_notification(
    notification: Mapping[str, Any],
    *,
    secret: str,
    token: str = "",
    signed_at: Optional[float] = None,
    webhook_id: Optional[str] = None,
) -> Tuple[Dict[str, str], bytes]:
    """Headers and body as the service would send them. Give one `webhook_id` twice to make a repeat."""
    body = json.dumps(notification).encode()
    timestamp = str(int(time.time() if signed_at is None else signed_at))
    name = webhook_id or f"msg_{uuid.uuid4()}"
    headers = {
        "content-type": "application/json",
        "x-notification-token": _as_header(token),
        "webhook-id": name,
        "webhook-timestamp": timestamp,
        "webhook-signature": "v1," + sign_notification(secret, name, timestamp, body),
    }
    return headers, body


def _require_usable(secret: Union[None, str, Sequence[str]], token: Optional[Token]) -> None:
    """A setting that is not there must not become a secret that everybody knows."""
    secrets = [secret] if isinstance(secret, str) else (secret or [])
    if not secrets or not all(secrets):
        raise ValueError("Notifications need a secret, and none that is empty.")
    if token == "":
        raise ValueError("The token should not be empty: leave it out where none is expected.")


def _require_genuine(
    headers: Mapping[str, str],
    body: bytes,
    secret: Union[str, Sequence[str]],
    age_max_seconds: float,
    now: Callable[[], float],
) -> str:
    """The ID of what was sent, once signature and age are right."""
    webhook_id, timestamp = _header(headers, "webhook-id"), _header(headers, "webhook-timestamp")
    _require_signature(_header(headers, "webhook-signature"), webhook_id, timestamp, body, secret)
    age = now() - int(timestamp) if timestamp.isascii() and timestamp.isdigit() else None
    if age is None or abs(age) > age_max_seconds:
        raise NotificationError("age_wrong", f"The notification was signed at {timestamp}, which is not now.")
    return webhook_id


def _seen_before(webhook_id: str, seen: Optional[SeenStore]) -> Tuple[bool, Callable[[], None]]:
    if seen is None:
        return False, lambda: None
    return seen.has(webhook_id), lambda: seen.add(webhook_id)


def _header(headers: Mapping[str, str], name: str) -> str:
    found = next((value for key, value in headers.items() if key.lower() == name), None)
    if found is None:
        raise NotificationError("header_missing", f"The header {name} is missing.")
    return found


def _require_signature(
    given: str, webhook_id: str, timestamp: str, body: bytes, secret: Union[str, Sequence[str]]
) -> None:
    """The header holds one signature, or several with blanks between them while a secret is being replaced."""
    signatures = [one.encode() for one in given.split(" ") if one.startswith("v1,")]
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [("v1," + sign_notification(one, webhook_id, timestamp, body)).encode() for one in secrets]
    if not any(hmac.compare_digest(one, other) for one in signatures for other in expected):
        raise NotificationError("signature_wrong", "The notification is not signed with the secret.")


def _require_token(headers: Mapping[str, str], notification: Dict[str, Any], token: Optional[Token]) -> None:
    # A trial belongs to no invoice whose token could be looked up.
    if token is None or (callable(token) and notification["invoice"] is None):
        return
    expected = token(notification) if callable(token) else token  # type: ignore[arg-type]
    given = _header(headers, "x-notification-token").encode()
    # A token in another alphabet travels as its UTF-8 bytes, which most servers read as one character each.
    if not any(hmac.compare_digest(given, one.encode()) for one in (expected, _as_header(expected))):
        raise NotificationError("token_wrong", "X-Notification-Token is not the token of the invoice.")


def _as_header(text: str) -> str:
    """Text as a header carries it: the bytes of its UTF-8."""
    return text.encode().decode("latin-1")


def _parse(body: bytes) -> Dict[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        parsed = None
    if isinstance(parsed, dict):
        invoice = parsed.get("invoice")
        is_trial = parsed.get("notificationType") == "test" and invoice is None
        is_change = isinstance(invoice, dict) and isinstance(invoice.get("id"), str)
        if is_trial or (is_change and isinstance(parsed.get("sequence"), int)):
            return parsed
    raise NotificationError("malformed", "The body is no notification.")


def _parse_event(body: bytes) -> Dict[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        parsed = None
    if isinstance(parsed, dict) and isinstance(parsed.get("notificationType"), str):
        endpoint = parsed.get("endpoint")
        sequence = endpoint.get("sequence") if isinstance(endpoint, dict) else None
        if isinstance(sequence, int) and not isinstance(sequence, bool):
            return parsed
    raise NotificationError("malformed", "The body is no event of an endpoint.")
