"""Sends a request until there is an answer that stands: signed, bounded in time and number."""

from __future__ import annotations

import datetime
import decimal
import json as json_module
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

from ._files import form_body
from ._retry import RETRY_AFTER_MAX_SECONDS, read_date, read_retry_after, wait_before
from .errors import NoAnswer, QuittanceError, UnexpectedAnswer, refusal
from .signature import sign_request, sign_request_256

MERCHANT_PATH = "/api/merchant"


class Answer(NamedTuple):
    """What came back over HTTP."""

    status: int
    headers: Mapping[str, str]
    body: bytes


_FILE_TYPE = "application/vnd.quittance.proof"

#: Takes method, URL, headers, body and seconds; raises TimeoutError or another OSError when no answer came.
Sender = Callable[[str, str, Mapping[str, str], Optional[bytes], float], Answer]


class Transport:
    def __init__(
        self,
        base_url: str,
        api_key: str,
        secret: str,
        *,
        timeout: float = 30.0,
        retries_max: int = 4,
        send: Optional[Sender] = None,
        now: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not api_key or not secret:
            raise ValueError("Quittance needs an api_key and a secret.")
        self._base_url = _read_base_url(base_url)
        self._api_key = api_key
        self._secret = secret
        self._timeout = timeout
        self._retries_max = retries_max
        self._send_once = send or _send_once
        self._now = now
        self._chance = chance
        self.sleep = sleep
        #: How far the service's clock is ahead of this machine's, once it has said so.
        self._ahead = 0.0

    def send(
        self,
        method: str,
        path: str,
        *,
        segments: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        json: Optional[Mapping[str, Any]] = None,
        form: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Any:
        url = self._base_url + MERCHANT_PATH + _fill(path, segments or {}) + _query(query or {})
        key = (idempotency_key or str(uuid.uuid4())) if method == "POST" else None
        headers, body, signed_body = self._prepare(key, json, form)
        attempts_max = 1 + (self._retries_max if retries_max is None else retries_max)
        seconds = self._timeout if timeout is None else timeout
        is_clock_set = False
        attempts = 0
        while True:
            attempts += 1
            sent = {**headers, **self._signatures(method, url, signed_body)}
            details = {"attempts": attempts, "idempotency_key": key}
            failure: QuittanceError
            service_now: Optional[float]
            try:
                answer = self._send_once(method, url, sent, body, seconds)
            except OSError as error:
                failure, is_retryable, service_now = _no_answer(error, seconds, details), True, None
            else:
                # A file of bytes is what it is; everything else is JSON.
                if answer.status == 200 and _header(answer.headers, "content-type") == _FILE_TYPE:
                    return answer.body
                value = _parse(answer.body)
                if answer.status == 200 and value is not _NOT_JSON:
                    return value
                failure = _failure(answer, value, self._now(), details)
                is_retryable = answer.status in (429, 503) or _is_gateway_alone(failure)
                service_now = read_date(_header(answer.headers, "date"))
            # The clock of this machine is wrong. The service says what time it is, and nothing was done.
            is_stale = failure.code == "timestamp_stale" and service_now is not None
            if is_stale and service_now is not None and not is_clock_set and attempts < attempts_max:
                is_clock_set = True
                self._ahead = service_now - self._now()
                continue
            waits = failure.retry_after is not None and failure.retry_after > RETRY_AFTER_MAX_SECONDS
            if not is_retryable or waits or attempts >= attempts_max:
                raise failure
            self.sleep(wait_before(attempts, failure.retry_after, self._chance))

    def _prepare(
        self, key: Optional[str], json: Optional[Mapping[str, Any]], form: Optional[Mapping[str, Any]]
    ) -> Tuple[Dict[str, str], Optional[bytes], bytes]:
        headers = {"Accept": "application/json", "X-Identity": self._api_key}
        if key is not None:
            headers["Idempotency-Key"] = key
        if json is not None:
            body = json_module.dumps(_exact(json)).encode()
            return {**headers, "Content-Type": "application/json"}, body, body
        if form is not None:
            content_type, body = form_body({name: _form_value(value) for name, value in form.items()})
            return {**headers, "Content-Type": content_type}, body, b""
        return headers, None, b""

    def _signatures(self, method: str, url: str, body: bytes) -> Dict[str, str]:
        """Signed anew for each attempt, because the time of sending is part of it."""
        timestamp = str(int(self._now() + self._ahead))
        return {
            "X-Timestamp": timestamp,
            "X-Signature": sign_request(self._secret, method, url, body, timestamp),
            "X-Signature-256": sign_request_256(self._secret, method, url, body, timestamp),
        }


_NOT_JSON = object()


def _parse(body: bytes) -> Any:
    try:
        # The interface has no fractions outside of texts; should it ever have one, it is not made a float.
        return json_module.loads(body, parse_float=decimal.Decimal)
    except ValueError:
        return _NOT_JSON


def _failure(answer: Answer, value: Any, now: float, details: Dict[str, Any]) -> QuittanceError:
    retry_after = read_retry_after(_header(answer.headers, "retry-after"), now)
    faults = _faults(value)
    if faults:
        return refusal(answer.status, faults, retry_after=retry_after, **details)
    message = f"{answer.status} came back, and not from the service."
    return UnexpectedAnswer(
        "unexpected_answer", message, status=answer.status, retry_after=retry_after, **details
    )


def _is_gateway_alone(failure: QuittanceError) -> bool:
    """In place of the service, which may be gone after it has acted: the same as no answer."""
    return isinstance(failure, UnexpectedAnswer) and failure.status in (502, 504)


def _faults(value: Any) -> List[Any]:
    def is_fault(one: Any) -> bool:
        return isinstance(one, dict) and isinstance(one.get("code"), str) and isinstance(one.get("message"), str)

    return value if isinstance(value, list) and all(is_fault(one) for one in value) else []


def _no_answer(error: OSError, seconds: float, details: Dict[str, Any]) -> NoAnswer:
    # Before Python 3.10 the time-out of a socket is an error of its own.
    failure = (
        NoAnswer("timed_out", f"No answer within {seconds:g} s.", **details)
        if isinstance(error, (TimeoutError, socket.timeout))
        else NoAnswer("connection_failed", f"The service cannot be reached: {error}", **details)
    )
    failure.__cause__ = error
    return failure


def _header(headers: Mapping[str, str], name: str) -> Optional[str]:
    return next((value for key, value in headers.items() if key.lower() == name), None)


def _exact(value: Any) -> Any:
    """What is sent, with sums as text. Leaves out what is None: the service takes it as not given."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a float, which cannot hold money: give sums as str or Decimal.")
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, datetime.datetime):
        return _instant(value)
    if isinstance(value, Mapping):
        return {name: _exact(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, (list, tuple)):
        return [_exact(inner) for inner in value]
    return value


def _form_value(value: Any) -> Any:
    return _exact(value) if isinstance(value, (float, decimal.Decimal)) else value


def _instant(value: datetime.datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("Give a datetime with a time zone: datetime.now(timezone.utc).")
    return value.isoformat()


def _fill(path: str, segments: Mapping[str, str]) -> str:
    for name, value in segments.items():
        # URLs know no empty segment, and `.` and `..` change the path however they are encoded.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{value!r} cannot be part of a URL's path.")
        path = path.replace("{" + name + "}", urllib.parse.quote(value, safe=""))
    return path


def _query(query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return "?" + urllib.parse.urlencode(given, quote_via=urllib.parse.quote) if given else ""


def _read_base_url(base_url: str) -> str:
    """Written as it will be called: the signature covers the URL to the letter."""
    parts = urllib.parse.urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("base_url should be an http or https URL.")
    if parts.query or parts.fragment or "?" in base_url or "#" in base_url:
        raise ValueError("base_url should have no query and no fragment.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    is_usual = parts.port in (None, {"http": 80, "https": 443}[parts.scheme])
    return f"{parts.scheme}://{host}{'' if is_usual else f':{parts.port}'}{parts.path.rstrip('/')}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The signature is for this URL: another one would refuse it."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)
_CHUNK_BYTES = 64 * 1024


def _send_once(
    method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], seconds: float
) -> Answer:
    ends_at = time.monotonic() + seconds
    request = urllib.request.Request(url, body, dict(headers), method=method)
    try:
        with _open(request, seconds) as response:
            chunks = []
            # Bounded as a whole: a server that sends a byte now and then does not hold the caller.
            while chunk := response.read1(_CHUNK_BYTES):
                chunks.append(chunk)
                if time.monotonic() > ends_at:
                    raise TimeoutError
            whole = b"".join(chunks)
            length = response.headers.get("content-length")
            if length is not None and length.isdigit() and len(whole) < int(length):
                raise OSError("the answer broke off")
            return Answer(response.status, dict(response.headers.items()), whole)
    except urllib.error.URLError as error:
        # The library wraps what happened; a time-out is told apart from a refused connection.
        raise error.reason if isinstance(error.reason, OSError) else OSError(str(error.reason)) from error
    except OSError:
        raise
    except Exception as error:
        # An answer that breaks off or is no HTTP (http.client.HTTPException).
        raise OSError(f"the answer broke off: {error!r}") from error


def _open(request: urllib.request.Request, seconds: float) -> Any:
    try:
        return _OPENER.open(request, timeout=seconds)
    except urllib.error.HTTPError as error:
        # Every status but 2xx comes as an exception that is also the response.
        return error
