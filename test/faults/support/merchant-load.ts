import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { demoAccounts } from '../../../src/storage/settings/sandbox/demo-world.ts';
import { codeAt, tronAddress } from '../../engine/support/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import { type Answer, type Body, type MerchantClient, pngReceipt } from '../../support/merchant-client.ts';
import { untilBooksAreOpen } from '../../support/open-books.ts';

/**
 * A merchant who does all there is to do, many things at once, and writes everything down: what was asked for, and what the
 * service answered. After a fault the merchant compares: whatever was answered must be there, and what was not answered is
 * asked for again, word for word, and must then be there once.
 *
 * No invoice gets two acts that exclude each other, so every answer but 200 is a fault of the service, or 503.
 */
interface Act {
  readonly kind: 'payin' | 'payout' | 'withdrawal' | 'cancel' | 'confirm' | 'read';
  /** Internal ID of an invoice, Idempotency-Key of the rest. */
  readonly reference: string;
  /** What cancel, confirm and read are about. */
  readonly invoiceId: string | null;
  readonly send: (shop: MerchantClient) => Promise<Answer>;
  /** null while there is none, and when the connection broke. */
  answer: Answer | null;
  elapsedMs: number;
}

const workerCount = 16;
/** Longer than any fault of these tests lasts: a caller that waits longer was forgotten. */
const forgottenAfterMs = 40_000;
/** A patient merchant: all that is refused now has to be repeated later. */
const pauseAfterRefusalMs = 250;

export class MerchantLoad {
  readonly acts: Act[] = [];
  readonly #random: (below: number) => number;
  readonly #title: string;
  /** Created, and no further act asked for yet. */
  #open: { readonly id: string; readonly hasDeal: boolean }[] = [];
  #isStopped = true;

  /** The title keeps the references of two loads on one database apart. */
  constructor(title: string, random: (below: number) => number) {
    this.#title = title;
    this.#random = random;
  }

  /** Works until stopped, or until the service is gone: a request that stays without an answer ends the run. */
  async run(shop: MerchantClient): Promise<void> {
    this.#isStopped = false;
    await untilBooksAreOpen(shop.baseUrl);
    // Invoices of the last run are left alone: whether their acts were done is being compared.
    this.#open = [];
    await Promise.all([
      this.#withdraw(shop),
      ...Array.from({ length: workerCount }, async () => {
        while (!this.#isStopped) await this.#perform(shop, this.#chooseAct());
      }),
    ]);
  }

  stop(): void {
    this.#isStopped = true;
  }

  get answered(): number {
    return this.acts.filter(isDone).length;
  }

  /** Resolves at a moment that the seed chooses: when so many acts more have been answered. */
  async untilMore(atLeast: number, atMost: number): Promise<void> {
    const goal = this.answered + atLeast + this.#random(atMost - atLeast);
    while (this.answered < goal) {
      const unanswered = this.acts.find(({ answer, elapsedMs }) => answer === null && elapsedMs > 0);
      if (this.#isStopped) throw new Error(`The load has ended${unanswered ? `: ${describeAct(unanswered)}` : ''}`);
      await delay(1);
    }
    // Somewhere within a batch, not always just after one.
    await delay(this.#random(8));
  }

  /** Asks again for all that was not answered, or refused with 503, until it is done. */
  async repeatUnanswered(shop: MerchantClient): Promise<number> {
    const repeated = this.acts.filter((act) => !isDone(act) && act.kind !== 'read');
    await untilBooksAreOpen(shop.baseUrl);
    for (let attempt = 1; attempt <= 50; attempt++) {
      const waiting = repeated.filter((act) => !isDone(act));
      if (waiting.length === 0) break;
      await inTurns(waiting, (act) => perform(shop, act));
      if (waiting.some((act) => !isDone(act))) await delay(100);
    }
    return repeated.length;
  }

  async #perform(shop: MerchantClient, act: Act): Promise<void> {
    this.acts.push(act);
    await perform(shop, act);
    if (act.answer === null) this.#isStopped = true;
    if (act.answer === null || this.#isStopped) return;
    const { status, body } = act.answer;
    if (status === 503) await delay(pauseAfterRefusalMs);
    if (status === 200 && (act.kind === 'payin' || act.kind === 'payout')) {
      this.#open.push({ id: body.id, hasDeal: act.kind === 'payin' && body.deals.length > 0 });
    }
  }

  #chooseAct(): Act {
    const serial = this.acts.length;
    const amount = `${100 + this.#random(900)}.${String(this.#random(100)).padStart(2, '0')}`;
    const internalId = `${this.#title}-${serial}`;
    const dice = this.#random(100);
    if (dice < 30) {
      const target = this.#open.splice(this.#random(Math.max(1, this.#open.length)), 1)[0];
      if (target !== undefined) return actOn(target, dice < 15, internalId);
    }
    if (dice < 40 && this.#open[0] !== undefined) return readAct(this.#open[0].id, internalId);
    if (dice < 55) {
      return { ...newAct('payout', internalId), send: (shop) => shop.createPayout({ amount, internalId }) };
    }
    const startDeal = dice < 90;
    return { ...newAct('payin', internalId), send: (shop) => shop.createPayin({ amount, internalId, startDeal }) };
  }

  /** One after the other, as each code works once and never after a later one: that of now and that of the next step. */
  async #withdraw(shop: MerchantClient): Promise<void> {
    for (const stepsAhead of [0, 1]) {
      const goal = this.answered + this.#random(80);
      while (this.answered < goal && !this.#isStopped) await delay(1);
      if (this.#isStopped) return;
      const key = `${this.#title}-withdrawal-${this.acts.length}`;
      const body = {
        accountId: demoAccounts.store1,
        amount: '1.5',
        address: tronAddress,
        code2FA: codeAt(Date.now(), stepsAhead),
      };
      const send = (client: MerchantClient) =>
        client.post('/api/merchant/withdrawals', body, { 'idempotency-key': key });
      await this.#perform(shop, { ...newAct('withdrawal', key), send });
    }
  }
}

/** Codes may be used again, so that the next run can withdraw too. */
export async function renewSecondFactor(pool: pg.Pool): Promise<void> {
  await pool.query('update second_factors set last_used_step = null, failures = 0, locked_until = null');
}

/** Every act that was answered is there, as it was answered. */
export async function expectAnsweredActsAreThere(shop: MerchantClient, load: MerchantLoad): Promise<void> {
  const done = load.acts.filter((act) => act.answer?.status === 200);
  const ends = new Map(load.acts.filter(({ kind }) => kind === 'cancel' || kind === 'confirm').map(byInvoice));
  await inTurns(done, async (act) => {
    const { body } = act.answer as Answer;
    if (act.kind === 'withdrawal') {
      const found = await shop.get(`/api/merchant/withdrawals/${body.id}`);
      expect(found.body, act.reference).toMatchObject({ id: body.id, sum: body.sum, fee: body.fee });
    } else if (act.kind === 'payin' || act.kind === 'payout') {
      expectInvoice(await shop.read(body.id), act, ends.get(body.id));
    }
  });
}

/** After all has been repeated: no refusal is left, and nothing was done twice. */
export async function expectAllDoneOnce(pool: pg.Pool, load: MerchantLoad): Promise<void> {
  const refused = load.acts.filter((act) => act.kind !== 'read' && act.answer?.status !== 200 && !hasOldCode(act));
  expect(refused.map(describeAct)).toEqual([]);
  const { rows: invoices } = await pool.query('select internal_id from invoices order by internal_id');
  const wanted = load.acts
    .filter(({ kind }) => kind === 'payin' || kind === 'payout')
    .map(({ reference }) => reference);
  expect(invoices.map((row) => row.internal_id)).toEqual(wanted.sort());
  const { rows: withdrawals } = await pool.query('select id from withdrawals order by id');
  const paid = load.acts.filter(({ kind, answer }) => kind === 'withdrawal' && answer?.status === 200);
  // The same bytes, signed again with a renewed code, are the same request.
  const answered = new Set(paid.map(({ answer }) => answer?.body.id));
  expect(withdrawals.map((row) => row.id)).toEqual([...answered].sort());
  await expectLawsHold(pool);
}

/** While the database is away there is one way to say no. */
export function expectOnlyClearRefusals(load: MerchantLoad, { answeredWithinMs }: { answeredWithinMs: number }): void {
  const refused = load.acts.filter((act) => act.answer?.status !== 200 && !hasOldCode(act));
  const unclear = refused.filter(({ answer }) => !isClearRefusal(answer));
  expect(unclear.map(describeAct)).toEqual([]);
  expect(load.acts.filter(({ elapsedMs }) => elapsedMs > answeredWithinMs).map(describeAct)).toEqual([]);
}

export function isClearRefusal(answer: Answer | null): boolean {
  if (answer?.status !== 503 || !/^\d+$/.test(answer.headers.get('retry-after') ?? '')) return false;
  return ['database_unavailable', 'outcome_unknown', 'overloaded'].includes(answer.body[0]?.code);
}

function newAct(kind: Act['kind'], reference: string): Omit<Act, 'send'> {
  return { kind, reference, invoiceId: null, answer: null, elapsedMs: 0 };
}

function actOn({ id, hasDeal }: { id: string; hasDeal: boolean }, isConfirm: boolean, reference: string): Act {
  const headers = { 'idempotency-key': reference };
  if (!isConfirm || !hasDeal) {
    return { ...newAct('cancel', reference), invoiceId: id, send: (shop) => shop.cancel(id, headers) };
  }
  const receipt = Buffer.concat([pngReceipt, Buffer.from(reference)]);
  return {
    ...newAct('confirm', reference),
    invoiceId: id,
    send: (shop) => shop.confirm(id, receipt, 'receipt.png', headers),
  };
}

function readAct(invoiceId: string, reference: string): Act {
  return { ...newAct('read', reference), invoiceId, send: (shop) => shop.read(invoiceId) };
}

async function perform(shop: MerchantClient, act: Act): Promise<void> {
  const startedMs = performance.now();
  const noAnswer = new AbortController();
  act.answer = await Promise.race([
    act.send(shop).catch(() => null),
    delay(forgottenAfterMs, null, { signal: noAnswer.signal }).catch(() => null),
  ]);
  noAnswer.abort();
  act.elapsedMs = performance.now() - startedMs;
}

function isDone(act: Act): boolean {
  return act.answer !== null && act.answer.status !== 503;
}

/** A code that grew old while the service was away is the one refusal that the merchant has to live with. */
function hasOldCode({ kind, answer }: Act): boolean {
  return kind === 'withdrawal' && answer?.body?.[0]?.code === 'two_factor_wrong';
}

function byInvoice(act: Act): [string, Act] {
  return [act.invoiceId ?? '', act];
}

function expectInvoice(found: Answer, created: Act, end: Act | undefined): void {
  const before: Body = created.answer?.body;
  expect(found.status, describeAct(created)).toBe(200);
  expect(found.body).toMatchObject({ internalId: created.reference, type: before.type, sum: before.sum });
  const isSure = end === undefined || isDone(end);
  const statuses = end?.kind === 'cancel' ? (isSure ? ['canceled'] : ['new', 'canceled']) : ['new'];
  expect(statuses, describeAct(created)).toContain(found.body.status);
  if (found.body.status === 'canceled') return;
  const [deal] = before.deals;
  expect(found.body.deals.map((one: Body) => [one.id, one.requisites, one.rate])).toEqual(
    before.deals.map((one: Body) => [one.id, one.requisites, one.rate]),
  );
  if (deal === undefined || end?.kind !== 'confirm' || !isSure) return;
  expect(found.body.deals[0]).toMatchObject({ status: 'transfer_confirmed' });
  expect(found.body.deals[0].attachments).toHaveLength(1);
}

function describeAct({ kind, reference, answer, elapsedMs }: Act): string {
  const outcome = answer === null ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body)}`;
  return `${kind} ${reference}: ${outcome.slice(0, 200)} after ${Math.round(elapsedMs)} ms`;
}

/** All of them, some at a time. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const workers = Array.from({ length: 32 }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  });
  await Promise.all(workers);
}
