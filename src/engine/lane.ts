import type { Rotation } from '../domain/payins/rotation.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import type { BatchChanges } from '../domain/state/changes.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import { gatherKeys } from '../storage/batch/batch-keys.ts';
import type { BatchSession } from '../storage/batch/batch-session.ts';
import type { Loaded } from '../storage/batch/load-steps.ts';
import { DatabaseError } from '../storage/database/database-error.ts';
import { type Decided, decideAll, type Planned, planAll } from './batch.ts';
import type { Job } from './job.ts';
import { WorkingSet } from './working-set.ts';

export interface LaneContext {
  /** The newest catalogue this process has. */
  catalogue(): Catalogue;
  /** Reads the catalogue anew: a batch found its version outdated. */
  refreshCatalogue(): Promise<void>;
  readonly clock: () => Instant;
  /** Whether money may leave: asked when a batch is decided. */
  isMoneyOutOpen(): boolean;
  readonly rotation: Rotation;
  observe(report: BatchReport): void;
  /** The commit is certain: what was stored is about to be acknowledged. */
  acknowledged(changes: BatchChanges): void;
  /** After the commit: what was stored, and the rows it was decided on as they are now. */
  changed(changes: BatchChanges, work: WorkingSet): void;
}

export interface BatchReport {
  readonly size: number;
  readonly durationMs: number;
  readonly outcome: 'stored' | 'unchanged' | 'stale' | 'conflict' | 'busy' | 'connection' | 'defect';
  /** How many notifications were stored with it. */
  readonly notifications: number;
}

/** A command alone in its batch whose store step conflicts is tried this often; each time it sees what the other wrote. */
const conflictsMax = 10;

/** What a lane needs of its connection; the simulator has one without a database. */
export type LaneSession = Pick<BatchSession, 'holdCatalogue' | 'load' | 'store' | 'rollback'>;

/** The connection is gone; the lane needs a new one. All its jobs have been answered. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * Runs one batch: load, decide, store. Returns the jobs that asked to be planned anew. A batch that fails is run again one
 * by one, so that a command that cannot be stored does not take its neighbours along.
 */
export async function runBatch(
  session: LaneSession,
  jobs: readonly Job[],
  context: LaneContext,
): Promise<readonly Job[]> {
  const startedMs = performance.now();
  const report = (outcome: BatchReport['outcome'], notifications = 0) =>
    context.observe({ size: jobs.length, durationMs: performance.now() - startedMs, outcome, notifications });
  const isHeld = jobs.some(({ isStale = false }) => isStale);
  let open = jobs;
  let tell: (() => void) | null = null;
  try {
    if (isHeld) await holdCatalogue(session, context);
    const catalogue = context.catalogue();
    const planned = planAll(jobs, catalogue, context.rotation);
    open = planned.map(({ job }) => job);
    if (open.length === 0) {
      if (isHeld) await session.rollback();
      return [];
    }
    const loaded = await load(session, planned, catalogue);
    if (loaded.catalogueVersion[0]?.version !== catalogue.version) {
      await session.rollback();
      report('stale');
      return await whenRefreshed(open, isHeld, context);
    }
    const work = new WorkingSet(catalogue, loaded, {
      now: context.clock(),
      isMoneyOutOpen: context.isMoneyOutOpen() && !catalogue.isMoneyStopped,
    });
    const { decided, repeated } = decideAll(planned, work);
    const changes = work.batchChanges();
    if (changes === null) {
      await session.rollback();
    } else {
      tell = () => context.changed(changes, work);
      await session.store(changes);
      context.acknowledged(changes);
      tell();
    }
    answerAll(decided);
    report(changes === null ? 'unchanged' : 'stored', changes?.notifications.added.length);
    for (const job of repeated) job.isStale = false;
    return repeated;
  } catch (error) {
    const failure = error instanceof DatabaseError ? error.failure : 'defect';
    // Something that a command needs is refused: it is told so when it comes alone.
    report(error instanceof AppError ? 'unchanged' : failure);
    if (failure === 'connection') {
      // Perhaps it was stored. Watchers are told anyway.
      tell?.();
      refuseAll(open, tell === null ? 'database_unavailable' : 'outcome_unknown');
    }
    await session.rollback().catch(() => refuseAll(open, 'database_unavailable'));
    if (failure === 'busy') return rejectAll(open, 'overloaded');
    return await oneByOne(session, open, { error, failure }, context);
  }
}

/**
 * A batch that was decided on an outdated catalogue waits for the new one. If that is outdated, too, by the time its rows are
 * loaded, the two could chase each other for as long as somebody goes on changing things. So this time
 * changes wait from here until the commit.
 */
async function holdCatalogue(session: LaneSession, context: LaneContext): Promise<void> {
  const version = await session.holdCatalogue();
  if (version !== context.catalogue().version) await context.refreshCatalogue();
}

async function whenRefreshed(jobs: readonly Job[], wasHeld: boolean, context: LaneContext): Promise<readonly Job[]> {
  for (const job of jobs) {
    job.isStale = true;
    // It is not the command that cannot make up its mind.
    if (!wasHeld) job.plans -= 1;
  }
  await context.refreshCatalogue();
  return jobs;
}

/** New ones are left out: nobody can watch what nobody has heard of. New deals change their invoice as well. */
export function changedInvoiceIds(
  { invoices, deals, arrivals }: BatchChanges,
  work: Pick<WorkingSet, 'soughtInvoice'>,
): readonly string[] {
  // Money that somebody has yet to decide about changes neither invoice nor deal, and yet its payer has to hear of it.
  const cameFor = arrivals.added.flatMap(({ dealId }) => work.soughtInvoice(dealId ?? '') ?? []);
  if (invoices.changed.length === 0 && deals.changed.length === 0 && cameFor.length === 0) return [];
  const ids = [...invoices.changed.map(({ id }) => id), ...deals.changed.map(({ invoiceId }) => invoiceId), ...cameFor];
  return [...new Set(ids)];
}

function load(session: LaneSession, planned: readonly Planned[], catalogue: Catalogue): Promise<Loaded> {
  const needs = planned.map((one) => one.needs);
  return session.load(gatherKeys(catalogue, needs));
}

function answerAll(decided: readonly Decided[]): void {
  for (const { job, answer } of decided) {
    if (answer instanceof AppError) job.reject(answer);
    else job.resolve(answer);
  }
}

function refuseAll(jobs: readonly Job[], code: ErrorCode): never {
  rejectAll(jobs, code);
  throw new ConnectionLost();
}

function rejectAll(jobs: readonly Job[], code: ErrorCode): readonly Job[] {
  for (const job of jobs) job.reject(new AppError(code));
  return [];
}

async function oneByOne(
  session: LaneSession,
  jobs: readonly Job[],
  cause: { readonly error: unknown; readonly failure: 'conflict' | 'defect' },
  context: LaneContext,
): Promise<readonly Job[]> {
  const [only, second] = jobs;
  if (only !== undefined && second === undefined) {
    only.conflicts += 1;
    if (cause.failure === 'conflict' && only.conflicts < conflictsMax) return [only];
    only.reject(cause.failure === 'conflict' ? new AppError('overloaded') : cause.error);
    return [];
  }
  const repeated: Job[] = [];
  for (const job of jobs) repeated.push(...(await runBatch(session, [job], context)));
  return repeated;
}
