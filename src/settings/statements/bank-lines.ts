import { requireTokenRequisites } from '../../domain/authority/token-bounds.ts';
import type { BankAccount, LineState } from '../../domain/statements/bank-line.ts';
import { isZone } from '../../domain/text/time-zone.ts';
import { AppError } from '../../errors/app-error.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import {
  explainLine as explainLineRow,
  explainUnbacked as explainUnbackedRow,
  findAccount,
  findRequisites,
  findSubject,
  holdLinksOfLines,
  isAccountRead,
  isExplained,
  type KnownSubject,
  type LockedLine,
  linkLine as linkLineRow,
  lockAccount,
  lockAccountsOf,
  lockLine,
  putAccount,
  removeRequisites,
} from '../../storage/settings/statements/bank-statements.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/**
 * Says which money of ours a line of the bank is. It moves none: a deal that waits for its money is settled first, as always, and
 * then linked.
 */
export const linkLine = settingAct({
  name: 'link-line',
  lock: 'rows',
  async load(tx, { lineId, subjectId }: { readonly lineId: bigint; readonly subjectId: string }) {
    await holdLinksOfLines(tx);
    const line = await lockLine(tx, lineId);
    return {
      line,
      account: line === null ? null : await findAccount(tx, line.accountId),
      subject: await findSubject(tx, subjectId),
    };
  },
  decide({ subjectId }, { line, account, subject }, { actor, at }) {
    if (line === null || account === null) throw new AppError('not_found');
    requireTokenRequisites(actor.token, account.requisiteIds);
    if (subject === null) throw new AppError('not_found', { field: 'subjectId' });
    if (line.arrivalId === subjectId || line.dealId === subjectId) return unchanged(line.id);
    if (line.state !== 'open' && line.state !== 'counted') throw new AppError('line_settled', { state: line.state });
    const difference = differenceOf(line, account, subject);
    if (difference !== null) throw new AppError('link_differs', { field: 'subjectId', difference });
    if (subject.isLinked) throw new AppError('link_taken', { field: 'subjectId' });
    const state: LineState = subject.kind;
    const details = { kind: subject.kind, id: subjectId };
    return changed(
      line.id,
      { id: line.id, state, subjectId, at },
      { subjectKind: 'bank-line', subjectId: String(line.id), details },
    );
  },
  store: linkLineRow,
});

function differenceOf(line: LockedLine, account: BankAccount, subject: KnownSubject): string | null {
  const isOut = subject.kind === 'payout';
  if (isOut !== (line.direction === 'out')) return 'one came in, the other went out';
  if (subject.amount !== line.amount) return 'the sum';
  if (isOut ? subject.makerId !== account.makerId : !account.requisiteIds.includes(subject.requisiteId ?? 0)) {
    return 'the bank account';
  }
  return subject.isSettled ? null : 'the deal is not settled: settle it first';
}

/** The reason is the explanation. */
export const explainLine = settingAct({
  name: 'explain-line',
  lock: 'rows',
  async load(tx, { lineId }: { readonly lineId: bigint }) {
    const line = await lockLine(tx, lineId);
    return { line, account: line === null ? null : await findAccount(tx, line.accountId) };
  },
  decide(_, { line, account }, { actor, reason, at }) {
    if (line === null) throw new AppError('not_found');
    requireTokenRequisites(actor.token, account?.requisiteIds ?? []);
    if (line.explanation === reason) return unchanged(line.id);
    if (line.explanation !== null) throw new AppError('line_settled', { state: 'explained' });
    const isOpen = line.state === 'open' || (line.state === 'arrival' && line.arrivalStatus === 'held');
    if (!isOpen) throw new AppError('line_settled', { state: line.state });
    const facts = { subjectKind: 'bank-line', subjectId: String(line.id), details: null };
    return changed(line.id, { id: line.id, explanation: { explanation: reason, by: actor.name, at } }, facts);
  },
  store: (tx, { id, explanation }) => explainLineRow(tx, id, explanation),
});

/** Money that we know and the bank does not: why that is right. */
export const explainUnbacked = settingAct({
  name: 'explain-unbacked',
  async load(tx, { accountId, subjectId }: { readonly accountId: number; readonly subjectId: string }) {
    return {
      account: await findAccount(tx, accountId),
      subject: await findSubject(tx, subjectId),
      isExplained: await isExplained(tx, subjectId),
    };
  },
  decide({ accountId, subjectId }, rows, { actor, reason, at }) {
    const { account, subject } = rows;
    if (account === null || subject === null || !account.requisiteIds.includes(subject.requisiteId ?? 0)) {
      throw new AppError('not_found');
    }
    requireTokenRequisites(actor.token, account.requisiteIds);
    if (rows.isExplained) return unchanged(subjectId);
    if (subject.isLinked) throw new AppError('link_taken');
    const explanation = { explanation: reason, by: actor.name, at };
    const facts = { subjectKind: subject.kind, subjectId, details: { accountId } };
    return changed(subjectId, { of: { accountId, subjectId }, explanation }, facts);
  },
  store: (tx, { of, explanation }) => explainUnbackedRow(tx, of, explanation),
});

interface GroupedRequisites {
  readonly requisiteIds: readonly number[];
  readonly number?: string | null;
  readonly zone?: string | null;
}

/** Requisites whose money comes to one bank account: one file tells of all of them. */
export const groupRequisites = settingAct({
  name: 'group-requisites',
  load: async (tx, { requisiteIds }: GroupedRequisites) => ({
    requisites: await findRequisites(tx, requisiteIds),
    accounts: await lockAccountsOf(tx, requisiteIds),
    newId: await takeId(tx, 'bank_accounts'),
  }),
  decide({ requisiteIds, number, zone }, { requisites, accounts, newId }, { at }) {
    const [first] = requisites;
    if (first === undefined || requisites.length !== new Set(requisiteIds).size) {
      throw new AppError('not_found', { field: 'requisiteIds' });
    }
    const { makerId, currency } = first;
    const isMixed = requisites.some((one) => one.makerId !== makerId || one.currency !== currency);
    // The lines of two accounts are two accounts' for ever.
    if (isMixed || accounts.length > 1) throw new AppError('accounts_differ', { field: 'requisiteIds' });
    if (zone != null && !isZone(zone)) throw new AppError('invalid_time_zone', { field: 'zone' });
    const [known] = accounts;
    const account: BankAccount = {
      id: known?.id ?? newId,
      makerId,
      currency,
      number: number === undefined ? (known?.number ?? null) : number?.trim() || null,
      zone: zone ?? known?.zone ?? 'UTC',
      requisiteIds: [...new Set([...(known?.requisiteIds ?? []), ...requisiteIds])].sort((left, right) => left - right),
    };
    const details = {
      requisites: account.requisiteIds.join(', '),
      number: `…${account.number?.slice(-4) ?? ''}`,
      zone: account.zone,
    };
    return changed(account, { account, at }, { subjectKind: 'bank-account', subjectId: account.id, details });
  },
  store: (tx, { account, at }) => putAccount(tx, account, at),
});

/**
 * Takes requisites off an account that they do not share after all. What its files have told stays with the account; a requisite
 * that was taken off has none until its next file, or until it is grouped with others.
 */
export const ungroupRequisites = settingAct({
  name: 'ungroup-requisites',
  load: async (tx, { accountId }: { readonly accountId: number; readonly requisiteIds: readonly number[] }) => ({
    account: await lockAccount(tx, accountId),
    isRead: await isAccountRead(tx, accountId),
  }),
  decide({ requisiteIds }, { account, isRead }) {
    if (account === null) throw new AppError('not_found');
    const isOwn = requisiteIds.every((id) => account.requisiteIds.includes(id));
    if (!isOwn) throw new AppError('not_found', { field: 'requisiteIds' });
    // A worker that reads a file has taken the account with its requisites, and goes on with them.
    if (isRead) throw new AppError('account_in_use');
    const left = account.requisiteIds.filter((id) => !requisiteIds.includes(id));
    if (left.length === 0) throw new AppError('account_last_requisite', { field: 'requisiteIds' });
    const details = { requisites: [...new Set(requisiteIds)].join(', '), left: left.join(', ') };
    const facts = { subjectKind: 'bank-account', subjectId: account.id, details };
    return changed({ ...account, requisiteIds: left }, { accountId: account.id, requisiteIds }, facts);
  },
  store: removeRequisites,
});
