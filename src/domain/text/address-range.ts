/**
 * IPv4 and IPv6 addresses, and ranges of them in CIDR notation. All are numbers of 128 bits: an IPv4 address is what it is in IPv6
 * (`::ffff:192.0.2.7`), so that both ways of writing it are one address.
 */
interface AddressRange {
  readonly address: bigint;
  /** How many of the first bits count. */
  readonly bits: bigint;
}

const addressBits = 128n;
/** The place of IPv4 in IPv6. */
const mappedBits = 96n;
const mappedPrefix = 0xffffn << 32n;

/** Null for what is none. */
export function parseRange(text: string): AddressRange | null {
  const [, written = '', prefix] = /^([^/]{1,45})(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(written);
  if (address === null) return null;
  const skipped = written.includes(':') ? 0n : mappedBits;
  const bits = prefix === undefined ? addressBits : skipped + BigInt(prefix);
  return bits > addressBits ? null : { address, bits };
}

/** Whether one of the ranges holds the address. Text that is not an address is in no range. */
export function rangesHold(ranges: readonly string[], address: string): boolean {
  const value = parseAddress(address);
  if (value === null) return false;
  return ranges.some((text) => {
    const range = parseRange(text);
    if (range === null) return false;
    const rest = addressBits - range.bits;
    return value >> rest === range.address >> rest;
  });
}

/** A zone, as in `fe80::1%eth0`, means something on one machine only: with it, it is none. */
function parseAddress(text: string): bigint | null {
  if (!text.includes(':')) {
    const value = parseIpv4(text);
    return value === null ? null : mappedPrefix | value;
  }
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const groups = halves.map(readGroups);
  const [head, tail = []] = groups;
  if (head === undefined || head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  // Two colons stand for one group of zeros at least.
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const all = [...head, ...Array.from({ length: missing }, () => 0n), ...tail];
  return all.reduce((value, group) => (value << 16n) | group, 0n);
}

/** Groups of 16 bits with colons between; the last two may be written as an IPv4 address. */
function readGroups(text: string): bigint[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const last = parts.at(-1) ?? '';
  const ipv4 = last.includes('.') ? parseIpv4(last) : null;
  if (last.includes('.') && ipv4 === null) return null;
  const hex = ipv4 === null ? parts : parts.slice(0, -1);
  if (!hex.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return null;
  const groups = hex.map((part) => BigInt(`0x${part}`));
  return ipv4 === null ? groups : [...groups, ipv4 >> 16n, ipv4 & 0xffffn];
}

/** Without leading zeros: some read those as octal. */
function parseIpv4(text: string): bigint | null {
  const parts = text.split('.');
  const isWell = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && BigInt(part) <= 255n);
  return isWell ? parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) : null;
}
