<?php

// Creates a payin, uploads a receipt and reads the invoice, with the SDK. In your project: composer require quittance/sdk.

declare(strict_types=1);

require __DIR__ . '/../sdk/php/autoload.php';

$client = new Quittance\Client(
    getenv('QUITTANCE_URL') ?: 'http://127.0.0.1:3000',
    getenv('QUITTANCE_API_KEY') ?: 'demo-store-key',
    getenv('QUITTANCE_SECRET') ?: 'demo-merchant-secret',
);
$invoice = $client->createInvoice(['type' => 'in', 'amount' => '1000.00', 'currency' => 'RUB', 'startDeal' => true]);
$client->confirmTransfer($invoice['id'], new Quittance\File("Receipt for {$invoice['id']}", 'receipt.txt'));
echo json_encode($client->getInvoice($invoice['id']));
