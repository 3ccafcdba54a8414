import type { Danger, SecondPersonRules } from '../domain/authority/second-person.ts';
import type { SettingActName } from '../domain/authority/setting-acts.ts';
import type { AuditEntry, ByWhom } from '../domain/people/audit.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import type { AppError } from '../errors/app-error.ts';
import type { Chance } from '../storage/settings/chance.ts';
import type { SettingsTransaction } from '../storage/settings/settings-transaction.ts';

/**
 * An act on settings: on users, secrets, merchants, stores, makers, requisites, rates. Money moves by commands, never by
 * these. `Settings.run` takes each one through the same steps:
 *
 *   who may   the role, from the table in `domain/setting-acts.ts`;
 *   draw      what has to be random or slow: secrets, the hash of a password;
 *   load      the rows it needs, locked, in the transaction of the act;
 *   decide    pure: what follows, and what the audit log says of it. A refusal is thrown and leaves nothing;
 *   danger    whether another operator has to approve it first, see `domain/second-person.ts`;
 *   store     thin SQL, then the entries of the audit log, in the same transaction.
 */
export interface SettingAct<Input, Drawn, Rows, Change, Result>
  extends Steps<Input, Drawn, Rows, Change, Decision<Change, Result>> {
  readonly name: SettingActName;
  /** Why it needs a second person; null or absent where it does not. */
  danger?(input: Input, rows: Rows, situation: Situation<Drawn>): Danger | null;
}

/**
 * What the service does to settings by itself and all the time: counting wrong passwords, taking rates from feeds. It runs
 * through the same steps, but nobody's name could stand in the audit log: it has a line in the service's name at most.
 */
export type RoutineAct<Input, Drawn, Rows, Change, Result> = Steps<
  Input,
  Drawn,
  Rows,
  Change,
  RoutineDecision<Change, Result>
>;

export interface Steps<Input, Drawn, Rows, Change, Decided> {
  /**
   * Absent: one act on settings at a time. `rows`: only what `load` locks is safe from others. For acts that wait for rows
   * of busy tables, or that come as often as people mistype.
   */
  readonly lock?: 'rows';
  draw?(chance: Chance, input: Input): Drawn | Promise<Drawn>;
  load(tx: SettingsTransaction, input: Input, by: ByWhom): Promise<Rows>;
  decide(input: Input, rows: Rows, situation: Situation<Drawn>): Decided;
  store(tx: SettingsTransaction, change: Change): Promise<unknown>;
}

/** What a decision knows beside its input and rows. */
export interface Situation<Drawn = unknown> extends ByWhom, Pick<SecondPersonRules, 'largeTopUpAbove' | 'delayMs'> {
  readonly mode: 'sandbox' | 'production';
  /** Whether the rules that need a second person hold here at all. */
  readonly asksSecondPerson: boolean;
  /** How far a rate may move at once, see `requirePlausible`. */
  readonly rateJumpMaxBps: number;
  /** When it was asked for: earlier than now where a second person had to approve it. */
  readonly askedAt: Instant;
  /** A second person has said yes. */
  readonly isApproved?: boolean;
  readonly drawn: Drawn;
}

/** What the audit log says: the name of the act, who and why are added for every act alike. */
export type AuditFacts = Pick<AuditEntry, 'subjectKind' | 'details'> & {
  readonly subjectId: string | number;
  /** Where an act carries out another one, that one's name and author. */
  readonly as?: Pick<AuditEntry, 'action' | 'actor' | 'reason'>;
};

/** A line about what the service has done by itself. */
export type RoutineAudit = Omit<AuditFacts, 'as'> & Pick<AuditEntry, 'action'>;

type Decision<Change, Result> =
  | {
      readonly kind: 'changed';
      readonly result: Result;
      readonly change: Change;
      readonly audit: readonly [AuditFacts, ...AuditFacts[]];
    }
  | Unchanged<Result>;

export type RoutineDecision<Change, Result> =
  | {
      readonly kind: 'changed';
      readonly result: Result;
      readonly change: Change;
      /** What people should find in the log although nobody did it. */
      readonly news?: readonly RoutineAudit[];
    }
  /** A refusal that leaves a trace: a wrong password counts. */
  | {
      readonly kind: 'refused';
      readonly error: AppError;
      readonly change: Change;
      readonly news?: readonly RoutineAudit[];
    }
  | Unchanged<Result>;

/** It was so already, and doing it twice is doing it once: nothing is stored or logged. */
interface Unchanged<Result> {
  readonly kind: 'unchanged';
  readonly result: Result;
}

/** Says that something is an act, so that the compiler works out its types from the steps. */
export function settingAct<Input, Drawn, Rows, Change, Result>(
  act: SettingAct<Input, Drawn, Rows, Change, Result>,
): SettingAct<Input, Drawn, Rows, Change, Result> {
  return act;
}

export function routineAct<Input, Drawn, Rows, Change, Result>(
  act: RoutineAct<Input, Drawn, Rows, Change, Result>,
): RoutineAct<Input, Drawn, Rows, Change, Result> {
  return act;
}

export function changed<Change, Result>(
  result: Result,
  change: Change,
  ...audit: readonly [AuditFacts, ...AuditFacts[]]
): Decision<Change, Result> {
  return { kind: 'changed', result, change, audit };
}

export function unchanged<Result>(result: Result): Unchanged<Result> {
  return { kind: 'unchanged', result };
}
