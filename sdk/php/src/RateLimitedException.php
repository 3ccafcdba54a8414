<?php

declare(strict_types=1);

namespace Quittance;

/** Too many requests (429), still after all retries. */
final class RateLimitedException extends QuittanceException
{
}
