"""The client for the merchant interface."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Mapping, Optional

from ._interface import FeedItem, Operations
from ._transport import Transport

_POLL_SECONDS = 2.0


class Quittance(Operations):
    """A store's connection to the service: every operation of the merchant interface.

    Sums are `str` in answers, `str` or `Decimal` in requests; a float is refused. A refusal raises a `QuittanceError`
    with the service's code. Requests without an answer, and those answered 429 or 503, or 502 or 504 by a proxy, are
    repeated with the same idempotency key. One client may be used by several threads.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        secret: str,
        *,
        notification_url: str = "",
        notification_token: str = "",
        **transport: Any,
    ) -> None:
        """`notification_url` and `notification_token` are for invoices that name no other.

        Further options: `timeout` in seconds for each attempt (30), `retries_max` (4), and for tests `send`, `now`,
        `chance` and `sleep`.
        """
        self._transport = Transport(base_url, api_key, secret, **transport)
        self._notify = {"notificationUrl": notification_url, "notificationToken": notification_token}

    def notifications(
        self,
        *,
        after: int = 0,
        limit: Optional[int] = None,
        follow: bool = False,
        poll_seconds: float = _POLL_SECONDS,
    ) -> Iterator[FeedItem]:
        """Every change of status of the store's invoices, in order, for shops that ask rather than be told.

        Store `feedSequence` with what follows from a notification, and go on from it. With `follow` it waits for more at
        the end; leave the loop to stop.
        """
        while True:
            page = self.read_notifications(after=after, limit=limit)
            for notification in page:
                yield notification
                after = notification["feedSequence"]
            if page:
                continue
            if not follow:
                return
            self._transport.sleep(poll_seconds)

    def _send(self, method: str, path: str, **given: Any) -> Any:
        return self._transport.send(method, path, **given)

    def _notified(self, body: Mapping[str, Any]) -> Dict[str, Any]:
        given = {name: value for name, value in body.items() if value is not None}
        return {**self._notify, **given}
