import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import {
  isReceiptHash,
  type OpenReceipt,
  openIncoming,
  orStorageUnavailable,
  type ReceiptStore,
  receiptKey,
  type SpooledReceipt,
  spoolReceipt,
} from './receipts.ts';

export interface S3Settings {
  /** Without a trailing slash. The bucket follows in the path, which every S3-compatible store understands. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Empty, or ends with a slash: prefix + key is the name of the object. */
  readonly prefix: string;
}

export interface S3Timeouts {
  /** Until a question (HEAD, GET) is answered; the content may then take longer. */
  readonly answerMs: number;
  /** For sending a whole receipt: 10 MB in 30 s is 2.7 Mbit/s, slower than any line to a store worth using. */
  readonly uploadMs: number;
}

interface S3ReceiptOptions {
  readonly dataDir: string;
  readonly s3: S3Settings;
  readonly now: () => number;
  readonly timeouts?: S3Timeouts;
}

/** Receipts as objects `<prefix>ab/cd/<sha256>` of any S3-compatible store, spooled under `dataDir` on the way. */
export async function openS3ReceiptStore(options: S3ReceiptOptions): Promise<ReceiptStore> {
  const { dataDir, s3, now, timeouts = { answerMs: 10_000, uploadMs: 30_000 } } = options;
  const incomingDir = await openIncoming(dataDir, now());
  return {
    save: (stream, announce) =>
      spoolReceipt(incomingDir, stream, {
        announce,
        keep: (spooled) => orStorageUnavailable(upload(s3, timeouts, spooled)),
      }),
    open: (sha256) => orStorageUnavailable(download(s3, timeouts, sha256)),
    remove: (sha256) => orStorageUnavailable(removeObject(s3, timeouts, sha256)),
  };
}

async function upload(s3: S3Settings, timeouts: S3Timeouts, receipt: SpooledReceipt): Promise<void> {
  const { path, sha256, mediaType, sizeBytes } = receipt;
  const key = receiptKey(sha256);
  const existing = await send(s3, { method: 'HEAD', key, sha256: emptySha256, timeoutMs: timeouts.answerMs });
  await existing.body?.cancel();
  // Any other answer leaves the decision to the PUT: without the right to list, S3 answers 403 for a missing object.
  if (existing.status === 200 && existing.headers.get('content-length') === String(sizeBytes)) return;
  const stored = await send(s3, {
    method: 'PUT',
    key,
    // The store refuses the object when the bytes that arrive have another hash.
    sha256,
    headers: { 'content-type': mediaType, 'content-length': String(sizeBytes) },
    path,
    timeoutMs: timeouts.uploadMs,
  });
  if (stored.status !== 200) throw await refusedBy(stored, 'PUT');
  await stored.body?.cancel();
}

async function download(s3: S3Settings, timeouts: S3Timeouts, sha256: string): Promise<OpenReceipt | null> {
  if (!isReceiptHash(sha256)) return null;
  const answer = await send(s3, {
    method: 'GET',
    key: receiptKey(sha256),
    sha256: emptySha256,
    timeoutMs: timeouts.answerMs,
  });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return null;
  }
  const sizeBytes = Number(answer.headers.get('content-length') ?? Number.NaN);
  if (answer.status !== 200 || answer.body === null || !Number.isSafeInteger(sizeBytes)) {
    throw await refusedBy(answer, 'GET');
  }
  return { stream: Readable.fromWeb(answer.body), sizeBytes };
}

async function removeObject(s3: S3Settings, timeouts: S3Timeouts, sha256: string): Promise<void> {
  if (!isReceiptHash(sha256)) return;
  const key = receiptKey(sha256);
  const answer = await send(s3, { method: 'DELETE', key, sha256: emptySha256, timeoutMs: timeouts.answerMs });
  if (![200, 204, 404].includes(answer.status)) throw await refusedBy(answer, 'DELETE');
  await answer.body?.cancel();
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key: string;
  /** Of the body; part of the signature. */
  readonly sha256: string;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file to send as the body. */
  readonly path?: string;
}

/** The hash of no bytes at all, for requests without a body. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * A second attempt is for a kept connection that the store closed in the very moment of use, and for its "slow down".
 * Repeating is safe, for an object of one name has one content. More is left to the client, who gets a 503.
 */
const attemptsMax = 2;

async function send(s3: S3Settings, request: S3Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === attemptsMax;
    try {
      const answer = await sendOnce(s3, request);
      if (last || (answer.status < 500 && answer.status !== 429)) return answer;
      await answer.body?.cancel();
    } catch (error) {
      // Who has waited for the whole time-out once is not made to wait for it again.
      if (last || error instanceof NoAnswer) throw error;
    }
  }
}

class NoAnswer extends Error {}

async function sendOnce(s3: S3Settings, request: S3Request): Promise<Response> {
  const { method, key, sha256, timeoutMs, path } = request;
  const { region, accessKeyId, secretAccessKey } = s3;
  const signer = new AwsV4Signer({
    method,
    url: `${s3.endpoint}/${s3.bucket}/${s3.prefix}${key}`,
    headers: { ...request.headers, 'x-amz-content-sha256': sha256 },
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
  });
  const { url, headers } = await signer.sign();
  // After signing, for proxies rewrite it: a compressed answer would have another length than the receipt.
  headers.set('accept-encoding', 'identity');
  const body = path === undefined ? null : createReadStream(path);
  // fetch reads the file once it is connected and reports the error then; until that moment nobody would listen.
  body?.on('error', () => undefined);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    // A redirect would carry the signature to a host that nobody configured.
    return await fetch(url, { method, headers, body, duplex: 'half', redirect: 'manual', signal: timeout.signal });
  } catch (cause) {
    if (timeout.signal.aborted) throw new NoAnswer(`the store did not answer ${method} within ${timeoutMs} ms`);
    throw cause;
  } finally {
    clearTimeout(timer);
    body?.destroy();
  }
}

/** How long the explanation of a refusal may take; without one the status has to do. */
const explanationMs = 1000;

/** Says in the log what the store said: the difference between a wrong key and a wrong bucket is worth an hour. */
async function refusedBy(answer: Response, method: string): Promise<Error> {
  const reader = answer.body?.getReader();
  const timer = setTimeout(() => reader?.cancel().catch(() => undefined), explanationMs);
  const first = await reader?.read().catch(() => undefined);
  clearTimeout(timer);
  await reader?.cancel().catch(() => undefined);
  const [, code = ''] = /<Code>(\w{1,100})<\/Code>/.exec(Buffer.from(first?.value ?? []).toString('latin1')) ?? [];
  return new Error(`the store answered ${method} with ${answer.status} ${code}`.trimEnd());
}
