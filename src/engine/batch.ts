import assert from 'node:assert/strict';
import type { AnyCommand, Decision, Needs, View } from '../commands/command.ts';
import { type Party, requireWord } from '../domain/authority/own-word.ts';
import { boundByToken } from '../domain/authority/token-bounds.ts';
import { keptAnswerFor } from '../domain/invoices/kept-answer.ts';
import { currencyOf } from '../domain/money/money.ts';
import { debtPayments } from '../domain/payins/debts.ts';
import type { Rotation } from '../domain/payins/rotation.ts';
import type { BoundToken } from '../domain/people/token.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import type { Changes } from '../domain/state/changes.ts';
import { AppError } from '../errors/app-error.ts';
import type { Answer, Idempotency, Job, Rendered } from './job.ts';
import type { WorkingSet } from './working-set.ts';

/** The parts of a batch that touch no database: planning what to load, and deciding on what was loaded. */
export interface Planned {
  readonly job: Job;
  readonly needs: Needs;
}

export interface Decided {
  readonly job: Job;
  readonly answer: Answer | AppError;
}

/** A command may be planned anew this often: for an earlier invoice, for all candidates, for a newer catalogue. */
const plansMax = 20;

/** A command that cannot even be planned is refused on its own; the others go on. */
export function planAll(jobs: readonly Job[], catalogue: Catalogue, rotation: Rotation): Planned[] {
  const planned: Planned[] = [];
  for (const job of jobs) {
    try {
      job.plans += 1;
      if (job.plans > plansMax) throw new AppError('overloaded');
      const needs = withAnswer(job.command.plan({ catalogue, rotation }, job.hint), job);
      planned.push({ job, needs: withToken(needs, job.command.saidBy) });
    } catch (error) {
      job.reject(error);
    }
  }
  return planned;
}

/** Those who send an idempotency key, or the same signed bytes again, may have had an answer before. */
function withAnswer(needs: Needs, { idempotency, signed }: Job): Needs {
  if (idempotency === null && signed === null) return needs;
  return {
    ...needs,
    ...(idempotency === null ? {} : { answer: idempotency }),
    ...(signed === null ? {} : { signedRequest: signed.id }),
  };
}

/** What the token of a script may still move today is locked with the rest. */
function withToken(needs: Needs, { token }: Party): Needs {
  return token === undefined || token.day === null ? needs : { ...needs, tokenDays: [token.id] };
}

/** Each command in turn, on what the ones before it left. */
export function decideAll(planned: readonly Planned[], work: WorkingSet): { decided: Decided[]; repeated: Job[] } {
  const decided: Decided[] = [];
  const repeated: Job[] = [];
  for (const { job, needs } of planned) {
    const answer = storedAnswer(job, work) ?? decideOne(job, needs, work);
    if (answer === 'again') repeated.push(job);
    else decided.push({ job, answer });
  }
  assert(decided.length + repeated.length === planned.length, 'every command has one outcome');
  return { decided, repeated };
}

/** What was answered before is looked at before anything else, the two-factor code included. */
function storedAnswer(job: Job, work: WorkingSet): Answer | AppError | null {
  const { idempotency } = job;
  const stored = idempotency === null ? undefined : work.answer(idempotency);
  if (idempotency === null || stored === undefined) return signedAnswer(job, work);
  const kept = keptAnswerFor(idempotency, stored);
  return kept instanceof AppError ? kept : { kind: 'replay', rendered: kept };
}

/** The answer to the same signed bytes; under a new key it is the first answer to that key as well. */
function signedAnswer({ idempotency, signed }: Job, work: WorkingSet): Answer | null {
  const first = signed === null ? undefined : work.row('signedRequests', signed.id);
  if (first === undefined || signed === null || work.now >= first.answeredAt + signed.windowMs) return null;
  const rendered = { status: first.status, body: first.body };
  if (idempotency !== null) remember(idempotency, rendered, work);
  return { kind: 'replay', rendered };
}

function remember({ storeId, key, requestHash }: Idempotency, rendered: Rendered, work: WorkingSet): void {
  work.putAnswer({ storeId, key, requestHash, ...rendered, createdAt: work.now });
}

function decideOne(job: Job, needs: Needs, work: WorkingSet): Answer | AppError | 'again' {
  const decision = decisionOf(job, needs, work);
  if (decision.kind === 'again') {
    job.hint = decision.hint;
    return 'again';
  }
  // Not remembered under a key: nothing was decided about the request, and a repeat is decided anew.
  if (isStopped(job.command, decision, work)) return new AppError('money_out_stopped');
  if (decision.changes !== null) {
    const { transfers } = decision.changes;
    transfers.push(...debtPayments(transfers, work));
    work.apply(decision.changes);
  }
  const { idempotency, signed } = job;
  if (decision.kind === 'refused') {
    if (idempotency !== null) remember(idempotency, idempotency.render({ refusal: decision.error }), work);
    return decision.error;
  }
  const rendered = idempotency?.render({ result: decision.result }) ?? signed?.render(decision.result);
  if (rendered === undefined) return { kind: 'result', result: decision.result };
  if (idempotency !== null) remember(idempotency, rendered, work);
  if (signed !== null) work.putSignedRequest({ id: signed.id, ...rendered, answeredAt: work.now });
  // The first caller gets the stored answer too: rendered a second time, its links would expire at another second.
  return { kind: 'replay', rendered };
}

/**
 * While the books are wrong no money goes out. What was done before is answered as before: who is told that nothing was done
 * would ask for it once more.
 */
export function isStopped(
  { sendsMoneyOut = false }: Pick<AnyCommand, 'sendsMoneyOut'>,
  decision: Decision<unknown, unknown> | Refusal,
  { isMoneyOutOpen }: Pick<View, 'isMoneyOutOpen'>,
): boolean {
  return sendsMoneyOut && !isMoneyOutOpen && decision.kind === 'done' && decision.isRepeat !== true;
}

/** The day of the token is written with what it has moved. */
function countForToken(token: BoundToken, changes: Changes, work: WorkingSet): void {
  const today = work.row('tokenDays', token.id) ?? { tokenId: token.id, day: 0, daySum: 0n };
  const subunitOf = (currency: string) => currencyOf(work.catalogue, currency).subunit;
  const counted = boundByToken(token, changes, { today, now: work.now, subunitOf });
  if (counted !== null) changes.tokenDays.push(counted);
}

type Refusal = { readonly kind: 'refused'; readonly error: AppError; readonly changes: Changes | null };

/** A rule refuses by throwing, and that changes nothing. Anything else thrown is a defect and fails the batch. */
function decisionOf(job: Job, needs: Needs, work: WorkingSet): Decision<unknown, unknown> | Refusal {
  try {
    const decision = job.command.decide(work, needs);
    if (decision.kind === 'again') return decision;
    const { saidBy } = job.command;
    requireWord(saidBy, decision.changes, work.now);
    if (saidBy.token !== undefined) countForToken(saidBy.token, decision.changes, work);
    return decision;
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', error, changes: null };
    throw error;
  }
}
