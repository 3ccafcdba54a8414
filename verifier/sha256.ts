/**
 * SHA-256 (FIPS 180-4), at once and without a library: a proof has a million short messages, and the browser's own digest answers
 * each of them later.
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

const w = new Int32Array(64);
const state = new Int32Array(8);
/** The message of now, padded; longer ones get a larger one. */
let scratch = new Uint8Array(4096);

export const hashBytes = 32;

/** The hash of a first byte (none when negative) and up to two pieces after it. */
export function sha256(tag: number, first: Uint8Array, second: Uint8Array | null = null): Uint8Array {
  if (tag < 0 && second === null) return hashWhole(first);
  const start = tag < 0 ? 0 : 1;
  const length = start + first.length + (second?.length ?? 0);
  const padded = (length + 9 + 63) & ~63;
  if (scratch.length < padded) scratch = new Uint8Array(padded * 2);
  if (start === 1) scratch[0] = tag;
  scratch.set(first, start);
  if (second !== null) scratch.set(second, start + first.length);
  scratch[length] = 0x80;
  scratch.fill(0, length + 1, padded - 8);
  writeLength(length, padded);
  begin();
  for (let at = 0; at < padded; at += 64) compress(scratch, at);
  return digest();
}

/** A message as it is: only its end is copied, to be padded. */
function hashWhole(message: Uint8Array): Uint8Array {
  begin();
  const whole = message.length & ~63;
  for (let at = 0; at < whole; at += 64) compress(message, at);
  const rest = message.length - whole;
  const padded = (rest + 9 + 63) & ~63;
  scratch.set(message.subarray(whole));
  scratch[rest] = 0x80;
  scratch.fill(0, rest + 1, padded - 8);
  writeLength(message.length, padded);
  for (let at = 0; at < padded; at += 64) compress(scratch, at);
  return digest();
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

const pair = new Uint8Array(65);
/** Of the second block of 65 bytes only the first byte differs: its words are made once for each. */
const tails: Int32Array[] = [];

/** The hash of a byte and two hashes: most of the work of a proof. */
export function hashPair(tag: number, left: Uint8Array, right: Uint8Array): Uint8Array {
  pair[0] = tag;
  pair.set(left, 1);
  pair.set(right, 33);
  begin();
  compress(pair, 0);
  rounds(tailOf(pair[64] as number));
  return digest();
}

function tailOf(last: number): Int32Array {
  const known = tails[last];
  if (known !== undefined) return known;
  w.fill(0);
  w[0] = (last << 24) | 0x800000;
  w[15] = 65 * 8;
  expand();
  const made = w.slice();
  tails[last] = made;
  return made;
}

function writeLength(length: number, padded: number): void {
  const high = Math.floor(length / 0x20000000);
  const low = (length << 3) >>> 0;
  for (let byte = 0; byte < 4; byte += 1) {
    scratch[padded - 5 - byte] = (high >>> (8 * byte)) & 255;
    scratch[padded - 1 - byte] = (low >>> (8 * byte)) & 255;
  }
}

function digest(): Uint8Array {
  const out = new Uint8Array(hashBytes);
  for (let word = 0; word < 8; word += 1) {
    const value = state[word] as number;
    out[4 * word] = value >>> 24;
    out[4 * word + 1] = value >>> 16;
    out[4 * word + 2] = value >>> 8;
    out[4 * word + 3] = value;
  }
  return out;
}

/** Makes the sixty-four words that rounds take from sixteen. */
function expand(): void {
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15] as number;
    const y = w[t - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = ((w[t - 16] as number) + s0 + (w[t - 7] as number) + s1) | 0;
  }
}

function compress(bytes: Uint8Array, at: number): void {
  for (let t = 0; t < 16; t += 1) {
    const p = at + 4 * t;
    w[t] =
      ((bytes[p] as number) << 24) |
      ((bytes[p + 1] as number) << 16) |
      ((bytes[p + 2] as number) << 8) |
      (bytes[p + 3] as number);
  }
  expand();
  rounds(w);
}

/** Eight rounds are written out: moving eight words from name to name in each took a third of the time. */
function rounds(w: Int32Array): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let t = 0; t < 64; t += 8) {
    h = (h + big1(e) + (g ^ (e & (f ^ g))) + (k[t] as number) + (w[t] as number)) | 0;
    d = (d + h) | 0;
    h = (h + big0(a) + ((a & b) | (c & (a | b)))) | 0;
    g = (g + big1(d) + (f ^ (d & (e ^ f))) + (k[t + 1] as number) + (w[t + 1] as number)) | 0;
    c = (c + g) | 0;
    g = (g + big0(h) + ((h & a) | (b & (h | a)))) | 0;
    f = (f + big1(c) + (e ^ (c & (d ^ e))) + (k[t + 2] as number) + (w[t + 2] as number)) | 0;
    b = (b + f) | 0;
    f = (f + big0(g) + ((g & h) | (a & (g | h)))) | 0;
    e = (e + big1(b) + (d ^ (b & (c ^ d))) + (k[t + 3] as number) + (w[t + 3] as number)) | 0;
    a = (a + e) | 0;
    e = (e + big0(f) + ((f & g) | (h & (f | g)))) | 0;
    d = (d + big1(a) + (c ^ (a & (b ^ c))) + (k[t + 4] as number) + (w[t + 4] as number)) | 0;
    h = (h + d) | 0;
    d = (d + big0(e) + ((e & f) | (g & (e | f)))) | 0;
    c = (c + big1(h) + (b ^ (h & (a ^ b))) + (k[t + 5] as number) + (w[t + 5] as number)) | 0;
    g = (g + c) | 0;
    c = (c + big0(d) + ((d & e) | (f & (d | e)))) | 0;
    b = (b + big1(g) + (a ^ (g & (h ^ a))) + (k[t + 6] as number) + (w[t + 6] as number)) | 0;
    f = (f + b) | 0;
    b = (b + big0(c) + ((c & d) | (e & (c | d)))) | 0;
    a = (a + big1(f) + (h ^ (f & (g ^ h))) + (k[t + 7] as number) + (w[t + 7] as number)) | 0;
    e = (e + a) | 0;
    a = (a + big0(b) + ((b & c) | (d & (b | c)))) | 0;
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

function big0(x: number): number {
  return ((x >>> 2) | (x << 30)) ^ ((x >>> 13) | (x << 19)) ^ ((x >>> 22) | (x << 10));
}

function big1(x: number): number {
  return ((x >>> 6) | (x << 26)) ^ ((x >>> 11) | (x << 21)) ^ ((x >>> 25) | (x << 7));
}
