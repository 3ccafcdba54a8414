import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newIdentity, parseIdentity, parseIdentityFile } from './age-keys.ts';
import { AgeDecrypt, AgeEncrypt } from './age-stream.ts';

const { identity, secretText } = newIdentity();
const { identity: second } = newIdentity();
const { identity: stranger } = newIdentity();

/** Through the stream, in pieces of any size. */
async function through(stream: AgeEncrypt | AgeDecrypt, content: Buffer, pieceBytes = 10_007): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += pieceBytes) pieces.push(content.subarray(at, at + pieceBytes));
  const [, result] = await Promise.all([pipeline(Readable.from(pieces), stream), buffer(stream)]);
  return result;
}

const sealed = (content: Buffer) => through(new AgeEncrypt([identity.recipient, second.recipient]), content);
const opened = (file: Buffer, key = identity, pieceBytes?: number) =>
  through(new AgeDecrypt({ identities: [key] }), file, pieceBytes);

const pattern = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 31 + (at >> 8)) & 255));

describe('an age file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])(
    'is opened by each of its keys, with %i bytes in it',
    async (bytes) => {
      const content = pattern(bytes);
      const file = await sealed(content);
      expect(file.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
      for (const key of [identity, second]) expect((await opened(file, key)).equals(content)).toBe(true);
      expect((await opened(file, identity, 1_000_000)).equals(content)).toBe(true);
    },
  );

  it('is another one each time, and does not show what is in it', async () => {
    const content = Buffer.from('2200000000000004');
    const [one, two] = [await sealed(content), await sealed(content)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes(content)).toBe(false);
  });

  it('is opened by no other key', async () => {
    await expect(opened(await sealed(pattern(10)), stranger)).rejects.toThrow('it is encrypted for another key');
  });

  it('is opened by who made it, as long as its key is known', async () => {
    const seal = new AgeEncrypt([identity.recipient]);
    const file = await through(seal, pattern(70_000));
    const back = await through(new AgeDecrypt({ fileKey: seal.fileKey }), file);
    expect(back.equals(pattern(70_000))).toBe(true);
    await expect(through(new AgeDecrypt({ fileKey: Buffer.alloc(16) }), file)).rejects.toThrow('its head was changed');
  });

  it('is refused with any bit changed, cut anywhere, or with anything behind', async () => {
    const content = pattern(66_000);
    const file = await sealed(content);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) ^ by;
        await expect(opened(changed)).rejects.toThrow();
        await expect(opened(file.subarray(0, at))).rejects.toThrow();
      }),
      { numRuns: 60 },
    );
    await expect(opened(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow();
    // At the boundary of a piece, where only its mark says that it is not the last.
    await expect(opened(file.subarray(0, file.length - (66_000 - 65_536) - 16))).rejects.toThrow('was cut');
  });

  it('is opened as the implementation of its author writes it', async () => {
    const key = parseIdentity('AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0');
    if (key === null) throw new Error('the key is not read');
    const file = Buffer.from(
      'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBkMTA4KzJLNjYwUDRHVGMvSzVwUS9QSGpnSVdkeDh5RGptNThKRWR3ejNVCmRKN3JJc1ZmbVlaUTQx' +
        'ZjNGTWZIaVRJMVI3SnZReUZWYUJ6TEJQNnN3Z0EKLS0tIGNOVzU4R1I2VzBWWCs3Smg2Kzg5M0EzaU9qODdOWlBBOGFQMWNNVXk1Tk0Kh2Uplh6EWDfzi7ij' +
        'G6cWkicj3ay+hCCg3CupaoD/3+Jru4pUxIYiuDNcVTs/eWrJMAOrkz26ZeNnPYv10KIqSRCsFUbcakrkr+IS/Ap3xkX9AYU=',
      'base64',
    );
    expect((await opened(file, key)).toString()).toBe('a backup, as the reference implementation writes it');
  });

  it('passes over stanzas of other kinds, and is refused with a damaged head', async () => {
    const head = (text: string) => opened(Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(100)]));
    const code = Buffer.alloc(32).toString('base64').replace('=', '');
    await expect(head(`age-encryption.org/v1\n-> other kind\n\n--- ${code}\n`)).rejects.toThrow('for another key');
    await expect(head(`age-encryption.org/v1\n-> scrypt a 18\nAAAA\n--- ${code}\n`)).rejects.toThrow('passphrase');
    for (const broken of [
      `age-encryption.org/v2\n-> other\n\n--- ${code}\n`,
      `age-encryption.org/v1\n--- ${code}\n`,
      `age-encryption.org/v1\n-> other\nA\n--- ${code}\n`,
      `age-encryption.org/v1\n->  other\n\n--- ${code}\n`,
      `age-encryption.org/v1\n-> X25519 AAAA\n\n--- ${code}\n`,
      `age-encryption.org/v1\n-> other\n\n--- ${code}=\n`,
      `age-encryption.org/v1\n-> other\n${'A'.repeat(65)}\n\n--- ${code}\n`,
      'x'.repeat(70_000),
    ]) {
      await expect(head(broken), broken.slice(0, 60)).rejects.toThrow(/damaged|no age file/);
    }
  });
});

describe('the file with the private key', () => {
  it('is read as age-keygen writes it', () => {
    const text = `# created: 2026-11-16\n# public key: ${identity.recipient.text}\r\n${secretText}\n\n`;
    expect(parseIdentityFile(text).map(({ recipient }) => recipient.text)).toEqual([identity.recipient.text]);
  });

  it('is refused with anything else in it, without showing it', () => {
    const mistyped = secretText.slice(0, -1) + (secretText.endsWith('Q') ? 'P' : 'Q');
    expect(() => parseIdentityFile(mistyped)).toThrow('line 1 is no key');
    expect(() => parseIdentityFile(mistyped)).not.toThrow(mistyped.slice(20, 40));
    expect(() => parseIdentityFile(secretText.toLowerCase())).toThrow('line 1 is no key');
  });
});

describe('the program age', () => {
  const isInstalled = spawnSync('age', ['--version']).error === undefined;

  it('opens our files, and we open its files', async (context) => {
    context.skip(!isInstalled, 'age is not installed: our files were not opened by it');
    const folder = mkdtempSync(join(tmpdir(), 'quittance-age-'));
    try {
      const key = join(folder, 'key.txt');
      writeFileSync(key, `${secretText}\n`);
      const content = pattern(100_000);
      const ours = spawnSync('age', ['--decrypt', '--identity', key], { input: await sealed(content) });
      expect(ours.stdout.equals(content)).toBe(true);
      const theirs = spawnSync('age', ['--recipient', identity.recipient.text], { input: content });
      expect((await opened(theirs.stdout)).equals(content)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
