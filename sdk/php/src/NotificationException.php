<?php

declare(strict_types=1);

namespace Quittance;

/**
 * A notification that must not be acted on. Answer it with a status that is not 2xx. `errorCode` is `header_missing`,
 * `signature_wrong`, `token_wrong`, `age_wrong` or `malformed`.
 */
final class NotificationException extends QuittanceException
{
}
