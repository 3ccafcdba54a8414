import { keyedLeaf, type SealedBalance, type TreeEntry } from '../../src/domain/book/balance-leaf.ts';
import { joinEntries } from '../../src/domain/book/balance-tree.ts';
import {
  headerBytes,
  type PageHeader,
  publicKeyOfSeed,
  readHeader,
  type SealedPage,
  sealHeader,
} from '../../src/domain/book/page-header.ts';
import type { OwnTransfer, ProvenBalance, ProvenPage } from '../../src/domain/book/proof-file.ts';
import { sumsOf } from '../../src/domain/book/sums.ts';
import { accountOf, ids, keyPage, moves, own, piecePage, type World, worldOf } from './world.ts';

/** What a verifier is given, and what it must say: nothing, or these codes with their pages, in any order. */
interface ProofCase {
  readonly name: string;
  readonly proof: Buffer;
  /** Older proofs whose ends were kept, or a head alone. */
  readonly kept: readonly ({ readonly proof: Buffer } | { readonly number: number; readonly hash: string })[];
  readonly expects: readonly string[];
}

/** As the book in memory has them: the key after the change, and the one of places. */
const key = { second: Buffer.alloc(32, 9), place: Buffer.alloc(32, 2) };

export function proofCases(): ProofCase[] {
  return [...soundCases(), ...transferCases(), ...balanceCases(), ...pageCases(), ...keptCases(), ...fileCases()];
}

const proves = (name: string, proof: Buffer, kept: ProofCase['kept'] = []): ProofCase => ({
  name,
  proof,
  kept,
  expects: [],
});
const finds = (name: string, expects: readonly string[], proof: Buffer, kept: ProofCase['kept'] = []): ProofCase => ({
  name,
  proof,
  kept,
  expects,
});

/** An account that belongs with no other: a proof of it has one balance. */
const alone = [accountOf(ids.excess)];

function soundCases(): ProofCase[] {
  const world = worldOf();
  const older = worldOf(9).book.prove({ accounts: own });
  const untouched = worldOf(4);
  return [
    proves('a whole book', world.book.prove({ accounts: own })),
    proves('from a page on, which was kept', world.book.prove({ accounts: own, since: 9 }), [{ proof: older }]),
    proves('from the first page on, with a page that was kept', world.book.prove({ accounts: own, known: [9] }), [
      { proof: older },
    ]),
    proves('from a page on, of which nothing was kept', world.book.prove({ accounts: own, since: 9 })),
    proves('an account that no page has touched', untouched.book.prove({ accounts: own })),
    proves('a book of one page', worldOf(1).book.prove({ accounts: own })),
    proves('a head that was kept', world.book.prove({ accounts: own, known: [4] }), [headOf(world, 4)]),
    proves('an account that stands alone, and was kept', world.book.prove({ accounts: alone, known: [9] }), [
      { proof: worldOf(9).book.prove({ accounts: alone }) },
    ]),
    proves('an account that no page had touched when it was kept', world.book.prove({ accounts: own, known: [4] }), [
      { proof: untouched.book.prove({ accounts: own }) },
    ]),
    proves('accounts that no page has touched, then and now', worldOf(2).book.prove({ accounts: own, since: 1 }), [
      { proof: worldOf(1).book.prove({ accounts: own }) },
    ]),
  ];
}

function headOf({ book }: World, number: number) {
  return { number, hash: book.pages[number - 1]?.hash.toString('hex') ?? '' };
}

/** The proof of the whole book with one page shown otherwise. */
function withPage(number: number, change: (page: ProvenPage) => ProvenPage): Buffer {
  return worldOf().book.prove(
    { accounts: own },
    { pages: (shown) => shown.map((page) => (page.number === BigInt(number) ? change(page) : page)) },
  );
}

function withOwn(number: number, change: (own: readonly OwnTransfer[]) => readonly OwnTransfer[]): Buffer {
  return withPage(number, (page) => ({ ...page, own: change(page.own) }));
}

function transferCases(): ProofCase[] {
  const rewritten = ({ index, transfer }: OwnTransfer) => ({
    index,
    transfer: { ...transfer, amount: transfer.amount + 1n },
  });
  const page5 = worldOf().book.pages[4];
  const stranger = { index: 0, transfer: page5?.transfers[0] as OwnTransfer['transfer'] };
  const hiding = worldOf().book.prove(
    { accounts: own },
    { pages: (shown) => shown.filter(({ number }) => number !== 10n) },
  );
  const netting = worldOf(13, [
    ...moves.slice(0, 9),
    [[ids.external, ids.available, 700n, 'top_up']],
    [[ids.available, ids.external, 700n, 'pay_back']],
    [[ids.external, ids.other, 1n, 'top_up']],
    [[ids.external, ids.other, 2n, 'top_up']],
  ]);
  const without = netting.book.prove(
    { accounts: own },
    { pages: (shown) => shown.filter(({ number }) => number !== 10n && number !== 11n) },
  );
  const overdrawn = worldOf(12, [
    ...moves.slice(0, 8),
    [[ids.available, ids.external, 90_000n, 'pay_back']],
    [[ids.external, ids.available, 95_000n, 'top_up']],
    [[ids.external, ids.other, 2n, 'top_up']],
    [[ids.external, ids.other, 2n, 'top_up']],
  ]);
  return [
    finds(
      'a transfer rewritten',
      ['transfers 5', 'follows', 'follows'],
      withOwn(5, ([first, ...rest]) => [rewritten(first as OwnTransfer), ...rest]),
    ),
    finds(
      'a transfer dropped',
      ['follows'],
      withOwn(5, ([first, , last]) => [first as OwnTransfer, last as OwnTransfer]),
    ),
    finds(
      'two transfers exchanged',
      ['transfers 5', 'foreign 5'],
      withOwn(5, ([first, second, third]) => [
        first as OwnTransfer,
        { ...(second as OwnTransfer), transfer: (third as OwnTransfer).transfer },
        { ...(third as OwnTransfer), transfer: (second as OwnTransfer).transfer },
      ]),
    ),
    finds(
      'a transfer of somebody else put in',
      ['foreign 5'],
      withOwn(5, (all) => [stranger, ...all]),
    ),
    finds('a page with own transfers left out', ['follows'], hiding),
    finds('two transfers left out that make up for each other', ['last 11'], without),
    finds('a balance below nothing on the way', ['below 9', 'negative 9'], overdrawn.book.prove({ accounts: own })),
  ];
}

function withBalances(change: (balance: ProvenBalance) => ProvenBalance, since = 0): Buffer {
  return worldOf().book.prove(
    { accounts: own, since },
    { balances: ([first, ...rest]) => [change(first as ProvenBalance), ...rest] },
  );
}

/** The book with another last page, which the right key has signed. */
function withHead(change: (header: PageHeader) => PageHeader): Buffer {
  const world = worldOf(moves.length - 1);
  world.seal(moves.at(-1) ?? [], change);
  return world.book.prove({ accounts: own });
}

function balanceCases(): ProofCase[] {
  const moved = (kind: 'fees' | 'external', amount: bigint) => (header: PageHeader) => ({
    ...header,
    sums: sumsOf([...header.sums, { currency: 'USDT', kind, amount }]),
  });
  return [
    finds(
      'a balance rewritten',
      ['path 13', 'follows'],
      withBalances((one) => ({ ...one, balance: one.balance + 1n })),
    ),
    finds(
      'a balance hidden',
      ['hidden 12'],
      withBalances((one) => ({ ...one, beside: null })),
    ),
    finds(
      'the balance of another account',
      ['path 13'],
      withBalances((one) => ({ ...one, ownerId: 2 })),
    ),
    finds('a neighbour below nothing', ['negative 13'], belowNothing()),
    finds(
      'a head that owes less than the tree',
      ['sums 13', 'sums 13'],
      withHead((header) => moved('external', 1n)(moved('fees', -1n)(header))),
    ),
    finds('a book that does not add up', ['balance 13', 'sums 13', 'sums 13'], withHead(moved('fees', 1n))),
    finds(
      'a beginning with something',
      ['opening', 'follows'],
      withBalances((one) => ({ ...one, opening: 5n })),
    ),
    finds('no balance at all', ['empty'], worldOf().book.prove({ accounts: [] })),
  ];
}

/** A tree with a made-up part that owes less than nothing, so that the whole owes less than it does. */
function belowNothing(): Buffer {
  const { book } = worldOf();
  const head = book.pages.at(-1)?.header as PageHeader;
  const sum = (kind: 'maker_held' | 'external', amount: bigint) => ({ currency: 'USDT', kind, amount });
  const balance = { ...accountOf(ids.available), ...(book.balanceOf(ids.available) as SealedBalance) };
  const leaf = keyedLeaf(key.place, balance);
  const beside: readonly TreeEntry[] = [
    { hash: Buffer.alloc(32, 5), sums: sumsOf([sum('maker_held', 1_000n), sum('external', -balance.balance - 500n)]) },
    { hash: Buffer.alloc(32, 6), sums: sumsOf([sum('maker_held', -500n)]) },
  ];
  const isRight = (depth: number) => (((leaf.place[0] ?? 0) >> (7 - depth)) & 1) === 1;
  const root = [1, 0].reduce<TreeEntry>((entry, depth) => {
    const other = beside[depth] as TreeEntry;
    return isRight(depth) ? joinEntries(other, entry) : joinEntries(entry, other);
  }, leaf);
  return book.prove(
    { accounts: [accountOf(ids.available)] },
    {
      balances: (all) => all.map((one) => ({ ...one, beside })),
      pages: (shown) => shown.map((page) => ({ ...page, own: page.own.filter(isOfAvailable) })),
      head: sealHeader({ ...head, balancesRoot: root.hash, sums: root.sums }, key.second),
    },
  );
}

function isOfAvailable({ transfer }: OwnTransfer): boolean {
  return transfer.debitId === ids.available || transfer.creditId === ids.available;
}

function withHeader(number: number, change: (header: PageHeader) => PageHeader): Buffer {
  return withPage(number, (page) => ({ ...page, header: headerBytes(change(readHeader(page.header as Buffer))) }));
}

/** The book with one page that its own service has sealed otherwise. */
function sealedWith(number: number, change: (header: PageHeader) => PageHeader): Buffer {
  const world = worldOf(number - 1);
  for (const [at, page] of moves.slice(number - 1).entries()) world.seal(page, at === 0 ? change : undefined);
  return world.book.prove({ accounts: own });
}

function pageCases(): ProofCase[] {
  const exchanged = worldOf().book.prove(
    { accounts: own },
    {
      pages: (shown) => {
        const [seventh, eighth] = [7n, 8n].map((number) => shown.find((page) => page.number === number) as ProvenPage);
        const other = (page: ProvenPage) =>
          (page === seventh ? eighth : page === eighth ? seventh : page) as ProvenPage;
        return shown.map((page) => ({ ...other(page), number: page.number }));
      },
    },
  );
  const strange = Buffer.alloc(32, 77);
  const { book } = worldOf();
  const last = book.pages.at(-1)?.header as PageHeader;
  const forged = book.prove(
    { accounts: own },
    { head: sealHeader({ ...last, key: publicKeyOfSeed(strange), nextKey: publicKeyOfSeed(strange) }, strange) },
  );
  return [
    finds(
      'a header rewritten',
      ['history 8', 'chain 8'],
      withHeader(7, (header) => ({ ...header, accounts: header.accounts + 1 })),
    ),
    finds(
      'a page of another number',
      ['order 7', 'history 8'],
      withHeader(7, (header) => ({ ...header, number: 4n })),
    ),
    finds('two pages exchanged', ['order 7', 'order 8', 'history 7', 'clock 7', 'count 7', 'last 8'], exchanged),
    finds(
      'a page that follows another one',
      ['chain 8'],
      sealedWith(8, (header) => ({ ...header, previousHash: Buffer.alloc(32, 3) })),
    ),
    finds(
      'the clock put back',
      ['clock 8'],
      sealedWith(8, (header) => ({ ...header, at: header.at - 600_000 })),
    ),
    finds(
      'transfers that nobody has counted',
      ['count 8'],
      sealedWith(8, (header) => ({ ...header, transfersTotal: header.transfersTotal + 1n })),
    ),
    finds(
      'an audit log that was cut',
      ['count 10'],
      sealedWith(10, (header) => ({ ...header, auditSequence: 2n })),
    ),
    finds('a head signed by a key that nobody has announced', ['key 13'], forged),
    finds(
      'a key handed on without a signature',
      [`signature ${keyPage}`],
      withPage(keyPage, (page) => ({ ...page, signature: null })),
    ),
    finds('a head whose signature is wrong', ['signature 13'], withSignature()),
    finds('a head that is only a piece', [`incomplete ${piecePage}`], worldOf(piecePage).book.prove({ accounts: own })),
  ];
}

function withSignature(): Buffer {
  const { book } = worldOf();
  const head = book.pages.at(-1) as SealedPage;
  const signature = Buffer.from(head.signature);
  signature[5] = (signature[5] ?? 0) ^ 1;
  return book.prove({ accounts: own }, { head: { ...head, signature } });
}

function keptCases(): ProofCase[] {
  const world = worldOf();
  const other = worldOf(13, [...moves.slice(0, 8), [[ids.external, ids.other, 99n, 'top_up']], ...moves.slice(9)]);
  const older = worldOf(9).book.prove({ accounts: own });
  const lied = world.book.prove(
    { accounts: own, since: 9 },
    { balances: ([first, ...rest]) => [{ ...(first as ProvenBalance), opening: 1n }, ...rest] },
  );
  return [
    finds('a fork: another book from a page on', ['fork 9'], other.book.prove({ accounts: own, known: [9] }), [
      { proof: older },
    ]),
    finds('a fork seen by a head alone', ['fork 10'], other.book.prove({ accounts: own }), [headOf(world, 10)]),
    finds('an old head: the book ends before what was kept', ['old 13'], worldOf(9).book.prove({ accounts: own }), [
      headOf(world, 13),
    ]),
    finds('a page that was kept and is not shown', ['unknown 9'], world.book.prove({ accounts: own }), [
      { proof: older },
    ]),
    finds('a beginning that was proven otherwise', ['before 9', 'follows', 'below 12'], lied, [{ proof: older }]),
    ...leftOutCases(world, older),
  ];
}

/** What the older proof has, and the one of today does not speak of. */
function leftOutCases({ book }: World, older: Buffer): ProofCase[] {
  const kept = [{ proof: older }];
  const available = [accountOf(ids.available)];
  const nowhere = book.prove(
    { accounts: own, since: 12, known: [9] },
    { balances: ([first, ...rest]) => [{ ...(first as ProvenBalance), opening: 0n, beside: null }, ...rest] },
  );
  return [
    finds(
      'no balance at all, where some were kept',
      ['empty', 'missing 9', 'missing 9'],
      book.prove({ accounts: [], known: [9] }),
      kept,
    ),
    finds('an account left out that was kept', ['missing 9'], book.prove({ accounts: available, since: 9 }), kept),
    finds(
      'an account left out that was kept, of a page before the first that is shown',
      ['missing 9'],
      book.prove({ accounts: available, since: 12, known: [9] }),
      kept,
    ),
    finds('an account said to be in no page, which was in one when it was kept', ['missing 9'], nowhere, kept),
  ];
}

function fileCases(): ProofCase[] {
  const proof = worldOf().book.prove({ accounts: own });
  return [
    finds('a file that was cut off', ['unreadable'], proof.subarray(0, -40)),
    finds('a file that goes on', ['unreadable'], Buffer.concat([proof, Buffer.of(0)])),
    finds('a file that is no proof', ['unreadable'], Buffer.from('a picture')),
    finds('a signature that is neither there nor not', ['unreadable'], withByte(proof, afterHeader(proof, 2), 2)),
    finds('a balance that is neither there nor not', ['unreadable'], withByte(proof, firstLeaf(proof), 3)),
  ];
}

function withByte(proof: Buffer, at: number, byte: number): Buffer {
  const other = Buffer.from(proof);
  other[at] = byte;
  return other;
}

/** The place after a header of the file: the first one is the head. */
function afterHeader(proof: Buffer, nth: number): number {
  let at = -1;
  for (let left = nth; left > 0; left -= 1) at = proof.indexOf('quittance-book/1', at + 1);
  return at + proof.readUInt16BE(at - 2);
}

/** Behind the signature of the head: the count of balances, and of the first one what is said before its leaf. */
function firstLeaf(proof: Buffer): number {
  return afterHeader(proof, 1) + 64 + 1 + 4 + 1 + 4 + (1 + 'USDT'.length) + 1 + 8;
}
