<?php

declare(strict_types=1);

namespace Quittance;

/** The service answered, but could not act (500, 503), still after all retries. */
final class ServiceUnavailableException extends QuittanceException
{
}
