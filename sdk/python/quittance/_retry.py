"""When a request is sent again: after no answer, after 429 and after 503, and after nothing else.

502 and 504 of a proxy are no answer either: nobody knows what the service behind it has done. All of these are safe to
repeat, because every act carries an idempotency key that stays the same over its attempts.
"""

from __future__ import annotations

import email.utils
from typing import Callable, Optional

#: Waits of 0.25, 0.5, 1, 2, 4, 8, 8, … seconds at most.
_FIRST_WAIT_SECONDS = 0.25
_WAIT_MAX_SECONDS = 8.0
#: A service that asks for more than this is told to the caller: a program that hangs for minutes helps nobody.
RETRY_AFTER_MAX_SECONDS = 60.0


def wait_before(failed: int, retry_after: Optional[float], chance: Callable[[], float]) -> float:
    """A random part of the wait, so that clients that failed together do not come back together; never less than asked."""
    limit = min(_WAIT_MAX_SECONDS, _FIRST_WAIT_SECONDS * 2 ** (failed - 1))
    return (retry_after or 0.0) + limit * chance()


def read_retry_after(header: Optional[str], now: float) -> Optional[float]:
    """`Retry-After` is a number of seconds or a date."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return float(text)
    date = read_date(text)
    return None if date is None else max(0.0, date - now)


def read_date(header: Optional[str]) -> Optional[float]:
    """Seconds since 1970; None for anything that is not a date."""
    try:
        return None if header is None else email.utils.parsedate_to_datetime(header).timestamp()
    except (TypeError, ValueError):
        return None
