"""The one family of errors."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Type

from ._interface import WHAT_TO_DO, Fault

_NOT_KNOWN = "Whether the service has acted is not known. Call again with the idempotency_key of the error."

#: What can go wrong on this side of the connection.
_OF_THE_CLIENT: Mapping[str, str] = {
    "connection_failed": _NOT_KNOWN,
    "timed_out": _NOT_KNOWN,
    "unexpected_answer": "Something else answered: look at base_url, and at the proxy in between.",
}


class QuittanceError(Exception):
    """`code` says what happened and is what a program decides by; the message and `what_to_do` are for people.

    Retries are over when it is raised. After `NoAnswer`, and every error with a status of 500 or above, the service may
    have acted. It is safe to call again with its `idempotency_key`: the service acts once.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        faults: Optional[List[Fault]] = None,
        retry_after: Optional[float] = None,
        attempts: int = 1,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        #: The service's code, such as `amount_too_small`, or one of the client's own.
        self.code = code
        self.message = message
        #: Of the HTTP answer; None when there was none.
        self.status = status
        #: All faults that the service found, the first of which gives code, message and field.
        self.faults: List[Fault] = faults or []
        #: How many seconds the service asks to wait; None when it does not say.
        self.retry_after = retry_after
        #: How often the request was sent.
        self.attempts = attempts
        #: What an act was sent with: give it to the next call to be sure that it is the same act. None for a read.
        self.idempotency_key = idempotency_key

    @property
    def field(self) -> Optional[str]:
        """The request parameter at fault, where there is one."""
        return self.faults[0].get("field") if self.faults else None

    @property
    def what_to_do(self) -> Optional[str]:
        """Advice in one or two sentences; None for a code that only a newer service knows."""
        return WHAT_TO_DO.get(self.code) or _OF_THE_CLIENT.get(self.code)

    def __str__(self) -> str:
        advice = "" if self.what_to_do is None else f" {self.what_to_do}"
        return f"{self.code}: {self.message}{advice}"


class RequestRefused(QuittanceError):
    """The service does not do this (400, 413), and a repeat of the same will not help."""


class Unauthorized(RequestRefused):
    """The key, the secret or the signature is wrong (401), or the key may not do this (403)."""


class NotFound(RequestRefused):
    """There is no such thing in this store (404)."""


class Conflict(RequestRefused):
    """The idempotency key was used for something else (409)."""


class RateLimited(QuittanceError):
    """Too many requests (429), still after all retries."""


class ServiceUnavailable(QuittanceError):
    """The service has a fault (500) or is not ready, still after all retries (503).

    Mostly nothing was done, but it may have acted (`internal`, `outcome_unknown`). It is safe to call again with the
    `idempotency_key`.
    """


class NoAnswer(QuittanceError):
    """No answer came (`connection_failed`, `timed_out`): whether the service has acted is not known."""


class UnexpectedAnswer(QuittanceError):
    """Something answered, but not the service: a proxy's error page, a redirect.

    With a status of 500 or above, or below 300, whether the service has acted is not known.
    """

    @property
    def what_to_do(self) -> Optional[str]:
        advice = super().what_to_do
        is_refusal = self.status is not None and 300 <= self.status < 500
        # A read changes nothing.
        return advice if is_refusal or self.idempotency_key is None else f"{_NOT_KNOWN} {advice}"


class NotificationError(QuittanceError):
    """A notification that must not be acted on. Answer it with a status that is not 2xx.

    `code` is `header_missing`, `signature_wrong`, `token_wrong`, `age_wrong` or `malformed`.
    """


_BY_STATUS: Dict[int, Type[QuittanceError]] = {
    401: Unauthorized,
    403: Unauthorized,
    404: NotFound,
    409: Conflict,
    429: RateLimited,
}


def refusal(status: int, faults: List[Fault], **details: Any) -> QuittanceError:
    """What the service says, as the kind of error it is."""
    first = faults[0]
    message = f"{first['field']}: {first['message']}" if "field" in first else first["message"]
    kind = _BY_STATUS.get(status, ServiceUnavailable if status >= 500 else RequestRefused)
    return kind(first["code"], message, status=status, faults=faults, **details)
