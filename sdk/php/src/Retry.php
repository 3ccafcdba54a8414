<?php

declare(strict_types=1);

namespace Quittance;

/**
 * When a request is sent again: after no answer, after 429 and after 503, and after nothing else. 502 and 504 of a proxy
 * are no answer either: nobody knows what the service behind it has done. All of these are safe to repeat, because every
 * act carries an idempotency key that stays the same over its attempts.
 */
final class Retry
{
    /** Waits of 0.25, 0.5, 1, 2, 4, 8, 8, … seconds at most. */
    private const FIRST_WAIT_SECONDS = 0.25;
    private const WAIT_MAX_SECONDS = 8.0;
    /** A service that asks for more than this is told to the caller: a program that hangs helps nobody. */
    public const RETRY_AFTER_MAX_SECONDS = 60.0;

    /** A random part of the wait, so that clients that failed together do not come back together; no less than asked. */
    public static function waitBefore(int $failed, ?float $retryAfter, float $chance): float
    {
        $limit = min(self::WAIT_MAX_SECONDS, self::FIRST_WAIT_SECONDS * 2 ** ($failed - 1));
        return ($retryAfter ?? 0.0) + $limit * $chance;
    }

    /** `Retry-After` is a number of seconds or a date. */
    public static function readRetryAfter(?string $header, float $now): ?float
    {
        if ($header === null) {
            return null;
        }
        if (preg_match('/^\s*\d{1,9}\s*$/', $header) === 1) {
            return (float) trim($header);
        }
        $date = self::readDate($header);
        return $date === null ? null : max(0.0, $date - $now);
    }

    /** Seconds since 1970; null for anything that is not a date. */
    public static function readDate(?string $header): ?float
    {
        $form = 'D, d M Y H:i:s \G\M\T';
        $zone = new \DateTimeZone('UTC');
        $date = $header === null ? false : \DateTimeImmutable::createFromFormat($form, $header, $zone);
        return $date === false ? null : (float) $date->getTimestamp();
    }
}
