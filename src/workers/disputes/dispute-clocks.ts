import type pg from 'pg';
import type { DisputeBlock } from '../../domain/makers/maker.ts';
import { noteDisputeBlock } from '../../settings/disputes/dispute-rules.ts';
import type { Settings } from '../../settings/settings.ts';
import {
  callDisputes,
  callsPerStepMax,
  type DisputeCall,
  findMakersToJudge,
} from '../../storage/disputes/dispute-calls.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';

const againMs = 2_000;

interface DisputeClockOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly clock: () => number;
  readonly called: (call: DisputeCall) => void;
  readonly stopped: (maker: { readonly makerId: number; readonly block: DisputeBlock | null }) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Reminds makers of disputes, escalates what they do not answer, and stops or lets go on their traffic. Several processes may
 * look: a row says once what was said, and the act looks again under its lock. It decides no dispute.
 */
export function createDisputeClocks(options: DisputeClockOptions): Loop {
  const step = () => keepDisputeClocks(options);
  return new Loop({ pauseMs: unaskedPauseMs, againMs, isOnCall: true, failed: options.failed, step });
}

/** One step: says whether there may be more. */
export async function keepDisputeClocks(options: DisputeClockOptions): Promise<'more' | 'idle'> {
  const { pool, settings, clock } = options;
  const calls = await callDisputes(pool, clock());
  for (const call of calls) options.called(call);
  for (const makerId of await findMakersToJudge(pool, clock())) {
    const maker = await settings.routine(noteDisputeBlock, { makerId }, clock());
    if (maker !== null) options.stopped(maker);
  }
  return calls.length === callsPerStepMax ? 'more' : 'idle';
}
