<?php

declare(strict_types=1);

namespace Quittance;

/** multipart/form-data (RFC 7578); files come last, and nothing is sent for null. */
final class Form
{
    /**
     * @param array<string, string|File|null> $fields
     * @return array{string, string} content type and body
     */
    public static function encode(array $fields): array
    {
        $boundary = 'quittance-' . bin2hex(random_bytes(18));
        $body = '';
        foreach ($fields as $name => $value) {
            if (is_string($value)) {
                $body .= self::head($boundary, 'name="' . self::quoted($name) . '"') . "\r\n$value\r\n";
            }
        }
        foreach ($fields as $name => $value) {
            if ($value instanceof File) {
                $names = 'name="' . self::quoted($name) . '"; filename="' . self::quoted($value->name) . '"';
                $type = str_replace(["\r", "\n"], '', $value->contentType);
                $body .= self::head($boundary, $names) . "Content-Type: $type\r\n\r\n{$value->content}\r\n";
            }
        }
        return ["multipart/form-data; boundary=$boundary", "$body--$boundary--\r\n"];
    }

    private static function head(string $boundary, string $names): string
    {
        return "--$boundary\r\nContent-Disposition: form-data; $names\r\n";
    }

    /** As browsers do it: a name cannot end its own quotation or begin another header. */
    private static function quoted(string $name): string
    {
        return str_replace(['"', "\r", "\n"], ['%22', '%0D', '%0A'], $name);
    }
}
