<?php

declare(strict_types=1);

namespace Quittance;

/**
 * The one family of exceptions. `errorCode` says what happened and is what a program decides by; the message and
 * `whatToDo()` are for people.
 *
 * Retries are over when it is thrown. After a NoAnswerException, and every exception with a status of 500 or above, the
 * service may have acted. It is safe to call again with its `idempotencyKey`: the service acts once.
 */
class QuittanceException extends \RuntimeException
{
    protected const NOT_KNOWN = 'Whether the service has acted is not known. '
        . 'Call again with the idempotencyKey of the exception.';
    private const OF_THE_CLIENT = [
        'connection_failed' => self::NOT_KNOWN,
        'timed_out' => self::NOT_KNOWN,
        'unexpected_answer' => 'Something else answered: look at the base URL, and at the proxy in between.',
    ];

    /**
     * @param string $errorCode the service's code, such as `amount_too_small`, or one of the client's own
     * @param int|null $status of the HTTP answer; null when there was none
     * @param float|null $retryAfterSeconds how long the service asks to wait; null when it does not say
     * @param int $attempts how often the request was sent
     * @param string|null $idempotencyKey what an act was sent with: give it to the next call to be sure that it is the
     *   same act; null for a read
     * @param list<array{code: string, message: string, field?: string}> $faults all that the service found, the first of
     *   which gives code, message and field
     */
    public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly ?int $status = null,
        public readonly ?float $retryAfterSeconds = null,
        public readonly int $attempts = 1,
        public readonly ?string $idempotencyKey = null,
        public readonly array $faults = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }

    /** The request parameter at fault, where there is one. */
    public function field(): ?string
    {
        return $this->faults[0]['field'] ?? null;
    }

    /** Advice in one or two sentences; null for a code that only a newer service knows. */
    public function whatToDo(): ?string
    {
        return ErrorCode::whatToDo($this->errorCode) ?? self::OF_THE_CLIENT[$this->errorCode] ?? null;
    }
}
