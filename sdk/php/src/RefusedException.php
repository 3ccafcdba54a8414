<?php

declare(strict_types=1);

namespace Quittance;

/** The service does not do this (400, 413), and a repeat of the same will not help. */
class RefusedException extends QuittanceException
{
}
