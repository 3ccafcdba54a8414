import assert from 'node:assert/strict';
import {
  type Movement,
  type OperatorRecord,
  type PendingAct,
  requireApprover,
  requireSameApprover,
} from '../../domain/authority/second-person.ts';
import type { Actor } from '../../domain/people/audit.ts';
import { AppError } from '../../errors/app-error.ts';
import { findOperators, lockPending, updatePending } from '../../storage/settings/people/pending-acts.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { guardedActs } from '../guarded-acts.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';
import { allowLoss, type LossWish } from './allow-loss.ts';
import { allowPayBack, allowTopUp } from './allow-movement.ts';
import { allowRefund, type RefundWish } from './allow-refund.ts';
import { allowRejection, type Rejection } from './allow-rejection.ts';

interface Approved {
  readonly pending: PendingAct;
  /** Where the act made a new one: the answer is the only place that shows it. */
  readonly secret: string | null;
  /** Where an act on money was allowed: what a command has to do now, in the name of who asked for it. */
  readonly left: Left | null;
}

export type Left = { readonly actor: Actor; readonly reason: string } & (
  | { readonly act: 'move-funds'; readonly kind: 'top_up' | 'pay_back'; readonly movement: Movement }
  | { readonly act: 'reject-withdrawal'; readonly rejection: Rejection }
  | { readonly act: 'ask-refund'; readonly refund: RefundWish }
  | { readonly act: 'bear-loss'; readonly wish: LossWish }
);

/**
 * A second person approves an act, and it is done at once: on the rows as they are now, in the name of who asked for it. The
 * audit log has both of them.
 */
export const approveAct = settingAct({
  name: 'approve-act',
  async load(tx, { id }: { readonly id: string }, { at }) {
    const found = await lockPending(tx, id);
    if (found === null) throw new AppError('not_found');
    const operators = await findOperators(tx.client);
    const author = operators.find((one) => one.id === found.pending.requestedBy && one.disabledAt === null);
    if (author === undefined) throw new AppError('request_expired');
    const by = { actor: actorOf(author), reason: found.pending.reason, at };
    return { ...found, operators, by, rows: await actOf(found.pending).load(tx, found.act.input, by) };
  },
  decide(_input, { pending, act, operators, by, rows }, { actor, at, ...surroundings }) {
    const left = leftOf(pending, act.input, by);
    // Allowed, but perhaps the process did not live to move the money: moving it twice is moving it once.
    if (left !== null && pending.status === 'approved') {
      requireSameApprover(pending, actor.userId, at);
      return unchanged<Approved>({ pending, secret: null, left });
    }
    requireApprover(
      pending,
      operators.find(({ id }) => id === actor.userId),
      at,
    );
    const situation = { ...surroundings, ...by, askedAt: pending.requestedAt, isApproved: true, drawn: act.drawn };
    const decision = actOf(pending).decide(act.input, rows, situation);
    const decided: PendingAct = { ...pending, status: 'approved', decidedBy: actor.userId, decidedAt: at };
    const facts = { subjectKind: 'pending-act', subjectId: pending.id, details: { act: pending.name } };
    const inner = decision.kind === 'changed' ? decision.audit : [];
    return changed<Carried, Approved>(
      { pending: decided, secret: secretOf(decision.result), left },
      { pending: decided, change: decision.kind === 'changed' ? { value: decision.change } : null },
      facts,
      ...inner.map((one) => ({
        ...one,
        details: { ...one.details, approvedBy: actor.name },
        as: { action: pending.name, actor: by.actor, reason: by.reason },
      })),
    );
  },
  async store(tx: SettingsTransaction, { pending, change }: Carried) {
    if (change !== null) await actOf(pending).store(tx, change.value);
    await updatePending(tx, pending);
  },
});

interface Carried {
  readonly pending: PendingAct;
  /** Null where it was so already. */
  readonly change: { readonly value: unknown } | null;
}

function actOf({ name }: PendingAct) {
  const act = guardedActs.get(name);
  assert(act !== undefined, `nobody knows how to carry out ${name}`);
  return act;
}

function leftOf({ name }: PendingAct, input: unknown, { actor, reason }: Pick<Left, 'actor' | 'reason'>): Left | null {
  const moved = { act: 'move-funds', movement: input as Movement, actor, reason } as const;
  if (name === allowTopUp.name) return { ...moved, kind: 'top_up' };
  if (name === allowPayBack.name) return { ...moved, kind: 'pay_back' };
  if (name === allowRejection.name) return { act: 'reject-withdrawal', rejection: input as Rejection, actor, reason };
  if (name === allowRefund.name) return { act: 'ask-refund', refund: input as RefundWish, actor, reason };
  if (name === allowLoss.name) return { act: 'bear-loss', wish: input as LossWish, actor, reason };
  return null;
}

function actorOf({ id, login }: OperatorRecord): Actor {
  return { userId: id, name: login, role: 'operator', makerId: null, merchantId: null };
}

function secretOf(result: unknown): string | null {
  const { secret } = (result ?? {}) as { readonly secret?: unknown };
  return typeof secret === 'string' ? secret : null;
}
