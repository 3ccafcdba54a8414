import { dayOf, type ModelRequisite, requisites, sumsOfPayin } from './world.ts';

/** What the model knows, and what happens to money and requisites when deals start and end. */
export interface State {
  now: number;
  stores: Map<number, { available: bigint; frozen: bigint }>;
  makers: Map<number, { available: bigint; held: bigint }>;
  fees: bigint;
  invoices: Map<string, ModelInvoice>;
  loads: Map<number, { active: number; day: number; daySum: bigint }>;
  /** By requisite and amount: whose the pair is, and until when it rests (null while the deal runs). */
  pairs: Map<string, { dealId: string; until: number | null }>;
  factor: { lastStep: number; failures: number; lockedUntil: number };
  withdrawals: number;
}

export interface ModelInvoice {
  id: string;
  store: number;
  type: 'in' | 'out';
  status: string;
  amount: bigint;
  internalId: string | null;
  named: Wish;
  createdAt: number;
  expireAt: number;
  paidAt: number;
  notified: number;
  deals: ModelDeal[];
}

interface ModelDeal {
  id: string;
  status: string;
  requisite: ModelRequisite | null;
  makerSum: bigint;
  feeSum: bigint;
  deadline: number;
  receipts: number[];
  /** What the dispute began with. */
  proof: number | null;
}

export interface Wish {
  readonly option: string | null;
  readonly bank: string | null;
}

/** Takes this requisite, if it was free before the act; or none, if none was. False when that cannot be. */
export function allocate(
  { before, state }: { readonly before: State; readonly state: State },
  invoice: ModelInvoice,
  wished: { readonly dealId: string; readonly wish: Wish; readonly requisiteId: number | null },
): boolean {
  const { dealId, wish, requisiteId } = wished;
  const sums = sumsOfPayin(invoice.amount);
  // What the act itself has just ended is not free yet: it is judged by what was there before.
  const free = requisites.filter(
    (one) => fits(one, invoice, wish) && isFree(before, one, invoice.amount, sums.makerSum),
  );
  if (requisiteId === null) return free.length === 0;
  const requisite = free.find(({ id }) => id === requisiteId);
  if (requisite === undefined) return false;
  const deadline = Math.min(state.now + 15 * 60_000, invoice.expireAt);
  const deal = { id: dealId, status: 'transfer_waiting', requisite, ...sums, deadline, receipts: [], proof: null };
  invoice.deals.push(deal);
  const maker = makerOf(state, requisite.maker);
  maker.available -= sums.makerSum;
  maker.held += sums.makerSum;
  const load = loadOf(state, requisite.id);
  const today = dayOf(state.now);
  load.active += 1;
  load.daySum = (load.day === today ? load.daySum : 0n) + invoice.amount;
  load.day = today;
  state.pairs.set(pairOf(requisite, invoice.amount), { dealId, until: null });
  return true;
}

function fits(requisite: ModelRequisite, invoice: ModelInvoice, wish: Wish): boolean {
  return (
    (wish.option ?? requisite.option) === requisite.option &&
    (wish.bank ?? requisite.bank) === requisite.bank &&
    invoice.amount >= (requisite.dealMin ?? 0n) &&
    invoice.amount <= (requisite.dealMax ?? invoice.amount)
  );
}

function isFree(state: State, requisite: ModelRequisite, amount: bigint, makerSum: bigint): boolean {
  const load = loadOf(state, requisite.id);
  const today = load.day === dayOf(state.now) ? load.daySum : 0n;
  const pair = state.pairs.get(pairOf(requisite, amount));
  return (
    load.active < (requisite.activeMax ?? Number.POSITIVE_INFINITY) &&
    today + amount <= (requisite.dayMax ?? today + amount) &&
    makerOf(state, requisite.maker).available >= makerSum &&
    (pair === undefined || (pair.until !== null && pair.until <= state.now))
  );
}

/** True when there was something to write down. */
export function expireDue(state: State, invoice: ModelInvoice): boolean {
  const deal = runningDeal(invoice);
  if (invoice.status !== 'new' || deal?.status === 'transfer_confirmed') return false;
  const isInvoiceDue = invoice.expireAt <= state.now;
  if (deal !== undefined && (isInvoiceDue || deal.deadline <= state.now)) endDeal(state, invoice, deal, 'expired');
  else if (!isInvoiceDue) return false;
  if (isInvoiceDue) become(invoice, 'expired');
  return true;
}

export function endDeal(state: State, invoice: ModelInvoice, deal: ModelDeal, status: 'canceled' | 'expired'): void {
  deal.status = status;
  if (deal.requisite === null) {
    const store = storeOf(state, invoice.store);
    store.frozen -= deal.makerSum + deal.feeSum;
    store.available += deal.makerSum + deal.feeSum;
    return;
  }
  const maker = makerOf(state, deal.requisite.maker);
  maker.held -= deal.makerSum;
  maker.available += deal.makerSum;
  leaveRequisite(state, invoice, deal);
}

export function leaveRequisite(state: State, invoice: ModelInvoice, deal: ModelDeal): void {
  if (deal.requisite === null) return;
  loadOf(state, deal.requisite.id).active -= 1;
  state.pairs.set(pairOf(deal.requisite, invoice.amount), {
    dealId: deal.id,
    until: state.now + deal.requisite.restMs,
  });
}

/** A claim over a deal that has ended keeps its pair for three days, or until it is decided. */
export function restOn(state: State, { amount }: ModelInvoice, { id, requisite, status }: ModelDeal): void {
  if (requisite === null || (status !== 'canceled' && status !== 'expired')) return;
  const pair = state.pairs.get(pairOf(requisite, amount));
  if (pair?.dealId !== id || pair.until === null) return;
  state.pairs.set(pairOf(requisite, amount), { dealId: id, until: Math.max(pair.until, state.now + 3 * 86_400_000) });
}

export function become(invoice: ModelInvoice, status: string): void {
  invoice.status = status;
  invoice.notified += 1;
}

export function runningDeal(invoice: ModelInvoice): ModelDeal | undefined {
  return invoice.deals.find(({ status }) => ['new', 'transfer_waiting', 'transfer_confirmed'].includes(status));
}

function pairOf(requisite: { id: number }, amount: bigint): string {
  return `${requisite.id} ${amount}`;
}

export function storeOf(state: State, id: number) {
  return present(state.stores.get(id));
}

export function makerOf(state: State, id: number) {
  return present(state.makers.get(id));
}

function loadOf(state: State, id: number) {
  return present(state.loads.get(id));
}

export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the model does not know this');
  return value;
}
