/** The pages of a proof, one after the other: that they are those of the head's book, and what their own transfers change. */
import { Bytes, hexOf } from './bytes.ts';
import type { Found } from './faults.ts';
import { checkSums, type Header, isWrong } from './header.ts';
import {
  type Beginning,
  hashOfHeader,
  isHeaderSigned,
  type Kept,
  readBeginning,
  readShownHeader,
  readTransfer,
  type ShownBalance,
  type ShownTransfer,
} from './proof-file.ts';
import { bytesOfHash, hashWords } from './sha256.ts';
import { GrowingTree } from './trees.ts';

interface PagesInput {
  readonly proof: Uint8Array;
  readonly beginning: Beginning;
  readonly head: Header;
  readonly hash: Int32Array;
  readonly kept: readonly Kept[];
  readonly found: Found;
  readonly onTransfer: (page: number, transfer: ShownTransfer) => void;
}

export interface PagesChecked {
  /** What transfers change, by account. */
  readonly changes: ReadonlyMap<number, bigint>;
  /** The page of the last transfer, by account. */
  readonly lastPages: ReadonlyMap<number, number>;
  /** Accounts whose opening balance an older proof has proven. */
  readonly openings: ReadonlySet<number>;
  readonly transfers: number;
  readonly shown: number;
}

interface Walk extends PagesInput {
  readonly reader: Bytes;
  readonly history: GrowingTree;
  /** Of the transfers of the page that is read. */
  readonly tree: GrowingTree;
  readonly own: ReadonlyMap<number, Pick<ShownBalance, 'kind' | 'currency' | 'opening'>>;
  readonly changes: Map<number, bigint>;
  readonly lastPages: Map<number, number>;
  readonly openings: Set<number>;
  waiting: readonly Kept[];
  /** The page before, of those that are shown. */
  before: { readonly header: Header; readonly hash: Int32Array } | null;
  /** The place of the key that signs the next page; null before the first that says it. */
  key: number | null;
  lastId: bigint;
  transfers: number;
  shown: number;
}

export function checkPages(reader: Bytes, input: PagesInput): PagesChecked {
  const { head, hash, found } = input;
  const walk = beginWalk(reader, input);
  for (let number = readNumber(walk); number !== head.number; number = readNumber(walk)) {
    walk.history.readUpTo(reader, number - 1);
    checkPage(walk, number);
  }
  walk.history.readUpTo(reader, head.number - 1);
  if (!reader.isHashAt(head.historyRoot, walk.history.root())) found('history', firstOther(input.proof, head));
  checkKey(walk, head);
  checkOrder(walk, head, hash);
  checkTransfers(walk, head);
  checkKept(walk, head, hash);
  if (!reader.isAtEnd) throw new RangeError('the proof goes on after its end');
  for (const { number } of walk.waiting) {
    found(number > head.number ? 'old' : 'unknown', number, { ends: head.number });
  }
  return walk;
}

function beginWalk(reader: Bytes, input: PagesInput): Walk {
  return {
    ...input,
    reader,
    history: new GrowingTree(),
    tree: new GrowingTree(),
    own: new Map(input.beginning.balances.map((balance) => [balance.account, balance])),
    changes: new Map(),
    lastPages: new Map(),
    openings: new Set(),
    waiting: input.kept,
    before: null,
    key: null,
    lastId: 0n,
    transfers: 0,
    shown: 0,
  };
}

/** Of the next page: above the last one, and not above the head. */
function readNumber({ reader, history, head }: Walk): number {
  const number = reader.count();
  if (number <= history.size || number > head.number) {
    throw new RangeError(`page ${number} is shown where pages ${history.size + 1} to ${head.number} can be`);
  }
  return number;
}

function checkPage(walk: Walk, number: number): void {
  const { reader, history, found } = walk;
  const shown = readShownHeader(reader, false);
  const { header, signature } = shown;
  const hash = hashOfHeader(reader, shown);
  if (header.number !== number) found('order', number, { named: header.number });
  // A key is handed on under the signature of the one before, or not at all.
  const isBound = signature === null ? reader.isSameAt(header.key, header.nextKey, 32) : isHeaderSigned(reader, shown);
  if (!isBound) found('signature', number);
  checkKey(walk, header);
  checkSums(header, found);
  checkOrder(walk, header, hash);
  checkTransfers(walk, header);
  checkKept(walk, header, hash);
  history.addLeafOfHash(hash);
}

function checkKey(walk: Walk, { key, nextKey, number }: Header): void {
  if (walk.key !== null && !walk.reader.isSameAt(walk.key, key, 32)) walk.found('key', number);
  walk.key = nextKey;
}

/** What the first page names as the one before it. */
const zeros = new Int32Array(hashWords);

/** What must hold between a page and the one that was shown before it. */
function checkOrder(walk: Walk, header: Header, hash: Int32Array): void {
  const { reader, before, found } = walk;
  const { number } = header;
  walk.shown += 1;
  const isNext = number === (before?.header.number ?? 0) + 1;
  if (isNext && !reader.isHashAt(header.previousHash, before?.hash ?? zeros))
    found('chain', number, { before: number - 1 });
  const last = before?.header;
  if (last !== undefined && header.at < last.at) {
    found('clock', number, { before: last.number, at: header.at, beforeAt: last.at });
  }
  const counted = header.transfersTotal - (last?.transfersTotal ?? 0) - header.transfers;
  const hasAudit = header.auditSequence >= (last?.auditSequence ?? 0);
  if (counted < 0 || (isNext && counted !== 0) || !hasAudit) found('count', number);
  walk.before = { header, hash };
}

function checkTransfers(walk: Walk, header: Header): void {
  const { reader, tree, beginning, found } = walk;
  const count = reader.u32();
  if (count === 0) return;
  tree.clear();
  if (header.number <= beginning.since) found('foreign', header.number, { since: beginning.since });
  walk.lastId = 0n;
  for (let left = count; left > 0; left -= 1) {
    const index = reader.u32();
    if (index < tree.size || index >= header.transfers) {
      throw new RangeError(`page ${header.number} has no transfer in the place ${index}, or it is shown twice`);
    }
    tree.readUpTo(reader, index);
    const length = reader.u16();
    const { place } = reader;
    const transfer = readTransfer(reader, length);
    tree.addLeaf(reader, place, length);
    addTransfer(walk, header.number, transfer);
  }
  tree.readUpTo(reader, header.transfers);
  if (!reader.isHashAt(header.transfersRoot, tree.root())) found('transfers', header.number);
  if (header.isComplete) checkBelow(walk, header.number);
}

function addTransfer(walk: Walk, page: number, transfer: ShownTransfer): void {
  const { id, debit, credit, amount, currency } = transfer;
  const isDebited = addChange(walk, page, debit, currency, -amount);
  const isCredited = addChange(walk, page, credit, currency, amount);
  // Leaves of a page are in the order of their numbers.
  if (!(isDebited || isCredited) || id <= walk.lastId) walk.found('foreign', page, { transfer: id });
  walk.lastId = id;
  walk.transfers += 1;
  walk.onTransfer(page, transfer);
}

/** Whether the account is one of the proof. */
function addChange(walk: Walk, page: number, account: number, currency: string, change: bigint): boolean {
  if (walk.own.get(account)?.currency !== currency) return false;
  walk.changes.set(account, (walk.changes.get(account) ?? 0n) + change);
  walk.lastPages.set(account, page);
  return true;
}

function checkBelow({ own, changes, found }: Walk, page: number): void {
  for (const [account, { kind, opening }] of own) {
    const balance = opening + (changes.get(account) ?? 0n);
    if (isWrong(kind, balance)) found('below', page, { account, balance });
  }
}

/** Against what was kept of this page: its hash, and the balances that were proven with it. */
function checkKept(walk: Walk, { number }: Header, words: Int32Array): void {
  const { waiting, beginning, own, changes, found } = walk;
  if (!waiting.some((kept) => kept.number === number)) return;
  const ofPage = waiting.filter((kept) => kept.number === number);
  walk.waiting = waiting.filter((kept) => kept.number !== number);
  const hash = hexOf(bytesOfHash(words));
  for (const { hash: before, balances } of ofPage) {
    if (before !== hash) found('fork', number, { kept: before, shown: hash });
    for (const { account, balance } of number < beginning.since ? [] : balances) {
      const shown = own.get(account);
      // Said of it already: it is missing.
      if (shown === undefined) continue;
      const follows = shown.opening + (changes.get(account) ?? 0n);
      if (follows !== balance) found('before', number, { account, balance, follows });
      else if (number === beginning.since) walk.openings.add(account);
    }
  }
}

/** The first page shown that was sealed after other pages than are shown before it. */
function firstOther(proof: Uint8Array, head: Header): number {
  const reader = new Bytes(proof);
  readBeginning(reader);
  const [history, tree] = [new GrowingTree(), new GrowingTree()];
  for (let number = reader.count(); number < head.number; number = reader.count()) {
    history.readUpTo(reader, number - 1);
    const shown = readShownHeader(reader, false);
    if (!reader.isHashAt(shown.header.historyRoot, history.root())) return number;
    history.addLeafOfHash(hashOfHeader(reader, shown));
    skipTransfers(reader, tree, shown.header);
  }
  return head.number;
}

function skipTransfers(reader: Bytes, tree: GrowingTree, { transfers }: Header): void {
  const count = reader.u32();
  if (count === 0) return;
  tree.clear();
  for (let left = count; left > 0; left -= 1) {
    tree.readUpTo(reader, reader.u32());
    const length = reader.u16();
    tree.addLeaf(reader, reader.skip(length), length);
  }
  tree.readUpTo(reader, transfers);
}
