import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { guardedLookup, requireAllowed } from './address-guard.ts';

/**
 * Asks another server for a JSON document, or hands it one, and gives the text of the answer. The address comes from a person's setting, so it is trusted
 * with nothing: little time, a small answer, no redirects, and no way into the network the service itself stands in.
 */
interface FetchLimits {
  /** For the whole of it: connecting, headers and text. */
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly allowsPrivate: boolean;
}

export async function fetchDocument(url: string, limits: FetchLimits, signal: AbortSignal): Promise<string> {
  return await exchange(url, null, limits, signal);
}

/** Any answer in the two hundreds is a success. */
export async function postDocument(
  url: string,
  document: string,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<void> {
  await exchange(url, document, limits, signal);
}

async function exchange(
  url: string,
  document: string | null,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<string> {
  const target = new URL(url);
  requireAllowed(target, limits);
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  try {
    return await getText(target, document, limits, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted && !signal.aborted) throw new Error(`no answer within ${limits.timeoutMs / 1000} seconds`);
    throw error;
  }
}

function getText(target: URL, document: string | null, limits: FetchLimits, signal: AbortSignal): Promise<string> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const method = document === null ? 'GET' : 'POST';
  const headers = document === null ? { accept: 'application/json' } : { 'content-type': 'application/json' };
  return new Promise((done, failed) => {
    const options = { method, signal, headers, agent: false, lookup: guardedLookup(limits) };
    const sent = request(target, options, (answer) => {
      const status = answer.statusCode ?? 0;
      if (document === null ? status !== 200 : status < 200 || status > 299) {
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
    sent.end(document ?? undefined);
  });
}
