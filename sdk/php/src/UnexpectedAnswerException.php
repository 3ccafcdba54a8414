<?php

declare(strict_types=1);

namespace Quittance;

/** Something answered, but not the service: a proxy's error page, a redirect. */
final class UnexpectedAnswerException extends QuittanceException
{
}
