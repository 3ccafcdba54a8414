<?php

declare(strict_types=1);

namespace Quittance;

/** What a sender throws when no answer came; callers of the client see a NoAnswerException. */
final class NoConnection extends \RuntimeException
{
    public function __construct(string $message, public readonly bool $isTimeout = false)
    {
        parent::__construct($message);
    }
}
