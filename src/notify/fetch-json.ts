import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { guardedLookup, requireAllowed } from './address-guard.ts';

/**
 * Asks another server for JSON. The address comes from a person's setting, so it is trusted with nothing: little time, a
 * small answer, no redirects, and no way into the network the service itself stands in.
 */
interface FetchLimits {
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly allowsPrivate: boolean;
}

export async function fetchJson(url: string, limits: FetchLimits, signal: AbortSignal): Promise<unknown> {
  const target = new URL(url);
  requireAllowed(target, limits);
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
