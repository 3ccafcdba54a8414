import { expect, it } from 'vitest';
import { recordArrival } from '../../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../../src/commands/arrivals/resolve-arrival.ts';
import { expireInvoice } from '../../../src/commands/invoices/expire-invoice.ts';
import { rejectTransfer } from '../../../src/commands/invoices/reject-transfer.ts';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { createIdSource } from '../../../src/engine/id-source.ts';
import { AppError } from '../../../src/errors/app-error.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { asAsked, byService } from '../../support/people.ts';
import { describeAtOnce, fifty } from '../support/arrangements.ts';
import { accepted, accounts, balance, count, heldByMakers, outcomes, transfersOf } from '../support/books.ts';
import { announceSeed, randomFrom } from '../support/seed.ts';

const random = randomFrom(announceSeed('endings at once'));
/** Lets callers of the slower kind win now and then: nothing depends on who does. */
const pause = () => new Promise((resolve) => setTimeout(resolve, random(12)));

describeAtOnce('one deal', (running) => {
  const pool = () => running().service.db.pool;
  let rubles = 1_000;
  /** Amounts differ, so that every deal finds a free requisite. */
  const openDeal = async (wish: object = {}): Promise<string> => {
    rubles += 1;
    const created = accepted(
      await running()
        .shop(0)
        .createPayin({ amount: `${rubles}.00`, startDeal: true, ...wish }),
    );
    expect(created.deals).toHaveLength(1);
    return created.id;
  };
  const cancel = (caller: number, id: string) => running().shop(caller).post(`/api/merchant/invoices/${id}/cancel`);
  const dispute = (caller: number, id: string, attachment?: Uint8Array) => {
    const proof = attachment === undefined ? {} : { attachment };
    return running().shop(caller).dispute(id, { disputeReason: 'has_payment' }, proof);
  };
  /** How many disputes were opened, how many files added to them, and how many files are kept. */
  const filesOf = async (id: string) => {
    const factsOf = (kind: string) =>
      count(pool(), 'select count(*) from dispute_facts where deal_id = $1 and kind = $2', [id, kind]);
    const kept = 'select count(*) from kept_receipts where invoice_id = $1';
    return {
      opened: await factsOf('opened'),
      evidence: await factsOf('evidence'),
      kept: await count(pool(), kept, [id]),
    };
  };
  /** Settling has no endpoint of the merchant's; its outcome is told as an answer's would be. */
  const settle = async (caller: number, id: string): Promise<Answer> => {
    const command = settleDeal({ ...asAsked, invoiceId: id, dealId: id, seenStoreId: 1 });
    return await asAnswer(running().engine(caller).submit(command));
  };
  const reject = (caller: number, id: string) =>
    asAnswer(
      running()
        .engine(caller)
        .submit(rejectTransfer({ ...byService, invoiceId: id, dealId: id, seenStoreId: 1 })),
    );
  const expire = (caller: number, id: string) =>
    asAnswer(
      running()
        .engine(caller)
        .submit(expireInvoice({ invoiceId: id, storeId: 1 })),
    );
  const state = async (id: string) => {
    const { rows } = await pool().query(
      `select i.status, d.status as deal, i.sequence, d.confirmed_at, d.deadline_at, i.expire_at
       from invoices i join deals d on d.id = i.id where i.id = $1`,
      [id],
    );
    return rows[0];
  };

  it('is canceled once of fifty times, and gives back what it held once', async () => {
    const held = await heldByMakers(pool());
    const id = await openDeal();
    expect(outcomes(await fifty((caller) => cancel(caller, id)))).toEqual({ ok: 1, invoice_not_active: 49 });
    expect(await transfersOf(pool(), id)).toEqual({ payin_hold: 1, payin_release: 1 });
    expect(await heldByMakers(pool())).toBe(held);
    expect(await state(id)).toMatchObject({ status: 'canceled', deal: 'canceled', sequence: 1 });
  });

  it('is confirmed fifty times with one receipt as with a single one', async () => {
    const id = await openDeal();
    const answers = await fifty((caller) => running().shop(caller).confirm(id));
    expect(outcomes(answers)).toEqual({ ok: 50 });
    expect(await count(pool(), 'select jsonb_array_length(attachments) from deals where id = $1', [id])).toBe(1);
    expect(await state(id)).toMatchObject({ status: 'new', deal: 'transfer_confirmed', sequence: 0 });
  });

  it('takes ten of fifty different receipts', async () => {
    const id = await openDeal();
    const answers = await fifty((caller) =>
      running()
        .shop(caller)
        .confirm(id, Buffer.from(`receipt ${caller}`), 'receipt.txt'),
    );
    expect(outcomes(answers)).toEqual({ ok: 10, too_many_attachments: 40 });
    expect(await count(pool(), 'select jsonb_array_length(attachments) from deals where id = $1', [id])).toBe(10);
  });

  it('is either canceled or confirmed, never both', async () => {
    for (let round = 0; round < 2; round++) {
      const id = await openDeal();
      const answers = await fifty(async (caller) => {
        if (caller % 2 === 0) return await running().shop(caller).confirm(id);
        await pause();
        return await cancel(caller, id);
      });
      const { status, deal } = await state(id);
      const results = outcomes(answers);
      if (deal === 'canceled') {
        expect(status).toBe('canceled');
        // Confirmations that came before the cancel would have made it impossible.
        expect(results).toEqual({ ok: 1, invoice_not_active: 49 });
      } else {
        expect({ status, deal }).toEqual({ status: 'new', deal: 'transfer_confirmed' });
        expect(results).toEqual({ ok: 25, transfer_already_confirmed: 25 });
      }
    }
  });

  it('is settled once of fifty times, with one set of transfers', async () => {
    const id = await openDeal();
    const [store, fees] = [await balance(pool(), accounts.storeAvailable), await balance(pool(), accounts.fees)];
    expect(outcomes(await fifty((caller) => settle(caller, id)))).toEqual({ ok: 1, deal_settled: 49 });
    expect(await transfersOf(pool(), id)).toEqual({ payin_fee: 1, payin_hold: 1, payin_settle: 1 });
    const [deal] = (await pool().query('select maker_sum, fee_sum from deals where id = $1', [id])).rows;
    expect(await balance(pool(), accounts.storeAvailable)).toBe(store + deal.maker_sum - deal.fee_sum);
    expect(await balance(pool(), accounts.fees)).toBe(fees + deal.fee_sum);
    expect(await state(id)).toMatchObject({ status: 'paid', deal: 'completed', sequence: 1 });
  });

  it('adds to the same fees and store when fifty deals are settled at once', async () => {
    const ids = await fifty(() => openDeal());
    const answers = await fifty((caller) => settle(caller, ids[caller] ?? ''));
    expect(outcomes(answers)).toEqual({ ok: 50 });
    const query = `select count(*) from transfers where kind = 'payin_fee' and subject_id = any($1)`;
    expect(await count(pool(), query, [ids])).toBe(50);
  });

  it('is either settled or canceled, never both', async () => {
    for (let round = 0; round < 2; round++) {
      const id = await openDeal();
      const answers = await fifty(async (caller) => {
        if (caller % 2 === 0) return await cancel(caller, id);
        await pause();
        return await settle(caller, id);
      });
      const { status } = await state(id);
      const results = outcomes(answers);
      expect(results['ok']).toBe(1);
      expect(results).toEqual({
        ok: 1,
        invoice_not_active: status === 'paid' ? 25 : 24,
        deal_settled: status === 'paid' ? 24 : 25,
      });
      expect(['paid', 'canceled']).toContain(status);
    }
  });

  it('has its transfer rejected once of fifty times, and gives back what it held once', async () => {
    const held = await heldByMakers(pool());
    const id = await openDeal();
    accepted(await running().shop(0).confirm(id));
    expect(outcomes(await fifty((caller) => reject(caller, id)))).toEqual({ ok: 1, transfer_not_confirmed: 49 });
    expect(await transfersOf(pool(), id)).toEqual({ payin_hold: 1, payin_release: 1 });
    expect(await heldByMakers(pool())).toBe(held);
    expect(await state(id)).toMatchObject({ status: 'new', deal: 'canceled', sequence: 0 });
  });

  it('is either settled or rejected, never both', async () => {
    for (let round = 0; round < 2; round++) {
      const id = await openDeal();
      accepted(await running().shop(0).confirm(id));
      const answers = await fifty(async (caller) => {
        if (caller % 2 === 0) return await reject(caller, id);
        await pause();
        return await settle(caller, id);
      });
      const { status, deal } = await state(id);
      const isPaid = status === 'paid';
      expect(outcomes(answers)).toEqual({
        ok: 1,
        transfer_not_confirmed: isPaid ? 25 : 24,
        deal_settled: isPaid ? 24 : 25,
      });
      expect({ status, deal }).toEqual(
        isPaid ? { status: 'paid', deal: 'completed' } : { status: 'new', deal: 'canceled' },
      );
      const transfers = isPaid ? { payin_fee: 1, payin_hold: 1, payin_settle: 1 } : { payin_hold: 1, payin_release: 1 };
      expect(await transfersOf(pool(), id)).toEqual(transfers);
    }
  });

  /** The payer took other requisites, and paid to the first ones; the money is held for an operator. */
  const payLate = async () => {
    const id = await openDeal({ paymentOption: 'SBP' });
    const { deals } = accepted(
      await running().shop(0).post(`/api/merchant/invoices/${id}/start-deal`, { paymentOption: 'TO_CARD' }),
    );
    const newer = deals.find((one: { status: string }) => one.status === 'transfer_waiting').id;
    const { rows } = await pool().query('select requisite_id from deals where id = $1', [id]);
    const arrivalId = createIdSource()();
    const came = { id: arrivalId, requisiteId: rows[0].requisite_id, amount: `${rubles}.00`, reference: arrivalId };
    const arrival = await running()
      .engine(0)
      .submit(recordArrival({ ...byService, ...came, arrivedAt: running().service.now() }));
    expect(arrival).toMatchObject({ status: 'held', exception: 'late', dealId: id });
    return { id, newer, arrivalId };
  };
  const match = (caller: number, { id, arrivalId }: { readonly id: string; readonly arrivalId: string }) =>
    asAnswer(
      running()
        .engine(caller)
        .submit(
          resolveArrival({ ...byService, arrivalId, answer: { kind: 'match', dealId: id, invoiceId: id, storeId: 1 } }),
        ),
    );
  const settleNewer = (caller: number, { id, newer }: { readonly id: string; readonly newer: string }) =>
    asAnswer(
      running()
        .engine(caller)
        .submit(settleDeal({ ...asAsked, invoiceId: id, dealId: newer, seenStoreId: 1 })),
    );
  const paidLate = { payin_fee: 1, payin_hold: 1, payin_rehold: 1, payin_release: 1, payin_settle: 1 };

  it('takes its late money once of fifty times, and the newer deal gives way once', async () => {
    const held = await heldByMakers(pool());
    const late = await payLate();
    expect(outcomes(await fifty((caller) => match(caller, late)))).toEqual({ ok: 1, arrival_resolved: 49 });
    expect(await transfersOf(pool(), late.id)).toEqual(paidLate);
    expect(await transfersOf(pool(), late.newer)).toEqual({ payin_hold: 1, payin_release: 1 });
    expect(await heldByMakers(pool())).toBe(held);
    expect(await state(late.id)).toMatchObject({ status: 'paid', deal: 'completed', sequence: 1 });
  });

  it('takes its late money, or leaves it to the newer deal that has a receipt or is settled, never both', async () => {
    for (const rival of ['confirm', 'settle'] as const) {
      const late = await payLate();
      const answers = await fifty(async (caller) => {
        if (caller % 2 === 0) return await match(caller, late);
        await pause();
        return rival === 'confirm' ? await running().shop(caller).confirm(late.id) : await settleNewer(caller, late);
      });
      const { deal } = await state(late.id);
      const results = outcomes(answers);
      if (deal === 'completed') {
        expect(await transfersOf(pool(), late.id)).toEqual(paidLate);
        const lost = rival === 'confirm' ? { invoice_not_active: 25 } : { deal_settled: 25 };
        expect(results).toEqual({ ok: 1, arrival_resolved: 24, ...lost });
      } else {
        expect(await transfersOf(pool(), late.id)).toEqual({ payin_hold: 1, payin_release: 1 });
        expect(results).toEqual(
          rival === 'confirm' ? { ok: 25, other_deal_undecided: 25 } : { ok: 1, deal_settled: 24, other_deal_paid: 25 },
        );
      }
    }
  });

  it('is disputed fifty times as by a single one', async () => {
    const held = await heldByMakers(pool());
    const id = await openDeal();
    expect(outcomes(await fifty((caller) => dispute(caller, id)))).toEqual({ ok: 50 });
    expect(await state(id)).toMatchObject({ status: 'dispute', deal: 'dispute', sequence: 1 });
    expect(await filesOf(id)).toEqual({ opened: 1, evidence: 0, kept: 0 });
    expect(await heldByMakers(pool())).toBeGreaterThan(held);
  });

  it('is disputed fifty times with one file as by a single one', async () => {
    const id = await openDeal();
    const proof = Buffer.from(`%PDF-1.4 the proof of ${id}`);
    expect(outcomes(await fifty((caller) => dispute(caller, id, proof)))).toEqual({ ok: 50 });
    expect(await state(id)).toMatchObject({ status: 'dispute', deal: 'dispute', sequence: 1 });
    expect(await filesOf(id)).toEqual({ opened: 1, evidence: 0, kept: 1 });
  });

  it('is disputed once with fifty files, of which one opens it and ten are evidence', async () => {
    const id = await openDeal();
    const answers = await fifty((caller) => dispute(caller, id, Buffer.from(`%PDF-1.4 proof ${caller} of ${id}`)));
    expect(outcomes(answers)).toEqual({ ok: 11, too_many_attachments: 39 });
    expect(await state(id)).toMatchObject({ status: 'dispute', deal: 'dispute', sequence: 1 });
    expect(await filesOf(id)).toEqual({ opened: 1, evidence: 10, kept: 11 });
    expect(await count(pool(), 'select jsonb_array_length(attachments) from deals where id = $1', [id])).toBe(10);
  });

  it('is disputed after whatever else happened to it at the same time', async () => {
    for (const act of [cancel, settle]) {
      const id = await openDeal();
      const answers = await fifty((caller) => (caller % 2 === 0 ? act(caller, id) : dispute(caller, id)));
      expect(answers.filter(({ status }, caller) => status === 200 && caller % 2 === 1)).toHaveLength(25);
      const first = answers.filter(({ status }, caller) => status === 200 && caller % 2 === 0).length;
      expect(first).toBeLessThanOrEqual(1);
      expect(await state(id)).toMatchObject({ status: 'dispute', deal: 'dispute', sequence: 1 + first });
    }
  });

  it('expires once, however many say so', async () => {
    const held = await heldByMakers(pool());
    const id = await openDeal();
    running().service.advance(15 * 60_000);
    const answers = await fifty((caller) => expire(caller, id));
    // The worker may have been first.
    expect(answers.filter(({ body }) => body === true).length).toBeLessThanOrEqual(1);
    expect(await transfersOf(pool(), id)).toEqual({ payin_hold: 1, payin_release: 1 });
    expect(await heldByMakers(pool())).toBeLessThanOrEqual(held);
    expect(await state(id)).toMatchObject({ status: 'new', deal: 'expired' });
    running().service.advance(45 * 60_000);
    await fifty((caller) => expire(caller, id));
    expect(await state(id)).toMatchObject({ status: 'expired', deal: 'expired', sequence: 1 });
  });

  it('among fifty that expire at once is written down by the worker of one service, once', async () => {
    const ids = await fifty(() => openDeal());
    running().service.advance(61 * 60_000);
    const left = `select count(*) from invoices where id = any($1) and status = 'new'`;
    await expect.poll(() => count(pool(), left, [ids])).toBe(0);
    const expired = `select count(*) from invoices i join deals d on d.id = i.id
      where i.id = any($1) and i.status = 'expired' and d.status = 'expired' and i.sequence = 1`;
    expect(await count(pool(), expired, [ids])).toBe(50);
    const released = `select count(*) from transfers where subject_id = any($1) and kind = 'payin_release'`;
    expect(await count(pool(), released, [ids])).toBe(50);
  });

  it('is either expired or confirmed in time, never both', async () => {
    for (let round = 0; round < 2; round++) {
      const id = await openDeal();
      const answers = await fifty(async (caller) => {
        await pause();
        if (caller === 25) running().service.advance(60 * 60_000);
        return caller % 2 === 0 ? await running().shop(caller).confirm(id) : await expire(caller, id);
      });
      const confirmed = answers.filter(({ status }, caller) => status === 200 && caller % 2 === 0).length;
      const { status, deal, confirmed_at: confirmedAt, deadline_at: deadlineAt } = await state(id);
      if (confirmed > 0) {
        expect({ status, deal }).toEqual({ status: 'new', deal: 'transfer_confirmed' });
        expect(confirmedAt).toBeLessThan(deadlineAt);
      } else {
        expect({ status, deal }).toEqual({ status: 'expired', deal: 'expired' });
        expect(confirmedAt).toBeNull();
      }
    }
  });
});

async function asAnswer(result: Promise<unknown>): Promise<Answer> {
  const headers = new Headers();
  try {
    return { status: 200, body: await result, headers };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.status, body: error.faults, headers };
  }
}
