<?php

declare(strict_types=1);

namespace Quittance;

/** Sends a request until there is an answer that stands: signed, bounded in time and number. */
final class Transport
{
    private const MERCHANT_PATH = '/api/merchant';
    private const FILE_TYPE = 'application/vnd.quittance.proof';

    private readonly string $baseUrl;
    private readonly \Closure $sender;
    /** How far the service's clock is ahead of this machine's, once it has said so. */
    private float $aheadSeconds = 0.0;

    public function __construct(
        string $baseUrl,
        private readonly string $apiKey,
        private readonly string $secret,
        private readonly float $timeoutSeconds,
        private readonly int $retriesMax,
        ?\Closure $sender,
        private readonly Clock $clock,
    ) {
        if ($apiKey === '' || $secret === '') {
            throw new \InvalidArgumentException('Quittance needs an apiKey and a secret.');
        }
        $this->baseUrl = self::readBaseUrl($baseUrl);
        $this->sender = $sender ?? (new CurlSender())(...);
    }

    public function sleep(float $seconds): void
    {
        $this->clock->sleep($seconds);
    }

    /** @param array<string, mixed> $given segments, query, json, form, options */
    public function send(string $method, string $path, array $given): mixed
    {
        $options = self::readOptions($given['options'] ?? [], $method === 'POST');
        $url = $this->baseUrl . self::MERCHANT_PATH . self::fill($path, $given['segments'] ?? [])
            . self::query($given['query'] ?? []);
        $key = $method === 'POST' ? ($options['idempotencyKey'] ?? self::newKey()) : null;
        [$headers, $body, $signedBody] = $this->prepare($key, $given);
        $attemptsMax = 1 + ($options['retriesMax'] ?? $this->retriesMax);
        $timeout = (float) ($options['timeoutSeconds'] ?? $this->timeoutSeconds);
        $isClockSet = false;
        for ($attempts = 1; ; $attempts++) {
            $signed = $headers + $this->signatures($method, $url, $signedBody);
            $answer = $this->attempt(new Request($method, $url, $signed, $body, $timeout));
            if ($answer instanceof Answer) {
                // A file of bytes is what it is; everything else is JSON.
                if ($answer->status === 200 && ($answer->headers['content-type'] ?? '') === self::FILE_TYPE) {
                    return $answer->body;
                }
                $value = json_decode($answer->body, true, 64, JSON_BIGINT_AS_STRING);
                if ($answer->status === 200 && json_last_error() === JSON_ERROR_NONE) {
                    return $value;
                }
                $failure = Failures::ofAnswer($answer, $value, $this->clock->now(), $attempts, $key);
            } else {
                $failure = Failures::ofSilence($answer, $timeout, $attempts, $key);
            }
            $serviceNow = $answer instanceof Answer ? Retry::readDate($answer->headers['date'] ?? null) : null;
            // The clock of this machine is wrong. The service says what time it is, and nothing was done.
            $isStale = $failure->errorCode === ErrorCode::TIMESTAMP_STALE && $serviceNow !== null;
            if ($isStale && !$isClockSet && $attempts < $attemptsMax) {
                $isClockSet = true;
                $this->aheadSeconds = $serviceNow - $this->clock->now();
                continue;
            }
            $isRetryable = !$answer instanceof Answer
                || in_array($answer->status, [429, 503], true)
                || Failures::isGatewayAlone($failure);
            $waits = ($failure->retryAfterSeconds ?? 0.0) > Retry::RETRY_AFTER_MAX_SECONDS;
            if (!$isRetryable || $waits || $attempts >= $attemptsMax) {
                throw $failure;
            }
            $this->sleep(Retry::waitBefore($attempts, $failure->retryAfterSeconds, $this->clock->chance()));
        }
    }

    private function attempt(Request $request): Answer|NoConnection
    {
        try {
            return ($this->sender)($request);
        } catch (NoConnection $silence) {
            return $silence;
        }
    }

    /**
     * @param array<string, mixed> $given
     * @return array{array<string, string>, ?string, string} headers, body, and the part of the body that is signed
     */
    private function prepare(?string $key, array $given): array
    {
        $headers = ['Accept' => 'application/json', 'X-Identity' => $this->apiKey];
        if ($key !== null) {
            $headers['Idempotency-Key'] = $key;
        }
        if (isset($given['json'])) {
            $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
            $body = json_encode((object) self::exact($given['json']), $flags);
            return [$headers + ['Content-Type' => 'application/json'], $body, $body];
        }
        if (isset($given['form'])) {
            [$type, $body] = Form::encode(self::formFields($given['form']));
            return [$headers + ['Content-Type' => $type], $body, ''];
        }
        // Without a body cURL would send none for POST; an empty one says so with its length.
        return [$headers, $key === null ? null : '', ''];
    }

    /**
     * Signed anew for each attempt, because the time of sending is part of it.
     *
     * @return array<string, string>
     */
    private function signatures(string $method, string $url, string $body): array
    {
        $timestamp = (string) (int) floor($this->clock->now() + $this->aheadSeconds);
        return [
            'X-Timestamp' => $timestamp,
            'X-Signature' => Signature::ofRequest($this->secret, $method, $url, $body, $timestamp),
            'X-Signature-256' => Signature::ofRequest256($this->secret, $method, $url, $body, $timestamp),
        ];
    }

    /** What is sent; without what is null, because the service takes it as not given. */
    private static function exact(mixed $value): mixed
    {
        if (is_float($value)) {
            throw new \InvalidArgumentException("$value is a float, which cannot hold money: give sums as strings.");
        }
        if ($value instanceof \DateTimeInterface) {
            return $value->format(\DateTimeInterface::ATOM);
        }
        if (!is_array($value)) {
            return $value;
        }
        $given = array_filter($value, static fn (mixed $inner): bool => $inner !== null);
        return array_map(self::exact(...), $given);
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, string|File|null>
     */
    private static function formFields(array $fields): array
    {
        $files = ['attachment'];
        $read = [];
        foreach ($fields as $name => $value) {
            $isContent = in_array($name, $files, true) && is_string($value);
            $read[$name] = $isContent ? new File($value) : self::exact($value);
        }
        return $read;
    }

    /** @param array<string, string> $segments */
    private static function fill(string $path, array $segments): string
    {
        foreach ($segments as $name => $value) {
            // URLs know no empty segment, and `.` and `..` change the path however they are encoded.
            if (in_array($value, ['', '.', '..'], true)) {
                throw new \InvalidArgumentException("'$value' cannot be part of a URL's path.");
            }
            $path = str_replace('{' . $name . '}', rawurlencode($value), $path);
        }
        return $path;
    }

    /** @param array<string, string|int|null> $query */
    private static function query(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        return $given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
    }

    /**
     * @param array<string, mixed> $options
     * @return array{idempotencyKey?: string, timeoutSeconds?: float|int, retriesMax?: int}
     */
    private static function readOptions(array $options, bool $isAct): array
    {
        $known = $isAct ? ['idempotencyKey', 'timeoutSeconds', 'retriesMax'] : ['timeoutSeconds', 'retriesMax'];
        $unknown = array_diff(array_keys($options), $known);
        if ($unknown !== []) {
            throw new \InvalidArgumentException('There is no option ' . implode(', ', $unknown) . ' here.');
        }
        return $options;
    }

    /** Written as it will be called: the signature covers the URL to the letter. */
    private static function readBaseUrl(string $baseUrl): string
    {
        $parts = parse_url($baseUrl);
        if ($parts === false || !isset($parts['host']) || !in_array($parts['scheme'] ?? '', ['http', 'https'], true)) {
            throw new \InvalidArgumentException('baseUrl should be an http or https URL.');
        }
        if (preg_match('/[?#]/', $baseUrl) === 1) {
            throw new \InvalidArgumentException('baseUrl should have no query and no fragment.');
        }
        $usual = $parts['scheme'] === 'http' ? 80 : 443;
        $port = ($parts['port'] ?? $usual) === $usual ? '' : ":{$parts['port']}";
        return $parts['scheme'] . '://' . strtolower($parts['host']) . $port . rtrim($parts['path'] ?? '', '/');
    }

    /** A random UUID. */
    private static function newKey(): string
    {
        $hex = bin2hex(random_bytes(16));
        $hex[12] = '4';
        $hex[16] = '89ab'[random_int(0, 3)];
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split($hex, 4));
    }
}
