/** SHA-512 (FIPS 180-4), for signatures alone: a few messages of some hundred bytes, so it may be slow. */
const mask = (1n << 64n) - 1n;
const primes = firstPrimes(80);
const k = primes.map((prime) => rootFraction(prime, 3n));
const initial = primes.slice(0, 8).map((prime) => rootFraction(prime, 2n));

function firstPrimes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let candidate = 2n; found.length < count; candidate += 1n) {
    if (found.every((prime) => candidate % prime !== 0n)) found.push(candidate);
  }
  return found;
}

/** The first 64 bits of the fraction of a root, as the standard makes its constants. */
function rootFraction(value: bigint, degree: bigint): bigint {
  const target = value << (64n * degree);
  let [low, high] = [0n, 1n << 72n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= target) low = middle;
    else high = middle;
  }
  return low & mask;
}

const turn = (value: bigint, by: bigint) => ((value >> by) | (value << (64n - by))) & mask;

export function sha512(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((message.length + 17 + 127) & ~127);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  let state = initial;
  for (let at = 0; at < padded.length; at += 128) state = compress(state, view, at);
  const out = new Uint8Array(64);
  const outView = new DataView(out.buffer);
  for (const [word, value] of state.entries()) outView.setBigUint64(8 * word, value);
  return out;
}

function compress(before: readonly bigint[], view: DataView, at: number): bigint[] {
  const w: bigint[] = Array.from({ length: 16 }, (_, t) => view.getBigUint64(at + 8 * t));
  for (let t = 16; t < 80; t += 1) {
    const [x, y] = [w[t - 15] as bigint, w[t - 2] as bigint];
    const s0 = turn(x, 1n) ^ turn(x, 8n) ^ (x >> 7n);
    const s1 = turn(y, 19n) ^ turn(y, 61n) ^ (y >> 6n);
    w.push(((w[t - 16] as bigint) + s0 + (w[t - 7] as bigint) + s1) & mask);
  }
  let [a, b, c, d, e, f, g, h] = before as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (let t = 0; t < 80; t += 1) {
    const s1 = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n);
    const t1 = h + s1 + ((e & f) ^ (~e & mask & g)) + (k[t] as bigint) + (w[t] as bigint);
    const s0 = turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & mask, c, b, a, (t1 + t2) & mask];
  }
  return [a, b, c, d, e, f, g, h].map((value, word) => (value + (before[word] as bigint)) & mask);
}
