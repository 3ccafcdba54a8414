<?php

declare(strict_types=1);

namespace Quittance;

/** Sends one attempt with cURL. Redirects are not followed: the signature is for this URL, another would refuse it. */
final class CurlSender
{
    public function __invoke(Request $request): Answer
    {
        $headers = [];
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::lines($request->headers),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) ceil($request->timeoutSeconds * 1000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$headers): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $headers[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ] + ($request->body === null ? [] : [CURLOPT_POSTFIELDS => $request->body]));
        $body = curl_exec($curl);
        $number = curl_errno($curl);
        if (!is_string($body) || $number !== 0) {
            $isTimeout = $number === CURLE_OPERATION_TIMEDOUT;
            throw new NoConnection(curl_error($curl), $isTimeout);
        }
        return new Answer((int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    /**
     * What cURL would add by itself is switched off: a type for a body that is empty, and `Expect`, for whose answer it
     * would wait a second before it sends a file.
     *
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function lines(array $headers): array
    {
        $line = static fn (string $name, string $value): string => "$name: $value";
        $none = isset($headers['Content-Type']) ? ['Expect:'] : ['Expect:', 'Content-Type:'];
        return [...array_map($line, array_keys($headers), array_values($headers)), ...$none];
    }
}
