import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { newIdentity } from '../age/age-keys.ts';
import { BackupFiles, readFileOf } from './backup-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quittance-backup-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { identity } = newIdentity();
const table = gzipSync(Buffer.from('1\tone\n2\ttwo\n3\tthree\n'));
let count = 0;
const newName = () => {
  count += 1;
  return `tables/table_${count}.copy.gz`;
};

describe.each([
  ['as it is', [], null],
  ['encrypted', [identity.recipient], [identity]],
] as const)('a file of a backup, %s', (_, recipients, identities) => {
  const files = new BackupFiles(folder, recipients);
  const suffix = recipients.length === 0 ? '' : '.age';

  it('is read back, and can be read again', async () => {
    const name = newName();
    const written = await files.write(name, Readable.from([table]), () => 3);
    expect(written.bytes).toBe(table.length);
    expect((await buffer(readFileOf(folder, name, identities))).equals(table)).toBe(true);
    expect(readFileSync(join(folder, name + suffix)).equals(table)).toBe(recipients.length === 0);
  });

  it.each([
    ['a bit changed', (path: string) => flip(path)],
    ['its end cut off', (path: string) => truncateSync(path, readFileSync(path).length - 1)],
    ['nothing left of it', (path: string) => truncateSync(path, 0)],
    ['gone', (path: string) => rmSync(path)],
  ])('is no good with %s on the disk', async (_what, spoil) => {
    const name = newName();
    const writing = files.write(name, Readable.from([table]), () => {
      spoil(join(folder, name + suffix));
      return 3;
    });
    await expect(writing).rejects.toThrow('The backup is no good');
  });

  it('is no good when a row is missing from it', async () => {
    await expect(files.write(newName(), Readable.from([table]), () => 4)).rejects.toThrow('is not what was written');
  });
});

it('an encrypted backup can be checked by who has no key', async () => {
  const files = new BackupFiles(folder, [identity.recipient]);
  await files.write('receipts/one', Readable.from([Buffer.from('a receipt')]));
  await files.write('receipts/two', Readable.from([Buffer.from('another')]));
  await files.remove('receipts/two');
  expect(files.sums).toMatch(/^[0-9a-f]{64} {2}receipts\/one\.age\n$/);
});

function flip(path: string): void {
  const content = readFileSync(path);
  const at = content.length - 20;
  content[at] = (content[at] ?? 0) ^ 1;
  writeFileSync(path, content);
}
