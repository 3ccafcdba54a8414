import assert from 'node:assert/strict';
import type { Decision, Needs } from '../commands/command.ts';
import type { Rotation } from '../domain/allocation.ts';
import type { Catalogue } from '../domain/catalogue.ts';
import type { Changes } from '../domain/changes.ts';
import { requireWord } from '../domain/own-word.ts';
import { AppError } from '../errors.ts';
import type { Answer, Job } from './job.ts';
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
      planned.push({ job, needs: withAnswer(job.command.plan({ catalogue, rotation }, job.hint), job) });
    } catch (error) {
      job.reject(error);
    }
  }
  return planned;
}

/** Whoever sends an idempotency key may have had an answer before. */
function withAnswer(needs: Needs, { idempotency }: Job): Needs {
  return idempotency === null ? needs : { ...needs, answer: idempotency };
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

/** The idempotency key is looked at before anything else, the two-factor code included. */
function storedAnswer({ idempotency }: Job, work: WorkingSet): Answer | AppError | null {
  if (idempotency === null) return null;
  const stored = work.answer(idempotency);
  if (stored === undefined) return null;
  if (stored.requestHash !== idempotency.requestHash) return new AppError('idempotency_key_reused');
  return { kind: 'replay', rendered: { status: stored.status, body: stored.body } };
}

function decideOne(job: Job, needs: Needs, work: WorkingSet): Answer | AppError | 'again' {
  const decision = decisionOf(job, needs, work);
  if (decision.kind === 'again') {
    job.hint = decision.hint;
    return 'again';
  }
  if (decision.changes !== null) work.apply(decision.changes);
  if (job.idempotency === null)
    return decision.kind === 'done' ? { kind: 'result', result: decision.result } : decision.error;
  const outcome = decision.kind === 'done' ? { result: decision.result } : { refusal: decision.error };
  const { storeId, key, requestHash } = job.idempotency;
  const rendered = job.idempotency.render(outcome);
  work.putAnswer({ storeId, key, requestHash, ...rendered, createdAt: work.now });
  // The first caller gets the stored answer too: rendered a second time, its links would expire at another second.
  return decision.kind === 'done' ? { kind: 'replay', rendered } : decision.error;
}

type Refusal = { readonly kind: 'refused'; readonly error: AppError; readonly changes: Changes | null };

/** A rule refuses by throwing, and that changes nothing. Anything else thrown is a defect and fails the batch. */
function decisionOf(job: Job, needs: Needs, work: WorkingSet): Decision<unknown, unknown> | Refusal {
  try {
    const decision = job.command.decide(work, needs);
    if (decision.kind !== 'again') requireWord(job.command.saidBy, decision.changes, work.now);
    return decision;
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', error, changes: null };
    throw error;
  }
}
