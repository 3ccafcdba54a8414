import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { type Answer, pngReceipt } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * A maker takes 15 of 15 payouts and sits on them. As it was run: all were the maker's for days, the merchant could not cancel, and
 * nothing stood in the queue.
 */
let service: TestService;
let operator: OperatorClient;
let sitter: OperatorClient;
let honest: OperatorClient;

const reason = 'looked at';
/** Shorter than the usual hour, so that sessions outlive the test. */
const proofMs = 300_000;
const [sitterId, honestId] = [3, 4];

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  sitter = await createSignedIn(service, { login: 'sitter', role: 'maker', makerId: sitterId });
  honest = await createSignedIn(service, { login: 'honest', role: 'maker', makerId: honestId });
  good(await operator.patch('/stores/1', { payoutProofMs: proofMs, reason }));
});
afterEach(() => expectLawsHold(service.db.pool));
afterAll(() => service.stop());

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const codeOf = ({ body }: Answer) => body[0]?.code;

function proof(): FormData {
  const form = new FormData();
  form.set('attachment', new Blob([pngReceipt as Uint8Array<ArrayBuffer>]), 'proof.png');
  return form;
}

const payout = async (): Promise<string> => good(await service.shop.createPayout({ amount: '1870.00' })).id;
const takenBy = async (maker: OperatorClient): Promise<string> => {
  const id = await payout();
  good(await maker.post(`/payouts/${id}/take`));
  return id;
};
const status = async (id: string) => good(await service.shop.read(id)).status;
const ranOut = () => service.advance(proofMs + 1_000);
const kindOf = async (id: string): Promise<string | undefined> => {
  const { items } = good(await operator.get('/work?limit=200'));
  return items.find((item: { id: string }) => item.id === id)?.kind;
};

it('a maker has no more payouts without a proof than the limit, fifty asked for at once', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 50; count++) ids.push(await payout());
  const answers = await Promise.all(ids.map((id) => sitter.post(`/payouts/${id}/take`)));
  const taken = ids.filter((_id, index) => answers[index]?.status === 200);
  expect(taken).toHaveLength(good(await operator.get(`/makers/${sitterId}`)).takingsMax);
  const refusals = answers.filter((answer) => answer.status !== 200).map(codeOf);
  expect(new Set(refusals)).toEqual(new Set(['maker_takings_full']));
  // A proof makes room, and so does an operator.
  good(await sitter.upload(`/payouts/${taken[0]}/proof`, proof()));
  const open = ids.filter((id) => !taken.includes(id));
  good(await sitter.post(`/payouts/${open.pop()}/take`));
  expect(codeOf(await sitter.post(`/payouts/${open.pop()}/take`))).toBe('maker_takings_full');
  good(await operator.patch(`/makers/${sitterId}`, { takingsMax: 6, reason }));
  good(await sitter.post(`/payouts/${open.pop()}/take`));
  // Where the deposit has to cover them, an empty one covers none.
  const digits = (await availableOf(sitterId)).balance.toString().padStart(9, '0');
  const amount = `${digits.slice(0, -8)}.${digits.slice(-8)}`;
  good(
    await operator.post(`/makers/${sitterId}/pay-backs`, {
      id: '0193f000-0000-7000-8000-0000000000b1',
      amount,
      reason,
    }),
  );
  good(await operator.patch(`/makers/${sitterId}`, { takingsMax: 1_000, takingsCovered: true, reason }));
  expect(codeOf(await sitter.post(`/payouts/${open.pop()}/take`))).toBe('maker_takings_uncovered');
  good(await operator.patch(`/makers/${sitterId}`, { takingsCovered: false, reason }));
});

describe('a payout that a maker sits on', () => {
  it('is at the top of the queue when the time is over, and its merchant may cancel it then', async () => {
    const before = (await service.shop.get('/api/merchant/accounts')).body;
    const id = await takenBy(sitter);
    const { proofDueAt } = good(await operator.get(`/deals/${id}`));
    // Until then the maker may be transferring: who sees the money come would cancel.
    const refused = await service.shop.cancel(id);
    expect(refused).toMatchObject({ status: 400, body: [{ code: 'payout_taken' }] });
    expect(refused.body[0].message).toContain(proofDueAt);
    expect(await kindOf(id)).toBeUndefined();
    ranOut();
    expect(good(await operator.get('/work?limit=200')).items[0].kind).toBe('unproved');
    expect(await kindOf(id)).toBe('unproved');
    expect(good(await operator.get(`/work/${id}`)).kind).toBe('unproved');
    expect(good(await operator.get('/work?kind=unproved')).items.at(-1)).toMatchObject({ id, since: proofDueAt });
    // Time gives it to nobody else: the maker may have paid.
    expect(codeOf(await honest.post(`/payouts/${id}/take`))).toBe('payout_not_open');
    expect(good(await service.shop.cancel(id))).toMatchObject({ status: 'canceled', deals: [] });
    expect((await service.shop.get('/api/merchant/accounts')).body).toEqual(before);
    expect(await kindOf(id)).toBeUndefined();
  });

  it('is canceled or proved, never both, when fifty say so at once', async () => {
    const id = await takenBy(honest);
    ranOut();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? service.shop.cancel(id) : honest.upload(`/payouts/${id}/proof`, proof()),
      ),
    );
    const canceled = answers.filter((answer, index) => index % 2 === 0 && answer.status === 200);
    // A proof that comes second is a claim.
    expect(['new', 'dispute']).toContain(await status(id));
    expect(canceled.length).toBe((await status(id)) === 'new' ? 0 : 1);
  });

  it('goes back to the pool by an operator, for others: who sat on it does not get it again', async () => {
    const id = await takenBy(sitter);
    expect(codeOf(await operator.post(`/payouts/${id}/not-paid`, { next: 'pool', reason }))).toBe(
      'transfer_not_confirmed',
    );
    ranOut();
    const again = good(await operator.post(`/payouts/${id}/not-paid`, { next: 'pool', reason }));
    expect(again).toMatchObject({ status: 'new', makerId: null, ordinal: 2 });
    expect(codeOf(await sitter.post(`/payouts/${id}/take`))).toBe('payout_failed_before');
    good(await honest.post(`/payouts/${id}/take`));
    good(await honest.upload(`/payouts/${id}/proof`, proof()));
  });

  it('is not kept by giving it back and taking it again', async () => {
    const id = await takenBy(sitter);
    const { proofDueAt } = good(await operator.get(`/deals/${id}`));
    service.advance(proofMs / 2);
    good(await sitter.post(`/payouts/${id}/give-back`, { reason }));
    // The time goes on.
    expect(good(await sitter.post(`/payouts/${id}/take`)).proofDueAt).toBe(proofDueAt);
    good(await sitter.post(`/payouts/${id}/give-back`, { reason }));
    service.advance(proofMs / 2 + 1_000);
    expect(codeOf(await sitter.post(`/payouts/${id}/take`))).toBe('payout_given_back');
    // Others have had as long.
    service.advance(proofMs / 2);
    good(await sitter.post(`/payouts/${id}/take`));
    ranOut();
    good(await sitter.post(`/payouts/${id}/give-back`, { reason }));
    service.advance(2 * proofMs);
    expect(codeOf(await sitter.post(`/payouts/${id}/take`))).toBe('payout_failed_before');
    good(await honest.post(`/payouts/${id}/take`));
    good(await honest.post(`/payouts/${id}/give-back`, { reason }));
  });
});

/** The maker has paid, and was slow: nobody else may pay it before an operator has looked. */
describe('a proof that comes too late', () => {
  it('stops the payout in the pool, and an operator decides', async () => {
    const id = await takenBy(honest);
    ranOut();
    good(await operator.post(`/payouts/${id}/not-paid`, { next: 'pool', reason }));
    const form = proof();
    form.set('dealId', id);
    expect(good(await honest.upload(`/payouts/${id}/proof`, form))).toMatchObject({
      status: 'dispute',
      makerId: honestId,
    });
    expect(codeOf(await sitter.post(`/payouts/${id}/take`))).toBe('payout_not_open');
    expect(await status(id)).toBe('dispute');
    service.advance(3_600_000);
    expect(await status(id)).toBe('dispute');
    good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', verdict: 'paid', reason }));
    expect(await status(id)).toBe('paid');
  });

  it('is a claim where the merchant has canceled: it alone pays no maker', async () => {
    const id = await takenBy(honest);
    ranOut();
    good(await service.shop.cancel(id));
    const { balance } = await availableOf(honestId);
    good(await honest.upload(`/payouts/${id}/proof`, proof()));
    expect(await status(id)).toBe('dispute');
    expect((await availableOf(honestId)).balance).toBe(balance);
    good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason }));
    expect(await status(id)).toBe('canceled');
    // It was decided.
    expect(codeOf(await honest.upload(`/payouts/${id}/proof`, proof()))).toBe('payout_not_open');
  });

  it('takes nothing from a maker who has the payout now, and is not for strangers', async () => {
    const id = await takenBy(sitter);
    expect((await honest.upload(`/payouts/${id}/proof`, proof())).status).toBe(404);
    ranOut();
    good(await operator.post(`/payouts/${id}/not-paid`, { next: 'pool', reason }));
    expect((await honest.upload(`/payouts/${id}/proof`, proof())).status).toBe(404);
    good(await honest.post(`/payouts/${id}/take`));
    expect(codeOf(await sitter.upload(`/payouts/${id}/proof`, proof()))).toBe('payout_taken_over');
    good(await honest.upload(`/payouts/${id}/proof`, proof()));
  });
});

async function availableOf(makerId: number): Promise<{ balance: bigint }> {
  const { rows } = await service.db.pool.query(
    'select balance from accounts a join makers m on m.available_id = a.id where m.id = $1',
    [makerId],
  );
  return rows[0];
}
