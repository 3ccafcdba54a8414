import type pg from 'pg';
import { recordArrival } from '../../commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../commands/arrivals/resolve-arrival.ts';
import { decideDispute } from '../../commands/disputes/decide-dispute.ts';
import { openDispute } from '../../commands/disputes/open-dispute.ts';
import { confirmTransfer } from '../../commands/invoices/confirm-transfer.ts';
import { expireEarly } from '../../commands/invoices/expire-early.ts';
import { settleDeal } from '../../commands/invoices/settle-deal.ts';
import { provePayout, takePayout } from '../../commands/payouts/payout-work.ts';
import type { Deal } from '../../domain/invoices/deal.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import { currencyOf, type FiatMinor, formatAmount } from '../../domain/money/money.ts';
import { sandboxActor } from '../../domain/people/audit.ts';
import { type FateAct, type FateState, nextFateStep } from '../../domain/sandbox/sandbox-fate.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { firstIdAt } from '../../domain/text/uuid.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import { findFatefulInvoices, findFateStates } from '../../storage/reads/invoices/fate-reads.ts';
import type { Upload, Uploads } from '../../storage/receipts/uploads.ts';
import { Loop } from '../loop.ts';

const pauseMs = 250;
const invoicesPerStepMax = 200;
/** No fate has so many: what is refused, or has paid somebody else's invoice of the same sum, is not tried again and again. */
const actsMax = 10;
/** At the first look: an invoice lives for an hour, a payout for a day. */
const lookBackMs = 25 * 3_600_000;
/** IDs carry the clock of the process that made them; this is how far two clocks may be apart. */
const overlapMs = 60_000;

/** How the audit log knows these acts. */
const by = { actor: sandboxActor, reason: 'the amount chose this fate (docs/sandbox.md)' };

interface FateOptions {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  readonly catalogue: () => Catalogue;
  readonly uploads: Pick<Uploads, 'take'>;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly failed: (error: unknown) => void;
}

/**
 * Plays the payers, makers and operators of the sandbox, with the commands that real ones use. What comes next follows from
 * what is stored, and every command refuses or repeats harmlessly what another process has done already; the list of
 * invoices kept here only saves reading them all again.
 */
export function createFateWorker(options: FateOptions): Loop {
  const open = new Map<string, number>();
  const over = new Set<string>();
  let afterId: string | null = null;
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step() {
      const now = options.clock();
      afterId ??= firstIdAt(now - lookBackMs);
      const found = await findFatefulInvoices(options.pool, afterId, invoicesPerStepMax);
      for (const id of found) if (!over.has(id) && !open.has(id)) open.set(id, 0);
      const isMore = found.length === invoicesPerStepMax;
      afterId = isMore ? (found.at(-1) ?? afterId) : firstIdAt(now - overlapMs);
      forget(over, firstIdAt(now - 2 * overlapMs));
      const hasMoved = await advanceSome(options, open, over);
      return isMore || hasMoved ? 'more' : 'idle';
    },
  });
}

/** What is too old to be found again need not be remembered. */
function forget(over: Set<string>, beforeId: string): void {
  for (const id of over) if (id < beforeId) over.delete(id);
}

/** `open` counts the acts of each invoice. */
async function advanceSome(options: FateOptions, open: Map<string, number>, over: Set<string>): Promise<boolean> {
  const states = await findFateStates(options.pool, [...open.keys()].slice(0, invoicesPerStepMax));
  const results = await Promise.allSettled(states.map((state) => advance(options, state)));
  for (const [index, { invoice }] of states.entries()) {
    const result = results[index];
    const progress = result?.status === 'fulfilled' ? result.value : 'waiting';
    const acts = (open.get(invoice.id) ?? 0) + (progress === 'waiting' ? 0 : 1);
    // To the end of the line: those behind have their turn, too.
    open.delete(invoice.id);
    if (progress === 'over' || acts >= actsMax) over.add(invoice.id);
    else open.set(invoice.id, acts);
  }
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
  return results.some((result) => result.status === 'fulfilled' && result.value === 'moved');
}

type Progress = 'moved' | 'refused' | 'waiting' | 'over';

async function advance(options: FateOptions, state: FateState): Promise<Progress> {
  const step = nextFateStep(state, options.clock());
  if (step.kind === 'wait') return 'waiting';
  const { invoice, deal } = state;
  if (step.kind === 'over' || deal === null) return 'over';
  try {
    await act(options, step, invoice, deal);
    return 'moved';
  } catch (error) {
    // Another process was quicker, which the next look shows; or it cannot be, such as for want of balance.
    if (error instanceof AppError && error.status < 500) return 'refused';
    throw error;
  }
}

async function act(options: FateOptions, step: FateAct, invoice: Invoice, deal: Deal): Promise<unknown> {
  const { engine } = options;
  const { id: invoiceId, storeId } = invoice;
  const catalogue = options.catalogue();
  const text = (amount: FiatMinor) => formatAmount(amount, currencyOf(catalogue, deal.currency).subunit);
  switch (step.kind) {
    case 'arrival':
      return await arrive(options, step, invoice, deal, text(step.amount));
    case 'receipt': {
      const upload = await takeReceipt(options.uploads, deal, text(deal.askedSum));
      const attachment = { ...upload.receipt, fileName: 'sandbox-receipt.txt' };
      const about = { invoiceId, seenStoreId: storeId, attachment };
      const command = deal.type === 'in' ? confirmTransfer({ ...about, storeId }) : provePayout({ ...by, ...about });
      const moved = engine.submit(command);
      await moved.then(
        () => upload.settle(null),
        (error: unknown) => upload.settle(error),
      );
      return await moved;
    }
    case 'expire':
      return await engine.submit(expireEarly({ ...by, invoiceId, seenStoreId: storeId }));
    case 'dispute': {
      const amount = step.amount === null ? null : text(step.amount);
      const { reason } = step;
      return await engine.submit(
        openDispute({ invoiceId, storeId, dealId: deal.id, reason, amount, attachment: null, by }),
      );
    }
    case 'decide': {
      const decision = { kind: 'accept', amount: text(step.amount), next: null } as const;
      const [decisionId, nextDealId] = [options.newId(), options.newId()];
      return await engine.submit(
        decideDispute({ ...by, decisionId, nextDealId, invoiceId, seenStoreId: storeId, decision }),
      );
    }
    case 'take': {
      const makerId = anyMaker(catalogue, storeId);
      return await engine.submit(takePayout({ ...by, invoiceId, seenStoreId: storeId, makerId }));
    }
    case 'settle':
      return await engine.submit(
        settleDeal({
          ...by,
          invoiceId,
          dealId: deal.id,
          seenStoreId: storeId,
          amount: null,
          reportId: options.newId(),
        }),
      );
  }
}

/** Money comes. Its reference makes it the same money however often this is run; what did not match, an operator matches. */
async function arrive(
  { engine, clock, newId }: FateOptions,
  step: Extract<FateAct, { kind: 'arrival' }>,
  invoice: Invoice,
  deal: Deal,
  amount: string,
): Promise<void> {
  if (deal.requisiteId === null) throw new Error(`deal ${deal.id} has no requisite that money could come to`);
  const arrival = await engine.submit(
    recordArrival({
      ...by,
      id: newId(),
      requisiteId: deal.requisiteId,
      amount,
      arrivedAt: clock(),
      reference: `sandbox ${deal.id} ${step.ordinal}`,
    }),
  );
  if (!step.pays || arrival.status !== 'held') return;
  const answer = {
    kind: 'match',
    dealId: deal.id,
    invoiceId: invoice.id,
    storeId: invoice.storeId,
  } as const;
  await engine.submit(resolveArrival({ ...by, arrivalId: arrival.id, answer }));
}

/** A receipt of its own for each deal, and the same one however often it is made. */
async function takeReceipt(uploads: FateOptions['uploads'], deal: Deal, amount: string): Promise<Upload> {
  const text = `Sandbox receipt\n\nDeal ${deal.id}\n${amount} ${deal.currency} to ${deal.number}\n`;
  return await uploads.take(bytesOf(text));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function anyMaker(catalogue: Catalogue, storeId: number): number {
  const { settlementCurrency } = storeOf(catalogue, storeId);
  const maker = [...catalogue.makers.values()].find((one) => one.settlementCurrency === settlementCurrency);
  if (maker === undefined) throw new AppError('not_found');
  return maker.id;
}
