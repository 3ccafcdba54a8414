import type pg from 'pg';
import { type ByWhom, serviceActor } from '../domain/audit.ts';
import { requireRole } from '../domain/setting-acts.ts';
import type { Instant } from '../domain/timestamp.ts';
import { AppError } from '../errors.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import { type Chance, chance } from '../storage/settings/chance.ts';
import { sealTicket } from '../storage/settings/enrolment-tickets.ts';
import {
  lockSettings,
  readCatalogueVersion,
  type SettingsTransaction,
} from '../storage/settings/settings-transaction.ts';
import { writeAudit } from '../storage/settings/write-audit.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { Decision, RoutineAct, RoutineDecision, SettingAct, Steps } from './setting-act.ts';

export interface SettingsOptions {
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  readonly mode: 'sandbox' | 'production';
  /** Makes this process see a change of the catalogue before the answer says that it was made. */
  readonly catalogueChanged?: () => Promise<void>;
  /** Tests draw lots of their own. */
  readonly chance?: Chance;
}

/** The one way to change settings. `setting-act.ts` says what the steps are for. */
export class Settings {
  readonly #options: SettingsOptions;
  readonly #chance: Chance;
  readonly #turns = new Turns(waitingMax);

  constructor(options: SettingsOptions) {
    this.#options = options;
    this.#chance = options.chance ?? chance;
  }

  /** A person's act: it is in the audit log, or it was not done. */
  async run<Input, Drawn, Rows, Change, Result>(
    act: SettingAct<Input, Drawn, Rows, Change, Result>,
    input: Input,
    by: ByWhom,
  ): Promise<Result> {
    requireRole(act.name, by.actor);
    return await this.#perform(act, input, by, async ({ client }, decision: Decision<Change, Result>) => {
      if (decision.kind !== 'changed') return;
      const { at, actor, reason } = by;
      const entries = decision.audit.map(({ subjectId, ...facts }) => ({
        at,
        actor,
        reason,
        action: act.name,
        subjectId: String(subjectId),
        ...facts,
      }));
      await writeAudit(client, entries);
    });
  }

  /** What the service does by itself. */
  async routine<Input, Drawn, Rows, Change, Result>(
    act: RoutineAct<Input, Drawn, Rows, Change, Result>,
    input: Input,
    at: Instant,
  ): Promise<Result> {
    return await this.#perform(act, input, { actor: serviceActor, reason: '', at }, async () => undefined);
  }

  /** A seed for somebody's authenticator app. Nothing is stored before the first code comes back with the ticket. */
  beginEnrolment(subject: string, expiresAtMs: number): { readonly seed: string; readonly ticket: string } {
    return sealTicket(this.#options.secrets, subject, expiresAtMs);
  }

  async #perform<Input, Drawn, Rows, Change, Result, Decided extends RoutineDecision<Change, Result>>(
    act: Steps<Input, Drawn, Rows, Change, Decided>,
    input: Input,
    by: ByWhom,
    record: (tx: SettingsTransaction, decision: Decided) => Promise<void>,
  ): Promise<Result> {
    const { pool, secrets, mode, catalogueChanged } = this.#options;
    const drawn = (await act.draw?.(this.#chance, input)) as Drawn;
    const work = () =>
      inTransaction(pool, async (client) => {
        const tx = { client, secrets };
        const version = act.lock === 'rows' ? null : await lockSettings(tx);
        const rows = await act.load(tx, input, by);
        const decision = act.decide(input, rows, { ...by, mode, drawn });
        if (decision.kind !== 'unchanged') await act.store(tx, decision.change);
        await record(tx, decision);
        return { decision, isCatalogueChanged: version !== null && (await readCatalogueVersion(tx)) !== version };
      });
    const { decision, isCatalogueChanged } = await (act.lock === 'rows' ? work() : this.#turns.take(work));
    if (isCatalogueChanged) await afterCommit(catalogueChanged?.());
    if (decision.kind === 'refused') throw decision.error;
    return decision.result;
  }
}

/** Far more than people do at once; what comes on top is a script gone wild. */
const waitingMax = 200;

/**
 * Acts that have to wait for each other anyway wait here, and not each with a connection of its own: those are for reads.
 */
class Turns {
  readonly #waitingMax: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(max: number) {
    this.#waitingMax = max;
  }

  async take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= this.#waitingMax) throw new AppError('overloaded');
    this.#waiting++;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined).finally(() => this.#waiting--);
    return await turn;
  }
}

/** The act is stored: a database that goes away now must not be answered with "nothing was done". */
async function afterCommit(work: Promise<void> | undefined): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw error instanceof AppError ? new AppError('outcome_unknown') : error;
  }
}
