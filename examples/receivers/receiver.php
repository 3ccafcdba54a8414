<?php
/**
 * A receiver of notifications in PHP 8, without any library.
 *
 *   TOKEN=my-token SECRET=demo-merchant-secret php -S 127.0.0.1:4000 examples/receivers/receiver.php
 */
declare(strict_types=1);

const AGE_MAX_SECONDS = 300;

function isGenuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > AGE_MAX_SECONDS) {
        return false;
    }
    if (!hash_equals((string) getenv('TOKEN'), $_SERVER['HTTP_X_NOTIFICATION_TOKEN'] ?? '')) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", (string) getenv('SECRET'), true));
    // While the secret is being rotated there are two signatures; one good one is enough.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** In a shop this is a table with a unique key, written in the transaction that acts on the notification. */
function seenFile(string $id): string
{
    return sys_get_temp_dir() . '/quittance-seen-' . hash('sha256', $id);
}

if ((string) getenv('SECRET') === '' || (string) getenv('TOKEN') === '') {
    // With an empty secret anybody could sign.
    http_response_code(500);
    error_log('Give SECRET and TOKEN.');
    return;
}

$body = (string) file_get_contents('php://input');
if (!isGenuine($body)) {
    http_response_code(401);
    echo 'not from Quittance';
    return;
}
$seen = seenFile($_SERVER['HTTP_WEBHOOK_ID']);
if (is_file($seen)) {
    echo 'seen before';
    return;
}
$notification = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
if ($notification['notificationType'] === 'invoice') {
    $invoice = $notification['invoice'];
    error_log("invoice {$invoice['id']} is {$invoice['status']}");
}
// Only now: what could not be acted on, or written down, is sent again.
if (!touch($seen)) {
    http_response_code(500);
    return;
}
echo 'ok';
