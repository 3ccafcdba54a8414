<?php

// Does with the PHP SDK what a test says, one JSON line after the other. See sdk-driver.ts.

declare(strict_types=1);

require __DIR__ . '/../../sdk/php/autoload.php';

use Quittance\Client;
use Quittance\Clock;
use Quittance\File;
use Quittance\NotificationVerifier;
use Quittance\QuittanceException;
use Quittance\TestNotification;

final class WrongClock extends Clock
{
    public function __construct(private readonly int $aheadSeconds)
    {
    }

    public function now(): float
    {
        return parent::now() + $this->aheadSeconds;
    }
}

/** Bytes come as Base64. */
function read(mixed $value): mixed
{
    $isFile = is_array($value) && isset($value['base64']);
    return $isFile ? new File((string) base64_decode($value['base64']), 'receipt.png') : $value;
}

function client(array $keys): Client
{
    $clock = new WrongClock($keys['aheadSeconds'] ?? 0);
    unset($keys['aheadSeconds']);
    return new Client(...$keys, clock: $clock);
}

function answer(array $task): mixed
{
    if ($task['do'] === 'verify') {
        $verified = (new NotificationVerifier(...$task['options']))->verify($task['headers'], $task['body']);
        return ['id' => $verified->id, 'notification' => $verified->notification];
    }
    if ($task['do'] === 'sign') {
        return TestNotification::sign(TestNotification::make('paid'), ...$task['options'])[0];
    }
    $named = array_map(read(...), $task['named'] ?? []);
    if (isset($named['idempotencyKey'])) {
        $named['options'] = ['idempotencyKey' => $named['idempotencyKey']];
        unset($named['idempotencyKey']);
    }
    $made = client($task['client'])->{$task['do']}(...array_map(read(...), $task['given'] ?? []), ...$named);
    if (is_string($made)) {
        return array_values(unpack('C*', $made));
    }
    return $made instanceof Generator ? iterator_to_array($made, false) : $made;
}

while (($line = fgets(STDIN)) !== false) {
    try {
        $result = ['answer' => answer(json_decode($line, true))];
    } catch (QuittanceException $error) {
        $kind = substr(strrchr(get_class($error), '\\'), 1);
        $result = ['error' => [
            'kind' => $kind,
            'code' => $error->errorCode,
            'status' => $error->status,
            'field' => $error->field(),
            'whatToDo' => $error->whatToDo(),
        ]];
    } catch (InvalidArgumentException | TypeError $error) {
        $result = ['misuse' => $error->getMessage()];
    }
    echo json_encode($result), "\n";
}
