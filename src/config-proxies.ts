import { BlockList, isIP } from 'node:net';
import { quote, readText, type Settings } from './config-values.ts';

/** The proxies whose word about the caller's address is believed. */
export interface TrustedProxies {
  readonly entries: readonly string[];
  includes(address: string): boolean;
}

export function readTrustedProxies(settings: Settings): TrustedProxies {
  const list = new BlockList();
  const entries = (readText(settings, 'TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    const prefixMax = version === 6 ? 128 : 32;
    const prefixLength = prefix === undefined ? prefixMax : Number(prefix);
    if (version === 0 || prefixLength > prefixMax) {
      settings.faults.push(
        `TRUSTED_PROXIES holds ${quote(entry)}; give IP addresses or ranges such as 10.0.0.0/8, separated by commas.`,
      );
    } else {
      list.addSubnet(address, prefixLength, version === 6 ? 'ipv6' : 'ipv4');
    }
  }
  // What a proxy passes on may be anything; only an address is one of ours.
  return { entries, includes: (one) => isIP(one) !== 0 && list.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4') };
}
