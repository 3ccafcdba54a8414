<?php

declare(strict_types=1);

namespace Quittance;

/** Verifies what the service sends to your own server. */
final class NotificationVerifier
{
    /** @var list<string> */
    private readonly array $secrets;

    /**
     * @param string|list<string> $secret several while one is being replaced; an empty one is refused, because anybody
     *   could sign with it
     * @param string|(\Closure(array<string, mixed>): string)|null $token the `notificationToken` of the invoice, or how to
     *   find it (empty for an invoice without one); null: not looked at, the signature is the proof
     * @param float $ageMaxSeconds how old, and how far in the future, the signature may be
     * @param SeenStore|null $seen null: nothing counts as a repeat
     * @throws \InvalidArgumentException without a secret, or with an empty one or an empty token
     */
    public function __construct(
        string|array $secret,
        private readonly string|\Closure|null $token = null,
        private readonly float $ageMaxSeconds = 300.0,
        private readonly ?SeenStore $seen = null,
        private readonly Clock $clock = new Clock(),
    ) {
        $this->secrets = array_values((array) $secret);
        // A setting that is not there must not become a secret that everybody knows.
        $isUsable = static fn (mixed $one): bool => is_string($one) && $one !== '';
        if ($this->secrets === [] || array_filter($this->secrets, $isUsable) !== $this->secrets) {
            throw new \InvalidArgumentException('Notifications need a secret, and none that is empty.');
        }
        if ($token === '') {
            throw new \InvalidArgumentException('The token should not be empty: leave it out where none is expected.');
        }
    }

    /**
     * The request that PHP is answering: headers from $_SERVER, the body from php://input.
     *
     * @throws NotificationException
     */
    public function verifyCurrentRequest(): VerifiedNotification
    {
        return $this->verify(self::currentHeaders(), self::currentBody());
    }

    /**
     * The same for an endpoint of a store, whose secret is the endpoint's own.
     *
     * @throws NotificationException
     */
    public function verifyCurrentEvent(): VerifiedEvent
    {
        return $this->verifyEvent(self::currentHeaders(), self::currentBody());
    }

    /**
     * @param array<string, string|list<string>> $headers in any case
     * @param string $body the bytes as they came: what was parsed and written again has another signature
     * @throws NotificationException unless the service has sent this, unchanged and just now
     */
    public function verify(array $headers, string $body): VerifiedNotification
    {
        $headers = array_change_key_case($headers);
        $id = $this->requireGenuine($headers, $body);
        $notification = self::parse($body);
        $this->requireToken($headers, $notification);
        return new VerifiedNotification($id, $notification, $this->seen?->has($id) ?? false, $this->seen);
    }

    /**
     * What an endpoint of a store is told. Its secret is the endpoint's own, and there is no token: one that was given is
     * not looked at.
     *
     * @param array<string, string|list<string>> $headers in any case
     * @param string $body the bytes as they came
     * @throws NotificationException unless the service has sent this, unchanged and just now
     */
    public function verifyEvent(array $headers, string $body): VerifiedEvent
    {
        $id = $this->requireGenuine(array_change_key_case($headers), $body);
        return new VerifiedEvent($id, self::parseEvent($body), $this->seen?->has($id) ?? false, $this->seen);
    }

    /**
     * The ID of what was sent, once signature and age are right.
     *
     * @param array<string, string|list<string>> $headers with small names
     */
    private function requireGenuine(array $headers, string $body): string
    {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $this->requireSignature(self::header($headers, 'webhook-signature'), $id, $timestamp, $body);
        $isNumber = preg_match('/^\d{1,15}$/', $timestamp) === 1;
        if (!$isNumber || abs($this->clock->now() - (int) $timestamp) > $this->ageMaxSeconds) {
            throw new NotificationException('age_wrong', "The notification was signed at $timestamp, which is not now.");
        }
        return $id;
    }

    /** The header holds one signature, or several with blanks between them while a secret is being replaced. */
    private function requireSignature(string $given, string $id, string $timestamp, string $body): void
    {
        $isSigned = false;
        foreach ($this->secrets as $secret) {
            $expected = 'v1,' . Signature::ofNotification($secret, $id, $timestamp, $body);
            foreach (explode(' ', $given) as $signature) {
                $isSigned = hash_equals($expected, $signature) || $isSigned;
            }
        }
        if (!$isSigned) {
            throw new NotificationException('signature_wrong', 'The notification is not signed with the secret.');
        }
    }

    /**
     * @param array<string, string|list<string>> $headers
     * @param array<string, mixed> $notification
     */
    private function requireToken(array $headers, array $notification): void
    {
        // A trial belongs to no invoice whose token could be looked up.
        if ($this->token === null || ($this->token instanceof \Closure && $notification['invoice'] === null)) {
            return;
        }
        $expected = $this->token instanceof \Closure ? ($this->token)($notification) : $this->token;
        if (!hash_equals($expected, self::header($headers, 'x-notification-token'))) {
            throw new NotificationException('token_wrong', 'X-Notification-Token is not the token of the invoice.');
        }
    }

    /** @param array<string, string|list<string>> $headers */
    private static function header(array $headers, string $name): string
    {
        $value = $headers[$name] ?? null;
        $value = is_array($value) ? ($value[0] ?? null) : $value;
        if ($value === null) {
            throw new NotificationException('header_missing', "The header $name is missing.");
        }
        return $value;
    }

    /** @return array<string, mixed> */
    private static function parse(string $body): array
    {
        $parsed = json_decode($body, true, 64, JSON_BIGINT_AS_STRING);
        if (is_array($parsed)) {
            $invoice = $parsed['invoice'] ?? null;
            $isTrial = ($parsed['notificationType'] ?? null) === 'test' && $invoice === null;
            $isChange = is_array($invoice) && is_string($invoice['id'] ?? null) && is_int($parsed['sequence'] ?? null);
            if ($isTrial || $isChange) {
                return $parsed;
            }
        }
        throw new NotificationException('malformed', 'The body is no notification.');
    }

    /** @return array<string, mixed> */
    private static function parseEvent(string $body): array
    {
        $parsed = json_decode($body, true, 64, JSON_BIGINT_AS_STRING);
        $isEvent = is_array($parsed)
            && is_string($parsed['notificationType'] ?? null)
            && is_array($parsed['endpoint'] ?? null)
            && is_int($parsed['endpoint']['sequence'] ?? null);
        if (!$isEvent) {
            throw new NotificationException('malformed', 'The body is no event of an endpoint.');
        }
        return $parsed;
    }

    /** @return array<string, string> */
    private static function currentHeaders(): array
    {
        $headers = [];
        foreach ($_SERVER as $name => $value) {
            if (str_starts_with((string) $name, 'HTTP_') && is_string($value)) {
                $headers[str_replace('_', '-', substr((string) $name, 5))] = $value;
            }
        }
        return $headers;
    }

    private static function currentBody(): string
    {
        return (string) file_get_contents('php://input');
    }
}
