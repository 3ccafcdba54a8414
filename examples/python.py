"""Creates a payin, uploads a receipt and reads the invoice, with the SDK. In your project: pip install quittance."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../sdk/python"))

from quittance import File, Quittance  # noqa: E402

client = Quittance(
    os.environ.get("QUITTANCE_URL", "http://127.0.0.1:3000"),
    os.environ.get("QUITTANCE_API_KEY", "demo-store-key"),
    os.environ.get("QUITTANCE_SECRET", "demo-merchant-secret"),
)
invoice = client.create_invoice({"type": "in", "amount": "1000.00", "currency": "RUB", "startDeal": True})
client.confirm_transfer(invoice["id"], File(f"Receipt for {invoice['id']}".encode(), "receipt.txt"))
print(json.dumps(client.get_invoice(invoice["id"])))
