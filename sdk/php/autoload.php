<?php

// For those who work without Composer: require this file, and the classes are found.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $prefix = 'Quittance\\';
    if (str_starts_with($class, $prefix)) {
        $file = __DIR__ . '/src/' . substr($class, strlen($prefix)) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
