import type { Deal } from '../domain/invoices/deal.ts';
import type { Actor, AuditEntry } from '../domain/people/audit.ts';
import type { Move } from '../domain/state/move.ts';
import { AppError } from '../errors/app-error.ts';

/** What every act of a person carries: who, and why. */
export interface ByPerson {
  readonly actor: Actor;
  readonly reason: string;
}

/** Writes the act into the audit log, in the transaction of the act itself. */
export function audit(
  move: Move,
  by: ByPerson,
  entry: Pick<AuditEntry, 'action' | 'subjectKind' | 'subjectId' | 'details'>,
): void {
  move.changes.audits.push({ at: move.now, actor: by.actor, reason: by.reason, ...entry });
}

/** A maker acts on own deals only; another maker's does not exist. */
export function requireOwnDeal(actor: Actor, deal: Deal): void {
  if (actor.role === 'operator') return;
  if (actor.role === 'maker' && deal.makerId !== null && deal.makerId === actor.makerId) return;
  throw new AppError('not_found');
}

/** For decisions in which a maker or a merchant has an interest of their own. */
export function requireOperator(actor: Actor): void {
  if (actor.role !== 'operator') throw new AppError('forbidden');
}
