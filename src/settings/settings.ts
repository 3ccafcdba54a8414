import type pg from 'pg';
import {
  type Danger,
  isAlone,
  type PendingAct,
  type SecondPersonRules,
  secondPersonFor,
} from '../domain/authority/second-person.ts';
import { requireRole } from '../domain/authority/setting-acts.ts';
import { type AuditEntry, type ByWhom, serviceActor } from '../domain/people/audit.ts';
import { formatTimestamp, type Instant } from '../domain/text/timestamp.ts';
import { AppError } from '../errors/app-error.ts';
import { orUnavailable } from '../storage/database/database-errors.ts';
import { inTransaction } from '../storage/database/transaction.ts';
import type { SecretBox } from '../storage/secrets/secret-box.ts';
import { type Chance, chance } from '../storage/settings/chance.ts';
import { sealTicket } from '../storage/settings/people/enrolment-tickets.ts';
import { findOperators, insertPending } from '../storage/settings/people/pending-acts.ts';
import {
  lockSettings,
  readCatalogueVersion,
  type SettingsTransaction,
} from '../storage/settings/settings-transaction.ts';
import { writeAudit } from '../storage/settings/write-audit.ts';
import type { AuditFacts, RoutineAct, SettingAct, Situation } from './setting-act.ts';
import { Turns } from './turns.ts';

export interface SettingsOptions {
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  readonly mode: 'sandbox' | 'production';
  readonly secondPerson: SecondPersonRules;
  readonly rateJumpMaxBps: number;
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
    const drawn = (await act.draw?.(this.#chance, input)) as Drawn;
    const decided = await this.#transact(act.lock, async (tx) => {
      const rows = await act.load(tx, input, by);
      const situation = { ...by, askedAt: by.at, ...this.#surroundings, drawn };
      const decision = act.decide(input, rows, situation);
      if (decision.kind === 'unchanged') return decision;
      const danger = this.#options.secondPerson.isOn ? (act.danger?.(input, rows, situation) ?? null) : null;
      if (danger !== null) {
        if (by.presence === 'not_shown') throw new AppError('fresh_code_needed');
        const asked = { name: act.name, danger, input, situation, facts: decision.audit[0] };
        const pending = await this.#hold(tx, asked);
        if (pending !== null) return { kind: 'held', pending } as const;
        if (by.presence === 'script') throw new AppError('people_only');
      }
      await act.store(tx, decision.change);
      // With nobody to ask, the log says of each such act that nobody was asked.
      const more = danger === null ? null : { secondPerson: 'nobody' };
      await writeAudit(
        tx.client,
        decision.audit.map((facts) => entryOf(act.name, by, facts, more)),
      );
      return decision;
    });
    if (decided.kind !== 'held') return decided.result;
    const { id, approvableAt } = decided.pending;
    throw new AppError('second_person_needed', { id, from: formatTimestamp(approvableAt) });
  }

  /**
   * For what is done elsewhere, in a transaction of its own, because it needs another role or takes hours: its line in the audit
   * log, in that transaction.
   */
  async recordWithin<Input>(
    client: pg.Client,
    act: SettingAct<Input, unknown, null, null, undefined>,
    input: Input,
    by: ByWhom,
  ): Promise<void> {
    requireRole(act.name, by.actor);
    const decision = act.decide(input, null, { ...by, askedAt: by.at, ...this.#surroundings, drawn: undefined });
    if (decision.kind === 'unchanged') return;
    await writeAudit(
      client,
      decision.audit.map((facts) => entryOf(act.name, by, facts)),
    );
  }

  /** What the service does by itself. */
  async routine<Input, Drawn, Rows, Change, Result>(
    act: RoutineAct<Input, Drawn, Rows, Change, Result>,
    input: Input,
    at: Instant,
  ): Promise<Result> {
    const by = { actor: serviceActor, reason: '', at };
    const drawn = (await act.draw?.(this.#chance, input)) as Drawn;
    const decision = await this.#transact(act.lock, async (tx) => {
      const rows = await act.load(tx, input, by);
      const decided = act.decide(input, rows, { ...by, askedAt: at, ...this.#surroundings, drawn });
      if (decided.kind !== 'unchanged') await act.store(tx, decided.change);
      const news = decided.kind === 'unchanged' ? [] : (decided.news ?? []);
      await writeAudit(
        tx.client,
        news.map((facts) => entryOf(facts.action, by, facts)),
      );
      return decided;
    });
    if (decision.kind === 'refused') throw decision.error;
    return decision.result;
  }

  /** A seed for somebody's authenticator app. Nothing is stored before the first code comes back with the ticket. */
  beginEnrolment(subject: string, expiresAtMs: number): { readonly seed: string; readonly ticket: string } {
    return sealTicket(this.#options.secrets, subject, expiresAtMs);
  }

  /** Whether acts wait for a second person now; `alone`: they do not, because there is one operator and nobody to ask. */
  async secondPerson(now: Instant): Promise<'on' | 'off' | 'alone'> {
    const { secondPerson, pool } = this.#options;
    if (!secondPerson.isOn) return 'off';
    return isAlone(await orUnavailable(findOperators(pool)), now) ? 'alone' : 'on';
  }

  /** Whether the rules that need a second person hold here at all. */
  get asksSecondPerson(): boolean {
    return this.#options.secondPerson.isOn;
  }

  /** How far a rate may move at once. */
  get rateJumpMaxBps(): number {
    return this.#options.rateJumpMaxBps;
  }

  /** What every decision knows of the service. */
  get #surroundings(): Pick<Situation, 'mode' | 'asksSecondPerson' | 'delayMs' | 'largeTopUpAbove' | 'rateJumpMaxBps'> {
    const { mode, secondPerson, rateJumpMaxBps } = this.#options;
    return {
      mode,
      rateJumpMaxBps,
      asksSecondPerson: secondPerson.isOn,
      delayMs: secondPerson.delayMs,
      largeTopUpAbove: secondPerson.largeTopUpAbove,
    };
  }

  /** Writes the act down for another operator to approve. Null where there is nobody to ask. */
  async #hold(tx: SettingsTransaction, asked: Asked): Promise<PendingAct | null> {
    const { name, danger, input, situation, facts } = asked;
    const { actor, at, reason, drawn } = situation;
    const asking = { userId: actor.userId, danger, now: at };
    const time = secondPersonFor(this.#options.secondPerson, await findOperators(tx.client), asking);
    if (time === null || actor.userId === null) return null;
    const pending: PendingAct = {
      id: this.#chance.id(),
      name,
      danger,
      subjectKind: facts.subjectKind,
      subjectId: String(facts.subjectId),
      details: facts.details,
      requestedBy: actor.userId,
      requestedAt: at,
      reason,
      ...time,
      status: 'waiting',
      decidedBy: null,
      decidedAt: null,
    };
    await insertPending(tx, pending, { input, drawn });
    const details = { act: name, ...facts.details };
    const request = { subjectKind: 'pending-act', subjectId: pending.id, details };
    await writeAudit(tx.client, [entryOf('request-approval', situation, request)]);
    return pending;
  }

  async #transact<Value>(lock: 'rows' | undefined, work: (tx: SettingsTransaction) => Promise<Value>): Promise<Value> {
    const { pool, secrets, catalogueChanged } = this.#options;
    const transaction = () =>
      inTransaction(pool, async (client) => {
        const tx = { client, secrets };
        const version = lock === 'rows' ? null : await lockSettings(tx);
        const value = await work(tx);
        return { value, isCatalogueChanged: version !== null && (await readCatalogueVersion(tx)) !== version };
      });
    const { value, isCatalogueChanged } = await (lock === 'rows' ? transaction() : this.#turns.take(transaction));
    if (isCatalogueChanged) await afterCommit(catalogueChanged?.());
    return value;
  }
}

interface Asked {
  readonly name: string;
  readonly danger: Danger;
  readonly input: unknown;
  readonly situation: Situation;
  readonly facts: AuditFacts;
}

/** Far more than people do at once; what comes on top is a script gone wild. */
const waitingMax = 200;

function entryOf(action: string, by: ByWhom, facts: AuditFacts, more: AuditEntry['details'] = null): AuditEntry {
  const { at, actor, reason } = by;
  const { subjectKind, subjectId, as } = facts;
  const details = more === null ? facts.details : { ...facts.details, ...more };
  return { at, actor, reason, action, subjectKind, subjectId: String(subjectId), details, ...as };
}

/** The act is stored: a database that goes away now must not be answered with "nothing was done". */
async function afterCommit(work: Promise<void> | undefined): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw error instanceof AppError ? new AppError('outcome_unknown') : error;
  }
}
