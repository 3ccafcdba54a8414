import { In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Account, Deal, Invoice, RequisiteLoad, Transfer } from './entities.mjs';

export class Refusal extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
  }
}

const dayMs = 86_400_000;
const uniqueViolation = '23505';

/** One invoice with its deal, in one transaction; or the one that was asked for before. */
export async function createInvoice(dataSource, settings, request) {
  try {
    return await dataSource.transaction((manager) => create(manager, settings, request));
  } catch (error) {
    // The same request came twice at once, and the other one was first.
    if (error.code !== uniqueViolation || error.constraint !== 'invoices_one_payin') throw error;
    return await dataSource.transaction((manager) => create(manager, settings, request));
  }
}

async function create(manager, settings, request) {
  const now = new Date();
  const earlier = await findEarlier(manager, settings, request, now);
  if (earlier !== null) return earlier;
  const figures = figuresOf(settings, request);
  const requisite = await chooseRequisite(manager, settings, request, figures, now);
  const id = uuidv7();
  const invoice = newInvoice(settings, request, requisite, { id, now });
  const deal = newDeal(settings, request, requisite, { id, now, figures });
  await manager.insert(Invoice, invoice);
  await manager.insert(Deal, deal);
  await manager.insert(Transfer, {
    subjectId: id,
    kind: 'payin_hold',
    debitId: requisite.maker.availableId,
    creditId: requisite.maker.heldId,
    amount: figures.makerSum,
    currency: settings.store.settlementCurrency,
    createdAt: now,
  });
  return { invoice, deal };
}

async function findEarlier(manager, { store }, { internalId, amount, currency }, now) {
  if (!internalId) return null;
  const invoice = await manager.findOneBy(Invoice, {
    storeId: store.id,
    internalId,
    askedAmount: amount,
    currency,
    holdsName: true,
  });
  if (invoice === null) return null;
  if (invoice.status === 'new' && invoice.expireAt > now) {
    return {
      invoice,
      deal: await manager.findOne(Deal, { where: { invoiceId: invoice.id }, order: { ordinal: 'DESC' } }),
    };
  }
  await manager.update(Invoice, { id: invoice.id }, { holdsName: false });
  return null;
}

/** In USDT with eight digits, from a sum with two; the fee is rounded up. */
function figuresOf({ store, limits, rates }, { amount, currency }) {
  const limit = limits.get(currency);
  const rateE8 = rates.get(currency);
  if (limit === undefined || rateE8 === undefined) throw new Refusal(400, 'currency_not_supported');
  if (amount < limit.amountMin || amount > limit.amountMax) throw new Refusal(400, 'amount_out_of_bounds');
  const makerSum = (amount * 10n ** 14n) / rateE8;
  return { rateE8, makerSum, feeSum: (makerSum * BigInt(store.inFeeBps) + 9_999n) / 10_000n };
}

let turn = 0;

/** They take turns. The one whose turn it is, is locked; if it is busy with this sum or at its limits, the next one. */
async function chooseRequisite(manager, { requisites }, { amount, currency }, { makerSum }, now) {
  const all = requisites.get(currency) ?? [];
  for (let tries = 0; tries < all.length; tries += 1) {
    const requisite = all[turn++ % all.length];
    if ((requisite.dealMin ?? 0n) > amount || (requisite.dealMax ?? amount) < amount) continue;
    const load = await manager.findOneOrFail(RequisiteLoad, {
      where: { requisiteId: requisite.id },
      lock: { mode: 'for_no_key_update' },
    });
    const next = loadAfter(load, amount, now);
    if (requisite.activeDealsMax !== null && next.activeDeals > requisite.activeDealsMax) continue;
    if (requisite.dayMax !== null && next.daySum > requisite.dayMax) continue;
    if (!(await isPairFree(manager, requisite, amount, now))) continue;
    if (!(await isCovered(manager, requisite.maker, makerSum))) continue;
    await manager.update(RequisiteLoad, { requisiteId: requisite.id }, next);
    return requisite;
  }
  throw new Refusal(409, 'no_requisite');
}

function loadAfter(load, amount, now) {
  const day = Math.floor(now.getTime() / dayMs);
  const month = (now.getUTCFullYear() - 1970) * 12 + now.getUTCMonth();
  return {
    activeDeals: load.activeDeals + 1,
    day,
    daySum: (load.day === day ? load.daySum : 0n) + amount,
    dayDeals: (load.day === day ? load.dayDeals : 0) + 1,
    month,
    monthSum: (load.month === month ? load.monthSum : 0n) + amount,
    lastStartedAt: now,
  };
}

async function isPairFree(manager, requisite, amount, now) {
  const occupant = await manager.findOne(Deal, {
    select: { id: true, restsUntil: true },
    where: { requisiteId: requisite.id, amount, occupies: true },
  });
  if (occupant === null) return true;
  if (occupant.restsUntil === null || occupant.restsUntil > now) return false;
  await manager.update(Deal, { id: occupant.id }, { occupies: false });
  return true;
}

async function isCovered(manager, maker, makerSum) {
  const accounts = await manager.find(Account, {
    where: { id: In([maker.availableId, maker.heldId]) },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  const available = accounts.find(({ id }) => id === maker.availableId);
  return available !== undefined && available.balance >= makerSum && available.balance >= maker.balanceMin;
}

function newInvoice({ store }, request, requisite, { id, now }) {
  return {
    id,
    storeId: store.id,
    internalId: request.internalId,
    userId: request.userId,
    type: 'in',
    status: 'new',
    paymentOption: requisite.option,
    paymentMethod: requisite.bank,
    amount: request.amount,
    askedAmount: request.amount,
    currency: request.currency,
    notificationUrl: request.notificationUrl,
    notificationToken: request.notificationToken,
    createdAt: now,
    expireAt: new Date(now.getTime() + store.invoiceLifetimeMs),
    updatedAt: now,
    sequence: 0,
    dealCount: 1,
    holdsName: Boolean(request.internalId),
  };
}

function newDeal({ store }, request, requisite, { id, now, figures }) {
  return {
    id,
    invoiceId: id,
    ordinal: 1,
    type: 'in',
    status: 'transfer_waiting',
    paymentOption: requisite.option,
    paymentMethod: requisite.bank,
    requisiteId: requisite.id,
    makerId: requisite.maker.id,
    number: requisite.number,
    holder: requisite.holder,
    amount: request.amount,
    currency: request.currency,
    ...figures,
    startedAt: now,
    deadlineAt: new Date(now.getTime() + store.dealLifetimeMs),
    occupies: true,
  };
}
