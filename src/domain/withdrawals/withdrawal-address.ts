/** Whether an address can exist on its network. Money sent to a mistyped address is gone, so checksums are checked. */
import { createHash } from 'node:crypto';
import type { Instant } from '../text/timestamp.ts';

export const networks = { TRC20: 'TRC20', ERC20: 'ERC20' } as const;
export type Network = (typeof networks)[keyof typeof networks];

export function isWellFormedAddress(network: Network, address: string): boolean {
  switch (network) {
    case 'TRC20':
      return isTronAddress(address);
    case 'ERC20':
      // Any case passes. The checksum in the letters' case (EIP-55) needs Keccak-256, which node:crypto lacks, and
      // wallets also write addresses all in lower case, without one.
      return /^0x[0-9a-f]{40}$/i.test(address);
  }
}

/** One spelling of each address, to compare it by: those of EVM networks are the same in small letters and in large ones. */
export function spelledAddress(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
}

/** An address on a store's list, in its one spelling: one approval is enough for it once its wait is over. */
export interface ListedAddress {
  readonly storeId: number;
  readonly address: string;
  readonly usableAt: Instant;
}

export function addressKey({ storeId, address }: Pick<ListedAddress, 'storeId' | 'address'>): string {
  return `${storeId} ${spelledAddress(address)}`;
}

/** Time decides, when the act is decided: an address that is not on the list, or still waits, is not known. */
export function isUsable(listed: ListedAddress | undefined, now: Instant): boolean {
  return listed !== undefined && listed.usableAt <= now;
}

/** Every Tron address has 34 characters and starts with T: that is what its version byte makes of the first one. */
const tronCharacters = 34;
const tronVersion = 0x41;
/** Version, 20 bytes of account, 4 bytes of checksum. */
const tronBytes = 25;
const checksumBytes = 4;

function isTronAddress(address: string): boolean {
  // The length is bounded before decoding, whose work grows with it.
  if (address.length !== tronCharacters || !address.startsWith('T')) return false;
  const decoded = decodeBase58(address, tronBytes);
  if (decoded === null || decoded[0] !== tronVersion) return false;
  const body = decoded.subarray(0, tronBytes - checksumBytes);
  const checksum = sha256(sha256(body)).subarray(0, checksumBytes);
  return checksum.equals(decoded.subarray(tronBytes - checksumBytes));
}

/** Without 0, O, I and l, which people confuse. */
const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The number that the text spells, as so many bytes; null if it is not base58 or does not fit. */
function decodeBase58(text: string, size: number): Uint8Array | null {
  const bytes = new Uint8Array(size);
  for (const character of text) {
    let carry = base58Alphabet.indexOf(character);
    if (carry < 0) return null;
    // Long multiplication by 58, from the least byte up; the next digit comes in as the first carry.
    for (let i = size - 1; i >= 0; i--) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 0xff;
      carry >>>= 8;
    }
    if (carry > 0) return null;
  }
  return bytes;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
