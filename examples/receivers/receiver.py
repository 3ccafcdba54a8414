"""A receiver of notifications in Python, with the standard library alone.

TOKEN=my-token SECRET=demo-merchant-secret PORT=4000 python3 examples/receivers/receiver.py
"""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = os.environ.get("TOKEN", "")
SECRET = os.environ.get("SECRET", "")
if not TOKEN or not SECRET:
    raise SystemExit("Give TOKEN and SECRET: with an empty secret anybody could sign.")
AGE_MAX_SECONDS = 300
BODY_BYTES_MAX = 1_000_000

# In a shop this is a table with a unique key, written in the transaction that acts on the notification.
seen = set()


def is_genuine(headers, body):
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > AGE_MAX_SECONDS:
        return False
    # Headers are read as Latin-1; the token was sent as UTF-8.
    token = headers.get("x-notification-token", "").encode("latin-1")
    if not hmac.compare_digest(token, TOKEN.encode()):
        return False
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(SECRET.encode(), signed, hashlib.sha256).digest()).decode()
    # While the secret is being rotated there are two signatures; one good one is enough.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one, expected) for one in given)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if length > BODY_BYTES_MAX:
            self.close_connection = True
            return self.answer(413, "too long")
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401, "not from Quittance")
        webhook_id = self.headers["webhook-id"]
        if webhook_id in seen:
            return self.answer(200, "seen before")
        notification = json.loads(body)
        if notification["notificationType"] == "invoice":
            invoice = notification["invoice"]
            print(f"invoice {invoice['id']} is {invoice['status']}", flush=True)
        seen.add(webhook_id)
        self.answer(200, "ok")

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "4000"))
    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    print(f"listening on http://127.0.0.1:{port}", flush=True)
    server.serve_forever()
