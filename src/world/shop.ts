import { randomUUID } from 'node:crypto';
import type { OperatorSession } from './operator-session.ts';

const name = 'World Shop';
/** Of the demo merchant, who has the well-known secret. */
const merchantId = 1;
const minuteMs = 60_000;
/** No store may have shorter ones. */
const lifetimeMinMs = minuteMs;
/** Enough for a day of payouts. */
const payoutFunds = '100000';

interface Store {
  readonly id: number;
  readonly name: string;
}

/**
 * A shop of the world's own, so that nobody else's invoices, limits and lifetimes are touched. Its invoices and deals live
 * shorter the faster the world goes.
 */
export async function openWorldShop(operator: OperatorSession, pace: number): Promise<{ readonly apiKey: string }> {
  const lifetimes = {
    invoiceLifetimeMs: scaled(60 * minuteMs, pace),
    payoutLifetimeMs: scaled(24 * 60 * minuteMs, pace),
    dealLifetimeMs: scaled(15 * minuteMs, pace),
  };
  const { items } = await operator.get<{ items: readonly Store[] }>(`/stores?merchantId=${merchantId}&limit=200`);
  const known = items.find((store) => store.name === name);
  const { id } = known ?? (await createStore(operator));
  await operator.patch(`/stores/${id}`, lifetimes);
  await operator.post(`/stores/${id}/top-ups`, { id: randomUUID(), amount: payoutFunds });
  const { key } = await operator.post<{ key: string }>(`/stores/${id}/keys`, {});
  return { apiKey: key };
}

function createStore(operator: OperatorSession): Promise<Store> {
  const limits = (['in', 'out'] as const).map((type) => ({ currency: 'RUB', type, min: '100.00', max: '1000000.00' }));
  return operator.post<Store>('/stores', {
    merchantId,
    name,
    currency: 'RUB',
    settlementCurrency: 'USDT',
    network: 'TRC20',
    payinFeeBps: 250,
    payoutFeeBps: 150,
    limits,
  });
}

function scaled(ms: number, pace: number): number {
  return Math.max(lifetimeMinMs, Math.round(ms / pace));
}
