<?php

declare(strict_types=1);

namespace Quittance;

/** What an endpoint of a store was told by the service, unchanged and just now. */
final class VerifiedEvent
{
    /**
     * @param string $id the same whenever the same event is sent again
     * @param array<string, mixed> $event what happened; `notificationType` says of which kind it is
     * @param bool $isRepeat dealt with before: answer 200 and do nothing
     */
    public function __construct(
        public readonly string $id,
        public readonly array $event,
        public readonly bool $isRepeat,
        private readonly ?SeenStore $seen,
    ) {
    }

    /** Call it when you have stored what follows from the event, not before: who fails in between is told again. */
    public function remember(): void
    {
        $this->seen?->add($this->id);
    }
}
