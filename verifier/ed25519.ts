/**
 * Whether an Ed25519 signature is right (RFC 8032, section 5.1.7, without the cofactor). Written out here, because not every browser
 * and no offline page can be relied on to have it; a proof has a handful of signatures. Nothing here is secret, so nothing has to
 * take the same time.
 */
import { sha512 } from './sha512.ts';

const p = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const d = mod(-121665n * power(121666n, p - 2n));
const rootOfMinusOne = power(2n, (p - 1n) / 4n);

/** X, Y, Z and T: x = X/Z, y = Y/Z, xy = T/Z. */
type Point = readonly [bigint, bigint, bigint, bigint];

const base = decodePoint(encodeNumber(mod(4n * power(5n, p - 2n)))) as Point;
const neutral: Point = [0n, 1n, 1n, 0n];

export function isSigned(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  if (signature.length !== 64 || key.length !== 32) return false;
  const point = decodePoint(key);
  const s = decodeNumber(signature.subarray(32));
  if (point === null || s >= order) return false;
  const r = signature.subarray(0, 32);
  const hashed = new Uint8Array(64 + message.length);
  hashed.set(r);
  hashed.set(key, 32);
  hashed.set(message, 64);
  const k = decodeNumber(sha512(hashed)) % order;
  const [x, y, z, t] = point;
  const expected = encodePoint(add(multiply(s, base), multiply(k, [mod(-x), y, z, mod(-t)])));
  return expected.every((byte, at) => byte === r[at]);
}

function mod(value: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

function power(value: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, value];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * factor) % p;
    factor = (factor * factor) % p;
  }
  return result;
}

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * t2 * d);
  const e = mod(2n * z1 * z2);
  const [f, g, h, i] = [b - a, e - c, e + c, b + a];
  return [mod(f * g), mod(h * i), mod(g * h), mod(f * i)];
}

function multiply(times: bigint, point: Point): Point {
  let [result, doubled] = [neutral, point];
  for (let rest = times; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = add(result, doubled);
    doubled = add(doubled, doubled);
  }
  return result;
}

/** Little-endian, as the standard has it. */
function decodeNumber(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at -= 1) value = (value << 8n) | BigInt(bytes[at] as number);
  return value;
}

function encodeNumber(value: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  for (let at = 0, rest = value; at < 32; at += 1, rest >>= 8n) bytes[at] = Number(rest & 255n);
  return bytes;
}

function encodePoint([x, y, z]: Point): Uint8Array {
  const inverse = power(z, p - 2n);
  const bytes = encodeNumber(mod(y * inverse));
  if ((mod(x * inverse) & 1n) === 1n) bytes[31] = (bytes[31] as number) | 0x80;
  return bytes;
}

/** Null: these bytes are no point of the curve. */
function decodePoint(bytes: Uint8Array): Point | null {
  const all = decodeNumber(bytes);
  const isOdd = all >> 255n === 1n;
  const y = all & ((1n << 255n) - 1n);
  if (y >= p) return null;
  const [u, v] = [mod(y * y - 1n), mod(d * y * y + 1n)];
  let x = mod(u * v ** 3n * power(mod(u * v ** 7n), (p - 5n) / 8n));
  if (mod(v * x * x) !== u) x = mod(x * rootOfMinusOne);
  if (mod(v * x * x) !== u || (x === 0n && isOdd)) return null;
  if (((x & 1n) === 1n) !== isOdd) x = p - x;
  return [x, y, 1n, mod(x * y)];
}
