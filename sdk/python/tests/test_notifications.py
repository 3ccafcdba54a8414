"""What the receiver of notifications believes, and how often it calls."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent))

from quittance import (  # noqa: E402
    MemorySeenStore,
    NotificationError,
    NotificationReceiver,
    make_test_notification,
    sign_test_notification,
    verify_event,
    verify_notification,
)

NOW = 1_800_000_000.0


def signed(**options):
    notification = make_test_notification("paid", {"internalId": "заказ-1"})
    return sign_test_notification(notification, **{"secret": "secret", "token": "жетон", "signed_at": NOW, **options})


def code_of(headers, body, **options):
    try:
        verify_notification(headers, body, **{"secret": "secret", "now": lambda: NOW, **options})
        return None
    except NotificationError as error:
        return error.code


class Verification(unittest.TestCase):
    def test_believes_what_is_signed_and_nothing_else(self):
        headers, body = signed()
        self.assertIsNone(code_of(headers, body))
        self.assertIsNone(code_of({name.upper(): value for name, value in headers.items()}, body))
        self.assertEqual(code_of(headers, body + b" "), "signature_wrong")
        self.assertEqual(code_of(headers, body, secret="another"), "signature_wrong")
        self.assertIsNone(code_of(headers, body, secret=["another", "secret"]))
        both = {**headers, "webhook-signature": "v1,AAAA " + headers["webhook-signature"]}
        self.assertIsNone(code_of(both, body))
        self.assertEqual(code_of({**headers, "webhook-id": "other"}, body), "signature_wrong")
        del headers["webhook-signature"]
        self.assertEqual(code_of(headers, body), "header_missing")

    def test_refuses_what_is_old_or_from_the_future(self):
        for seconds, expected in ((300, None), (301, "age_wrong"), (-300, None), (-301, "age_wrong")):
            headers, body = signed(signed_at=NOW - seconds)
            self.assertEqual(code_of(headers, body), expected)

    def test_holds_the_token_against_the_one_of_the_invoice(self):
        headers, body = signed()
        self.assertIsNone(code_of(headers, body, token="жетон"))
        self.assertEqual(code_of(headers, body, token="another"), "token_wrong")
        of_order = {"заказ-1": "жетон"}
        self.assertIsNone(code_of(headers, body, token=lambda one: of_order[one["invoice"]["internalId"]]))

    def test_refuses_a_body_that_is_no_notification(self):
        for value in ([], {"invoice": 1}, {"notificationType": "invoice", "invoice": {"id": "a"}}):
            headers, body = sign_test_notification(value, secret="secret", signed_at=NOW)
            self.assertEqual(code_of(headers, body), "malformed")


class EmptySettings(unittest.TestCase):
    """A setting that is not there must not become a secret that everybody knows."""

    def test_no_secret_or_an_empty_one_is_refused_before_anything_is_looked_at(self):
        forged = signed(secret="")
        for secret in ("", [], [""], ["secret", ""], None, [None]):
            with self.assertRaises(ValueError):
                verify_notification(*forged, secret=secret, now=lambda: NOW)
            with self.assertRaises(ValueError):
                verify_event(*forged, secret=secret, now=lambda: NOW)
            with self.assertRaises(ValueError):
                NotificationReceiver(lambda notification, name: None, secret=secret)
        with self.assertRaises(ValueError):
            NotificationReceiver(lambda notification, name: None)

    def test_an_empty_token_is_refused_and_none_at_all_is_not_looked_at(self):
        headers, body = signed(token="")
        with self.assertRaises(ValueError):
            verify_notification(headers, body, secret="secret", token="", now=lambda: NOW)
        with self.assertRaises(ValueError):
            NotificationReceiver(lambda notification, name: None, secret="secret", token="")
        self.assertIsNone(code_of(headers, body, token=None))

    def test_an_empty_token_that_was_looked_up_is_that_of_an_invoice_without_one(self):
        self.assertIsNone(code_of(*signed(token=""), token=lambda one: ""))
        self.assertEqual(code_of(*signed(), token=lambda one: ""), "token_wrong")


class Events(unittest.TestCase):
    """What an endpoint of a store is told."""

    EVENT = {
        "notificationType": "withdrawal",
        "storeId": 1,
        "endpoint": {"id": "e", "sequence": 7},
        "withdrawal": {"id": "w", "status": 5, "rejectReason": "not on this network"},
    }

    def code_of(self, headers, body, **options):
        try:
            verify_event(headers, body, **{"secret": "of the endpoint", "now": lambda: NOW, **options})
            return None
        except NotificationError as error:
            return error.code

    def signed(self, event=EVENT, **options):
        headers, body = sign_test_notification(
            event, **{"secret": "of the endpoint", "signed_at": NOW, "webhook_id": "e_7", **options}
        )
        # Events carry no token.
        del headers["x-notification-token"]
        return headers, body

    def test_are_believed_by_the_secret_of_the_endpoint_alone(self):
        headers, body = self.signed()
        self.assertIsNone(self.code_of(headers, body))
        self.assertEqual(self.code_of(headers, body, secret="of the merchant"), "signature_wrong")
        self.assertIsNone(self.code_of(headers, body, secret=["the next one", "of the endpoint"]))
        self.assertEqual(self.code_of(headers, body + b" "), "signature_wrong")
        self.assertEqual(self.code_of(*self.signed(signed_at=NOW - 301)), "age_wrong")

    def test_are_given_back_and_known_again(self):
        seen = MemorySeenStore()
        verified = verify_event(*self.signed(), secret="of the endpoint", seen=seen, now=lambda: NOW)
        self.assertEqual((verified.id, verified.event, verified.is_repeat), ("e_7", self.EVENT, False))
        verified.remember()
        again = verify_event(*self.signed(), secret="of the endpoint", seen=seen, now=lambda: NOW)
        self.assertTrue(again.is_repeat)

    def test_have_a_kind_and_a_number(self):
        endpoint = {"id": "e", "sequence": 7}
        for value in ([], {"endpoint": endpoint}, {"notificationType": "book"}, {**self.EVENT, "endpoint": [7]}):
            self.assertEqual(self.code_of(*self.signed(value)), "malformed")
        # A notification of an invoice is none.
        self.assertEqual(self.code_of(*self.signed(make_test_notification("paid"))), "malformed")


class Receiving(unittest.TestCase):
    def receiver(self, handle):
        self.failures = []
        return NotificationReceiver(
            handle, secret="secret", seen=MemorySeenStore(), now=lambda: NOW, failed=self.failures.append
        )

    def test_calls_once_for_each_notification(self):
        handled = []
        receiver = self.receiver(lambda notification, name: handled.append(name))
        request = signed(webhook_id="a_1")
        self.assertEqual([receiver.receive(*request), receiver.receive(*request)], [200, 200])
        self.assertEqual(handled, ["a_1"])
        trial = {"notificationType": "test", "notificationDate": "", "sequence": 0, "invoice": None}
        self.assertEqual(receiver.receive(*sign_test_notification(trial, secret="secret", signed_at=NOW)), 200)
        self.assertEqual(handled, ["a_1"])

    def test_asks_for_a_repeat_when_the_handler_fails(self):
        outcomes = [RuntimeError("no database"), None]

        def handle(notification, name):
            outcome = outcomes.pop(0)
            if outcome is not None:
                raise outcome

        receiver = self.receiver(handle)
        request = signed(webhook_id="a_1")
        self.assertEqual([receiver.receive(*request), receiver.receive(*request)], [500, 200])
        self.assertEqual((outcomes, str(self.failures[0])), ([], "no database"))

    def test_refuses_what_is_forged(self):
        receiver = self.receiver(lambda notification, name: self.fail("called"))
        self.assertEqual(receiver.receive(*signed(secret="another")), 401)
        self.assertEqual(self.failures[0].code, "signature_wrong")

    def test_forgets_the_oldest_ids_first(self):
        seen = MemorySeenStore(ids_max=2)
        for name in ("a", "b", "c"):
            seen.add(name)
        self.assertEqual([seen.has(name) for name in ("a", "b", "c")], [False, True, True])


class TestNotifications(unittest.TestCase):
    def test_have_sums_only_once_they_are_paid(self):
        self.assertIsNone(make_test_notification("expired")["invoice"]["deal"])
        paid = make_test_notification("paid", {"internalId": "7"}, 3)
        self.assertEqual((paid["invoice"]["status"], paid["invoice"]["internalId"], paid["sequence"]), ("paid", "7", 3))
        self.assertEqual(paid["invoice"]["receivedSumFromTaker"]["amount"], "1000.00")

    def test_have_a_completed_deal_which_nobody_disputes_once_they_are_paid(self):
        paid = make_test_notification("paid")
        deal = paid["invoice"]["deal"]
        self.assertEqual((paid["invoice"]["status"], deal["status"]), ("paid", "completed"))
        self.assertEqual((deal["disputeReason"], deal["disputeReasonData"]), (None, []))


if __name__ == "__main__":
    unittest.main()
