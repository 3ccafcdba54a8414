<?php

declare(strict_types=1);

$path = $_SERVER['REQUEST_URI'];
if (str_contains($path, 'hang')) {
    usleep(300_000);
}
if (str_contains($path, 'away')) {
    http_response_code(302);
    header('Location: /elsewhere');
}
