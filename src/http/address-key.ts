import { isIP, isIPv6 } from 'node:net';

/**
 * The key that stands for one caller. The owner of an IPv6 address has at least the other 2^64 of its network too, so the first
 * four groups are one caller. An IPv4 address written as an IPv6 one is that IPv4 address. All texts that are not addresses are
 * one caller: otherwise each new text would be a new one.
 */
export function addressKey(given: string): string {
  const address = bareAddress(given);
  if (address === null) return 'unknown';
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  // Zeros stand where the two colons are; those behind the fourth group do not matter.
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * The address alone; null for what is none. Some proxies write the port of the caller's connection into X-Forwarded-For, as in
 * `192.0.2.7:52100` or `[2001:db8::1]:52100`: it differs from one connection to the next.
 */
export function bareAddress(given: string): string | null {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(given.trim()) ?? [];
  const address = inBrackets ?? beforePort ?? given.trim();
  return isIP(address) === 0 ? null : address;
}
