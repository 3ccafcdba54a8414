import { SeededRandom } from '../src/world/seeded-random.ts';
import type { FuzzAnswer, FuzzClient } from './client.ts';
import { KnownThings } from './known-things.ts';
import { type Kind, makeRequest } from './make-request.ts';
import { type Operation, operations } from './operations.ts';
import { type FuzzRequest, smaller } from './request.ts';
import { pick } from './values.ts';
import { type FuzzWorld, furnish } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly atOnce: number;
  /** Called now and then with how many were answered; the run waits for it. */
  readonly progress?: (done: number, result: FuzzResult) => Promise<void>;
}

export interface FuzzResult {
  readonly statuses: Map<number, number>;
  readonly kinds: Map<Kind, number>;
  /** Operations that were answered 200 at least once: the others were never reached. */
  readonly reached: Set<string>;
  readonly failures: FuzzFailure[];
}

export interface FuzzFailure {
  /** Which request of the run it was, from 0. */
  readonly index: number;
  readonly request: FuzzRequest;
  readonly answer: FuzzAnswer;
}

/** No input whatsoever may be answered so. 0: the connection broke. */
export function isFailure({ status }: FuzzAnswer): boolean {
  return status === 0 || status >= 500;
}

/** After so many failures the rest says nothing new. */
const failuresMax = 20;
const perRepair = 100;

/** Sends so many requests, each made from the seed and its number, a few at a time. */
export async function runFuzz(
  { client, world }: { readonly client: FuzzClient; readonly world: FuzzWorld },
  options: FuzzOptions,
): Promise<FuzzResult> {
  const known = new KnownThings();
  await furnish(client, known);
  const random = new SeededRandom(options.seed);
  const result: FuzzResult = { statuses: new Map(), kinds: new Map(), reached: new Set(), failures: [] };
  for (let index = 0; index < options.requests && result.failures.length < failuresMax; ) {
    const count = Math.min(options.atOnce, options.requests - index);
    const first = index;
    await Promise.all(
      Array.from({ length: count }, (_, offset) =>
        step({ client, known, result }, random.fork(first + offset), first + offset),
      ),
    );
    index += count;
    if (Math.floor(index / perRepair) !== Math.floor(first / perRepair)) {
      await world.repair();
      await options.progress?.(index, result);
    }
  }
  return result;
}

async function step(
  run: { readonly client: FuzzClient; readonly known: KnownThings; readonly result: FuzzResult },
  random: SeededRandom,
  index: number,
): Promise<void> {
  const operation = chooseOperation(random);
  const { kind, request } = makeRequest(random, operation, run.known);
  const answer = await run.client.send(request);
  const { statuses, kinds, reached, failures } = run.result;
  count(statuses, answer.status);
  count(kinds, kind);
  if (answer.status === 200) {
    reached.add(operation.operationId);
    run.known.learn(operation, answer.json);
  }
  if (isFailure(answer)) failures.push({ index, request, answer });
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** How often an operation is taken that comes up; 1 where it is not named here. */
const shares: Readonly<Record<string, number>> = {
  // Time must not run away: everything ends with it.
  advanceSandboxClock: 0.05,
  // Passwords are hashed slowly on purpose, which would be most of the run.
  createUser: 0.1,
  changeUser: 0.2,
  changeOwnPassword: 0.1,
  signIn: 0.1,
};
const invoicesShare = 0.08;

/** Invoices end, so more are made than of anything else. */
function chooseOperation(random: SeededRandom): Operation {
  const isInvoice = random.happens(invoicesShare);
  for (;;) {
    const chosen = pick(random, operations);
    if (isInvoice ? chosen.operationId === 'createInvoice' : random.happens(shares[chosen.operationId] ?? 1))
      return chosen;
  }
}

/** The smallest request that still fails; null when it does not fail again by itself. */
export async function shrink(client: Pick<FuzzClient, 'send'>, { request }: FuzzFailure): Promise<FuzzRequest | null> {
  if (!isFailure(await client.send(request))) return null;
  let smallest = request;
  for (let tries = 0; tries < triesMax; ) {
    let found: FuzzRequest | null = null;
    for (const candidate of smaller(smallest)) {
      tries += 1;
      if (tries > triesMax) break;
      if (isFailure(await client.send(candidate))) {
        found = candidate;
        break;
      }
    }
    if (found === null) break;
    smallest = found;
  }
  return smallest;
}

const triesMax = 500;
