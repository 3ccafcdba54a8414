import assert from 'node:assert/strict';
import type { Arrival } from '../../domain/arrivals/arrival.ts';
import { type Deal, type PayinDeal, standingOf } from '../../domain/invoices/deal.ts';
import { type Dossier, expireDue } from '../../domain/invoices/lifecycle.ts';
import { rateToSettle } from '../../domain/invoices/overdue-transfer.ts';
import { wasSettledOnce } from '../../domain/ledger/ledger.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import { cameFor } from '../../domain/payins/excess.ts';
import { judgeShortOf } from '../../domain/payins/mispayment.ts';
import { settle, settleLate, settlePart } from '../../domain/payins/settlement.ts';
import type { Move } from '../../domain/state/move.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, moveOn, type Needs, type View } from '../command.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';
import { endRefundsOfPart, payoutsToSee } from '../refunds/refund-room.ts';

export interface ResolveArrival extends ByPerson {
  readonly arrivalId: string;
  readonly answer: /** The money pays this deal, with the sum that came. */
    | (FoundDeal & {
        readonly kind: 'match';
        /** `now`: with the rate that has replaced an overdue deal's own. */
        readonly rate?: 'now' | null;
        /**
         * It is a part of what was asked for: the invoice stays open, and the payer may send the rest. Not said: as its store's
         * policy has it, which a sum of a maker or a phone has waited for.
         */
        readonly isPart?: boolean | undefined;
        /** The bank's list has another line for that deal: this money came besides. */
        readonly isSecond?: boolean;
      })
    /** The money goes back to who sent it. */
    | {
        readonly kind: 'return';
        /** The deal that it was most likely meant for, if there is one. */
        readonly likely: FoundDeal | null;
        /** That deal has its own money, and this came besides: a person has looked. */
        readonly isSecond?: boolean;
        /** By the bank's file it may be no money of its own. */
        readonly isDoubted?: boolean;
        /** A person has compared it with the bank's file. */
        readonly isCertain?: boolean;
      };
}

export interface FoundDeal {
  readonly dealId: string;
  readonly invoiceId: string;
  readonly storeId: number;
}

interface Hint {
  readonly payoutIds: readonly string[];
}

/** A person decides about money that did not match by itself. */
export function resolveArrival(request: ResolveArrival): Command<Arrival, Hint> {
  const { answer } = request;
  return {
    name: 'resolve-arrival',
    saidBy: request.actor,
    plan: ({ catalogue }, { payoutIds } = { payoutIds: [] }) => ({
      arrivalIds: [request.arrivalId],
      ...(answer.kind === 'match'
        ? {
            ...moneyOf(answer),
            invoiceIds: [answer.invoiceId, ...payoutIds],
            refundsOf: [answer.invoiceId],
            accountIds: settlementAccountsOf(catalogue, answer.storeId),
            subjectIds: [answer.dealId],
          }
        : answer.likely === null
          ? {}
          : moneyOf(answer.likely)),
    }),
    decide(view) {
      const move = moveOn(view);
      const arrival = view.arrival(request.arrivalId);
      if (arrival === undefined) throw new AppError('not_found');
      if (arrival.status !== 'held') throw new AppError('arrival_resolved', { status: arrival.status });
      if (answer.kind === 'return') {
        refuseDealsMoney(answer, arrival, view);
        // Who entered it would have the money of the payer whose transfer it hides.
        if (answer.isDoubted === true && answer.isCertain !== true) {
          throw new AppError('arrival_in_doubt', { field: 'isCertain' });
        }
      }
      const payoutIds = answer.kind === 'match' ? payoutsToSee(view, answer.invoiceId) : [];
      if (payoutIds.length > 0) return { kind: 'again', hint: { payoutIds } };
      const { isPart, ...paid } =
        answer.kind === 'return'
          ? ({ isPart: false, status: 'returned' } as const)
          : { status: 'matched' as const, dealId: answer.dealId, isPart: pay(request, answer, arrival, view, move) };
      const resolved: Arrival = { ...arrival, ...paid, resolvedAt: view.now };
      move.changes.arrivals.push(resolved);
      audit(move, request, {
        action: `${answer.kind}-arrival`,
        subjectKind: 'arrival',
        subjectId: arrival.id,
        details: {
          exception: arrival.exception,
          dealId: resolved.dealId,
          ...(isPart ? { isPart } : {}),
          ...(answer.kind === 'return' && answer.isSecond === true ? { isSecond: true } : {}),
          ...(answer.kind === 'return' && answer.isDoubted === true ? { isCertain: true } : {}),
        },
      });
      return done(resolved, move.changes);
    },
  };
}

function moneyOf({ dealId, invoiceId }: FoundDeal): Needs {
  return { invoiceIds: [invoiceId], excessesOf: [invoiceId], arrivalsOf: [dealId] };
}

/** A person has settled the deal with this very sum, and nothing else is known to be its money: sent back, it would be paid for twice. */
function refuseDealsMoney(
  { likely, isSecond = false }: Extract<ResolveArrival['answer'], { kind: 'return' }>,
  arrival: Arrival,
  view: View,
): void {
  // Taken from its deal a moment ago, it is nobody's: see `isOthersMoney` in `decide-dispute.ts`.
  if (likely === null || isSecond || arrival.dealId === null) return;
  assert.equal(likely.dealId, arrival.dealId, 'money that is held is thought to be for one deal');
  const deal = view.dealsOf(likely.invoiceId).find(({ id }) => id === likely.dealId);
  if (deal === undefined) return;
  if (standingOf(deal) === 'completed' && isTheMoneyOf(deal, arrival, view)) {
    throw new AppError('arrival_pays_deal', { dealId: deal.id, field: 'isSecond' });
  }
}

/** Whether it has paid a part. */
function pay(
  by: ByPerson,
  answer: Extract<ResolveArrival['answer'], { kind: 'match' }>,
  arrival: Arrival,
  view: View,
  move: Move,
): boolean {
  const invoice = view.invoice(answer.invoiceId);
  if (invoice === undefined || invoice.type === 'out') throw new AppError('not_found', { field: 'dealId' });
  const dossier = expireDue({ invoice, deals: view.dealsOf(invoice.id) }, move);
  const deal = dossier.deals.find(({ id }) => id === answer.dealId);
  if (deal === undefined || deal.currency !== arrival.currency) throw new AppError('not_found', { field: 'dealId' });
  // What a deal costs is taken from its maker's balance, so it must be that maker who got the money.
  if (view.catalogue.requisiteById.get(arrival.requisiteId)?.makerId !== deal.makerId) {
    throw new AppError('arrival_of_another_maker', { field: 'dealId' });
  }
  if (answer.isPart ?? isPartByPolicy(dossier, deal, arrival, view)) {
    requirePart(deal, arrival);
    const rate = rateToSettle(deal, storeOf(view.catalogue, invoice.storeId), answer.rate ?? null, view);
    settlePart(dossier, deal, arrival.amount, view, move, rate);
    return true;
  }
  if (deal.status === 'completed' && answer.isSecond !== true && isTheMoneyOf(deal, arrival, view)) return false;
  const after = settleByState(dossier, deal, arrival, answer.rate ?? null, view, move);
  endRefundsOfPart(view, { before: invoice, after: after.invoice, isSettledAgain: false }, by, move);
  return false;
}

function isPartByPolicy(dossier: Dossier, deal: Deal, { amount }: Arrival, { catalogue }: View): boolean {
  return isRunning(deal) && amount < deal.askedSum && judgeShortOf(dossier, deal, amount, catalogue) === 'part';
}

function isRunning(deal: Deal): deal is PayinDeal {
  return deal.type === 'in' && (deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed');
}

/** Only of a deal that runs, and only what leaves something to send. */
function requirePart(deal: Deal, { amount }: Arrival): asserts deal is PayinDeal {
  if (!isRunning(deal)) throw new AppError('deal_settled', { status: deal.status });
  if (amount >= deal.askedSum) throw new AppError('not_a_part', { field: 'isPart' });
}

/** A person has said "it came" before the bank did: the arrival is that very money, and nothing is left to post. */
function isTheMoneyOf(deal: Deal, arrival: Arrival, view: View): boolean {
  if (view.arrivalsOf(deal.id).some(({ status }) => status === 'matched')) return false;
  return arrival.amount === cameFor(deal, view.excess(deal.id));
}

function settleByState(
  dossier: Dossier,
  deal: Deal,
  { amount }: Arrival,
  askedRate: 'now' | null,
  view: View,
  move: Move,
): Dossier {
  const rate = () => rateToSettle(deal, storeOf(view.catalogue, dossier.invoice.storeId), askedRate, view);
  switch (deal.status) {
    case 'transfer_waiting':
    case 'transfer_confirmed':
      return settle(dossier, deal, amount, view, move, rate());
    case 'canceled':
    case 'expired':
      // Time has no hold on an ended deal: its own rate is the only one, and another one is refused.
      assert.equal(rate(), deal.rate);
      // Its own transfers are posted, and cannot be posted a second time; a decision about a claim has transfers of its own.
      if (wasSettledOnce(view.posted(deal.id))) throw new AppError('deal_taken_back');
      return settleLate(dossier, deal, amount, view, move);
    case 'new':
    case 'completed':
    case 'dispute':
      throw new AppError('deal_settled', { status: deal.status });
  }
}
