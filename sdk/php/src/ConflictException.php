<?php

declare(strict_types=1);

namespace Quittance;

/** The idempotency key was used for something else (409). */
final class ConflictException extends RefusedException
{
}
