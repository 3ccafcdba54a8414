<?php

declare(strict_types=1);

namespace Quittance;

/** What came back over HTTP. */
final class Answer
{
    /** @param array<string, string> $headers by their names in small letters */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }
}
