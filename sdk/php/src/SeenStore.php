<?php

declare(strict_types=1);

namespace Quittance;

/** Remembers which notifications were dealt with. Keep it where all your processes see it. */
interface SeenStore
{
    public function has(string $webhookId): bool;

    public function add(string $webhookId): void;
}
