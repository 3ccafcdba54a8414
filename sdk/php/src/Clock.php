<?php

declare(strict_types=1);

namespace Quittance;

/** Time, chance and waiting, for tests that want none of them. */
class Clock
{
    /** Seconds since 1970. */
    public function now(): float
    {
        return microtime(true);
    }

    /** From 0 up to 1. */
    public function chance(): float
    {
        return random_int(0, 999_999) / 1_000_000;
    }

    public function sleep(float $seconds): void
    {
        usleep((int) round($seconds * 1_000_000));
    }
}
