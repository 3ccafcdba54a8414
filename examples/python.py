"""Signs the three kinds of requests: JSON, a read, and a form with a file. Checks a notification. Needs nothing but Python 3."""

import base64
import hashlib
import hmac
import json
import os
import time
import urllib.request
import uuid

URL = os.environ.get("QUITTANCE_URL", "http://127.0.0.1:3000") + "/api/merchant"
KEY = os.environ.get("QUITTANCE_API_KEY", "demo-store-key")
SECRET = os.environ.get("QUITTANCE_SECRET", "demo-merchant-secret")


def send(method, path, body=None, content_type=None):
    """The method in capitals, the URL as called, and for JSON the body as sent are signed; nothing stands between them."""
    signed = (method + URL + path).encode()
    if content_type == "application/json":
        signed += body
    mac = hmac.new(SECRET.encode(), signed, hashlib.sha1)
    headers = {"X-Identity": KEY, "X-Signature": base64.b64encode(mac.digest()).decode()}
    if content_type is not None:
        headers["Content-Type"] = content_type
    request = urllib.request.Request(URL + path, body, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def send_json(path, value):
    return send("POST", path, json.dumps(value).encode(), "application/json")


def send_file(path, name, content):
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="attachment"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
    return send("POST", path, body, f"multipart/form-data; boundary={boundary}")


def is_genuine(headers, body, age_max_seconds=300):
    """Whether the service has sent this notification just now. `body` is the bytes as they came."""
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    mac = base64.b64encode(hmac.new(SECRET.encode(), signed, hashlib.sha256).digest()).decode()
    is_signed = any(hmac.compare_digest(one, "v1," + mac) for one in headers["webhook-signature"].split(" "))
    return is_signed and abs(time.time() - int(headers["webhook-timestamp"])) <= age_max_seconds


if __name__ == "__main__":
    invoice = send_json(
        "/invoices",
        {
            "type": "in",
            "amount": "1000.00",
            "currency": "RUB",
            "startDeal": True,
            "notificationUrl": "",
            "notificationToken": "",
        },
    )
    send_file(f'/invoices/{invoice["id"]}/confirm-transfer', "receipt.txt", b"Receipt for " + invoice["id"].encode())
    print(json.dumps(send("GET", f'/invoices/{invoice["id"]}')))
