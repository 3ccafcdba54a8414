<?php

declare(strict_types=1);

namespace Quittance;

/** Notifications as the service would sign and send them: for the tests of your own receiver. */
final class TestNotification
{
    /**
     * What the service would say of a payin over 1,000 rubles, with the parts that matter to your test replaced.
     *
     * @param array<string, mixed> $invoice
     * @return array<string, mixed>
     */
    public static function make(string $status, array $invoice = [], int $sequence = 1): array
    {
        $made = ExampleNotification::VALUE;
        if ($status !== 'paid') {
            $names = ['receivedSumFromTaker', 'receivedSumFromMaker', 'serviceFeeSum', 'payoutSum', 'rate', 'deal'];
            $made['invoice'] = array_fill_keys($names, null) + $made['invoice'];
        }
        $made['invoice'] = $invoice + ['status' => $status] + $made['invoice'];
        return ['sequence' => $sequence] + $made;
    }

    /**
     * @param array<string, mixed> $notification
     * @param int|null $signedAt seconds since 1970; now when absent
     * @param string|null $webhookId give one twice to make a repeat
     * @return array{array<string, string>, string} headers and body
     */
    public static function sign(
        array $notification,
        string $secret,
        string $token = '',
        ?int $signedAt = null,
        ?string $webhookId = null,
    ): array {
        $body = json_encode($notification, JSON_THROW_ON_ERROR);
        $timestamp = (string) ($signedAt ?? time());
        $webhookId ??= 'msg_' . bin2hex(random_bytes(16));
        $headers = [
            'content-type' => 'application/json',
            'x-notification-token' => $token,
            'webhook-id' => $webhookId,
            'webhook-timestamp' => $timestamp,
            'webhook-signature' => 'v1,' . Signature::ofNotification($secret, $webhookId, $timestamp, $body),
        ];
        return [$headers, $body];
    }
}
