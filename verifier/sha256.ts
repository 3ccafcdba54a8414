/**
 * SHA-256 (FIPS 180-4), at once and without a library: a proof has a million short messages, and the browser's own digest answers
 * each of them later. Hashes are eight words in an array that the caller has: an array of its own for each would take longer than
 * to make it.
 */
const k = constants();

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, as the standard has them. */
function constants(): Int32Array {
  const words = new Int32Array(64);
  let count = 0;
  for (let candidate = 2; count < 64; candidate += 1) {
    if (!isPrime(candidate)) continue;
    words[count] = Number(BigInt.asIntN(32, rootFraction(BigInt(candidate), 3n)));
    count += 1;
  }
  return words;
}

function isPrime(value: number): boolean {
  for (let divisor = 2; divisor * divisor <= value; divisor += 1) if (value % divisor === 0) return false;
  return true;
}

/** The root of a small number times 2^32, rounded down, of which the lower 32 bits are the fraction. */
function rootFraction(value: bigint, degree: bigint): bigint {
  const target = value << (32n * degree);
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= target) low = middle;
    else high = middle;
  }
  return low;
}

/** How many words a hash has. */
export const hashWords = 8;

const state = new Int32Array(hashWords);
/** The sixteen words of a block; and the sixty-four that rounds take, each with its constant. */
const block = new Int32Array(16);
const words = new Int32Array(64);
/** The beginning of a message after its first byte, or its end. */
const piece = new Uint8Array(64);
const pieceView = new DataView(piece.buffer);

/** The hash, as bytes, of a first byte (none when negative) and what follows it. */
export function sha256(tag: number, bytes: Uint8Array): Uint8Array {
  const hash = new Int32Array(hashWords);
  hashOf(tag, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length, hash, 0);
  return bytesOfHash(hash);
}

export function bytesOfHash(hash: Int32Array): Uint8Array {
  const bytes = new Uint8Array(4 * hashWords);
  const view = new DataView(bytes.buffer);
  for (let word = 0; word < hashWords; word += 1) view.setInt32(4 * word, hash[word] as number);
  return bytes;
}

/** Writes the hash of a first byte (none when negative) and a part of a file after it to a place of an array. */
export function hashOf(tag: number, file: DataView, from: number, length: number, into: Int32Array, at: number): void {
  begin();
  const total = tag < 0 ? length : length + 1;
  const base = from + length - total;
  let done = 0;
  for (; done + 64 <= total; done += 64) {
    if (done === 0 && tag >= 0) takePiece(tag, file, from, 63);
    else for (let t = 0; t < 16; t += 1) block[t] = file.getInt32(base + done + 4 * t);
    compress();
  }
  const rest = total - done;
  if (done === 0 && tag >= 0) takePiece(tag, file, from, length);
  else takePiece(-1, file, base + done, rest);
  block[rest >> 2] = (block[rest >> 2] as number) | (0x80000000 >>> (8 * (rest & 3)));
  if (rest >= 56) {
    compress();
    block.fill(0);
  }
  block[14] = Math.floor(total / 0x20000000);
  block[15] = total << 3;
  compress();
  for (let word = 0; word < hashWords; word += 1) into[at + word] = state[word] as number;
}

/** A block with a first byte (none when negative), some bytes of a file, and zeros after them. */
function takePiece(tag: number, file: DataView, from: number, length: number): void {
  const shift = tag < 0 ? 0 : 1;
  piece[0] = tag;
  for (let byte = 0; byte < length; byte += 1) piece[byte + shift] = file.getUint8(from + byte);
  for (let byte = length + shift; byte < 64; byte += 1) piece[byte] = 0;
  for (let t = 0; t < 16; t += 1) block[t] = pieceView.getInt32(4 * t);
}

/** The same of a first byte and one hash. */
export function hashOfHash(tag: number, hash: Int32Array, into: Int32Array, at: number): void {
  begin();
  block.fill(0);
  let before = tag;
  for (let word = 0; word < hashWords; word += 1) {
    const value = hash[word] as number;
    block[word] = (before << 24) | (value >>> 8);
    before = value;
  }
  block[8] = (before << 24) | 0x800000;
  block[15] = 33 * 8;
  compress();
  for (let word = 0; word < hashWords; word += 1) into[at + word] = state[word] as number;
}

/** Of the second block of 65 bytes only the first byte differs: its words are made once for each. */
const tails: Int32Array[] = [];

/** The same of a first byte and two hashes that stand one after the other, and replaces the first by it: most of the work of a proof. */
export function joinPair(tag: number, hashes: Int32Array, at: number): void {
  begin();
  let before = tag;
  for (let word = 0; word < 2 * hashWords; word += 1) {
    const value = hashes[at + word] as number;
    block[word] = (before << 24) | (value >>> 8);
    before = value;
  }
  compress();
  rounds(tailOf(before & 255));
  for (let word = 0; word < hashWords; word += 1) hashes[at + word] = state[word] as number;
}

function tailOf(last: number): Int32Array {
  const known = tails[last];
  if (known !== undefined) return known;
  block.fill(0);
  block[0] = (last << 24) | 0x800000;
  block[15] = 65 * 8;
  spread();
  const made = words.slice();
  tails[last] = made;
  return made;
}

function begin(): void {
  state[0] = 0x6a09e667;
  state[1] = 0xbb67ae85;
  state[2] = 0x3c6ef372;
  state[3] = 0xa54ff53a;
  state[4] = 0x510e527f;
  state[5] = 0x9b05688c;
  state[6] = 0x1f83d9ab;
  state[7] = 0x5be0cd19;
}

function compress(): void {
  spread();
  rounds(words);
}

/**
 * Makes sixty-four words from the sixteen of a block. These have names, and what is turned is written out: reading words back from an
 * array, or calling a function for each, takes a quarter longer.
 */
// biome-ignore format: one word on each line
function spread(): void {
  let w0 = block[0] as number; let w1 = block[1] as number; let w2 = block[2] as number; let w3 = block[3] as number;
  let w4 = block[4] as number; let w5 = block[5] as number; let w6 = block[6] as number; let w7 = block[7] as number;
  let w8 = block[8] as number; let w9 = block[9] as number; let w10 = block[10] as number; let w11 = block[11] as number;
  let w12 = block[12] as number; let w13 = block[13] as number; let w14 = block[14] as number; let w15 = block[15] as number;
  for (let t = 0; ; t += 16) {
    words[t + 0] = w0 + (k[t + 0] as number); words[t + 1] = w1 + (k[t + 1] as number);
    words[t + 2] = w2 + (k[t + 2] as number); words[t + 3] = w3 + (k[t + 3] as number);
    words[t + 4] = w4 + (k[t + 4] as number); words[t + 5] = w5 + (k[t + 5] as number);
    words[t + 6] = w6 + (k[t + 6] as number); words[t + 7] = w7 + (k[t + 7] as number);
    words[t + 8] = w8 + (k[t + 8] as number); words[t + 9] = w9 + (k[t + 9] as number);
    words[t + 10] = w10 + (k[t + 10] as number); words[t + 11] = w11 + (k[t + 11] as number);
    words[t + 12] = w12 + (k[t + 12] as number); words[t + 13] = w13 + (k[t + 13] as number);
    words[t + 14] = w14 + (k[t + 14] as number); words[t + 15] = w15 + (k[t + 15] as number);
    if (t === 48) return;
    w0 = (w0 + ((w1 >>> 7 | w1 << 25) ^ (w1 >>> 18 | w1 << 14) ^ w1 >>> 3) + w9 + ((w14 >>> 17 | w14 << 15) ^ (w14 >>> 19 | w14 << 13) ^ w14 >>> 10)) | 0;
    w1 = (w1 + ((w2 >>> 7 | w2 << 25) ^ (w2 >>> 18 | w2 << 14) ^ w2 >>> 3) + w10 + ((w15 >>> 17 | w15 << 15) ^ (w15 >>> 19 | w15 << 13) ^ w15 >>> 10)) | 0;
    w2 = (w2 + ((w3 >>> 7 | w3 << 25) ^ (w3 >>> 18 | w3 << 14) ^ w3 >>> 3) + w11 + ((w0 >>> 17 | w0 << 15) ^ (w0 >>> 19 | w0 << 13) ^ w0 >>> 10)) | 0;
    w3 = (w3 + ((w4 >>> 7 | w4 << 25) ^ (w4 >>> 18 | w4 << 14) ^ w4 >>> 3) + w12 + ((w1 >>> 17 | w1 << 15) ^ (w1 >>> 19 | w1 << 13) ^ w1 >>> 10)) | 0;
    w4 = (w4 + ((w5 >>> 7 | w5 << 25) ^ (w5 >>> 18 | w5 << 14) ^ w5 >>> 3) + w13 + ((w2 >>> 17 | w2 << 15) ^ (w2 >>> 19 | w2 << 13) ^ w2 >>> 10)) | 0;
    w5 = (w5 + ((w6 >>> 7 | w6 << 25) ^ (w6 >>> 18 | w6 << 14) ^ w6 >>> 3) + w14 + ((w3 >>> 17 | w3 << 15) ^ (w3 >>> 19 | w3 << 13) ^ w3 >>> 10)) | 0;
    w6 = (w6 + ((w7 >>> 7 | w7 << 25) ^ (w7 >>> 18 | w7 << 14) ^ w7 >>> 3) + w15 + ((w4 >>> 17 | w4 << 15) ^ (w4 >>> 19 | w4 << 13) ^ w4 >>> 10)) | 0;
    w7 = (w7 + ((w8 >>> 7 | w8 << 25) ^ (w8 >>> 18 | w8 << 14) ^ w8 >>> 3) + w0 + ((w5 >>> 17 | w5 << 15) ^ (w5 >>> 19 | w5 << 13) ^ w5 >>> 10)) | 0;
    w8 = (w8 + ((w9 >>> 7 | w9 << 25) ^ (w9 >>> 18 | w9 << 14) ^ w9 >>> 3) + w1 + ((w6 >>> 17 | w6 << 15) ^ (w6 >>> 19 | w6 << 13) ^ w6 >>> 10)) | 0;
    w9 = (w9 + ((w10 >>> 7 | w10 << 25) ^ (w10 >>> 18 | w10 << 14) ^ w10 >>> 3) + w2 + ((w7 >>> 17 | w7 << 15) ^ (w7 >>> 19 | w7 << 13) ^ w7 >>> 10)) | 0;
    w10 = (w10 + ((w11 >>> 7 | w11 << 25) ^ (w11 >>> 18 | w11 << 14) ^ w11 >>> 3) + w3 + ((w8 >>> 17 | w8 << 15) ^ (w8 >>> 19 | w8 << 13) ^ w8 >>> 10)) | 0;
    w11 = (w11 + ((w12 >>> 7 | w12 << 25) ^ (w12 >>> 18 | w12 << 14) ^ w12 >>> 3) + w4 + ((w9 >>> 17 | w9 << 15) ^ (w9 >>> 19 | w9 << 13) ^ w9 >>> 10)) | 0;
    w12 = (w12 + ((w13 >>> 7 | w13 << 25) ^ (w13 >>> 18 | w13 << 14) ^ w13 >>> 3) + w5 + ((w10 >>> 17 | w10 << 15) ^ (w10 >>> 19 | w10 << 13) ^ w10 >>> 10)) | 0;
    w13 = (w13 + ((w14 >>> 7 | w14 << 25) ^ (w14 >>> 18 | w14 << 14) ^ w14 >>> 3) + w6 + ((w11 >>> 17 | w11 << 15) ^ (w11 >>> 19 | w11 << 13) ^ w11 >>> 10)) | 0;
    w14 = (w14 + ((w15 >>> 7 | w15 << 25) ^ (w15 >>> 18 | w15 << 14) ^ w15 >>> 3) + w7 + ((w12 >>> 17 | w12 << 15) ^ (w12 >>> 19 | w12 << 13) ^ w12 >>> 10)) | 0;
    w15 = (w15 + ((w0 >>> 7 | w0 << 25) ^ (w0 >>> 18 | w0 << 14) ^ w0 >>> 3) + w8 + ((w13 >>> 17 | w13 << 15) ^ (w13 >>> 19 | w13 << 13) ^ w13 >>> 10)) | 0;
  }
}

/**
 * Four rounds are written out: then each word has its name back. A round makes the new `e` in the place of `h`; the new `a` is what
 * that has above the old `d`, and takes its place.
 */
function rounds(words: Int32Array): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  let turned = 0;
  for (let t = 0; t < 64; t += 4) {
    turned = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    h = (d + h + turned + (g ^ (e & (f ^ g))) + (words[t] as number)) | 0;
    turned = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    d = (h - d + turned + ((a & b) | (c & (a | b)))) | 0;
    turned = ((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7));
    g = (c + g + turned + (f ^ (h & (e ^ f))) + (words[t + 1] as number)) | 0;
    turned = ((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10));
    c = (g - c + turned + ((d & a) | (b & (d | a)))) | 0;
    turned = ((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7));
    f = (b + f + turned + (e ^ (g & (h ^ e))) + (words[t + 2] as number)) | 0;
    turned = ((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10));
    b = (f - b + turned + ((c & d) | (a & (c | d)))) | 0;
    turned = ((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7));
    e = (a + e + turned + (h ^ (f & (g ^ h))) + (words[t + 3] as number)) | 0;
    turned = ((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10));
    a = (e - a + turned + ((b & c) | (d & (b | c)))) | 0;
  }
  state[0] = ((state[0] as number) + a) | 0;
  state[1] = ((state[1] as number) + b) | 0;
  state[2] = ((state[2] as number) + c) | 0;
  state[3] = ((state[3] as number) + d) | 0;
  state[4] = ((state[4] as number) + e) | 0;
  state[5] = ((state[5] as number) + f) | 0;
  state[6] = ((state[6] as number) + g) | 0;
  state[7] = ((state[7] as number) + h) | 0;
}
