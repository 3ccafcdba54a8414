<?php

declare(strict_types=1);

use Quittance\Answer;
use Quittance\Client;
use Quittance\Clock;
use Quittance\NoConnection;
use Quittance\NotificationException;
use Quittance\NotificationVerifier;
use Quittance\Request;
use Quittance\SeenStore;
use Quittance\TestNotification;

const PAYIN = ['type' => 'in', 'amount' => '1000.00', 'currency' => 'RUB'];
const BUSY = [503, [['code' => 'overloaded', 'message' => 'The service is busy; nothing was done. Try again.']], []];

/** Says which moments it is told, or always the same one; waits for nothing. */
final class FixedClock extends Clock
{
    /** @var list<float> */
    public array $waits = [];

    /** @param list<float> $times */
    public function __construct(private array $times = [])
    {
    }

    public function now(): float
    {
        return array_shift($this->times) ?? 1_800_000_000.0;
    }

    public function chance(): float
    {
        return 1.0;
    }

    public function sleep(float $seconds): void
    {
        $this->waits[] = $seconds;
    }
}

/** Answers each request with the next reply, and remembers what came. */
final class Wire
{
    /** @var list<Request> */
    public array $seen = [];

    /** @param list<array{int, mixed, array<string, string>}|NoConnection> $replies */
    public function __construct(private array $replies, public readonly FixedClock $clock)
    {
    }

    public function __invoke(Request $request): Answer
    {
        $this->seen[] = $request;
        $reply = array_shift($this->replies) ?? [200, [], []];
        if ($reply instanceof NoConnection) {
            throw $reply;
        }
        return new Answer($reply[0], $reply[2], (string) json_encode($reply[1]));
    }
}

final class SeenInMemory implements SeenStore
{
    /** @var array<string, true> */
    private array $ids = [];

    public function has(string $webhookId): bool
    {
        return isset($this->ids[$webhookId]);
    }

    public function add(string $webhookId): void
    {
        $this->ids[$webhookId] = true;
    }
}

/**
 * @param list<mixed> $replies
 * @param list<float> $times
 * @return array{Client, Wire}
 */
function scripted(array $replies, array $times = [], string ...$options): array
{
    $clock = new FixedClock($times);
    $wire = new Wire($replies, $clock);
    $baseUrl = 'https://Pay.example.com:443/base/';
    return [new Client($baseUrl, 'key', 'secret', ...$options, sender: $wire(...), clock: $clock), $wire];
}

/** @return array{array<string, string>, string} */
function signedNotification(int $signedAt = 1_800_000_000): array
{
    $notification = TestNotification::make('paid', ['internalId' => 'заказ-1']);
    return TestNotification::sign($notification, 'secret', 'жетон', $signedAt, 'a_1');
}

/**
 * @param array<string, string> $headers
 * @param string|list<string> $secret
 */
function refusalOf(array $headers, string $body, string|array $secret = 'secret', mixed $token = null): ?string
{
    try {
        (new NotificationVerifier($secret, $token, clock: new FixedClock()))->verify($headers, $body);
        return null;
    } catch (NotificationException $error) {
        return $error->errorCode;
    }
}

/** A server that says nothing to `hang` and sends `away` elsewhere: PHP's own, in a process beside this one. */
function withServer(callable $use): void
{
    $socket = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException('no port');
    $address = (string) stream_socket_get_name($socket, false);
    fclose($socket);
    $command = [PHP_BINARY, '-S', $address, __DIR__ . '/server.php'];
    $server = proc_open($command, [2 => ['pipe', 'w']], $pipes) ?: throw new RuntimeException('no server');
    try {
        // PHP's server says that it has started before it answers.
        fgets($pipes[2]);
        $use("http://$address");
    } finally {
        proc_terminate($server, 9);
        proc_close($server);
    }
}

function same(mixed $actual, mixed $expected): void
{
    if ($actual !== $expected) {
        throw new RuntimeException(var_export($actual, true) . ' is not ' . var_export($expected, true));
    }
}

/**
 * @template T of Throwable
 * @param class-string<T> $kind
 * @return T
 */
function thrown(callable $act, string $kind): Throwable
{
    try {
        $act();
    } catch (Throwable $error) {
        return $error instanceof $kind ? $error : throw $error;
    }
    throw new RuntimeException("no $kind was thrown");
}

/** @param array<string, callable> $tests */
function runAll(array $tests): int
{
    $failed = 0;
    foreach ($tests as $title => $test) {
        try {
            $test();
            echo "ok    $title\n";
        } catch (Throwable $error) {
            $failed++;
            echo "FAIL  $title\n      {$error->getFile()}:{$error->getLine()} " . get_class($error) . ": {$error->getMessage()}\n";
        }
    }
    echo count($tests) . " tests, $failed failed\n";
    return $failed === 0 ? 0 : 1;
}
