<?php

declare(strict_types=1);

namespace Quittance;

/** The key, the secret or the signature is wrong (401), or the key may not do this (403). */
final class UnauthorizedException extends RefusedException
{
}
