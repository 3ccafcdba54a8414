import { settleDeal } from '../../../../src/commands/invoices/settle-deal.ts';
import type { Answer, Body } from '../../../support/merchant-client.ts';
import { asAsked } from '../../../support/people.ts';
import type { TestService } from '../../../support/service.ts';

let lastRubles = 1_000;

/** A requisite carries one deal per amount, so every deal of a test file has a sum of its own. */
export function freshAmount(): string {
  lastRubles += 1;
  return `${lastRubles}.00`;
}

/** A payin with a deal that waits for its transfer. */
export async function payinWithDeal(service: TestService, change: object = {}): Promise<Body> {
  const created = await service.shop.createPayin({ amount: freshAmount(), startDeal: true, ...change });
  if (created.body.deals?.[0]?.status !== 'transfer_waiting') throw new Error(JSON.stringify(created.body));
  return created.body;
}

/** The maker or an operator says that the money is there. */
export async function settle(service: TestService, invoice: Body): Promise<void> {
  const [deal] = invoice.deals;
  await service.engine.submit(
    settleDeal({ ...asAsked, invoiceId: invoice.id, dealId: deal.id, seenStoreId: invoice.storeId }),
  );
}

/** The status changes written for an invoice, in the order of their sequence. */
export async function notificationsOf(service: TestService, invoiceId: string): Promise<[number, string][]> {
  const { rows } = await service.db.pool.query(
    `select sequence, snapshot->'invoice'->>'status' as status from notifications where invoice_id = $1 order by sequence`,
    [invoiceId],
  );
  return rows.map(({ sequence, status }) => [sequence, status]);
}

/** The status of every deal an invoice ever had, oldest first. */
export async function dealStatuses(service: TestService, invoiceId: string): Promise<string[]> {
  const { rows } = await service.db.pool.query('select status from deals where invoice_id = $1 order by ordinal', [
    invoiceId,
  ]);
  return rows.map(({ status }) => status);
}

/** The one fault of a refusal, with its status. */
export function refusal({ status, body }: Pick<Answer, 'status' | 'body'>): object {
  if (!Array.isArray(body) || body.length !== 1) return { status, body };
  return { status, ...body[0] };
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
