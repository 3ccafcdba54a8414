import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that strangers give us are trusted with nothing: without this a merchant could have the service talk to its own
 * database, to its neighbours, or to the cloud's metadata server.
 *
 * A name is resolved once, for the very connection that then uses the address: a name that is looked up twice can answer
 * differently. A name is refused when any of its addresses is private, because only an attacker mixes them.
 */
export interface AddressRules {
  /** Private, loopback and link-local addresses, and any port: for sandboxes. */
  readonly allowsPrivate: boolean;
  /** Tests bring names of their own. */
  readonly resolve?: typeof resolveName;
}

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

/** Refuses what can be told from the URL alone; the rest is up to the look-up. */
export function requireAllowed(url: URL, { allowsPrivate }: AddressRules): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ForbiddenAddress('only http and https addresses are called');
  }
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('the address has credentials in it');
  if (allowsPrivate) return;
  if (refusedPorts.has(url.port)) throw new ForbiddenAddress(`port ${url.port} is not one of a web server`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOwn = (isIP(host) !== 0 && isPrivate(host)) || ownName.test(host);
  if (isOwn) throw new ForbiddenAddress('the address is a private one');
}

/** The same as words for people; null: it is allowed. */
export function whyForbidden(url: string, rules: AddressRules): string | null {
  try {
    requireAllowed(new URL(url), rules);
    return null;
  } catch (error) {
    return error instanceof ForbiddenAddress ? error.message : 'it is no address';
  }
}

/** This machine by definition (RFC 6761), also where no table of names says so. */
const ownName = /(^|\.)localhost\.?$/;

export function guardedLookup({ allowsPrivate, resolve = resolveName }: AddressRules): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const [first] = addresses;
      if (first === undefined) return callback(new Error('the name has no address'), '', 0);
      if (!allowsPrivate && addresses.some(({ address }) => isPrivate(address))) {
        return callback(new ForbiddenAddress('the address is a private one'), '', 0);
      }
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * Ports on which something else than a web server listens, and which a crafted request could make do something. The list is
 * that of browsers (the "bad ports" of the fetch standard), with the databases and caches they leave out.
 */
const refusedPorts = new Set(
  '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1433 1521 1719 1720 1723 2049 2375 2379 3306 3389 3659 4045 4190 5060 5061 5432 5984 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 9200 10080 11211 27017'.split(
    ' ',
  ),
);

const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, and in it the metadata servers of the clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // Examples in books; nobody may be there.
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Groups, reserved, and everybody.
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Nobody, oneself, and the older kind in its oldest notation.
  ['::', 96],
  // Translators and tunnels to the older kind: what stands behind them cannot be told from here.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv6');
}

/** The older kind in the newer form, as in ::ffff:127.0.0.1, is found by the rules of the older kind. */
export function isPrivate(address: string): boolean {
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
