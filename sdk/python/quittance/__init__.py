"""The client for the merchant interface of Quittance. See the README."""

from ._files import File
from .client import Quittance
from .errors import (
    Conflict,
    NoAnswer,
    NotFound,
    NotificationError,
    QuittanceError,
    RateLimited,
    RequestRefused,
    ServiceUnavailable,
    Unauthorized,
    UnexpectedAnswer,
)
from .notifications import (
    MemorySeenStore,
    NotificationReceiver,
    SeenStore,
    VerifiedEvent,
    VerifiedNotification,
    make_test_notification,
    sign_test_notification,
    verify_event,
    verify_notification,
)
from .signature import sign_request, sign_request_256

__version__ = "0.1.0"

__all__ = [
    "Conflict",
    "File",
    "MemorySeenStore",
    "NoAnswer",
    "NotFound",
    "NotificationError",
    "NotificationReceiver",
    "Quittance",
    "QuittanceError",
    "RateLimited",
    "RequestRefused",
    "SeenStore",
    "ServiceUnavailable",
    "Unauthorized",
    "UnexpectedAnswer",
    "VerifiedEvent",
    "VerifiedNotification",
    "make_test_notification",
    "sign_request",
    "sign_request_256",
    "sign_test_notification",
    "verify_event",
    "verify_notification",
]
