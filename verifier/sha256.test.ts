import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { bytesOfHash, hashOf, hashOfHash, hashWords, joinPair, sha256 } from './sha256.ts';

const message = Uint8Array.from({ length: 1000 }, (_, at) => (at * 167 + 13) & 255);
const expected = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const tags = [-1, 0, 2, 255];
const tagged = (tag: number) => (tag < 0 ? new Uint8Array() : Uint8Array.of(tag));

it('hashes messages of every length around the ends of blocks, with a first byte and without, as Node does', () => {
  for (const tag of tags) {
    for (let length = 0; length < 330; length += 1) {
      const part = message.subarray(7, 7 + length);
      expect(hexOf(sha256(tag, part)), `${length} bytes after ${tag}`).toBe(expected(tagged(tag), part));
    }
  }
});

it('writes a hash where it is told to, and nowhere else', () => {
  const into = new Int32Array(3 * hashWords).fill(5);
  hashOf(1, new DataView(message.buffer), 100, 77, into, hashWords);
  const hashes = [0, 1, 2].map((at) => into.slice(at * hashWords, (at + 1) * hashWords));
  expect(hexOf(bytesOfHash(hashes[1] as Int32Array))).toBe(expected(Uint8Array.of(1), message.subarray(100, 177)));
  expect([hashes[0], hashes[2]]).toEqual([new Int32Array(hashWords).fill(5), new Int32Array(hashWords).fill(5)]);
});

it('hashes hashes as the bytes they are', () => {
  const hashes = new Int32Array(2 * hashWords);
  for (let round = 0; round < 300; round += 1) {
    const view = new DataView(message.buffer);
    hashOf(-1, view, round, 20, hashes, 0);
    hashOf(-1, view, round, 21, hashes, hashWords);
    const [left, right] = [bytesOfHash(hashes.slice(0, hashWords)), bytesOfHash(hashes.slice(hashWords))];
    const own = new Int32Array(hashWords);
    hashOfHash(0, hashes.slice(0, hashWords), own, 0);
    expect(hexOf(bytesOfHash(own))).toBe(expected(Uint8Array.of(0), left));
    joinPair(1, hashes, 0);
    expect(hexOf(bytesOfHash(hashes.slice(0, hashWords)))).toBe(expected(Uint8Array.of(1), left, right));
  }
});
