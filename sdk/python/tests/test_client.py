"""The client against a server of its own that plays what a network does. Run: python3 -m unittest discover tests"""

import base64
import datetime
import decimal
import hashlib
import hmac
import http.server
import json
import sys
import threading
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent))

import quittance  # noqa: E402
from quittance import _retry  # noqa: E402
from quittance._transport import Answer  # noqa: E402

BUSY = (503, [{"code": "overloaded", "message": "The service is busy; nothing was done. Try again."}], {})
#: What a proxy says in place of the service.
PAGE = b"<html>"
PAYIN = {"type": "in", "amount": "1000.00", "currency": "RUB"}


class Script:
    """Answers each request with the next reply, and remembers what came."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.seen = []

    def __call__(self, method, url, headers, body, seconds):
        self.seen.append((method, url, headers, body))
        reply = self.replies.pop(0) if self.replies else (200, {}, {})
        if isinstance(reply, Exception):
            raise reply
        status, value, given = reply
        return Answer(status, given, value if isinstance(value, bytes) else json.dumps(value).encode())


def client(script, **options):
    waits = []
    made = quittance.Quittance(
        "https://Pay.example.com:443/base/",
        "key",
        "secret",
        send=script,
        now=options.pop("now", lambda: 1_800_000_000.0),
        chance=lambda: 1.0,
        sleep=waits.append,
        **options,
    )
    return made, waits


class Requests(unittest.TestCase):
    def test_are_signed_with_both_schemes_over_the_bytes_that_are_sent(self):
        script = Script()
        client(script)[0].create_invoice({**PAYIN, "internalId": "заказ"})
        method, url, headers, body = script.seen[0]
        self.assertEqual(url, "https://pay.example.com/base/api/merchant/invoices")
        text = b"POST" + url.encode() + body + b"1800000000"
        for name, algorithm in (("X-Signature", hashlib.sha1), ("X-Signature-256", hashlib.sha256)):
            expected = base64.b64encode(hmac.new(b"secret", text, algorithm).digest()).decode()
            self.assertEqual(headers[name], expected)
        self.assertEqual(headers["X-Timestamp"], "1800000000")
        self.assertEqual(json.loads(body)["internalId"], "заказ")

    def test_with_a_file_are_signed_without_their_body(self):
        script = Script()
        client(script)[0].confirm_transfer("id", quittance.File(b"%PDF", 'a"\r\nb.pdf'))
        _, url, headers, body = script.seen[0]
        expected = hmac.new(b"secret", b"POST" + url.encode() + b"1800000000", hashlib.sha1).digest()
        self.assertEqual(headers["X-Signature"], base64.b64encode(expected).decode())
        self.assertIn(b'filename="a%22%0D%0Ab.pdf"', body)
        self.assertTrue(headers["Content-Type"].startswith("multipart/form-data; boundary="))

    def test_carry_sums_as_text_and_never_as_a_float(self):
        script = Script()
        made, _ = client(script)
        made.create_invoice({**PAYIN, "amount": decimal.Decimal("1000.10"), "userId": None})
        self.assertEqual(json.loads(script.seen[0][3])["amount"], "1000.10")
        self.assertNotIn("userId", json.loads(script.seen[0][3]))
        with self.assertRaisesRegex(TypeError, "cannot hold money"):
            made.create_invoice({**PAYIN, "amount": 1000.1})
        with self.assertRaisesRegex(TypeError, "cannot hold money"):
            made.open_dispute("id", "invalid_sum", amount=900.5)
        self.assertEqual(len(script.seen), 1)

    def test_encode_what_is_part_of_the_url_and_refuse_what_would_change_it(self):
        script = Script()
        made, _ = client(script)
        made.get_invoice_by_internal_id("a/b ü?")
        made.read_notifications(after=7)
        made.list_payment_options()
        ends = [url.split("/api/merchant", 1)[1] for _, url, _, _ in script.seen]
        expected = ["/invoices/internal-id/a%2Fb%20%C3%BC%3F", "/notifications?after=7", "/payment-options"]
        self.assertEqual(ends, expected)
        for name in ("", ".", ".."):
            with self.assertRaises(ValueError):
                made.get_invoice(name)

    def test_fill_in_where_notifications_go_unless_the_call_says(self):
        script = Script()
        made, _ = client(script, notification_url="https://shop.example.com", notification_token="t")
        made.create_invoice(PAYIN)
        made.create_invoice({**PAYIN, "notificationUrl": "https://other.example.com"})
        sent = [json.loads(body) for _, _, _, body in script.seen]
        self.assertEqual([one["notificationUrl"] for one in sent], ["https://shop.example.com", "https://other.example.com"])
        self.assertEqual([one["notificationToken"] for one in sent], ["t", "t"])

    def test_take_a_time_with_its_zone_and_none_without(self):
        script = Script()
        made, _ = client(script)
        made.resend_failed_notifications(datetime.datetime(2026, 11, 14, tzinfo=datetime.timezone.utc))
        self.assertEqual(json.loads(script.seen[0][3]), {"since": "2026-11-14T00:00:00+00:00"})
        with self.assertRaisesRegex(ValueError, "time zone"):
            made.resend_failed_notifications(datetime.datetime(2026, 11, 14))

    def test_need_keys_and_a_plain_base_url(self):
        for arguments in (("https://a", "", "s"), ("https://a", "k", ""), ("ftp://a", "k", "s"), ("https://a?b", "k", "s")):
            with self.assertRaises(ValueError):
                quittance.Quittance(*arguments)


class Retries(unittest.TestCase):
    def test_repeat_with_the_same_key_and_a_fresh_signature(self):
        times = iter([1_800_000_000.0, 1_800_000_000.0, 1_800_000_007.0, 1_800_000_007.0, 1_800_000_009.0])
        script = Script(BUSY, ConnectionResetError("reset"))
        made, waits = client(script, now=lambda: next(times))
        made.create_invoice(PAYIN)
        keys = {headers["Idempotency-Key"] for _, _, headers, _ in script.seen}
        self.assertEqual((len(script.seen), len(keys)), (3, 1))
        self.assertEqual(len({headers["X-Signature"] for _, _, headers, _ in script.seen}), 2)
        self.assertEqual(waits, [0.25, 0.5])

    def test_end_with_the_error_that_says_what_to_do(self):
        script = Script(*[BUSY] * 9)
        with self.assertRaises(quittance.ServiceUnavailable) as caught:
            client(script)[0].create_invoice(PAYIN, idempotency_key="order-1")
        error = caught.exception
        self.assertEqual((error.code, error.status, error.attempts), ("overloaded", 503, 5))
        self.assertEqual(error.idempotency_key, "order-1")
        self.assertIn(error.what_to_do, str(error))

    def test_wait_as_long_as_the_service_asks_but_not_for_minutes(self):
        made, waits = client(Script((429, BUSY[1], {"Retry-After": "3"})))
        made.list_accounts()
        self.assertEqual(waits, [3.25])
        made, waits = client(Script((429, BUSY[1], {"retry-after": "61"})))
        with self.assertRaises(quittance.RateLimited) as caught:
            made.list_accounts()
        self.assertEqual((caught.exception.retry_after, caught.exception.attempts, waits), (61.0, 1, []))

    def test_follow_the_page_of_a_proxy_that_got_no_answer_with_the_same_key(self):
        for status in (502, 504):
            script = Script((status, PAGE, {}), (status, {"error": "no upstream"}, {}))
            made, waits = client(script)
            made.create_invoice(PAYIN)
            keys = {headers["Idempotency-Key"] for _, _, headers, _ in script.seen}
            self.assertEqual((len(script.seen), len(keys), waits), (3, 1, [0.25, 0.5]))

    def test_say_after_the_last_page_of_a_proxy_that_the_service_may_have_acted(self):
        for status in (502, 503, 504):
            with self.assertRaises(quittance.UnexpectedAnswer) as caught:
                client(Script(*[(status, PAGE, {})] * 5))[0].create_invoice(PAYIN, idempotency_key="order-1")
            error = caught.exception
            self.assertEqual((error.code, error.status, error.attempts), ("unexpected_answer", status, 5))
            self.assertEqual(error.idempotency_key, "order-1")
            self.assertIn("Whether the service has acted is not known", str(error))
            self.assertIn("Call again with the idempotency_key", str(error))

    def test_do_not_follow_other_answers_of_somebody_else(self):
        for status, is_open in ((500, True), (520, True), (200, True), (302, False), (404, False)):
            script = Script((status, PAGE, {}))
            with self.assertRaises(quittance.UnexpectedAnswer) as caught:
                client(script)[0].create_invoice(PAYIN)
            self.assertEqual(("not known" in str(caught.exception), len(script.seen)), (is_open, 1))

    def test_do_not_follow_502_of_the_service_itself_should_it_ever_say_so(self):
        script = Script((502, [{"code": "of_a_newer_service", "message": "No."}], {}))
        with self.assertRaises(quittance.ServiceUnavailable) as caught:
            client(script)[0].create_invoice(PAYIN)
        self.assertEqual((caught.exception.code, len(script.seen)), ("of_a_newer_service", 1))

    def test_never_follow_a_refusal(self):
        script = Script((400, [{"code": "amount_too_small", "message": "At least 100.", "field": "amount"}], {}))
        with self.assertRaises(quittance.RequestRefused) as caught:
            client(script)[0].create_invoice(PAYIN)
        self.assertEqual((caught.exception.field, len(script.seen)), ("amount", 1))

    def test_set_a_wrong_clock_once(self):
        stale = (401, [{"code": "timestamp_stale", "message": "old"}], {"Date": "Sat, 14 Nov 2026 12:00:00 GMT"})
        script = Script(stale, (200, [], {}), stale, stale)
        made, waits = client(script)
        made.list_accounts()
        self.assertEqual(script.seen[1][2]["X-Timestamp"], "1794657600")
        with self.assertRaises(quittance.Unauthorized):
            made.list_accounts()
        self.assertEqual((len(script.seen), waits), (4, []))

    def test_read_both_forms_of_retry_after(self):
        self.assertEqual(_retry.read_retry_after(" 7 ", 0), 7.0)
        self.assertEqual(_retry.read_retry_after("Sat, 14 Nov 2026 12:00:05 GMT", 1794657600), 5.0)
        self.assertIsNone(_retry.read_retry_after("soon", 0))
        self.assertIsNone(_retry.read_retry_after(None, 0))

    def test_grow_up_to_eight_seconds(self):
        waits = [_retry.wait_before(failed, None, lambda: 1.0) for failed in range(1, 8)]
        self.assertEqual(waits, [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0])


class Feed(unittest.TestCase):
    def test_goes_on_page_by_page_and_waits_where_it_is_followed(self):
        page = [{"feedSequence": 1}, {"feedSequence": 2}]
        script = Script((200, page, {}), (200, [], {}), (200, [{"feedSequence": 3}], {}))
        made, waits = client(script)
        followed = made.notifications(limit=2, follow=True, poll_seconds=9)
        self.assertEqual([next(followed)["feedSequence"] for _ in range(3)], [1, 2, 3])
        self.assertEqual(waits, [9])
        queries = [url.split("?")[1] for _, url, _, _ in script.seen]
        self.assertEqual(queries, ["after=0&limit=2", "after=2&limit=2", "after=2&limit=2"])
        self.assertEqual(list(client(Script((200, [], {})))[0].notifications()), [])


class Handler(http.server.BaseHTTPRequestHandler):
    """`/hang` says nothing, `/cut` breaks off, `/away` redirects."""

    def do_GET(self):
        if "hang" in self.path:
            self.server.released.wait(10)
        elif "cut" in self.path:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        elif "away" in self.path:
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

    def log_message(self, *_):
        pass


class Network(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.released = threading.Event()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{self.server.server_port}"
        self.client = quittance.Quittance(url, "key", "secret", retries_max=0)

    def tearDown(self):
        self.server.released.set()
        self.server.shutdown()
        self.server.server_close()

    def test_tells_silence_from_a_broken_connection(self):
        with self.assertRaises(quittance.NoAnswer) as caught:
            self.client.get_invoice("hang", timeout=0.05)
        self.assertEqual(caught.exception.code, "timed_out")
        with self.assertRaises(quittance.NoAnswer) as caught:
            self.client.get_invoice("cut")
        self.assertEqual(caught.exception.code, "connection_failed")

    def test_follows_no_redirect(self):
        with self.assertRaises(quittance.UnexpectedAnswer) as caught:
            self.client.get_invoice("away")
        self.assertEqual((caught.exception.status, caught.exception.code), (302, "unexpected_answer"))


if __name__ == "__main__":
    unittest.main()
