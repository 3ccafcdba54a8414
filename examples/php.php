<?php
// Signs the three kinds of requests: JSON, a read, and a form with a file. Checks a notification. Needs nothing but PHP 8.

$base = (getenv('QUITTANCE_URL') ?: 'http://127.0.0.1:3000') . '/api/merchant';
$key = getenv('QUITTANCE_API_KEY') ?: 'demo-store-key';
$secret = getenv('QUITTANCE_SECRET') ?: 'demo-merchant-secret';

/** The method in capitals, the URL as called, and for JSON the body as sent are signed; nothing stands between them. */
function send(string $method, string $path, ?string $body = null, ?string $contentType = null): array
{
    global $base, $key, $secret;
    $signed = $method . $base . $path . ($contentType === 'application/json' ? $body : '');
    $signature = base64_encode(hash_hmac('sha1', $signed, $secret, true));
    $headers = ["X-Identity: $key", "X-Signature: $signature"];
    if ($contentType !== null) {
        $headers[] = "Content-Type: $contentType";
    }
    $options = ['method' => $method, 'header' => $headers, 'content' => $body ?? '', 'ignore_errors' => true];
    return json_decode(file_get_contents($base . $path, false, stream_context_create(['http' => $options])), true);
}

function sendFile(string $path, string $name, string $content): array
{
    $boundary = bin2hex(random_bytes(16));
    $head = "--$boundary\r\nContent-Disposition: form-data; name=\"attachment\"; filename=\"$name\"\r\n\r\n";
    return send('POST', $path, "$head$content\r\n--$boundary--\r\n", "multipart/form-data; boundary=$boundary");
}

/** Whether the service has sent this notification just now. $body is what php://input gives; header names are small. */
function isGenuine(array $headers, string $body, int $ageMaxSeconds = 300): bool
{
    global $secret;
    $signed = $headers['webhook-id'] . '.' . $headers['webhook-timestamp'] . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
    $isSigned = false;
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        $isSigned = hash_equals($expected, $signature) || $isSigned;
    }
    return $isSigned && abs(time() - (int) $headers['webhook-timestamp']) <= $ageMaxSeconds;
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $invoice = send('POST', '/invoices', json_encode([
        'type' => 'in',
        'amount' => '1000.00',
        'currency' => 'RUB',
        'startDeal' => true,
        'notificationUrl' => '',
        'notificationToken' => '',
    ]), 'application/json');
    sendFile("/invoices/{$invoice['id']}/confirm-transfer", 'receipt.txt', "Receipt for {$invoice['id']}");
    echo json_encode(send('GET', "/invoices/{$invoice['id']}"));
}
