import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollupStart } from '../../../src/domain/payins/rollups.ts';
import { routingSince, weightMin } from '../../../src/domain/payins/routing.ts';
import { noteRouting } from '../../../src/settings/payins/note-routing.ts';
import { readOutcomes } from '../../../src/storage/reads/payins/routing-reads.ts';
import type { Body } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { testSettings } from '../../support/settings.ts';

/** Who gets the next deal: the whole way from what became of deals to what people see. */
let service: TestService;
let operator: OperatorClient;
let ofBank: readonly { readonly id: number; readonly bank: string }[];
/** Few have requisites there: each of those that fail keeps a tenth, so with many of them the one that works gets few. */
const bank = 'gazprombank';
const way = { paymentOption: 'SBP', paymentMethod: bank };

beforeAll(async () => {
  service = await startTestService();
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  const { items } = (await operator.get(`/requisites?bank=${bank}&limit=200`)).body;
  ofBank = items.filter(({ option, currency }: Body) => option === 'SBP' && currency === 'RUB');
});
afterAll(() => service.stop());

/**
 * As the worker does it, with what came of forty deals of each requisite: those of the bank all failed but of the ones named. The
 * service's own worker may come between at any time, and finds the same.
 */
async function work(paidAtBank: readonly number[]): Promise<void> {
  const { pool } = service.db;
  await pool.query('delete from requisite_rollups');
  await pool.query(
    `insert into requisite_rollups (at, requisite_id, ended, paid, waited, prompt)
     select $1, id, 40, case when bank <> $3 or id = any($2) then 38 else 0 end, 0, 0 from requisites`,
    [new Date(rollupStart(service.now())), paidAtBank, bank],
  );
  const outcomes = await readOutcomes(pool, routingSince(service.now()));
  await testSettings(pool).routine(noteRouting, { outcomes }, service.now());
}

const weights = async () => {
  const { items } = (await operator.get(`/requisites?bank=${bank}&limit=200`)).body;
  return new Map<number, Body>(items.map((item: Body) => [item.id, item]));
};

describe('a requisite whose deals come to nothing', () => {
  it('gets the floor, which its maker and operators see with the figures, and the one that works keeps most', async () => {
    const [good] = ofBank;
    expect(ofBank.length).toBeGreaterThan(1);
    expect(ofBank.length).toBeLessThan(6);
    await work([good?.id ?? 0]);
    // Another process has written it: this one sees it within a moment.
    const bad = ofBank.slice(1).map(({ id }) => id);
    await expect.poll(async () => (await weights()).get(bad[0] ?? 0)?.weight).toBe(weightMin);
    const shown = await weights();
    expect(shown.get(good?.id ?? 0)?.weight).toBeGreaterThan(500);
    for (const id of bad) expect(shown.get(id)).toMatchObject({ weight: weightMin, recentEnded: 40, recentPaid: 0 });
  });

  it('gets fewer deals, and still some', async () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 40; index++) {
      const { body } = await service.shop.createPayin({ ...way, amount: `${1_000 + index}.00`, startDeal: true });
      const { requisites } = body.deals[0].requisites;
      counts.set(requisites, (counts.get(requisites) ?? 0) + 1);
    }
    const [most, ...others] = [...counts.values()].sort((left, right) => right - left);
    expect(most).toBeGreaterThan(20);
    expect(others.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  });

  it('marks its bank for payers and operators, and writes it down', async () => {
    const { body } = await service.shop.createPayin();
    const page = await (await fetch(body.invoiceUrl)).text();
    expect(page.match(/Often fails right now/g)).toHaveLength(
      page.match(new RegExp(`value="[A-Z_]+:${bank}"`, 'g'))?.length ?? -1,
    );
    const { banks } = (await operator.get('/catalogue')).body;
    expect(banks.filter(({ isTroubled }: Body) => isTroubled)).toMatchObject([{ currency: 'RUB', code: bank }]);
    const { rows } = await service.db.pool.query(`select subject_id from audit_log where action = 'bank-troubled'`);
    expect(rows).toContainEqual({ subject_id: `RUB ${bank}` });
  });

  it('is like the others again when its deals get paid', async () => {
    const ids = [...(await weights()).keys()];
    await work(ids);
    await expect
      .poll(async () => [...(await weights()).values()].map(({ weight }) => weight))
      .toEqual(ids.map(() => 1_000));
    const { banks } = (await operator.get('/catalogue')).body;
    expect(banks.filter(({ isTroubled }: Body) => isTroubled)).toEqual([]);
  });
});
