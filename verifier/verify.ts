/**
 * Whether a proof holds: docs/proof.md, "What a verifier checks of a proof". Pure: bytes in, a verdict out. The same code runs in the
 * command, in the offline page and in the console.
 */
import { Bytes, hexOf, isSame } from './bytes.ts';
import { type Fault, type FaultCode, type Found, faultCodes, type Point, points } from './faults.ts';
import { checkSums, type Header, kinds, type Sum, totalOf, valuesOf } from './header.ts';
import { checkPages, type PagesChecked } from './pages.ts';
import {
  type Beginning,
  hashOfHeader,
  isHeaderSigned,
  type Kept,
  readBeginning,
  type ShownBalance,
  type ShownHeader,
  type ShownTransfer,
} from './proof-file.ts';
import { bytesOfHash } from './sha256.ts';
import { rootOfBalance } from './trees.ts';

export interface Verdict {
  readonly isProven: boolean;
  readonly points: Readonly<Record<Point, 'holds' | 'broken' | 'not asked'>>;
  /** The first ones. */
  readonly faults: readonly Fault[];
  /** Null when not even the head can be read. */
  readonly facts: Facts | null;
}

export interface Facts {
  readonly page: number;
  readonly hash: string;
  readonly at: number;
  readonly since: number;
  readonly transfers: number;
  /** Pages whose headers are in the proof, the head included. */
  readonly pagesShown: number;
  readonly balances: readonly ShownBalance[];
  /** By currency: what stores are owed, what makers have deposited, what the service earned, what payers sent too much; and what is owed to the service. */
  readonly owed: readonly {
    readonly currency: string;
    readonly stores: bigint;
    readonly makers: bigint;
    readonly fees: bigint;
    readonly payers: bigint;
    readonly debts: bigint;
  }[];
  /** Pages that were kept, and held against it. */
  readonly kept: readonly number[];
  /** Whether the balances that transfers are added to were nothing, or proven by an older proof. */
  readonly isOpeningProven: boolean;
}

interface Asked {
  readonly kept?: readonly Kept[];
  /** Called with every own transfer, in the order of the book. */
  readonly onTransfer?: (page: number, transfer: ShownTransfer) => void;
}

const faultsMax = 20;

export function verifyProof(proof: Uint8Array, { kept = [], onTransfer = () => undefined }: Asked = {}): Verdict {
  const faults: Fault[] = [];
  const found = (code: FaultCode, page: number | null, values: Fault['values'] = {}) => {
    if (faults.length < faultsMax) faults.push({ code, page, values });
  };
  let facts: Facts | null = null;
  try {
    const reader = new Bytes(proof);
    const beginning = readBeginning(reader);
    const { header: head } = beginning.head;
    const hash = hashOfHeader(reader, beginning.head);
    checkHead(reader, beginning.head, found);
    checkBalances(reader, beginning, found);
    checkAccounts(beginning, kept, found);
    const pages = checkPages(reader, { proof, beginning, head, hash, kept, found, onTransfer });
    checkFollows(beginning, pages, found);
    facts = factsOf(beginning, { head, hash: bytesOfHash(hash), pages, kept });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    found('unreadable', null, { why: error.message });
  }
  return { isProven: faults.length === 0, points: pointsOf(faults, facts), faults, facts };
}

/** The part of a proof to keep, so that a later proof can be compared with it. Throws a RangeError if this is not a proof. */
export function keptOfProof(proof: Uint8Array): Kept {
  const reader = new Bytes(proof);
  const { head, balances } = readBeginning(reader);
  return {
    number: head.header.number,
    hash: hexOf(bytesOfHash(hashOfHeader(reader, head))),
    balances: balances.map(({ account, leaf }) => ({
      account,
      balance: leaf?.balance ?? 0n,
      isInBook: leaf !== null,
    })),
  };
}

function checkHead(reader: Bytes, shown: ShownHeader, found: Found): void {
  const { header: head } = shown;
  if (!isHeaderSigned(reader, shown)) found('signature', head.number);
  if (!head.isComplete) found('incomplete', head.number);
  checkSums(head, found);
}

function checkBalances(reader: Bytes, { balances, head: { header: head } }: Beginning, found: Found): void {
  for (const { account, kind, currency, leaf } of balances) {
    if (leaf === null) continue;
    const { balance: amount, hash, place, beside } = leaf;
    const sums = amount === 0n ? [] : [{ currency, kind, amount }];
    const { root, negative } = rootOfBalance({ hash, sums }, place, beside);
    if (negative !== null) found('negative', head.number, valuesOf(negative));
    if (!isSame(root.hash, reader.cut(head.balancesRoot, 32))) found('path', head.number, { account });
    else if (!isSameSums(root.sums, head.sums)) found('sums', head.number, { account });
  }
}

/** Who makes a proof also chooses its accounts: what is left out would be found by no other check, as all of them go by these. */
function checkAccounts({ balances }: Beginning, kept: readonly Kept[], found: Found): void {
  if (balances.length === 0) found('empty', null);
  const shown = new Map(balances.map(({ account, leaf }) => [account, leaf]));
  for (const { number, balances: before } of kept) {
    for (const { account, isInBook } of before) {
      // What is in the book once stays in it.
      const isMissing = isInBook ? (shown.get(account) ?? null) === null : !shown.has(account);
      if (isMissing) found('missing', number, { account, isShown: Number(shown.has(account)) });
    }
  }
}

function isSameSums(one: readonly Sum[], other: readonly Sum[]): boolean {
  const text = (sums: readonly Sum[]) =>
    sums.map(({ currency, kind, amount }) => `${currency} ${kind} ${amount}`).join();
  return text(one) === text(other);
}

function checkFollows({ since, balances }: Beginning, { changes, lastPages }: PagesChecked, found: Found): void {
  for (const { account, opening, leaf } of balances) {
    if (since === 0 && opening !== 0n) found('opening', null, { account, opening });
    const expected = opening + (changes.get(account) ?? 0n);
    const lastPage = lastPages.get(account);
    if (leaf === null) {
      if (lastPage !== undefined || opening !== 0n) found('hidden', lastPage ?? null, { account });
      continue;
    }
    if (leaf.balance !== expected) found('follows', null, { account, expected, balance: leaf.balance });
    const isLast = lastPage === undefined ? leaf.page <= since : leaf.page === lastPage;
    if (!isLast) found('last', leaf.page, { account, shown: lastPage ?? since });
  }
}

/** Nothing holds where there was nothing to check. */
function pointsOf(faults: readonly Fault[], facts: Facts | null): Verdict['points'] {
  const broken = new Set(faults.map(({ code }) => faultCodes[code]));
  const isChecked = (point: Point) => {
    if (facts === null) return false;
    if (point === 'inBook') return facts.balances.some(({ leaf }) => leaf !== null);
    if (point === 'follows') return facts.balances.length > 0;
    return point !== 'extends' || facts.kept.length > 0;
  };
  const stateOf = (point: Point) => (broken.has(point) ? 'broken' : isChecked(point) ? 'holds' : 'not asked');
  return Object.fromEntries(points.map((point) => [point, stateOf(point)])) as Verdict['points'];
}

interface Checked {
  readonly head: Header;
  readonly hash: Uint8Array;
  readonly pages: PagesChecked;
  readonly kept: readonly Kept[];
}

function factsOf({ since, balances }: Beginning, { head, hash, pages, kept }: Checked): Facts {
  const currencies = [...new Set(head.sums.map(({ currency }) => currency))];
  const stores = totalOf(head.sums, [kinds.storeAvailable, kinds.storeFrozen]);
  const makers = totalOf(head.sums, [kinds.makerAvailable, kinds.makerHeld]);
  const fees = totalOf(head.sums, [kinds.fees]);
  const payers = totalOf(head.sums, [kinds.storeExcess]);
  const debts = totalOf(head.sums, [kinds.makerDebt, kinds.storeDebt]);
  return {
    page: head.number,
    hash: hexOf(hash),
    at: head.at,
    since,
    transfers: pages.transfers,
    pagesShown: pages.shown,
    balances,
    owed: currencies.map((currency) => ({
      currency,
      stores: stores.get(currency) ?? 0n,
      makers: makers.get(currency) ?? 0n,
      fees: fees.get(currency) ?? 0n,
      payers: payers.get(currency) ?? 0n,
      debts: -(debts.get(currency) ?? 0n),
    })),
    kept: kept.map(({ number }) => number),
    isOpeningProven: since === 0 || balances.every(({ account }) => pages.openings.has(account)),
  };
}
