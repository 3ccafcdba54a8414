<?php

/**
 * The tests of the PHP SDK, without a framework: each is a function that throws. Run: php tests/run.php
 */

declare(strict_types=1);

require __DIR__ . '/../autoload.php';
require __DIR__ . '/support.php';

use Quittance\Answer;
use Quittance\Client;
use Quittance\Clock;
use Quittance\ErrorCode;
use Quittance\File;
use Quittance\NoAnswerException;
use Quittance\NoConnection;
use Quittance\NotificationException;
use Quittance\NotificationVerifier;
use Quittance\RateLimitedException;
use Quittance\RefusedException;
use Quittance\Retry;
use Quittance\ServiceUnavailableException;
use Quittance\TestNotification;
use Quittance\UnauthorizedException;
use Quittance\UnexpectedAnswerException;

$tests = [];

$tests['signs with both schemes over the bytes that are sent'] = function (): void {
    [$client, $wire] = scripted([]);
    $client->createInvoice(PAYIN + ['internalId' => 'заказ']);
    $request = $wire->seen[0];
    same($request->url, 'https://pay.example.com/base/api/merchant/invoices');
    $text = 'POST' . $request->url . $request->body . '1800000000';
    same($request->headers['X-Signature'], base64_encode(hash_hmac('sha1', $text, 'secret', true)));
    same($request->headers['X-Signature-256'], base64_encode(hash_hmac('sha256', $text, 'secret', true)));
    same($request->headers['X-Timestamp'], '1800000000');
    same(json_decode((string) $request->body, true)['internalId'], 'заказ');
};

$tests['signs a form with a file without its body'] = function (): void {
    [$client, $wire] = scripted([]);
    $client->confirmTransfer('id', new File('%PDF', "a\"\r\nb.pdf"));
    $request = $wire->seen[0];
    $expected = base64_encode(hash_hmac('sha1', "POST{$request->url}1800000000", 'secret', true));
    same($request->headers['X-Signature'], $expected);
    same(str_contains((string) $request->body, 'filename="a%22%0D%0Ab.pdf"'), true);
};

$tests['refuses a float before anything is sent'] = function (): void {
    [$client, $wire] = scripted([]);
    thrown(fn () => $client->createInvoice(['amount' => 1000.1] + PAYIN), InvalidArgumentException::class);
    same($wire->seen, []);
};

$tests['leaves out what is null, and sends an empty object for nothing'] = function (): void {
    [$client, $wire] = scripted([]);
    $client->createInvoice(PAYIN + ['userId' => null]);
    $client->startDeal('id');
    same(array_key_exists('userId', json_decode((string) $wire->seen[0]->body, true)), false);
    same($wire->seen[1]->body, '{}');
};

$tests['encodes what is part of the URL, and refuses what would change it'] = function (): void {
    [$client, $wire] = scripted([]);
    $client->getInvoiceByInternalId('a/b ü?');
    $client->readNotifications(after: 7);
    $client->listPaymentOptions();
    $ends = array_map(fn ($request) => explode('/api/merchant', $request->url)[1], $wire->seen);
    same($ends, ['/invoices/internal-id/a%2Fb%20%C3%BC%3F', '/notifications?after=7', '/payment-options']);
    foreach (['', '.', '..'] as $name) {
        thrown(fn () => $client->getInvoice($name), InvalidArgumentException::class);
    }
};

$tests['fills in where notifications go, unless the call says'] = function (): void {
    [$client, $wire] = scripted([], notificationUrl: 'https://shop.example.com', notificationToken: 't');
    $client->createInvoice(PAYIN);
    $client->createInvoice(PAYIN + ['notificationUrl' => 'https://other.example.com']);
    $sent = array_map(fn ($request) => json_decode((string) $request->body, true), $wire->seen);
    same(array_column($sent, 'notificationUrl'), ['https://shop.example.com', 'https://other.example.com']);
    same(array_column($sent, 'notificationToken'), ['t', 't']);
};

$tests['knows no option that is misspelt, and no client without keys or with a query'] = function (): void {
    [$client] = scripted([]);
    thrown(fn () => $client->listAccounts(['idempotencyKey' => 'a']), InvalidArgumentException::class);
    foreach ([['https://a', '', 's'], ['https://a', 'k', ''], ['ftp://a', 'k', 's'], ['https://a?b', 'k', 's']] as $keys) {
        thrown(fn () => new Client(...$keys), InvalidArgumentException::class);
    }
};

$tests['repeats with the same key and a fresh signature'] = function (): void {
    $times = [1_800_000_000.0, 1_800_000_000.0, 1_800_000_007.0, 1_800_000_009.0];
    [$client, $wire] = scripted([BUSY, new NoConnection('reset')], times: $times);
    $client->createInvoice(PAYIN);
    $of = fn (string $name) => array_unique(array_map(fn ($request) => $request->headers[$name], $wire->seen));
    same([count($wire->seen), count($of('Idempotency-Key')), count($of('X-Signature'))], [3, 1, 3]);
    same($wire->clock->waits, [0.25, 0.5]);
    same(preg_match('/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/', $of('Idempotency-Key')[0]), 1);
};

$tests['ends with an exception that says what to do'] = function (): void {
    [$client] = scripted(array_fill(0, 9, BUSY));
    $act = fn () => $client->createInvoice(PAYIN, ['idempotencyKey' => 'order-1']);
    $error = thrown($act, ServiceUnavailableException::class);
    same([$error->errorCode, $error->status, $error->attempts], ['overloaded', 503, 5]);
    same($error->idempotencyKey, 'order-1');
    same($error->whatToDo(), ErrorCode::whatToDo('overloaded'));
};

$tests['waits as long as the service asks, but not for minutes'] = function (): void {
    [$client, $wire] = scripted([[429, BUSY[1], ['retry-after' => '3']]]);
    $client->listAccounts();
    same($wire->clock->waits, [3.25]);
    [$client, $wire] = scripted([[429, BUSY[1], ['retry-after' => '61']]]);
    $error = thrown(fn () => $client->listAccounts(), RateLimitedException::class);
    same([$error->retryAfterSeconds, $error->attempts, $wire->clock->waits], [61.0, 1, []]);
};

$tests['repeats what a proxy says that got no answer, with the same key'] = function (): void {
    foreach ([502, 504] as $status) {
        [$client, $wire] = scripted([[$status, '<html>', []], [$status, ['error' => 'no upstream'], []]]);
        $client->createInvoice(PAYIN);
        $keys = array_unique(array_map(fn ($request) => $request->headers['Idempotency-Key'], $wire->seen));
        same([count($wire->seen), count($keys), $wire->clock->waits], [3, 1, [0.25, 0.5]]);
    }
};

$tests['says after the last page of a proxy that the service may have acted'] = function (): void {
    foreach ([502, 503, 504] as $status) {
        [$client] = scripted(array_fill(0, 5, [$status, '<html>', []]));
        $act = fn () => $client->createInvoice(PAYIN, ['idempotencyKey' => 'order-1']);
        $error = thrown($act, UnexpectedAnswerException::class);
        same([$error->errorCode, $error->status, $error->attempts], ['unexpected_answer', $status, 5]);
        same($error->idempotencyKey, 'order-1');
        $advice = (string) $error->whatToDo();
        same(str_contains($advice, 'Whether the service has acted is not known. Call again'), true);
    }
};

$tests['repeats no other answer of somebody else, nor 502 of the service itself'] = function (): void {
    foreach ([[500, true], [520, true], [201, true], [302, false], [404, false]] as [$status, $isOpen]) {
        [$client, $wire] = scripted([[$status, '<html>', []]]);
        $error = thrown(fn () => $client->createInvoice(PAYIN), UnexpectedAnswerException::class);
        same([str_contains((string) $error->whatToDo(), 'not known'), count($wire->seen)], [$isOpen, 1]);
    }
    [$client, $wire] = scripted([[502, [['code' => 'of_a_newer_service', 'message' => 'No.']], []]]);
    $error = thrown(fn () => $client->createInvoice(PAYIN), ServiceUnavailableException::class);
    same([$error->errorCode, count($wire->seen)], ['of_a_newer_service', 1]);
};

$tests['never repeats what was refused'] = function (): void {
    $fault = ['code' => 'amount_too_small', 'message' => 'At least 100.', 'field' => 'amount'];
    [$client, $wire] = scripted([[400, [$fault], []]]);
    $error = thrown(fn () => $client->createInvoice(PAYIN), RefusedException::class);
    same([$error->field(), $error->getMessage(), count($wire->seen)], ['amount', 'amount: At least 100.', 1]);
};

$tests['sets a wrong clock once'] = function (): void {
    $fault = [['code' => 'timestamp_stale', 'message' => 'old']];
    $stale = [401, $fault, ['date' => 'Sat, 14 Nov 2026 12:00:00 GMT']];
    [$client, $wire] = scripted([$stale, [200, [], []], $stale, $stale]);
    $client->listAccounts();
    same($wire->seen[1]->headers['X-Timestamp'], '1794657600');
    thrown(fn () => $client->listAccounts(), UnauthorizedException::class);
    same([count($wire->seen), $wire->clock->waits], [4, []]);
};

$tests['reads both forms of Retry-After, and waits no longer than eight seconds of its own'] = function (): void {
    same(Retry::readRetryAfter(' 7 ', 0.0), 7.0);
    same(Retry::readRetryAfter('Sat, 14 Nov 2026 12:00:05 GMT', 1_794_657_600.0), 5.0);
    same([Retry::readRetryAfter('soon', 0.0), Retry::readRetryAfter(null, 0.0)], [null, null]);
    $waits = array_map(fn (int $failed) => Retry::waitBefore($failed, null, 1.0), range(1, 7));
    same($waits, [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0]);
};

$tests['goes on page by page, and waits where the feed is followed'] = function (): void {
    $page = [['feedSequence' => 1], ['feedSequence' => 2]];
    [$client, $wire] = scripted([[200, $page, []], [200, [], []], [200, [['feedSequence' => 3]], []]]);
    $found = [];
    foreach ($client->notifications(limit: 2, follow: true, pollSeconds: 9.0) as $one) {
        $found[] = $one['feedSequence'];
        if (count($found) === 3) {
            break;
        }
    }
    same([$found, $wire->clock->waits], [[1, 2, 3], [9.0]]);
    $queries = array_map(fn ($request) => explode('?', $request->url)[1], $wire->seen);
    same($queries, ['after=0&limit=2', 'after=2&limit=2', 'after=2&limit=2']);
};

$tests['tells silence from a broken connection, and follows no redirect'] = function (): void {
    withServer(function (string $url): void {
        $client = new Client($url, 'key', 'secret', retriesMax: 0);
        $hung = thrown(fn () => $client->getInvoice('hang', ['timeoutSeconds' => 0.05]), NoAnswerException::class);
        same($hung->errorCode, 'timed_out');
        $away = thrown(fn () => $client->getInvoice('away'), UnexpectedAnswerException::class);
        same([$away->status, $away->errorCode], [302, 'unexpected_answer']);
    });
    $nobody = new Client('http://127.0.0.1:1', 'key', 'secret', retriesMax: 0);
    same(thrown(fn () => $nobody->listAccounts(), NoAnswerException::class)->errorCode, 'connection_failed');
};

$tests['believes a notification that is signed, and nothing else'] = function (): void {
    [$headers, $body] = signedNotification();
    same(refusalOf($headers, $body), null);
    same(refusalOf(array_change_key_case($headers, CASE_UPPER), $body), null);
    same(refusalOf($headers, "$body "), 'signature_wrong');
    same(refusalOf($headers, $body, secret: 'another'), 'signature_wrong');
    same(refusalOf($headers, $body, secret: ['another', 'secret']), null);
    same(refusalOf(['webhook-signature' => "v1,AAAA {$headers['webhook-signature']}"] + $headers, $body), null);
    same(refusalOf(['webhook-id' => 'other'] + $headers, $body), 'signature_wrong');
    same(refusalOf(array_diff_key($headers, ['webhook-signature' => 0]), $body), 'header_missing');
};

$tests['refuses a notification that is old or from the future'] = function (): void {
    foreach ([[300, null], [301, 'age_wrong'], [-300, null], [-301, 'age_wrong']] as [$seconds, $expected]) {
        same(refusalOf(...signedNotification(1_800_000_000 - $seconds)), $expected);
    }
};

$tests['holds the token against the one of the invoice'] = function (): void {
    [$headers, $body] = signedNotification();
    same(refusalOf($headers, $body, token: 'жетон'), null);
    same(refusalOf($headers, $body, token: 'another'), 'token_wrong');
    $find = fn (array $one) => ['заказ-1' => 'жетон'][$one['invoice']['internalId']];
    same(refusalOf($headers, $body, token: $find), null);
};

$tests['knows no verifier without a secret, or with an empty one or an empty token'] = function (): void {
    foreach (['', [], [''], ['secret', ''], [null]] as $secret) {
        thrown(fn () => new NotificationVerifier($secret), InvalidArgumentException::class);
    }
    thrown(fn () => new NotificationVerifier('secret', ''), InvalidArgumentException::class);
    $bare = TestNotification::sign(TestNotification::make('paid'), 'secret', '', 1_800_000_000);
    same(refusalOf(...$bare), null);
    // Looked up, it is the token of an invoice without one.
    same(refusalOf(...$bare, token: fn (array $one) => ''), null);
    [$headers, $body] = signedNotification();
    same(refusalOf($headers, $body, token: fn (array $one) => ''), 'token_wrong');
};

$tests['refuses a body that is no notification, and remembers what was dealt with'] = function (): void {
    foreach ([[], ['invoice' => 1], ['notificationType' => 'invoice', 'invoice' => ['id' => 'a']]] as $value) {
        same(refusalOf(...TestNotification::sign($value, 'secret', signedAt: 1_800_000_000)), 'malformed');
    }
    $seen = new SeenInMemory();
    $verifier = new NotificationVerifier('secret', seen: $seen, clock: new FixedClock());
    $first = $verifier->verify(...signedNotification());
    same($first->isRepeat, false);
    $first->remember();
    same($verifier->verify(...signedNotification())->isRepeat, true);
};

$tests['believes an event of an endpoint by the secret of the endpoint alone, and knows it again'] = function (): void {
    $event = ['notificationType' => 'withdrawal', 'storeId' => 1, 'endpoint' => ['id' => 'e', 'sequence' => 7]];
    [$headers, $body] = TestNotification::sign($event, 'of the endpoint', '', 1_800_000_000, 'e_7');
    // Events carry no token.
    unset($headers['x-notification-token']);
    $verifier = new NotificationVerifier('of the endpoint', seen: new SeenInMemory(), clock: new FixedClock());
    $verified = $verifier->verifyEvent($headers, $body);
    same([$verified->id, $verified->event, $verified->isRepeat], ['e_7', $event, false]);
    $verified->remember();
    same($verifier->verifyEvent($headers, $body)->isRepeat, true);

    $refusal = fn (array $headers, string $body, string $secret = 'of the endpoint') => thrown(
        fn () => (new NotificationVerifier($secret, clock: new FixedClock()))->verifyEvent($headers, $body),
        NotificationException::class,
    )->errorCode;
    same($refusal($headers, $body, 'of the merchant'), 'signature_wrong');
    same($refusal($headers, "$body "), 'signature_wrong');
    $sign = fn (array $value, int $at = 1_800_000_000) => TestNotification::sign($value, 'of the endpoint', '', $at);
    same($refusal(...$sign($event, 1_800_000_000 - 301)), 'age_wrong');
    $wrong = [['endpoint' => ['sequence' => 7]], ['notificationType' => 'book'], ['endpoint' => [7]] + $event];
    // A notification of an invoice is none.
    foreach ([...$wrong, TestNotification::make('paid')] as $value) {
        same($refusal(...$sign($value)), 'malformed');
    }
};

$tests['makes notifications for tests that have sums once they are paid'] = function (): void {
    same(TestNotification::make('expired')['invoice']['deal'], null);
    $paid = TestNotification::make('paid', ['internalId' => '7'], 3);
    same([$paid['invoice']['status'], $paid['invoice']['internalId'], $paid['sequence']], ['paid', '7', 3]);
    same($paid['invoice']['receivedSumFromTaker']['amount'], '1000.00');
};

$tests['makes paid notifications for tests with a completed deal, which nobody disputes'] = function (): void {
    ['status' => $status, 'deal' => $deal] = TestNotification::make('paid')['invoice'];
    same([$status, $deal['status']], ['paid', 'completed']);
    same([$deal['disputeReason'], $deal['disputeReasonData']], [null, []]);
};

exit(runAll($tests));
