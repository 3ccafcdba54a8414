/** The spelling of age's keys (BIP 173): words of five bits, a checksum that finds every slip of up to four characters. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const checksumLength = 6;

export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5, true) ?? [];
  const checked = polymod([...expand(prefix), ...words, ...new Array<number>(checksumLength).fill(0)]) ^ 1;
  const checksum = Array.from({ length: checksumLength }, (_, index) => (checked >> (5 * (5 - index))) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => alphabet[word]).join('')}`;
}

/** The bytes of a key with this prefix; null for anything else. Letters are all small or all capital, never mixed. */
export function decodeBech32(prefix: string, text: string): Buffer | null {
  const isMixed = text !== text.toLowerCase() && text !== text.toUpperCase();
  const small = text.toLowerCase();
  const start = `${prefix.toLowerCase()}1`;
  if (isMixed || !small.startsWith(start)) return null;
  const words = [...small.slice(start.length)].map((letter) => alphabet.indexOf(letter));
  if (words.length < checksumLength || words.includes(-1)) return null;
  if (polymod([...expand(prefix.toLowerCase()), ...words]) !== 1) return null;
  const bytes = regroup(words.slice(0, -checksumLength), 5, 8, false);
  return bytes === null ? null : Buffer.from(bytes);
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, word] of generator.entries()) if ((top >> bit) & 1) sum ^= word;
  }
  return sum;
}

function expand(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

/** Null when bits are left over that are not nothing: there is one spelling of each key. */
function regroup(values: Iterable<number>, from: number, to: number, pads: boolean): number[] | null {
  const groups: number[] = [];
  let bits = 0;
  let rest = 0;
  for (const value of values) {
    rest = ((rest << from) | value) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      groups.push((rest >> bits) & ((1 << to) - 1));
    }
  }
  const left = (rest << (to - bits)) & ((1 << to) - 1);
  if (pads) return bits === 0 ? groups : [...groups, left];
  return bits >= from || left !== 0 ? null : groups;
}
