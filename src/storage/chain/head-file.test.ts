import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ChainHead, headText } from '../../domain/book/hash-chain.ts';
import { appendHead, HeadFile, readHeads } from './head-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'quittance-heads-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
let path = '';
beforeEach(() => {
  count += 1;
  path = join(folder, `heads-${count}`);
});

const head = (sequence: bigint): ChainHead => ({
  chain: 'book',
  sequence,
  rowId: sequence,
  hash: Buffer.alloc(32, Number(sequence)),
  at: '2026-11-16T00:00:00.000Z',
});
const line = (sequence: bigint) => `${headText(head(sequence))}\n`;
/** As a full disk or a power cut leaves it. */
const tear = (sequence: bigint) => appendFileSync(path, line(sequence).slice(0, 40));
const sequencesOf = (heads: readonly ChainHead[]) => heads.map(({ sequence }) => sequence);

it('has a line for each head that was added', async () => {
  await appendHead(path, head(1n));
  await appendHead(path, head(2n));
  expect(readFileSync(path, 'utf8')).toBe(line(1n) + line(2n));
  expect(await readHeads(path)).toEqual([head(1n), head(2n)]);
});

it('begins a new line after one that was torn', async () => {
  await appendHead(path, head(1n));
  tear(2n);
  await appendHead(path, head(3n));
  await appendHead(path, head(4n));
  expect(readFileSync(path, 'utf8').split('\n').slice(2)).toEqual([headText(head(3n)), headText(head(4n)), '']);
});

it('gives the service all heads but torn ones, and names each torn line once', async () => {
  writeFileSync(path, `${line(1n)}\n`);
  tear(2n);
  appendFileSync(path, `\n${line(3n)}`);
  tear(4n);
  const skipped: number[] = [];
  const file = new HeadFile(path, (number) => skipped.push(number));
  expect(sequencesOf(await file.read())).toEqual([1n, 3n]);
  await appendHead(path, head(5n));
  expect(sequencesOf(await file.read())).toEqual([1n, 3n, 5n]);
  expect(skipped).toEqual([3, 5]);
});

it('gives the service nothing where there is no file yet', async () => {
  expect(await new HeadFile(path, () => undefined).read()).toEqual([]);
  expect(await new HeadFile(null, () => undefined).read()).toEqual([]);
});

it('is refused with the number of the torn line where every head has to be checked', async () => {
  writeFileSync(path, `\n${line(1n)}`);
  tear(2n);
  await expect(readHeads(path)).rejects.toThrow(`Line 3 of ${path} is not a head of a chain`);
});
