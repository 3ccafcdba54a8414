<?php

declare(strict_types=1);

namespace Quittance;

/**
 * Remembers which notifications were dealt with. It only spares work: two processes may both ask before either has added.
 * Insert the ID under a unique key in the transaction that stores what follows from the notification.
 */
interface SeenStore
{
    public function has(string $webhookId): bool;

    public function add(string $webhookId): void;
}
