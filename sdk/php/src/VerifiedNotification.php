<?php

declare(strict_types=1);

namespace Quittance;

/**
 * A notification that the service has sent, unchanged and just now.
 *
 * @phpstan-import-type Notification from Operations
 */
final class VerifiedNotification
{
    /**
     * @param string $id the same whenever the same notification is sent again
     * @param array<string, mixed> $notification with `notificationType` `test` it is about no invoice, and there is nothing
     *   to do
     * @param bool $isRepeat dealt with before: answer 200 and do nothing
     */
    public function __construct(
        public readonly string $id,
        public readonly array $notification,
        public readonly bool $isRepeat,
        private readonly ?SeenStore $seen,
    ) {
    }

    /** Call it when you have stored what follows from the notification, not before: who fails in between is told again. */
    public function remember(): void
    {
        $this->seen?->add($this->id);
    }
}
