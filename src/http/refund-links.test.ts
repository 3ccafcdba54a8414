import { expect, it } from 'vitest';
import { readRefundTicket, refundTicket } from './refund-links.ts';

const key = Buffer.alloc(32, 1);
const former = Buffer.alloc(32, 2);
const refundId = '01a1d9f9-30c8-7e15-9b7a-52c4e8f01d36';
const otherId = '01a1d9f9-30c8-7e15-9b7a-52c4e8f01d37';

it('reads back the refund of a ticket, also of one made with a former key', () => {
  expect(readRefundTicket([key, former], refundTicket(key, refundId))).toBe(refundId);
  expect(readRefundTicket([key, former], refundTicket(former, refundId))).toBe(refundId);
});

it('knows no ticket that was changed in any place, nor an ID alone', () => {
  const ticket = refundTicket(key, refundId);
  const [, signature = ''] = ticket.split('.');
  const wrong = [
    refundId,
    `${refundId}.`,
    `${otherId}.${signature}`,
    `${ticket}x`,
    `${ticket}.x`,
    ticket.slice(0, -1),
    '',
  ];
  for (const one of [...wrong, refundTicket(former, refundId), `.${signature}`]) {
    expect(readRefundTicket([key], one)).toBeNull();
  }
});
