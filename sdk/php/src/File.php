<?php

declare(strict_types=1);

namespace Quittance;

/** What is uploaded, with the name it should have. The service takes at most 10 MB. */
final class File
{
    /** @param string $contentType the service finds the type out from the content, whatever is said here */
    public function __construct(
        public readonly string $content,
        public readonly string $name = 'receipt',
        public readonly string $contentType = 'application/octet-stream',
    ) {
    }

    /** The file at this path. */
    public static function at(string $path): self
    {
        $content = @file_get_contents($path);
        if ($content === false) {
            throw new \InvalidArgumentException("The file $path cannot be read.");
        }
        return new self($content, basename($path));
    }
}
