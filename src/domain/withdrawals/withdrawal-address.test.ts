import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey, isUsable, isWellFormedAddress } from './withdrawal-address.ts';

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const usdtContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

function tronAddress(account: Uint8Array, version = 0x41): string {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  const body = Buffer.from([version, ...account]);
  const checksum = sha256(sha256(body)).subarray(0, 4);
  let number = BigInt(`0x${body.toString('hex')}${checksum.toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = base58Alphabet.charAt(Number(number % 58n)) + text;
  return text;
}

const anyAccount = fc.uint8Array({ minLength: 20, maxLength: 20 });

describe('a TRC-20 address', () => {
  it.each([usdtContract, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'])(
    'is well formed: %s',
    (address) => {
      expect(isWellFormedAddress('TRC20', address)).toBe(true);
    },
  );

  it('is well formed for any account', () => {
    fc.assert(
      fc.property(anyAccount, (account) => {
        expect(isWellFormedAddress('TRC20', tronAddress(account))).toBe(true);
      }),
    );
  });

  it('is refused with any one character changed', () => {
    const anyCharacter = fc.constantFrom(...base58Alphabet);
    fc.assert(
      fc.property(anyAccount, fc.nat({ max: 33 }), anyCharacter, (account, index, character) => {
        const address = tronAddress(account);
        fc.pre(address.charAt(index) !== character);
        const changed = address.slice(0, index) + character + address.slice(index + 1);
        expect(isWellFormedAddress('TRC20', changed)).toBe(false);
      }),
    );
  });

  it('is refused with two neighbours swapped', () => {
    fc.assert(
      fc.property(anyAccount, fc.nat({ max: 32 }), (account, index) => {
        const address = tronAddress(account);
        const [first, second] = [address.charAt(index), address.charAt(index + 1)];
        fc.pre(first !== second);
        const swapped = address.slice(0, index) + second + first + address.slice(index + 2);
        expect(isWellFormedAddress('TRC20', swapped)).toBe(false);
      }),
    );
  });

  it('is refused under another version byte, even with a right checksum', () => {
    fc.assert(
      fc.property(anyAccount, fc.integer({ min: 1, max: 255 }), (account, version) => {
        fc.pre(version !== 0x41);
        expect(isWellFormedAddress('TRC20', tronAddress(account, version))).toBe(false);
      }),
    );
  });

  it.each([
    '',
    'T',
    usdtContract.slice(0, -1),
    `${usdtContract}t`,
    ` ${usdtContract}`,
    `${usdtContract}\n`,
    usdtContract.toLowerCase(),
    'T'.padEnd(34, '0'),
    'T'.padEnd(34, 'z'),
    'T'.padEnd(34, 'é'),
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ])('is refused: %j', (address) => {
    expect(isWellFormedAddress('TRC20', address)).toBe(false);
  });
});

describe('an address of a million characters', () => {
  it('is refused without being decoded', () => {
    expect(isWellFormedAddress('TRC20', 'T'.repeat(1_000_000))).toBe(false);
    expect(isWellFormedAddress('ERC20', `0x${'a'.repeat(1_000_000)}`)).toBe(false);
  });
});

describe('an ERC-20 address', () => {
  it.each([
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    '0xDAC17F958D2EE523A2206206994597C13D831EC7',
  ])('is well formed in any case: %s', (address) => {
    expect(isWellFormedAddress('ERC20', address)).toBe(true);
  });

  it.each([
    '',
    '0x',
    'dAC17F958D2ee523a2206206994597C13D831ec7',
    `0x${'a'.repeat(39)}`,
    `0x${'g'.repeat(40)}`,
    usdtContract,
  ])('is refused: %j', (address) => {
    expect(isWellFormedAddress('ERC20', address)).toBe(false);
  });
});

describe('an address on the list of a store', () => {
  const listed = { storeId: 1, address: usdtContract, usableAt: 1_000 };

  it('is known from the instant at which its wait is over', () => {
    expect([999, 1_000, 1_001].map((now) => isUsable(listed, now))).toEqual([false, true, true]);
    expect(isUsable(undefined, 1_000)).toBe(false);
  });

  it('is that of one store', () => {
    const keys = [listed, { ...listed, storeId: 11 }, { ...listed, storeId: 2 }].map(addressKey);
    expect(new Set(keys).size).toBe(3);
  });
});
