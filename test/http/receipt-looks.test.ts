import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Looker } from '../../src/pictures/looker.ts';
import { sweepLooks } from '../../src/storage/receipts/receipt-looks.ts';
import type { ReceiptStore } from '../../src/storage/receipts/receipts.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import { compareNext } from '../../src/workers/receipts/receipt-looks.ts';
import type { Body } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { asJpeg, asPng, cut, sheet } from '../support/receipt-pictures.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** Receipts whose pictures look alike, from the upload to what the person who decides is told. */
let service: TestService;
let operator: OperatorClient;
let receipts: ReceiptStore;
let options: Parameters<typeof compareNext>[0];

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  receipts = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
  const clock = () => service.now();
  options = { pool: service.db.pool, receipts, looker: new Looker(), clock, machineClock: Date.now };
});
afterAll(() => service.stop());

/** The loop of the service compares as well; either may come first to a receipt. */
async function compareAll(atOnce = 1): Promise<void> {
  const one = async () => {
    while (await compareNext(options));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const left = async () => (await service.db.pool.query('select from receipts_to_compare')).rowCount;
  await expect.poll(left).toBe(0);
}

async function give(receipt: Uint8Array): Promise<string> {
  const { body } = await service.shop.createPayin({ startDeal: true });
  const { status } = await service.shop.confirm(body.id, receipt);
  expect(status).toBe(200);
  return body.id;
}

async function found(invoiceId: string): Promise<readonly string[][]> {
  const { body } = await operator.get(`/invoices/${invoiceId}/repeated-receipts`);
  return body.items.map((item: Body) => [item.invoiceId, item.match]);
}

describe('a receipt', () => {
  it('is known again saved anew, scaled and cut, both ways round, and another one of that bank is not taken for it', async () => {
    const original = await give(asPng(sheet()));
    const saved = await give(asJpeg(cut(sheet({ scale: 1.5 }), 9), 60));
    const other = await give(asPng(sheet({ seed: 2 })));
    await compareAll();
    expect(await found(saved)).toEqual([[original, 'picture']]);
    expect(await found(original)).toEqual([[saved, 'picture']]);
    expect(await found(other)).toEqual([]);
  });

  it('is called the same file where it is one, and has what looks like it beside it', async () => {
    const file = asPng(sheet({ seed: 3 }));
    const [first, second] = [await give(file), await give(file)];
    const alike = await give(asJpeg(sheet({ seed: 3 }), 70));
    await compareAll();
    expect(await found(second)).toEqual([
      [alike, 'picture'],
      [first, 'file'],
    ]);
    expect(await found(alike)).toEqual([
      [second, 'picture'],
      [first, 'picture'],
    ]);
  });

  it('is found by each of six that are alike, though ten look at them at once', async () => {
    const ids: string[] = [];
    for (let quality = 70; quality < 76; quality++) ids.push(await give(asJpeg(sheet({ seed: 4 }), quality)));
    await compareAll(10);
    for (const id of ids) {
      const others = ids.filter((other) => other !== id).map((other) => [other, 'picture']);
      expect((await found(id)).toSorted()).toEqual(others.toSorted());
    }
  });

  it('is skipped where it cannot be compared', async () => {
    const ids = [await give(Buffer.from('%PDF-1.7 a statement')), await give(asPng(sheet()).subarray(0, 500))];
    await compareAll();
    for (const id of ids) expect(await found(id)).toEqual([]);
  });

  it('is taken up again after a process that ended in the middle of it, and given up after ten of them', async () => {
    // What processes leave behind that were killed: an ended lease, and the receipt still to be compared.
    const leave = async (id: number, attempts: number) => {
      const { sha256 } = await receipts.save(Readable.from([asJpeg(sheet({ seed: 5 }), 80 + id)]));
      await service.db.pool.query(
        `insert into receipts_to_compare (id, sha256, kept_at, leased_until, attempts) values ($1, $2, now(), now(), $3)`,
        [-id, sha256, attempts],
      );
      return sha256;
    };
    const [again, givenUp] = [await leave(1, 9), await leave(2, 10)];
    await compareAll();
    const { rows } = await service.db.pool.query('select sha256 from receipt_looks where sha256 = any($1)', [
      [again, givenUp],
    ]);
    expect(rows).toEqual([{ sha256: again }]);
  });

  it('is compared for ninety days, and its look goes then', async () => {
    const old = await give(asPng(sheet({ seed: 6 })));
    await compareAll();
    service.advance(91 * 86_400_000);
    // Sessions have ended by then.
    operator = await signInDemo(service, 'operator');
    const late = await give(asJpeg(sheet({ seed: 6 }), 80));
    await compareAll();
    expect([await found(old), await found(late)]).toEqual([[], []]);
    expect(await sweepLooks(service.db.pool, service.now() - 90 * 86_400_000)).toBe(false);
    const { rows } = await service.db.pool.query('select count(*)::int4 as looks from receipt_looks');
    expect(rows).toEqual([{ looks: 1 }]);
  });
});
