<?php

// Made by `npm run docs` from the description of the merchant interface; do not edit.

declare(strict_types=1);

namespace Quittance;

/** A whole notification about a payin that was paid, as the service sends it. */
final class ExampleNotification
{
    public const VALUE = [
        'notificationType' => 'invoice',
        'notificationDate' => '2026-11-14T12:06:30+00:00',
        'sequence' => 1,
        'askedSum' => [
            'amount' => '1000.00',
            'currency' => 'RUB',
            'subunit' => 2,
        ],
        'isSumChanged' => false,
        'reason' => null,
        'invoice' => [
            'id' => '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4',
            'internalId' => 'order-1042',
            'userId' => 'client-7',
            'type' => 'in',
            'status' => 'paid',
            'sum' => [
                'amount' => '1000.00',
                'currency' => 'RUB',
                'subunit' => 2,
            ],
            'storeId' => 1,
            'storeName' => 'Demo Shop',
            'receivedSumFromTaker' => [
                'amount' => '1000.00',
                'currency' => 'RUB',
                'subunit' => 2,
            ],
            'receivedSumFromMaker' => [
                'amount' => '10.47120418',
                'currency' => 'USDT',
                'subunit' => 8,
            ],
            'serviceFeeSum' => [
                'amount' => '0.26178011',
                'currency' => 'USDT',
                'subunit' => 8,
            ],
            'payoutSum' => [
                'amount' => '10.20942407',
                'currency' => 'USDT',
                'subunit' => 8,
            ],
            'rate' => '95.50',
            'createdAt' => '2026-11-14T12:00:00+00:00',
            'expireAt' => '2026-11-14T13:00:00+00:00',
            'updatedAt' => '2026-11-14T12:06:30+00:00',
            'deal' => [
                'id' => '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4',
                'type' => 'in',
                'status' => 'completed',
                'paymentMethod' => 'sberbank',
                'paymentOption' => 'TO_CARD',
                'requisites' => [
                    'requisites' => '2200000000000012',
                    'holder' => 'Anna S.',
                ],
                'canceledAt' => '2026-11-14T12:15:00+00:00',
                'disputeAttachment' => null,
                'disputeReason' => null,
                'disputeReasonData' => [],
                'payment' => [
                    'takerSum' => [
                        'amount' => '1000.00',
                        'currency' => 'RUB',
                        'subunit' => 2,
                    ],
                    'makerSum' => [
                        'amount' => '10.47120418',
                        'currency' => 'USDT',
                        'subunit' => 8,
                    ],
                    'feeSum' => [
                        'amount' => '0.26178011',
                        'currency' => 'USDT',
                        'subunit' => 8,
                    ],
                    'date' => '2026-11-14T12:04:10+00:00',
                ],
                'attachments' => ['https://pay.example.com/files/6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b.png?expires=1794661320&signature=Lr3sYcN0kq7m5oT8vXhJ2wZbD1fGpE4uAiK6nQyR9Mc'],
                'disputeResult' => null,
            ],
        ],
    ];
}
