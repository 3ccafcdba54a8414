<?php

declare(strict_types=1);

namespace Quittance;

/**
 * A store's connection to the service: every operation of the merchant interface.
 *
 * Sums are strings, in and out: a float is refused, because it cannot hold money. A refusal throws a QuittanceException
 * with the service's code. Requests without an answer, and those answered 429 or 503, or 502 or 504 by a proxy, are
 * repeated with the same idempotency key.
 *
 * @phpstan-import-type FeedItem from Operations
 */
final class Client extends Operations
{
    private readonly Transport $transport;

    /**
     * @param string $notificationUrl for invoices that name no other; empty: nothing is sent
     * @param float $timeoutSeconds for each attempt, the answer included
     * @param int $retriesMax how often a request is sent again at most, where that is safe
     * @param (\Closure(Request): Answer)|null $sender in place of cURL: for a proxy, or for tests
     */
    public function __construct(
        string $baseUrl,
        string $apiKey,
        string $secret,
        private readonly string $notificationUrl = '',
        private readonly string $notificationToken = '',
        float $timeoutSeconds = 30.0,
        int $retriesMax = 4,
        ?\Closure $sender = null,
        ?Clock $clock = null,
    ) {
        $clock ??= new Clock();
        $this->transport = new Transport($baseUrl, $apiKey, $secret, $timeoutSeconds, $retriesMax, $sender, $clock);
    }

    /**
     * Every change of status of the store's invoices, in order, for shops that ask rather than be told. Store
     * `feedSequence` with what follows from a notification, and go on from it. With `follow` it waits for more at the
     * end; leave the loop to stop.
     *
     * @return \Generator<int, FeedItem>
     */
    public function notifications(
        int $after = 0,
        ?int $limit = null,
        bool $follow = false,
        float $pollSeconds = 2.0,
    ): \Generator {
        while (true) {
            $page = $this->readNotifications($after, $limit);
            foreach ($page as $notification) {
                yield $notification;
                $after = $notification['feedSequence'];
            }
            if ($page !== []) {
                continue;
            }
            if (!$follow) {
                return;
            }
            $this->transport->sleep($pollSeconds);
        }
    }

    protected function send(string $method, string $path, array $given): mixed
    {
        return $this->transport->send($method, $path, $given);
    }

    protected function notified(array $body): array
    {
        $given = array_filter($body, static fn (mixed $value): bool => $value !== null);
        return $given + [
            'notificationUrl' => $this->notificationUrl,
            'notificationToken' => $this->notificationToken,
        ];
    }
}
