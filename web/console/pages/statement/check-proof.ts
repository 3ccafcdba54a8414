import { decimalText, explain } from '../../../../verifier/explain.ts';
import type { Kept } from '../../../../verifier/proof-file.ts';
import { verifyProof } from '../../../../verifier/verify.ts';
import { english } from '../../../../verifier/words-en.ts';
import { russian } from '../../../../verifier/words-ru.ts';
import { ApiError, basePath, callForBytes } from '../../api/client.ts';
import type { Locale } from '../../text/locale.tsx';

interface CheckedBalance {
  readonly isProven: boolean;
  readonly page: number;
  /** When the page was sealed. */
  readonly at: number;
  readonly sum: { readonly amount: string; readonly subunit: number; readonly currency: string };
  /** The page that this browser had seen before; null: none. */
  readonly seen: number | null;
  /** In words, for each language. */
  readonly faults: (locale: Locale) => readonly string[];
}

/**
 * Asks for a proof since the page that this browser has seen last, and checks it here: that the balance is in the book, and that the
 * book goes on from what was seen. Null: nothing is sealed yet.
 */
export async function checkProof(accountId: number, signal: AbortSignal): Promise<CheckedBalance | null> {
  const seen = readSeen();
  const proof = await askProof(accountId, seen, signal);
  if (proof === null) return null;
  const verdict = verifyProof(proof, { kept: seen === null ? [] : [seen] });
  const { facts } = verdict;
  const balance = facts?.balances.find(({ account }) => account === accountId);
  // A proof of something else proves nothing of this one.
  const isProven = verdict.isProven && balance !== undefined;
  const { currency = '', decimals = 0 } = balance ?? {};
  if (facts !== null && isProven) keepSeen({ number: facts.page, hash: facts.hash });
  return {
    isProven,
    page: facts?.page ?? 0,
    at: facts?.at ?? 0,
    sum: { amount: amountText(balance?.leaf?.balance ?? 0n, decimals), subunit: decimals, currency },
    seen: seen?.number ?? null,
    faults: (locale) => explain(verdict, locale === 'ru' ? russian : english).faults,
  };
}

function amountText(amount: bigint, decimals: number): string {
  return decimalText(amount, decimals).replaceAll('\u202f', '').replace('−', '-');
}

async function askProof(id: number, seen: Kept | null, signal: AbortSignal): Promise<Uint8Array | null> {
  const since = async (page: number) =>
    await callForBytes('proveLedgerAccount', { path: { id }, query: { page } }, { signal });
  try {
    return await since(seen?.number ?? (await readEnd(signal)));
  } catch (error) {
    const code = error instanceof ApiError ? error.faults[0]?.code : undefined;
    if (code === 'not_sealed_yet') return null;
    // The book ends before what was seen: what is there now is what that is held against.
    if (code === 'page_not_sealed') return await since(await readEnd(signal));
    throw error;
  }
}

/** The number of the last page, which everybody may know; 0 before the first. */
async function readEnd(signal: AbortSignal): Promise<number> {
  const response = await fetch(`${basePath}/api/public/book`, { signal });
  const [last] = (await response.json()) as readonly { readonly number: number }[];
  return last?.number ?? 0;
}

/** No balance and no name: the number and the hash of a page, which everybody may know. */
const storageKey = 'book-seen';

function readSeen(): Kept | null {
  try {
    const { number, hash } = JSON.parse(localStorage.getItem(storageKey) ?? '');
    return typeof number === 'number' && typeof hash === 'string' ? { number, hash, balances: [] } : null;
  } catch {
    return null;
  }
}

/** For a book that was replaced on purpose, as in a sandbox. */
export function forgetSeen(): void {
  localStorage.removeItem(storageKey);
}

function keepSeen(seen: Omit<Kept, 'balances'>): void {
  localStorage.setItem(storageKey, JSON.stringify(seen));
}
