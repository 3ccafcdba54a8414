import type { BookAccount } from '../../../domain/ledger/books.ts';
import type { Actor } from '../../../domain/people/audit.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  type AccountReach,
  countTransfers,
  findBookAccount,
  type Period,
} from '../../../storage/reads/book/book-reads.ts';
import { idInPath, instantQuery, type ValuesOf } from '../../parameters.ts';
import type { OperatorCall, OperatorContext } from '../endpoint.ts';
import { storesWithinReach } from '../reach.ts';

/** Whose accounts somebody sees: an operator everybody's, a maker and a merchant their own. */
export function accountsWithinReach(context: OperatorContext, actor: Actor): AccountReach {
  switch (actor.role) {
    case 'operator':
      return { kinds: null, ownerIds: null };
    case 'maker':
      return {
        kinds: ['maker_available', 'maker_held', 'maker_debt'],
        ownerIds: actor.makerId === null ? [] : [actor.makerId],
      };
    case 'merchant':
      return {
        kinds: ['store_available', 'store_frozen', 'store_excess', 'store_debt'],
        ownerIds: storesWithinReach(context.catalogue(), actor),
      };
  }
}

export const accountInPath = idInPath('Account of the ledger');

export async function findAccountWithinReach({ context, actor }: OperatorCall, id: number): Promise<BookAccount> {
  const account = await findBookAccount(context.pool, id);
  const { kinds, ownerIds } = accountsWithinReach(context, actor);
  const isReached = account !== null && (kinds?.includes(account.kind) ?? true);
  if (!isReached || ownerIds?.includes(account.ownerId) === false) throw new AppError('not_found');
  return account;
}

export const periodQuery = {
  from: instantQuery('The first moment of the period, ISO 8601; the beginning of the books when absent'),
  to: instantQuery('The first moment after it; now when absent'),
};

type PeriodQuery = ValuesOf<typeof periodQuery>;

/** Fixed when the request begins, so that a long export does not run after new money. */
export function periodOf(context: OperatorContext, { from, to }: PeriodQuery): Period {
  return { fromMs: from ?? 0, toMs: to ?? context.clock() + 1 };
}

/**
 * Batches lock the accounts of stores and makers, so their transfers appear in the order of their numbers. The service's own
 * are not locked: a lower number may appear after a higher one, and a page that has gone past would miss it. So what is
 * younger than any batch lives (its statements end after 20 s) is not shown there yet.
 */
const batchMaxMs = 30_000;

export function statementPeriod(context: OperatorContext, account: BookAccount, query: PeriodQuery): Period {
  const period = periodOf(context, query);
  const isLocked = account.kind !== 'external' && account.kind !== 'fees';
  return isLocked ? period : { ...period, toMs: Math.min(period.toMs, context.clock() - batchMaxMs) };
}

/** A spreadsheet takes about a million rows; more would only be cut off there, without a word. */
const exportLinesMax = 1_000_000;
export const exportPageLines = 5_000;

export async function refuseLargeExport(
  context: OperatorContext,
  accountIds: readonly number[],
  period: Period,
): Promise<void> {
  const rows = await countTransfers(context.pool, accountIds, period);
  if (rows > exportLinesMax) throw new AppError('export_too_large', { rows, limit: exportLinesMax });
}
