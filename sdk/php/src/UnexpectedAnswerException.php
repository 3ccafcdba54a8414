<?php

declare(strict_types=1);

namespace Quittance;

/**
 * Something answered, but not the service: a proxy's error page, a redirect. With a status of 500 or above, or below 300,
 * whether the service has acted is not known.
 */
final class UnexpectedAnswerException extends QuittanceException
{
    public function whatToDo(): ?string
    {
        $advice = parent::whatToDo();
        $isRefusal = $this->status !== null && $this->status >= 300 && $this->status < 500;
        // A read changes nothing.
        return $isRefusal || $this->idempotencyKey === null ? $advice : self::NOT_KNOWN . " $advice";
    }
}
