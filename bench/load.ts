import { fork } from 'node:child_process';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import type { Serials } from './amounts.ts';
import { BenchFailure } from './failure.ts';
import type { LoadMessage, LoadPlan, LoadResult } from './load-plan.ts';
import type { RequestPlan } from './requests.ts';

/** More requests per second than any service on one machine answers; a run that uses them up just ends earlier. */
const createsPerSecondMax = 15_000;
/** Keeps the prepared requests, some 600 bytes each, within the generator's memory. */
const createsMax = 1_000_000;

interface LoadInput extends Pick<LoadPlan, 'port' | 'connections' | 'warmUpSeconds' | 'seconds' | 'perSecond'> {
  /** Serials stand for creating distinct invoices with them. */
  readonly requests: Exclude<RequestPlan, { kind: 'create' }> | Serials;
  /** Called when the warm-up ends and the timed window begins. */
  readonly measuring?: () => void;
  /** While something is broken on purpose, not every answer is 200. */
  readonly mayFail?: boolean;
}

export interface Load extends LoadResult {
  readonly perSecond: number;
  /** Answers over the whole run, warm-up and drain included. */
  readonly total: number;
}

/** Runs one load from a process of its own. Anything but 200 fails it, unless that was to be expected. */
export async function runLoad(input: LoadInput): Promise<Load> {
  const { requests, measuring, mayFail = false, ...rest } = input;
  const result = await generate(
    {
      ...rest,
      requests: 'kind' in requests ? requests : distinctCreates(requests, input),
      caller: { apiKey: demoSecrets.apiKeys[0], secret: demoSecrets.merchantSecret },
    },
    measuring,
  );
  const total = result.answers['200'] ?? 0;
  const others = Object.entries(result.answers).filter(([status]) => status !== '200');
  if (others.length > 0 && !mayFail) {
    throw new BenchFailure(`not all answers were 200: ${others.map(([status, n]) => `${n} × ${status}`).join(', ')}`);
  }
  if (result.measured === 0 || result.measuredSeconds <= 0) throw new BenchFailure('the timed window had no answers');
  return { ...result, total, perSecond: result.measured / result.measuredSeconds };
}

function distinctCreates(serials: Serials, { warmUpSeconds, seconds }: LoadInput): RequestPlan {
  const count = Math.min(createsMax, Math.ceil((warmUpSeconds + seconds) * createsPerSecondMax));
  return { kind: 'create', firstSerial: serials.take(count), count };
}

function generate(plan: LoadPlan, measuring: (() => void) | undefined): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./load-generator.js', import.meta.url), { serialization: 'advanced' });
    child.on('message', (message: LoadMessage) => {
      switch (message.kind) {
        case 'measuring':
          measuring?.();
          break;
        case 'result':
          resolve(message.result);
          break;
        case 'failed':
          reject(new BenchFailure(`the load generator gave up: ${message.reason}`));
          break;
      }
    });
    child.once('error', reject);
    child.once('exit', () => reject(new BenchFailure('the load generator ended without a result')));
    child.send(plan);
  });
}
