<?php

declare(strict_types=1);

namespace Quittance;

/** There is no such thing in this store (404). */
final class NotFoundException extends RefusedException
{
}
