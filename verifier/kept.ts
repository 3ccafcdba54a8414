import { isProof, type Kept } from './proof-file.ts';
import { keptOfProof } from './verify.ts';

/**
 * What was kept, from the bytes of a file: an older proof; the answer of `GET /api/public/book`; or heads as the service tells them
 * outside, one on each line. Of several pages the last one counts. Null: it is none of these.
 */
export function readKept(bytes: Uint8Array): Kept | null {
  if (isProof(bytes)) return keptOfProof(bytes);
  const text = new TextDecoder().decode(bytes);
  const whole = parse(text);
  const given = whole === undefined ? text.split('\n').map(parse) : Array.isArray(whole) ? whole : [whole];
  const heads = given.flatMap(headOf);
  return heads.reduce<Kept | null>((last, head) => (last === null || head.number > last.number ? head : last), null);
}

/** A page as it is written by hand: its number, a colon and its hash. */
export function readHead(text: string): Kept | null {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return number === undefined || hash === undefined
    ? null
    : { number: Number(number), hash: hash.toLowerCase(), balances: [] };
}

function headOf(value: unknown): Kept[] {
  if (typeof value !== 'object' || value === null) return [];
  const { number, sequence, hash, chain = 'book' } = value as Record<string, unknown>;
  if (chain !== 'book') return [];
  const head = readHead(`${number ?? sequence}:${hash}`);
  return head === null ? [] : [head];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
