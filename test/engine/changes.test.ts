import { afterEach, describe, expect, it } from 'vitest';
import { cancelInvoice } from '../../src/commands/invoices/cancel-invoice.ts';
import { confirmTransfer } from '../../src/commands/invoices/confirm-transfer.ts';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { namedVariant, startDeal } from '../../src/commands/payins/start-deal.ts';
import { expectLawsHold } from '../support/database.ts';
import { payinRequest } from './support/requests.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

let world: TestEngine | undefined;

afterEach(async () => {
  if (world === undefined) return;
  await expectLawsHold(world.db.pool);
  await world.stop();
  world = undefined;
});

async function start(changed: (invoiceIds: readonly string[]) => void): Promise<TestEngine> {
  world = await startTestEngine({ changed });
  return world;
}

const receipt = (sha256: string) => ({
  sha256: sha256.repeat(64),
  mediaType: 'image/png' as const,
  sizeBytes: 8,
  fileName: 'a.png',
});

describe('after each commit the engine says', () => {
  it('the engine says after each commit which invoices look different, each once, and nothing about new ones', async () => {
    const told: (readonly string[])[] = [];
    const { engine } = await start((invoiceIds) => told.push(invoiceIds));
    const { invoice } = await engine.submit(createPayin(payinRequest({ startDeal: false })));
    await engine.submit(createPayin(payinRequest({ startDeal: true, amount: '1001.00' })));
    expect(told.flat()).toEqual([]);

    const { id: invoiceId, storeId } = invoice;
    const wish = {
      dealId: invoiceId,
      variant: { option: null, bank: null },
      seen: { ...invoice, named: namedVariant(invoice) },
    };
    await engine.submit(startDeal({ invoiceId, storeId, ...wish }));
    await engine.submit(confirmTransfer({ invoiceId, storeId, seenStoreId: storeId, attachment: receipt('a') }));
    // A second receipt changes the deal alone.
    await engine.submit(confirmTransfer({ invoiceId, storeId, seenStoreId: storeId, attachment: receipt('b') }));
    expect(told.filter((ids) => ids.length > 0)).toEqual([[invoiceId], [invoiceId], [invoiceId]]);
  });

  it('nothing when nothing changed, or when it refused', async () => {
    const told: (readonly string[])[] = [];
    const { engine } = await start((invoiceIds) => told.push(invoiceIds));
    const { invoice } = await engine.submit(createPayin(payinRequest({ startDeal: true })));
    const { id: invoiceId, storeId } = invoice;
    const wish = {
      dealId: invoiceId,
      variant: { option: null, bank: null },
      seen: { ...invoice, named: namedVariant(invoice) },
    };
    await engine.submit(startDeal({ invoiceId, storeId, ...wish }));
    await expect(engine.submit(cancelInvoice({ invoiceId, storeId: 2, seenStoreId: 2 }))).rejects.toThrow('Not found');
    expect(told.flat()).toEqual([]);
  });

  it('the engine tells its listeners after each commit, and what it stored stands when they fail', async () => {
    const { engine, db } = await start((invoiceIds) => {
      if (invoiceIds.length > 0) throw new Error('the listener has a fault');
    });
    const { invoice } = await engine.submit(createPayin(payinRequest({ startDeal: true })));
    const canceled = await engine.submit(
      cancelInvoice({ invoiceId: invoice.id, storeId: invoice.storeId, seenStoreId: invoice.storeId }),
    );
    expect(canceled.invoice.status).toBe('canceled');
    const { rows } = await db.pool.query('select status from invoices where id = $1', [invoice.id]);
    expect(rows[0].status).toBe('canceled');
  });
});
