#!/usr/bin/env bash
# Signs the three kinds of requests with openssl: JSON, a read, and a form with a file. Works on a sandbox as it is.
set -euo pipefail

URL="${QUITTANCE_URL:-http://127.0.0.1:3000}/api/merchant"
KEY="${QUITTANCE_API_KEY:-demo-store-key}"
SECRET="${QUITTANCE_SECRET:-demo-merchant-secret}"

# The method in capitals, the URL as called, and for JSON the body as sent; nothing between them.
sign() { printf '%s' "$1" | openssl dgst -sha1 -hmac "$SECRET" -binary | base64; }

# JSON: the body is part of what is signed, to the byte.
BODY='{"type":"in","amount":"1000.00","currency":"RUB","startDeal":true,"notificationUrl":"","notificationToken":""}'
INVOICE=$(curl -sf "$URL/invoices" -d "$BODY" -H 'Content-Type: application/json' \
  -H "X-Identity: $KEY" -H "X-Signature: $(sign "POST$URL/invoices$BODY")")
ID=$(printf '%s' "$INVOICE" | sed 's/^{"id":"\([^"]*\)".*/\1/')

# A form: its body is not signed.
printf 'Receipt for %s\n' "$ID" > "${TMPDIR:-/tmp}/receipt-$ID.txt"
curl -sf "$URL/invoices/$ID/confirm-transfer" -F "attachment=@${TMPDIR:-/tmp}/receipt-$ID.txt" -o /dev/null \
  -H "X-Identity: $KEY" -H "X-Signature: $(sign "POST$URL/invoices/$ID/confirm-transfer")"
rm "${TMPDIR:-/tmp}/receipt-$ID.txt"

# A read.
curl -sf "$URL/invoices/$ID" -H "X-Identity: $KEY" -H "X-Signature: $(sign "GET$URL/invoices/$ID")"
