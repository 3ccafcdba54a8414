import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretBox, SecretBoxError } from './secret-box.ts';

const box = new SecretBox(Buffer.alloc(32, 1));
const otherBox = new SecretBox(Buffer.alloc(32, 2));
const context = 'merchant:1:secret';

describe('SecretBox', () => {
  it('opens what it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, anyContext) => {
        expect(box.open(box.seal(plain, anyContext), anyContext)).toBe(plain);
      }),
    );
  });

  it('opens what an earlier version sealed, and derives the keys it derived', () => {
    const sealedHex =
      '0172cd6e84bfcbd1bbe04bc87b397dfe742fba369a1bfa526998ba3aa570d5d6d99afe06eecfb97dddbb1117c3398748c7bd344410';
    expect(box.open(Buffer.from(sealedHex, 'hex'), context)).toBe('demo-merchant-secret');
    expect(box.deriveKey('receipt-links').toString('hex')).toMatch(/^24fe4f4bde9f18d6/);
  });

  it('seals the same secret to other bytes each time, none of them the secret', () => {
    const [first, second] = [box.seal('demo-merchant-secret', context), box.seal('demo-merchant-secret', context)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes('demo-merchant-secret')).toBe(false);
    expect(first).toHaveLength(1 + 4 + 12 + 20 + 16);
  });

  it('says that MASTER_KEY does not fit when another key sealed it', () => {
    const sealed = otherBox.seal('secret', context);
    expect(() => box.open(sealed, context)).toThrow(SecretBoxError);
    expect(() => box.open(sealed, context)).toThrow(
      /^MASTER_KEY does not fit the stored secret merchant:1:secret: .* sealed with key [0-9a-f]{8}, this is key 72cd6e84/,
    );
  });

  it('does not open in another row', () => {
    const sealed = box.seal('secret', context);
    expect(() => box.open(sealed, 'merchant:2:secret')).toThrow(/moved here from another row/);
  });

  it('does not open with any bit altered', () => {
    const sealed = box.seal('secret', context);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => box.open(altered, context)).toThrow(/^MASTER_KEY does not fit/);
    }
  });

  it('does not open when cut short or lengthened', () => {
    const sealed = box.seal('secret', context);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(sealed.subarray(0, length), context)).toThrow(/^MASTER_KEY does not fit/);
    }
    expect(() => box.open(Buffer.concat([sealed, Buffer.alloc(1)]), context)).toThrow(/^MASTER_KEY does not fit/);
  });

  it('derives one key per purpose, always the same from the same master key', () => {
    const key = box.deriveKey('receipt-links');
    expect(key).toHaveLength(32);
    expect(new SecretBox(Buffer.alloc(32, 1)).deriveKey('receipt-links').equals(key)).toBe(true);
    expect(box.deriveKey('sessions').equals(key)).toBe(false);
    expect(otherBox.deriveKey('receipt-links').equals(key)).toBe(false);
  });

  it('refuses a master key of another size', () => {
    expect(() => new SecretBox(Buffer.alloc(31))).toThrow(RangeError);
  });

  it('opens what any of its keys has sealed, and seals with its own one', () => {
    const ring = new SecretBox(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)]);
    expect(ring.open(box.seal('old', context), context)).toBe('old');
    const sealed = ring.seal('new', context);
    expect(otherBox.open(sealed, context)).toBe('new');
    expect(() => box.open(sealed, context)).toThrow(/^MASTER_KEY does not fit/);
    expect(ring.keyIds).toEqual([otherBox.configuredKeyId, box.configuredKeyId]);
  });

  it('seals with another one of its keys when told to, and with none that it does not have', () => {
    const ring = new SecretBox(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)]);
    ring.sealWith(box.configuredKeyId);
    expect(box.open(ring.seal('secret', context), context)).toBe('secret');
    expect([ring.sealingKeyId, ring.configuredKeyId]).toEqual([box.configuredKeyId, otherBox.configuredKeyId]);
    expect(() => ring.sealWith('00000000')).toThrow(SecretBoxError);
  });

  it('derives keys of all its master keys, its own first', () => {
    const ring = new SecretBox(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)]);
    expect(ring.deriveKeys('receipt-links')).toEqual([
      otherBox.deriveKey('receipt-links'),
      box.deriveKey('receipt-links'),
    ]);
    expect(ring.deriveKey('receipt-links')).toEqual(otherBox.deriveKey('receipt-links'));
  });

  it('does not show its keys when printed', () => {
    expect(inspect(box, { showHidden: true, depth: 9 })).not.toMatch(/Buffer|01 01/);
  });
});
