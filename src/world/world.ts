import { setTimeout as delay } from 'node:timers/promises';
import { Quittance } from '../../sdk/src/index.ts';
import { type LifeKind, lifeWeights, live } from './lives.ts';
import { OperatorSession } from './operator-session.ts';
import { SeededRandom } from './seeded-random.ts';
import { openWorldShop } from './shop.ts';

export interface WorldOptions {
  readonly url: string;
  readonly operator: { readonly login: string; readonly password: string };
  readonly secret: string;
  /** How many times faster than life. */
  readonly pace: number;
  readonly seed: number;
  /** How many lives; infinite: until the signal. */
  readonly livesMax: number;
  readonly notificationUrl: string;
  readonly signal: AbortSignal;
}

/** What has happened so far. */
export interface WorldReport {
  begun: number;
  inHand: number;
  failed: number;
  /** By kind of payer, then by the status the invoice was left in. */
  readonly outcomes: Map<LifeKind, Map<string, number>>;
  firstFailure: string | null;
}

/** At pace 1 somebody buys every six seconds. */
const betweenLivesMs = 6_000;
/** A machine plays so many at once without noticing; beyond it newcomers wait at the door. */
const inHandMax = 300;

/**
 * People who use a running sandbox over HTTP: payers of all kinds, a merchant, makers and operators. Their choices follow from
 * the seed; when they happen depends on the machine.
 */
export async function runWorld(options: WorldOptions, report: WorldReport): Promise<void> {
  const { url, pace, seed, livesMax, signal, secret, notificationUrl } = options;
  const pauseMs = (ms: number) => delay(ms, undefined, { signal });
  const operator = new OperatorSession({ url, signal, pause: pauseMs });
  await operator.signIn(options.operator.login, options.operator.password);
  await operator.requireSandbox();
  const { apiKey } = await openWorldShop(operator, pace);
  const shared = {
    operator,
    quittance: new Quittance({ baseUrl: url, apiKey, secret, notificationUrl }),
    requisites: await operator.requisites(),
    pause: (seconds: number) => pauseMs((seconds * 1000) / pace),
  };
  const random = new SeededRandom(seed);
  const run = Date.now().toString(36);
  const lives = new Set<Promise<void>>();
  for (let index = 1; index <= livesMax && !signal.aborted; index++) {
    const context = { ...shared, random: random.fork(index), index, name: `world-${run}-${index}` };
    const life = count(
      report,
      () => context.random.weighted(lifeWeights),
      (kind) => live(kind, context),
      signal,
    );
    lives.add(life);
    void life.finally(() => lives.delete(life));
    while (lives.size >= inHandMax) await Promise.race(lives);
    await pauseMs(random.untilNextMs(betweenLivesMs / pace)).catch(() => undefined);
  }
  await Promise.all(lives);
}

export function newReport(): WorldReport {
  return { begun: 0, inHand: 0, failed: 0, outcomes: new Map(), firstFailure: null };
}

/** A life that fails is told of and does not end the world. One that the signal ends is nobody's fault. */
async function count(
  report: WorldReport,
  choose: () => LifeKind,
  play: (kind: LifeKind) => Promise<string>,
  signal: AbortSignal,
): Promise<void> {
  const kind = choose();
  report.begun++;
  report.inHand++;
  try {
    const status = await play(kind);
    const statuses = report.outcomes.get(kind) ?? new Map<string, number>();
    report.outcomes.set(kind, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  } catch (error) {
    if (signal.aborted) return;
    report.failed++;
    report.firstFailure ??= `${kind}: ${error instanceof Error ? error.message : error}`;
  } finally {
    report.inHand--;
  }
}
