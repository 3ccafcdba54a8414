<?php

declare(strict_types=1);

namespace Quittance;

/** What stands in the headers that prove who calls. */
final class Signature
{
    /**
     * `X-Signature`: Base64 of the HMAC-SHA1 over the method in capitals, the URL exactly as it is called, for JSON alone
     * the body exactly as it is sent, and the time of sending where `X-Timestamp` says it. Forms are signed without
     * their body.
     */
    public static function ofRequest(
        string $secret,
        string $method,
        string $url,
        string $body = '',
        string $timestamp = '',
    ): string {
        return base64_encode(hash_hmac('sha1', $method . $url . $body . $timestamp, $secret, true));
    }

    /** `X-Signature-256`: the same with HMAC-SHA256. */
    public static function ofRequest256(
        string $secret,
        string $method,
        string $url,
        string $body = '',
        string $timestamp = '',
    ): string {
        return base64_encode(hash_hmac('sha256', $method . $url . $body . $timestamp, $secret, true));
    }

    /** What stands after `v1,` in `webhook-signature` (Standard Webhooks). */
    public static function ofNotification(string $secret, string $webhookId, string $timestamp, string $body): string
    {
        return base64_encode(hash_hmac('sha256', "$webhookId.$timestamp.$body", $secret, true));
    }
}
