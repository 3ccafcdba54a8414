<?php

declare(strict_types=1);

namespace Quittance;

/**
 * The service has a fault (500) or is not ready, still after all retries (503). Mostly nothing was done, but it may have
 * acted (`internal`, `outcome_unknown`). It is safe to call again with the `idempotencyKey`.
 */
final class ServiceUnavailableException extends QuittanceException
{
}
