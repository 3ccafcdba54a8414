/**
 * A small S3: path-style objects in memory, and a check of every signature that shares no code with the signer under
 * test. It can be told to fail or to hang, as real stores do.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface S3Object {
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

type S3Behaviour =
  | 'well'
  | 'keeps'
  | 'fails'
  | 'fails-once'
  | 'hangs'
  | 'hangs-after-head'
  | 'hides-missing'
  | 'redirects';

export interface S3Server {
  readonly settings: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly prefix: string;
  };
  readonly objects: Map<string, S3Object>;
  /** `PUT /bucket/key 200`, in order of the answers. */
  readonly log: string[];
  behaves: S3Behaviour;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, S3Object>();
  const log: string[] = [];
  const server = createServer((request, response) => {
    answer(s3, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const s3: S3Server = {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'proofs',
      region: 'eu-test-1',
      accessKeyId: 'TESTACCESSKEY',
      secretAccessKey: 'test/secret+key',
      prefix: 'shop.one/receipts/',
    },
    objects,
    log,
    behaves: 'well',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return s3;
}

async function answer(s3: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  const reply = (status: number, body: Buffer | string = '', headers: Record<string, string> = {}): void => {
    s3.log.push(`${method} ${url} ${status}`);
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
  };
  const hanging = s3.behaves === 'hangs' || (s3.behaves === 'hangs-after-head' && method !== 'HEAD');
  if (hanging) return;
  if (s3.behaves === 'redirects') return reply(307, '', { location: 'http://127.0.0.1:9/elsewhere' });
  if (s3.behaves === 'fails' || s3.behaves === 'fails-once') {
    if (s3.behaves === 'fails-once') s3.behaves = 'well';
    return reply(503, '<Error><Code>SlowDown</Code></Error>');
  }
  const body = await readAll(request);
  const fault = faultOf(s3, request, body);
  if (fault !== null) return reply(403, method === 'HEAD' ? '' : `<Error><Code>${fault}</Code></Error>`);
  if (method === 'PUT') {
    s3.objects.set(url, { body, contentType: request.headers['content-type'] });
    return reply(200);
  }
  if (method === 'DELETE') {
    if (s3.behaves === 'keeps') return reply(403, '<Error><Code>AccessDenied</Code></Error>');
    s3.objects.delete(url);
    return reply(204);
  }
  const object = s3.objects.get(url);
  if (object === undefined) return reply(s3.behaves === 'hides-missing' ? 403 : 404);
  if (method === 'GET') return reply(200, object.body);
  reply(200, '', { 'content-length': String(object.body.byteLength) });
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The error code S3 gives, or null. Follows "Authenticating Requests (AWS Signature Version 4)", step by step. */
function faultOf({ settings }: S3Server, request: IncomingMessage, body: Buffer): string | null {
  const { headers, method, url = '' } = request;
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = '', signedHeaders = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  const [accessKeyId, day = '', region, service, terminator] = credential.split('/');
  const time = String(headers['x-amz-date']);
  const payloadHash = String(headers['x-amz-content-sha256']);
  if (accessKeyId !== settings.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== settings.region || service !== 's3' || terminator !== 'aws4_request') return 'AuthorizationMalformed';
  if (!time.startsWith(day) || Math.abs(Date.now() - instantOf(time)) > 900_000) return 'RequestTimeTooSkewed';
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  if (sha256(body) !== payloadHash) return 'XAmzContentSHA256Mismatch';
  if (method === 'PUT' && Number(headers['content-length']) !== body.byteLength) return 'MissingContentLength';

  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const [path, query = ''] = url.split('?');
  const canonicalRequest = [method, path, query, canonicalHeaders, signedHeaders, payloadHash].join('\n');
  const scope = `${day}/${region}/${service}/${terminator}`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n');
  const signingKey = [day, region, service, terminator].reduce<Buffer | string>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    `AWS4${settings.secretAccessKey}`,
  );
  const expected = createHmac('sha256', signingKey).update(toSign).digest('hex');
  return expected === signature ? null : 'SignatureDoesNotMatch';
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** 20261114T120000Z */
function instantOf(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
