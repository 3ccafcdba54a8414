<?php

declare(strict_types=1);

namespace Quittance;

/** No answer came (`connection_failed`, `timed_out`): whether the service has acted is not known. */
final class NoAnswerException extends QuittanceException
{
}
