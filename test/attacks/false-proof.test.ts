import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { type Answer, pngReceipt } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * A maker takes a payout, uploads a text and pays nobody. As it was run: rejecting, giving back and canceling were refused, a
 * rejected dispute led back to `transfer_confirmed`, and accepting the merchant's claim "no payment" paid the maker.
 */
let service: TestService;
let operator: OperatorClient;
let merchant: OperatorClient;
let liar: OperatorClient;
let honest: OperatorClient;

const reason = 'looked at';
/** Set shorter than the usual hour, so that sessions outlive the test. */
const holdMs = 120_000;
const [liarId, honestId] = [3, 4];

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  merchant = await signInDemo(service, 'merchant');
  liar = await createSignedIn(service, { login: 'liar', role: 'maker', makerId: liarId });
  honest = await createSignedIn(service, { login: 'honest', role: 'maker', makerId: honestId });
  expect(good(await operator.get('/stores/1')).payoutHoldMs).toBe(3_600_000);
  good(await operator.patch('/stores/1', { payoutHoldMs: holdMs, reason }));
});
afterEach(() => expectLawsHold(service.db.pool));
afterAll(() => service.stop());

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const codeOf = ({ body }: Answer) => body[0]?.code;

function proof(content: Uint8Array | string = pngReceipt): FormData {
  const form = new FormData();
  form.set('attachment', new Blob([content as Uint8Array<ArrayBuffer>]), 'proof.txt');
  return form;
}

async function provenBy(maker: OperatorClient): Promise<string> {
  const { id } = good(await service.shop.createPayout({ amount: '1870.00' }));
  good(await maker.post(`/payouts/${id}/take`));
  good(await maker.upload(`/payouts/${id}/proof`, proof('I have paid it, believe me')));
  return id;
}

/** In USDT with eight digits: what maker and store can spend, and what the store has frozen. */
async function funds(makerId = liarId): Promise<Record<'maker' | 'store' | 'frozen' | 'fees', bigint>> {
  const { rows } = await service.db.pool.query(
    `select (select balance from accounts a join makers m on m.available_id = a.id where m.id = $1) as maker,
       (select balance from accounts where id = 11) as store, (select balance from accounts where id = 12) as frozen,
       (select sum(balance)::int8 from accounts where kind = 'fees') as fees`,
    [makerId],
  );
  return rows[0];
}

const status = async (id: string) => good(await service.shop.read(id)).status;
const credited = async (id: string) => {
  service.advance(holdMs + 1_000);
  await expect.poll(() => status(id)).toBe('paid');
};

describe('a false proof', () => {
  it('does not credit its maker: not by the own word, and not before the hold has passed', async () => {
    const before = await funds();
    const id = await provenBy(liar);
    expect(codeOf(await liar.post(`/deals/${id}/settle`, { reason }))).toBe('own_word');
    expect((await liar.post(`/payouts/${id}/confirm`, { reason })).status).toBe(403);
    expect((await liar.post(`/payouts/${id}/not-paid`, { next: 'pool', reason })).status).toBe(403);
    const { creditAt } = good(await operator.get(`/deals/${id}`));
    service.advance(Date.parse(creditAt) - 30_000 - service.now());
    // The clock stands still, so that the hold does not end.
    await service.atRest(async () => {
      // An earlier proof is credited: so the worker has come by, and left this one alone.
      const earlier = await provenBy(honest);
      await service.db.pool.query(`update deals set confirmed_at = confirmed_at - interval '1 hour' where id = $1`, [
        earlier,
      ]);
      await expect.poll(() => status(earlier)).toBe('paid');
      expect(await status(id)).toBe('new');
      expect((await funds()).maker).toBe(before.maker);
      good(await operator.post(`/payouts/${id}/not-paid`, { next: 'cancel', reason }));
    });
    expect(await status(id)).toBe('canceled');
  });

  it.each(['pool', 'cancel'] as const)('found before the maker was credited: %s', async (next) => {
    const before = await funds();
    const id = await provenBy(liar);
    const deal = good(await operator.post(`/payouts/${id}/not-paid`, { next, reason }));
    const after = await funds();
    if (next === 'cancel') {
      expect(deal).toMatchObject({ id, status: 'canceled' });
      expect(await status(id)).toBe('canceled');
      expect(after).toEqual(before);
      return;
    }
    expect(deal).toMatchObject({ invoiceId: id, status: 'new', makerId: null, ordinal: 2 });
    expect(after).toEqual({ ...before, store: before.store - 2_030_000_000n, frozen: before.frozen + 2_030_000_000n });
    expect(good(await service.shop.read(id))).toMatchObject({ status: 'new', payoutSum: null });
    await payHonestly(id);
  });

  it.each(['pool', 'cancel'] as const)('found after the maker was credited: %s', async (next) => {
    const before = await funds();
    const id = await provenBy(liar);
    await credited(id);
    expect((await funds()).maker - before.maker).toBe(2_000_000_000n);
    good(await operator.post(`/payouts/${id}/not-paid`, { next, reason }));
    const after = await funds();
    expect([after.maker, after.fees]).toEqual([before.maker, before.fees]);
    if (next === 'pool') return await payHonestly(id);
    expect(after).toEqual(before);
    expect(await status(id)).toBe('canceled');
  });

  it('cannot be taken back from a maker who has spent it before it is covered', async () => {
    const id = await provenBy(liar);
    await credited(id);
    const { maker } = await funds();
    const digits = maker.toString().padStart(9, '0');
    const amount = `${digits.slice(0, -8)}.${digits.slice(-8)}`;
    const movement = { id: '0193f000-0000-7000-8000-0000000000b1', amount, reason };
    expect(codeOf(await operator.post(`/makers/${liarId}/pay-backs`, movement))).toBe('payouts_open');
    good(await operator.patch('/dispute-rules', { payoutMinutes: 0, reason }));
    good(await operator.post(`/makers/${liarId}/pay-backs`, movement));
    good(await operator.patch('/dispute-rules', { payoutMinutes: 4_320, reason }));
    expect(codeOf(await operator.post(`/payouts/${id}/not-paid`, { next: 'cancel', reason }))).toBe('maker_funds');
    const cover = { id: '0193f000-0000-7000-8000-0000000000b2', amount: '20', reason };
    good(await operator.post(`/makers/${liarId}/top-ups`, cover));
    good(await operator.post(`/payouts/${id}/not-paid`, { next: 'cancel', reason }));
  });

  it('says nothing about the maker who pays it afterwards: who has looked at it cannot decide about that one', async () => {
    const id = await provenBy(liar);
    const next = 'pool';
    const second = good(await operator.post(`/payouts/${id}/not-paid`, { dealId: id, next, reason }));
    good(await honest.post(`/payouts/${second.id}/take`, { dealId: second.id }));
    const form = proof('paid it, really');
    form.set('dealId', id);
    expect(codeOf(await honest.upload(`/payouts/${id}/proof`, form))).toBe('payout_has_newer_deal');
    form.set('dealId', second.id.toUpperCase());
    good(await honest.upload(`/payouts/${id}/proof`, form));
    const before = await funds(honestId);
    // A second person still has the page of the first deal, which carries the ID of the payout.
    for (const [who, act, body] of [
      [operator, 'not-paid', { next }],
      [operator, 'give-back', {}],
      [operator, 'take', { makerId: 5 }],
      [merchant, 'confirm', {}],
    ] as const) {
      const refused = await who.post(`/payouts/${id}/${act}`, { ...body, dealId: id, reason });
      expect({ act, status: refused.status, code: codeOf(refused) }).toEqual({
        act,
        status: 400,
        code: 'payout_has_newer_deal',
      });
      for (const dealId of ['not a deal', '0193f000-0000-7000-8000-0000000000c1']) {
        const unknown = await who.post(`/payouts/${id}/${act}`, { ...body, dealId, reason });
        expect(unknown).toMatchObject({ status: 404, body: [{ code: 'not_found', field: 'dealId' }] });
      }
    }
    expect(await funds(honestId)).toEqual(before);
    const third = good(await operator.post(`/payouts/${id}/not-paid`, { dealId: second.id, next, reason }));
    // So is the path that names a deal which is over.
    const past = await operator.post(`/payouts/${second.id}/not-paid`, { next, reason });
    expect(codeOf(past)).toBe('payout_has_newer_deal');
    good(await operator.post(`/payouts/${third.id}/take`, { makerId: 5, reason }));
    // A caller who names no deal means whichever there is.
    good(await operator.upload(`/payouts/${id}/proof`, proof()));
    good(await operator.post(`/payouts/${id}/not-paid`, { next: 'cancel', reason }));
  });

  /** Another maker takes it from the pool; the liar cannot. */
  async function payHonestly(id: string): Promise<void> {
    expect(codeOf(await liar.post(`/payouts/${id}/take`))).toBe('payout_failed_before');
    const before = await funds(honestId);
    good(await honest.post(`/payouts/${id}/take`));
    good(await honest.upload(`/payouts/${id}/proof`, proof()));
    good(await merchant.post(`/payouts/${id}/confirm`, { reason }));
    expect(await status(id)).toBe('paid');
    expect((await funds(honestId)).maker - before.maker).toBe(2_000_000_000n);
  }
});

describe('the merchant’s claim "no payment"', () => {
  it.each([
    ['held', 'pool'],
    ['held', 'cancel'],
    ['credited', 'pool'],
    ['credited', 'cancel'],
  ] as const)('accepted while the payout is %s, does not pay the maker: %s', async (when, next) => {
    const before = await funds();
    const id = await provenBy(liar);
    if (when === 'credited') await credited(id);
    good(await service.shop.dispute(id, { disputeReason: 'no_payment' }));
    const disputed = good(await operator.get(`/deals/${id}`));
    expect(disputed.dispute).toMatchObject({ ifAccepted: 'not_paid' });
    // Nothing is decided by time while they argue.
    service.advance(2 * holdMs);
    expect(codeOf(await operator.post(`/invoices/${id}/dispute/accept`, { reason }))).toBe('blank');
    const sum = { amount: '1.00', next, reason };
    expect(codeOf(await operator.post(`/invoices/${id}/dispute/accept`, sum))).toBe('claim_has_no_sum');
    expect(codeOf(await operator.post(`/payouts/${id}/not-paid`, { next, reason }))).toBe('decide_dispute');
    good(await operator.post(`/invoices/${id}/dispute/accept`, { next, reason }));
    expect(await status(id)).toBe(next === 'pool' ? 'new' : 'canceled');
    expect((await funds()).maker).toBe(before.maker);
    expect(good(await operator.get(`/deals/${id}`))).toMatchObject({
      status: 'canceled',
      dispute: { result: 'ACCEPTED' },
    });
  });

  it('rejected, leads back, and an operator can still say that it was not paid', async () => {
    const id = await provenBy(liar);
    good(await service.shop.dispute(id, { disputeReason: 'no_payment' }));
    good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason }));
    expect(good(await operator.get(`/deals/${id}`)).status).toBe('transfer_confirmed');
    good(await operator.post(`/payouts/${id}/not-paid`, { next: 'cancel', reason }));
  });
});

/** As it was run: the hold had run out while they argued, and "send better papers" paid the maker at once, by time. */
describe('a proof with an objection', () => {
  const asksForPapers = 'WAITING_CONFIRM_DOCS_FROM_TRADER';
  const objectedTo = async (): Promise<string> => {
    const id = await provenBy(liar);
    good(await service.shop.dispute(id, { disputeReason: 'no_payment' }));
    service.advance(holdMs + 1_000);
    return id;
  };
  const inQueue = async (id: string) => {
    const { items } = good(await operator.get('/work?limit=200'));
    return items.filter((item: { id: string }) => item.id === id).map(({ kind }: { kind: string }) => kind);
  };

  it.each([asksForPapers, 'WAITING_CONFIRM_DOCS_FROM_MERCHANT', 'UNKNOWN'])(
    'credits nobody by time when the claim is rejected with %s, and waits for a person in sight',
    async (result) => {
      const before = await funds();
      const id = await objectedTo();
      good(await operator.post(`/invoices/${id}/dispute/reject`, { result, reason }));
      // The worker has come by since: it has credited a proof that nobody has objected to.
      await credited(await provenBy(honest));
      expect([await status(id), (await funds()).maker]).toEqual(['new', before.maker]);
      const { creditAt, objectedAt } = good(await operator.get(`/deals/${id}`));
      expect([creditAt, typeof objectedAt]).toEqual([null, 'string']);
      expect(good(await merchant.get(`/invoices/${id}`)).deals[0].objectedAt).toBe(objectedAt);
      expect(await inQueue(id)).toEqual(['objected']);
      expect(good(await operator.get(`/work/${id}`)).kind).toBe('objected');
      const { items } = good(await operator.get('/work?kind=objected'));
      expect(items[0]).toMatchObject({ id, since: good(await operator.get(`/deals/${id}`)).confirmedAt });
      good(await merchant.post(`/payouts/${id}/confirm`, { reason }));
      expect([await status(id), await inQueue(id)]).toEqual(['paid', []]);
      expect((await funds()).maker - before.maker).toBe(2_000_000_000n);
    },
  );

  it.each(['paid', 'not_paid'])('is not decided as %s by an answer that asks for papers', async (verdict) => {
    const before = await funds();
    const id = await objectedTo();
    const answer = { result: asksForPapers, verdict, next: 'cancel', reason };
    const refused = await operator.post(`/invoices/${id}/dispute/reject`, answer);
    expect(refused).toMatchObject({ status: 400, body: [{ code: 'verdict_not_open', field: 'verdict' }] });
    expect((await funds()).maker).toBe(before.maker);
    // With another answer it is one decision.
    good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', verdict: 'paid', reason }));
    expect(await status(id)).toBe('paid');
  });
});

describe('a payout that was paid', () => {
  it('is confirmed by its merchant, who need not wait, and by no other merchant', async () => {
    const before = await funds(honestId);
    const id = await provenBy(honest);
    expect(good(await operator.get(`/deals/${id}`)).creditAt).not.toBeNull();
    const { id: merchantId } = good(await operator.post('/merchants', { name: 'Another', reason }));
    const stranger = await createSignedIn(service, { login: 'stranger', role: 'merchant', merchantId });
    expect((await stranger.post(`/payouts/${id}/confirm`, { reason })).status).toBe(404);
    const deal = good(await merchant.post(`/payouts/${id}/confirm`, { reason }));
    expect(deal).toMatchObject({ status: 'completed' });
    expect(deal).not.toHaveProperty('makerId');
    expect((await funds(honestId)).maker - before.maker).toBe(2_000_000_000n);
    expect(codeOf(await merchant.post(`/payouts/${id}/confirm`, { reason }))).toBe('deal_settled');
  });

  it('credits its maker without an objection, and a hold of zero cannot be set', async () => {
    const before = await funds(honestId);
    const id = await provenBy(honest);
    await credited(id);
    expect((await funds(honestId)).maker - before.maker).toBe(2_000_000_000n);
    expect((await operator.patch('/stores/1', { payoutHoldMs: 0, reason })).status).toBe(400);
  });

  it('is credited once, however many confirm it at the same time', async () => {
    const before = await funds(honestId);
    const id = await provenBy(honest);
    const answers = await Promise.all([
      merchant.post(`/payouts/${id}/confirm`, { reason }),
      operator.post(`/payouts/${id}/confirm`, { reason }),
      operator.post(`/deals/${id}/settle`, { reason }),
      merchant.post(`/payouts/${id}/confirm`, { reason }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await funds(honestId)).maker - before.maker).toBe(2_000_000_000n);
  });
});
