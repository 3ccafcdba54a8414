import { BlockList, isIP } from 'node:net';
import type { Mode } from '../domain/installation/mode.ts';
import { quote, readInteger, readText, readWebUrls, type Settings } from './values.ts';

/** Where it listens, and under which addresses it is called. */
export function readAddress(settings: Settings, mode: Mode) {
  const host = readHost(settings);
  /** 0 means any free port, known once the server listens. */
  const port = readInteger(settings, 'PORT', { fallback: 3000, min: 0, max: 65_535, unit: '0 takes any free port' });
  // Links are made from the first alone.
  const [named, ...otherPublicUrls] = readWebUrls(settings, 'PUBLIC_URL', 'https://pay.example.com');
  if (named === undefined && mode === 'production' && readText(settings, 'PUBLIC_URL') === null) {
    settings.faults.push(
      'PUBLIC_URL is missing; production mode needs the URL under which merchants and payers reach the service, ' +
        'such as https://pay.example.com.',
    );
  }
  /** Without a trailing slash. Null only in sandbox mode with port 0: then it is `localUrl` of the port obtained. */
  const publicUrl = named ?? (port === 0 ? null : localUrl(host, port));
  return { host, port, publicUrl, otherPublicUrls, trustedProxies: readTrustedProxies(settings) };
}

/** The address under which a browser on the same machine reaches a server that listens on this host and port. */
export function localUrl(host: string, port: number): string {
  // A server may listen on "every address", but nobody can call that.
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}

function readHost(settings: Settings): string {
  const host = readText(settings, 'HOST') ?? '127.0.0.1';
  if (isIP(host) === 0 && !/^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/i.test(host)) {
    settings.faults.push(
      `HOST is ${quote(host)}; give an IP address or a host name, without scheme, brackets or port.`,
    );
  }
  return host;
}

/** The proxies whose word about the caller's address is believed. */
interface TrustedProxies {
  readonly entries: readonly string[];
  includes(address: string): boolean;
}

function readTrustedProxies(settings: Settings): TrustedProxies {
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
