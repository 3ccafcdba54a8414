/**
 * IDs are UUIDs of version 7 (RFC 9562). Their first 48 bits are the time, so new rows land at the end of an index and
 * not all over it: with random keys every insert would dirty another page. The time in it tells an outsider nothing
 * new: who holds the ID may read `createdAt` anyway. The last byte is the number of the cell that made it (see
 * `cell.ts`), so that a proxy can send a request where the row lives.
 *
 * The other 66 free bits are random, because the payer's page and the public interface rest on an ID that nobody can
 * guess. Somebody who knows the very millisecond of an invoice and tries a million IDs a second for a year (a public
 * address may try 60 a minute) makes 3.2e13 guesses at 7.4e19 possible IDs: one chance in two million. Two IDs of one
 * millisecond and cell meet, at ten thousand of them in each, once in 1.5e12 milliseconds, that is in 47 years, and
 * then the primary key refuses the second.
 */

/** Random bytes that one ID takes: 66 bits of them are used. */
export const idRandomBytes = 9;

const timeMsMax = 2 ** 48 - 1;

/** The two ASCII digits of each byte, the first in the low half. */
const hexDigits = Uint16Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(16).padStart(2, '0');
  return digits.charCodeAt(0) | (digits.charCodeAt(1) << 8);
});

/**
 * Every ID is spelt in this one buffer, hyphens in place, and copied out as one flat string. Measured, that takes
 * little more than half the time of joining sixteen pieces, and every invoice needs several IDs.
 */
const spelling = Buffer.from('00000000-0000-7000-8000-000000000000');

/** Time and randomness are passed in; see `engine/id-source.ts` for where they come from. */
export function newId(nowMs: number, random: Uint8Array, cell = 0): string {
  if (!Number.isInteger(nowMs) || nowMs < 0 || nowMs > timeMsMax) throw new RangeError(`no time for an ID: ${nowMs}`);
  if (random.length !== idRandomBytes) throw new RangeError(`an ID takes ${idRandomBytes} random bytes`);
  const randomAt = (index: number) => random[index] ?? 0;
  // Bit operations work on 32 bits, so the 48-bit time is split first.
  const high = Math.floor(nowMs / 0x1_0000);
  const low = nowMs % 0x1_0000;
  spell(0, high >>> 24);
  spell(2, (high >>> 16) & 0xff);
  spell(4, (high >>> 8) & 0xff);
  spell(6, high & 0xff);
  spell(9, low >>> 8);
  spell(11, low & 0xff);
  spell(14, 0x70 | (randomAt(0) & 0x0f));
  spell(16, randomAt(1));
  spell(19, 0x80 | (randomAt(2) & 0x3f));
  spell(21, randomAt(3));
  for (let index = 4; index < idRandomBytes; index++) spell(16 + 2 * index, randomAt(index));
  spell(34, cell);
  return spelling.toString('latin1');
}

function spell(position: number, byte: number): void {
  const digits = hexDigits[byte] ?? 0;
  spelling[position] = digits & 0xff;
  spelling[position + 1] = digits >>> 8;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Asked before an ID from outside reaches SQL, where a malformed one would fail the whole batch that it sits in. Any
 * version passes: the ID need not be one of ours to be looked for.
 */
export function isUuid(text: string): boolean {
  return text.length === 36 && uuidShape.test(text);
}

/** The smallest ID of an instant: IDs begin with their time, so a range of time is a range of IDs. */
export function firstIdAt(instantMs: number): string {
  const digits = Math.min(Math.max(Math.floor(instantMs), 0), timeMsMax)
    .toString(16)
    .padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/** The time an ID begins with. */
export function instantOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** All IDs that begin alike, the first and the last of them. */
export interface IdPrefix {
  readonly from: string;
  readonly to: string;
}

/** Fewer digits than this say only in which year it was. */
const prefixDigitsMin = 6;

/** Null for what is not the beginning of an ID, with or without hyphens. */
export function idPrefix(text: string): IdPrefix | null {
  const digits = text.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f-]+$/i.test(text) || digits.length < prefixDigitsMin || digits.length > 32) return null;
  return { from: hyphenated(digits.padEnd(32, '0')), to: hyphenated(digits.padEnd(32, 'f')) };
}

function hyphenated(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
