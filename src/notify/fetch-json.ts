import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Asks another server for JSON. The address comes from a person's setting, so it is trusted with nothing: little time, a
 * small answer, no redirects, and no way into the network the service itself stands in.
 */
export interface FetchLimits {
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly allowsPrivate: boolean;
}

export async function fetchJson(url: string, limits: FetchLimits, signal: AbortSignal): Promise<unknown> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !limits.allowsPrivate && isPrivate(host)) throw new Error('the address is a private one');
  const text = await getText(target, limits, AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]));
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer is no JSON');
  }
}

function getText(target: URL, limits: FetchLimits, signal: AbortSignal): Promise<string> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, failed) => {
    const options = { signal, headers: { accept: 'application/json' }, agent: false, lookup: guardedLookup(limits) };
    const sent = request(target, options, (answer) => {
      if (answer.statusCode !== 200) {
        answer.destroy();
        return failed(new Error(`the server answered ${answer.statusCode}`));
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.bytesMax) answer.destroy(new Error(`the answer is larger than ${limits.bytesMax} bytes`));
        else chunks.push(chunk);
      });
      answer.on('error', failed);
      answer.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
    });
    sent.on('error', failed);
    sent.end();
  });
}

/** Checked when the name is resolved for this very connection: a name that is looked up twice can answer differently. */
function guardedLookup({ allowsPrivate }: FetchLimits): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const usable = allowsPrivate ? addresses : addresses.filter(({ address }) => !isPrivate(address));
      const [first] = usable;
      if (first === undefined) return callback(new Error('the address is a private one'), '', 0);
      if (options.all === true) return callback(null, usable);
      return callback(null, first.address, first.family);
    });
  };
}

const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  // A translator to the older kind: what stands behind it cannot be told from here.
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv6');
}

/** The older kind in the newer form, as in ::ffff:127.0.0.1, is found by the rules of the older kind. */
export function isPrivate(address: string): boolean {
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
