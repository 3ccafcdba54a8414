/** The pages of a proof, one after the other: that they are those of the head's book, and what their own transfers change. */
import { Bytes, hexOf, isSame } from './bytes.ts';
import { isSigned } from './ed25519.ts';
import { type Header, readHeader } from './header.ts';
import { type Beginning, readBeginning, readTransfer, type ShownTransfer } from './proof-file.ts';
import { sha256 } from './sha256.ts';
import { GrowingTree } from './trees.ts';
import { checkSums, type Found, type Kept } from './verify.ts';

interface PagesInput {
  readonly proof: Uint8Array;
  readonly beginning: Beginning;
  readonly head: Header;
  readonly hash: Uint8Array;
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
  readonly own: ReadonlyMap<number, { readonly currency: string; readonly opening: bigint }>;
  readonly changes: Map<number, bigint>;
  readonly lastPages: Map<number, number>;
  readonly openings: Set<number>;
  waiting: readonly Kept[];
  /** The page before, of those that are shown. */
  before: { readonly header: Header; readonly hash: Uint8Array } | null;
  /** What signs the next page; null before the first that says it. */
  key: Uint8Array | null;
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
  if (!isSame(walk.history.root(), head.historyRoot)) found('history', firstOther(input.proof, head));
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
  const bytes = reader.take(reader.u16());
  const signature = reader.u8() === 1 ? reader.take(64) : null;
  const header = readHeader(bytes);
  const hash = sha256(-1, bytes);
  if (header.number !== number) found('order', number, { named: header.number });
  if (signature !== null && !isSigned(bytes, signature, header.key)) found('signature', number);
  // A key is handed on under the signature of the one before, or not at all.
  if (signature === null && !isSame(header.key, header.nextKey)) found('signature', number);
  checkKey(walk, header);
  checkSums(header, found);
  checkOrder(walk, header, hash);
  checkTransfers(walk, header);
  checkKept(walk, header, hash);
  history.addLeaf(hash);
}

function checkKey(walk: Walk, { key, nextKey, number }: Header): void {
  if (walk.key !== null && !isSame(walk.key, key)) walk.found('key', number);
  walk.key = nextKey;
}

/** What must hold between a page and the one that was shown before it. */
function checkOrder(walk: Walk, header: Header, hash: Uint8Array): void {
  const { before, found } = walk;
  const { number } = header;
  walk.shown += 1;
  const zeros = new Uint8Array(32);
  const isNext = number === (before?.header.number ?? 0) + 1;
  if (isNext && !isSame(header.previousHash, before?.hash ?? zeros)) found('chain', number, { before: number - 1 });
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
  const { reader, beginning, found } = walk;
  const count = reader.u32();
  if (count === 0) return;
  const tree = new GrowingTree();
  if (header.number <= beginning.since) found('foreign', header.number, { since: beginning.since });
  walk.lastId = 0n;
  for (let left = count; left > 0; left -= 1) {
    const index = reader.u32();
    if (index < tree.size || index >= header.transfers) {
      throw new RangeError(`page ${header.number} has no transfer in the place ${index}, or it is shown twice`);
    }
    tree.readUpTo(reader, index);
    const bytes = reader.take(reader.u16());
    tree.addLeaf(bytes);
    addTransfer(walk, header.number, readTransfer(bytes));
  }
  tree.readUpTo(reader, header.transfers);
  if (!isSame(tree.root(), header.transfersRoot)) found('transfers', header.number);
  if (header.isComplete) checkBelow(walk, header.number);
}

function addTransfer(walk: Walk, page: number, transfer: ShownTransfer): void {
  const { own, changes, lastPages, found } = walk;
  const { id, debit, credit, amount, currency } = transfer;
  let isOwn = false;
  for (const [account, change] of [
    [debit, -amount],
    [credit, amount],
  ] as const) {
    if (own.get(account)?.currency !== currency) continue;
    isOwn = true;
    changes.set(account, (changes.get(account) ?? 0n) + change);
    lastPages.set(account, page);
  }
  // Leaves of a page are in the order of their numbers.
  if (!isOwn || id <= walk.lastId) found('foreign', page, { transfer: id });
  walk.lastId = id;
  walk.transfers += 1;
  walk.onTransfer(page, transfer);
}

function checkBelow({ own, changes, found }: Walk, page: number): void {
  for (const [account, { opening }] of own) {
    const balance = opening + (changes.get(account) ?? 0n);
    if (balance < 0n) found('below', page, { account, balance });
  }
}

/** Against what was kept of this page: its hash, and the balances that were proven with it. */
function checkKept(walk: Walk, { number }: Header, hash: Uint8Array): void {
  const { waiting, beginning, own, changes, found } = walk;
  const ofPage = waiting.filter((kept) => kept.number === number);
  if (ofPage.length === 0) return;
  walk.waiting = waiting.filter((kept) => kept.number !== number);
  for (const { hash: before, balances } of ofPage) {
    if (before !== hexOf(hash)) found('fork', number, { kept: before, shown: hexOf(hash) });
    for (const { account, balance } of number < beginning.since ? [] : balances) {
      const shown = own.get(account);
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
  const history = new GrowingTree();
  for (let number = reader.count(); number < head.number; number = reader.count()) {
    history.readUpTo(reader, number - 1);
    const bytes = reader.take(reader.u16());
    const header = readHeader(bytes);
    if (!isSame(history.root(), header.historyRoot)) return number;
    history.addLeaf(sha256(-1, bytes));
    if (reader.u8() === 1) reader.take(64);
    skipTransfers(reader, header);
  }
  return head.number;
}

function skipTransfers(reader: Bytes, { transfers }: Header): void {
  const count = reader.u32();
  if (count === 0) return;
  const tree = new GrowingTree();
  for (let left = count; left > 0; left -= 1) {
    tree.readUpTo(reader, reader.u32());
    tree.addLeaf(reader.take(reader.u16()));
  }
  tree.readUpTo(reader, transfers);
}
