import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '../scripts/chromium.ts';
import { keyedLeaf, placeOf, type SealedBalance } from '../src/domain/book/balance-leaf.ts';
import { balancePath, plantLeaves, rootOf, type Tiles } from '../src/domain/book/balance-tree.ts';
import {
  headerBytes,
  headerHash,
  noHash,
  type PageHeader,
  publicKeyOfSeed,
  sealHeader,
} from '../src/domain/book/page-header.ts';
import { historyRoot, type WholePart } from '../src/domain/book/page-history.ts';
import { proofBeginning, proofPage } from '../src/domain/book/proof-file.ts';
import { type SealedTransfer, transferBytes } from '../src/domain/book/sealed-transfer.ts';
import { sumsOf } from '../src/domain/book/sums.ts';
import { leafHash, nodeHash, treeRoot } from '../src/domain/book/transfer-tree.ts';
import { readTreeMs } from './processor-time.ts';

/**
 * `npm run bench:proof -- --transfers 100000 --pages 1000000`: the proof of a year, every transfer in a page of its own, among pages
 * that others filled; its size, and how long quittance-verify takes, as a command and as a page in Chromium opened from disk.
 */
const { values } = parseArgs({
  options: { transfers: { type: 'string', default: '100000' }, pages: { type: 'string', default: '1000000' } },
});
const transfers = Number(values.transfers);
const pages = Math.max(Number(values.pages), transfers);
/** Of each page that has an own one. */
const transfersPerPage = 8;
const accountsOfBook = 10_000;
const yearMs = 365 * 86_400_000;
const beginsAt = Date.UTC(2025, 0, 1);
const [seed, placeKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const key = publicKeyOfSeed(seed);
const own = { id: 3, kind: 'store_available', ownerId: 1, currency: 'USDT' } as const;

/** The tree over all pages, level by level, as bytes: a million pages as objects would not fit. */
class History {
  readonly #levels: Buffer[] = [];

  add(page: number, hash: Buffer): void {
    let part = leafHash(hash);
    for (let level = 0; ; level += 1) {
      const at = page / 2 ** level;
      this.#levels[level] ??= Buffer.alloc(Math.ceil(pages / 2 ** level) * 32);
      part.copy(this.#levels[level] as Buffer, (at - 1) * 32);
      if (at % 2 !== 0) return;
      part = nodeHash(this.#at(level, at - 1), part);
    }
  }

  readonly part = ({ page, level }: WholePart): Buffer => this.#at(level, Number(page) / 2 ** level);

  #at(level: number, at: number): Buffer {
    return (this.#levels[level] as Buffer).subarray((at - 1) * 32, at * 32);
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

function transferOf(number: number): SealedTransfer {
  const hex = hashOf(`subject ${number}`).toString('hex');
  return {
    id: BigInt(number * transfersPerPage + 1),
    debitId: 1,
    creditId: own.id,
    amount: 1_000n + BigInt(number % 977),
    currency: 'USDT',
    kind: 'payin_settle',
    subjectId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-'),
    atMicros: BigInt(beginsAt + number) * 1_000n,
  };
}

interface Year {
  readonly history: History;
  readonly ownPages: readonly { readonly number: number; readonly header: PageHeader }[];
}

function headerOf(number: number, history: History, transfer: SealedTransfer | null): PageHeader {
  const amount = BigInt(number) * 1_000n;
  return {
    number: BigInt(number),
    previousHash: number === 1 ? noHash : hashOf(`page ${number - 1}`),
    historyRoot: historyRoot(BigInt(number - 1), history.part),
    isComplete: true,
    at: beginsAt + Math.floor((number / pages) * yearMs),
    transfers: transfersPerPage,
    transfersTotal: BigInt(number * transfersPerPage),
    transfersRoot: treeRoot(leavesOf(number, transfer)),
    accounts: accountsOfBook,
    balancesRoot: hashOf(`balances ${number}`),
    sums: sumsOf(
      (
        [
          ['external', -5n],
          ['fees', 1n],
          ['store_available', 1n],
          ['store_frozen', 1n],
          ['maker_available', 1n],
          ['maker_held', 1n],
        ] as const
      ).map(([kind, times]) => ({ currency: 'USDT', kind, amount: times * amount })),
    ),
    auditSequence: BigInt(number),
    auditHash: hashOf(`audit ${number}`),
    cluster: 1n,
    xidMin: BigInt(number),
    xidMax: BigInt(number),
    key,
    nextKey: key,
  };
}

function leavesOf(number: number, transfer: SealedTransfer | null): Buffer[] {
  const others = Array.from({ length: transfersPerPage }, (_, at) => hashOf(`transfer ${number} ${at}`));
  return transfer === null ? others : [leafHash(transferBytes(transfer)), ...others.slice(1)];
}

/** Own pages at even distances; the others are known by a hash alone. No page comes right after another of its own kind. */
function makeYear(sealed: (number: number, header: PageHeader) => Buffer): Year {
  const history = new History();
  const ownPages: { number: number; header: PageHeader }[] = [];
  for (let number = 1, shown = 0; number < pages; number += 1) {
    if (shown < transfers && number >= Math.floor(((shown + 0.5) * pages) / transfers)) {
      const header = headerOf(number, history, transferOf(number));
      const last = ownPages.at(-1);
      const previousHash = last?.number === number - 1 ? sealed(last.number, last.header) : header.previousHash;
      ownPages.push({ number, header: { ...header, previousHash } });
      shown += 1;
      history.add(number, sealed(number, ownPages.at(-1)?.header as PageHeader));
    } else {
      history.add(number, hashOf(`page ${number}`));
    }
  }
  return { history, ownPages };
}

async function writeProof(path: string): Promise<void> {
  const bytes = new Map<number, Buffer>();
  const seal = (number: number, header: PageHeader) => {
    // Only the head is signed: the tree binds the others to it.
    const written = headerBytes(header);
    bytes.set(number, written);
    return headerHash(written);
  };
  const { history, ownPages } = makeYear(seal);
  const balance = ownPages.reduce((sum, { number }) => sum + transferOf(number).amount, 0n);
  const leaf: SealedBalance = { ...own, balance, page: BigInt(ownPages.at(-1)?.number ?? 0) };
  const { tiles, sums } = plantOthers(leaf);
  const place = placeOf(placeKey, own.id);
  const head = sealHeader({ ...headerOf(pages, history, null), balancesRoot: rootOf(tiles).hash, sums }, seed);
  const beside = balancePath(tiles, place)?.beside ?? null;
  const file = createWriteStream(path);
  file.write(
    proofBeginning({ since: 0n, head, placeKey, balances: [{ ...leaf, place, beside, opening: 0n, decimals: 8 }] }),
  );
  let before = 0n;
  for (const { number } of ownPages) {
    const transfer = transferOf(number);
    const page = {
      number: BigInt(number),
      header: bytes.get(number) as Buffer,
      signature: null,
      leaves: leavesOf(number, transfer),
      own: [{ index: 0, transfer }],
    };
    if (!file.write(proofPage(before, page, history.part)))
      await new Promise<void>((drained) => file.once('drain', () => drained()));
    before = BigInt(number);
  }
  file.write(
    proofPage(before, { number: BigInt(pages), header: null, signature: null, leaves: [], own: [] }, history.part),
  );
  await new Promise<void>((ended) => file.end(ended));
}

/** The own leaf among those of others, which together add up to nothing. */
function plantOthers(leaf: SealedBalance) {
  const others = Array.from({ length: accountsOfBook - 2 }, (_, at): SealedBalance => {
    return { id: at + 10, kind: 'maker_available', ownerId: at + 1, currency: 'USDT', balance: BigInt(at), page: 1n };
  });
  const total = others.reduce((sum, one) => sum + one.balance, leaf.balance);
  const outside: SealedBalance = { id: 1, kind: 'external', ownerId: 0, currency: 'USDT', balance: -total, page: 1n };
  const tiles: Tiles = new Map();
  const { changed, root } = plantLeaves(
    tiles,
    [outside, leaf, ...others].map((one) => keyedLeaf(placeKey, one)),
  );
  return { tiles: changed, sums: root.sums };
}

const verifier = join(import.meta.dirname, '../web');

/** How long somebody waited, and how long the processor worked for it: on a busy machine the second tells more. */
interface Took {
  readonly elapsedMs: number;
  readonly processorMs: number;
}

async function verifyInNode(path: string): Promise<Took> {
  const [startedMs, workedMs] = [performance.now(), await readTreeMs(process.pid)];
  const own = process.cpuUsage();
  const said = execFileSync(process.execPath, [join(verifier, 'quittance-verify.mjs'), path, '--lang', 'en'], {
    encoding: 'utf8',
  });
  if (!said.includes('\nProven.\n')) throw new Error(`the proof does not hold:\n${said}`);
  const { user, system } = process.cpuUsage(own);
  const elapsedMs = performance.now() - startedMs;
  return { elapsedMs, processorMs: (await readTreeMs(process.pid)) - workedMs - (user + system) / 1000 };
}

/** From the moment the file is chosen to the moment the verdict is on the page; the processor time is that of the page's thread. */
async function verifyInChromium(path: string): Promise<Took> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ locale: 'en-GB', offline: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const readTaskMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    };
    await page.goto(pathToFileURL(join(verifier, 'quittance-verify.html')).href);
    await page.evaluate(`document.getElementById('proof').addEventListener('change', () => {
      const startedMs = performance.now();
      new MutationObserver(() => {
        if (document.querySelector('.verdict') !== null) window.tookMs = performance.now() - startedMs;
      }).observe(document.getElementById('result'), { childList: true });
    })`);
    const workedMs = await readTaskMs();
    await page.locator('#proof').setInputFiles(path);
    await page.locator('.verdict').waitFor();
    const verdict = await page.locator('.verdict').textContent();
    if (verdict !== 'Proven.') throw new Error(`the proof does not hold in Chromium: ${verdict}`);
    const processorMs = (await readTaskMs()) - workedMs;
    return { elapsedMs: (await page.evaluate('window.tookMs')) as number, processorMs };
  } finally {
    await browser.close();
  }
}

function textOf(rounds: readonly Took[]): string {
  const best = (of: keyof Took) => (Math.min(...rounds.map((one) => one[of])) / 1000).toFixed(2);
  return `${best('elapsedMs')} s, ${best('processorMs')} s of it at work`;
}

const folder = await mkdtemp(join(tmpdir(), 'quittance-proof-'));
try {
  const path = join(folder, 'year.proof');
  await writeProof(path);
  const { size } = await stat(path);
  const [inNode, inChromium]: [Took[], Took[]] = [[], []];
  for (const _ of [1, 2, 3]) {
    inNode.push(await verifyInNode(path));
    inChromium.push(await verifyInChromium(path));
  }
  process.stdout.write(
    `${transfers} transfers in ${pages} pages: ${(size / 1e6).toFixed(1)} MB, ${Math.round(size / transfers)} bytes for each\n` +
      `Node, with its start: ${textOf(inNode)}\nChromium: ${textOf(inChromium)}\n` +
      `(the best of three; load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores)\n`,
  );
} finally {
  await rm(folder, { recursive: true });
}
