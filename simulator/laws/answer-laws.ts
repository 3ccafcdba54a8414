import type { AnyCommand } from '../../src/commands/command.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { Changes } from '../../src/domain/state/changes.ts';
import type { Needs } from '../../src/domain/state/needs.ts';
import type { AppError, ErrorCode } from '../../src/errors/app-error.ts';
import { answerKey } from '../../src/storage/rows/answer-rows.ts';
import { payoutKey } from '../../src/storage/rows/invoice-rows.ts';
import type { History } from '../history.ts';
import type { Attempt, ProcessAnswer } from '../service-process.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { LawBroken, mustHold } from './law-broken.ts';

const answerLaws = {
  stored: 'what was answered was stored',
  kept: 'the first answer to a key is kept, and given to every repeat',
  defect: 'no command fails by a defect',
  repeat: 'a repeat is answered with what the first request did, and not refused for what that took',
  conflict: 'no command is refused for ever by a constraint',
  undone: 'what is refused as not done was not done',
} as const;

/**
 * As often as the engine tries a command alone before it gives up. One command may run into it: whether another arrival has paid
 * a deal is read before the act, and a unique index refuses what has changed since, as often as it is tried.
 */
const conflictsMax = 10;

/** These say that nothing was done, so the caller may ask anew with another key, or elsewhere. */
const undone: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['database_unavailable', 'overloaded', 'money_out_stopped']);

interface Stored {
  readonly store: MemoryStore;
  /** What each request has changed, once it is stored. */
  readonly done: WeakMap<AnyCommand, Changes>;
}

/** Looked at when a process gives an answer, before the network may lose it. */
export function checkAnswer({ store, done }: Stored, history: History, attempt: Attempt, given: ProcessAnswer): void {
  const { name } = attempt.command;
  history.mixText(given.kind === 'refusal' ? given.code : given.kind);
  if (given.kind === 'silence') return;
  if (given.kind === 'refusal') {
    const isExpected = given.conflicts < conflictsMax || name === 'resolve-arrival';
    mustHold(isExpected, answerLaws.conflict, name, () => `${given.conflicts} times in a row`);
    const changes = undone.has(given.code) ? done.get(attempt.command) : undefined;
    const isUndone = changes === undefined || Object.values(changes).every((rows) => rows.length === 0);
    mustHold(isUndone, answerLaws.undone, name, () => `refused with ${given.code}, and stored`);
    return;
  }
  const { answer } = given;
  if (answer.kind === 'replay') {
    const { storeId, key } = attempt.idempotency ?? { storeId: 0, key: attempt.signed?.id ?? '' };
    const stored =
      attempt.idempotency == null
        ? store.tables.signedRequests.get(key)
        : store.tables.answers.get(answerKey({ storeId, key }));
    mustHold(stored?.body === answer.rendered.body, answerLaws.kept, `key ${key}`, () => {
      return `answered ${answer.rendered.body}, stored ${stored?.body ?? 'nothing'}`;
    });
    return;
  }
  const { invoice } = (answer.result ?? {}) as { invoice?: Invoice };
  if (invoice === undefined) return;
  const stored = store.invoices.get(invoice.id);
  mustHold(stored !== undefined && stored.sequence >= invoice.sequence, answerLaws.stored, invoice.id, () => {
    return `answered ${invoice.status} ${invoice.sequence}, stored ${stored?.status ?? 'nothing'} ${stored?.sequence ?? ''}`;
  });
}

/** Looked at when a command refuses, while its batch holds the account: nobody else can take funds from it then. */
export function checkRefusal(store: MemoryStore, { earlier }: Needs, { code }: AppError): void {
  if (code !== 'insufficient_funds' || earlier?.type !== 'out') return;
  const first = store.index('invoices_one_payout').get(payoutKey(earlier) ?? '');
  mustHold(
    first === undefined,
    answerLaws.repeat,
    earlier.internalId,
    () => `refused with ${code}, stored as ${first}`,
  );
}

/** Anything but a refusal that a command throws. */
export function checkDefect(error: unknown, command: string): never {
  throw new LawBroken(answerLaws.defect, command, error instanceof Error ? error.message : String(error));
}
