<?php

declare(strict_types=1);

namespace Quittance;

/** Makes the kind of exception that fits what came back, or did not. */
final class Failures
{
    public static function ofAnswer(
        Answer $answer,
        mixed $value,
        float $now,
        int $attempts,
        ?string $idempotencyKey,
    ): QuittanceException {
        $details = [
            'status' => $answer->status,
            'retryAfterSeconds' => Retry::readRetryAfter($answer->headers['retry-after'] ?? null, $now),
            'attempts' => $attempts,
            'idempotencyKey' => $idempotencyKey,
        ];
        $faults = self::faults($value);
        if ($faults === []) {
            $message = "{$answer->status} came back, and not from the service.";
            return new UnexpectedAnswerException('unexpected_answer', $message, ...$details);
        }
        $first = $faults[0];
        $message = isset($first['field']) ? "{$first['field']}: {$first['message']}" : $first['message'];
        $kind = match (true) {
            $answer->status === 401, $answer->status === 403 => UnauthorizedException::class,
            $answer->status === 404 => NotFoundException::class,
            $answer->status === 409 => ConflictException::class,
            $answer->status === 429 => RateLimitedException::class,
            $answer->status >= 500 => ServiceUnavailableException::class,
            default => RefusedException::class,
        };
        return new $kind($first['code'], $message, ...$details, faults: $faults);
    }

    public static function ofSilence(
        NoConnection $silence,
        float $timeoutSeconds,
        int $attempts,
        ?string $idempotencyKey,
    ): NoAnswerException {
        [$code, $message] = $silence->isTimeout
            ? ['timed_out', "No answer within $timeoutSeconds s."]
            : ['connection_failed', "The service cannot be reached: {$silence->getMessage()}"];
        $details = ['attempts' => $attempts, 'idempotencyKey' => $idempotencyKey, 'previous' => $silence];
        return new NoAnswerException($code, $message, ...$details);
    }

    /** In place of the service, which may be gone after it has acted: the same as no answer. */
    public static function isGatewayAlone(QuittanceException $failure): bool
    {
        return $failure instanceof UnexpectedAnswerException && in_array($failure->status, [502, 504], true);
    }

    /** @return list<array{code: string, message: string, field?: string}> */
    private static function faults(mixed $value): array
    {
        if (!is_array($value) || !array_is_list($value)) {
            return [];
        }
        foreach ($value as $one) {
            if (!is_array($one) || !is_string($one['code'] ?? null) || !is_string($one['message'] ?? null)) {
                return [];
            }
        }
        return $value;
    }
}
