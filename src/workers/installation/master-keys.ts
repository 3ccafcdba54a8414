import { hostname } from 'node:os';
import type pg from 'pg';
import type { KeyStep } from '../../domain/installation/master-keys.ts';
import { type ByWhom, serviceActor } from '../../domain/people/audit.ts';
import { recordMasterKey, rotateMasterKey } from '../../settings/installation/rotate-master-key.ts';
import { finishRotation, type Resealed, resealBoxes } from '../../settings/people/reseal-boxes.ts';
import type { Settings } from '../../settings/settings.ts';
import { forgetProcess, noteProcess, readKeysInUse } from '../../storage/secrets/master-keys.ts';
import { nameOf, sealedColumns } from '../../storage/secrets/sealed-columns.ts';
import type { SecretBox } from '../../storage/secrets/secret-box.ts';
import { Loop } from '../loop.ts';

export interface KeyTools {
  readonly pool: pg.Pool;
  readonly settings: Pick<Settings, 'run' | 'routine'>;
  readonly secrets: SecretBox;
  readonly clock: () => number;
}

interface MasterKeyOptions extends KeyTools {
  readonly processId: string;
  readonly waits: (hosts: readonly string[]) => void;
  readonly resealed: (report: ResealReport) => void;
  readonly failed: (error: unknown) => void;
}

const pauseMs = 10_000;
/** Each part re-reads the catalogue of every process once, and holds up other acts on settings for some milliseconds. */
const boxesPerPart = 200;

/**
 * Keeps a process on the current master key: says which keys it has, makes its MASTER_KEY the current one when that is new, and
 * seals anew what is left under former keys.
 */
export class MasterKeyWorker {
  readonly #options: MasterKeyOptions;
  readonly #loop: Loop;
  #toldUnreadable = '';

  constructor(options: MasterKeyOptions) {
    this.#options = options;
    this.#loop = new Loop({ pauseMs, failed: options.failed, step: (signal) => this.#step(signal) });
  }

  /** The first step is taken at once: nothing may be sealed before it is known with what. */
  async start(): Promise<void> {
    await this.#align();
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    const { pool, processId } = this.#options;
    // Who cannot say so is forgotten by itself, a little later.
    await forgetProcess(pool, processId).catch(() => undefined);
  }

  async #align(): Promise<KeyStep> {
    const { pool, secrets, processId } = this.#options;
    await noteProcess(pool, { id: processId, host: hostname() }, secrets);
    const step = await takeKeyStep(this.#options, { processId, isAsked: false, by: byService(this.#options) });
    await noteProcess(pool, { id: processId, host: hostname() }, secrets);
    return step;
  }

  async #step(signal: AbortSignal): Promise<'idle'> {
    const { pool, processId, waits, resealed } = this.#options;
    const step = await this.#align();
    if (step.kind === 'wait') waits(step.lacking.map(({ host }) => host));
    const { retired } = await readKeysInUse(pool, processId);
    if (step.kind === 'follow' || step.kind === 'wait' || retired.every(({ resealedAt }) => resealedAt !== null)) {
      return 'idle';
    }
    const report = await resealAll(this.#options, { signal });
    const unreadable = report.unreadable.join();
    if (report.resealed > 0 || unreadable !== this.#toldUnreadable) resealed(report);
    this.#toldUnreadable = unreadable;
    return 'idle';
  }
}

function byService({ clock }: KeyTools): ByWhom {
  return { actor: serviceActor, reason: 'MASTER_KEY was changed', at: clock() };
}

/** Finds out with which key to seal, and seals with it from now on. */
export async function takeKeyStep(
  { pool, settings, secrets, clock }: KeyTools,
  { processId, isAsked, by }: { readonly processId: string | null; readonly isAsked: boolean; readonly by: ByWhom },
): Promise<KeyStep> {
  const { configuredKeyId, keyIds } = secrets;
  const wanted = { configured: configuredKeyId, held: keyIds, processId, isAsked };
  const before = await readKeysInUse(pool, processId);
  if (before.current === null) await settings.routine(recordMasterKey, wanted, clock());
  if (before.current !== configuredKeyId) {
    const step = await settings.run(rotateMasterKey, wanted, by);
    const { current } = await readKeysInUse(pool, processId);
    if (current !== null) secrets.sealWith(current);
    return step;
  }
  secrets.sealWith(configuredKeyId);
  return { kind: 'stay' };
}

interface ResealReport {
  readonly resealed: number;
  /** Boxes that no key at hand opens. */
  readonly unreadable: readonly string[];
  /** Boxes that are still under another key than the current one. */
  readonly left: number;
}

/** Seals everything that is under a former key anew, in small parts, and can be broken off after each. */
export async function resealAll(
  { settings, secrets, clock }: KeyTools,
  { signal, progress }: { readonly signal?: AbortSignal; readonly progress?: (text: string) => void } = {},
): Promise<ResealReport> {
  let resealed = 0;
  const unreadable: string[] = [];
  for (const column of sealedColumns.map(nameOf)) {
    let after: string | null = null;
    do {
      if (signal?.aborted === true) return { resealed, unreadable, left: Number.NaN };
      const part: Resealed = await settings.routine(resealBoxes, { column, after, countMax: boxesPerPart }, clock());
      resealed += part.resealed;
      unreadable.push(...part.unreadable);
      after = part.last;
      if (part.resealed > 0) progress?.(`${column}: ${resealed} boxes sealed anew so far`);
    } while (after !== null);
  }
  const { left } = await settings.routine(finishRotation, { keyId: secrets.sealingKeyId }, clock());
  return { resealed, unreadable, left };
}
