import { createHash, createHmac } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { bytesOf, type FuzzRequest, pathOf } from './request.ts';

export interface FuzzAnswer {
  /** 0: the connection broke, or no answer came in time. */
  readonly status: number;
  /** Null where it is no JSON. */
  readonly json: unknown;
  readonly text: string;
}

const answerMaxMs = 30_000;
const answerBytesMax = 4 * 1024 * 1024;
/** Of a stream, which has no end, only the beginning is waited for. */
const textToldMax = 2_000;

/** Sends each request with its caller's proof: a signature, a session, a phone's token, or none. */
export class FuzzClient {
  readonly url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string) {
    this.url = url;
  }

  /**
   * A server may close a kept connection in the very moment in which it is used again, and one whose request it has refused
   * before all of it was sent: a broken connection counts only if a fresh one breaks, too.
   */
  async send(request: FuzzRequest): Promise<FuzzAnswer> {
    const first = await this.#sendOver(this.#agent, request);
    return first.status === 0 ? await this.#sendOver(false, request) : first;
  }

  #sendOver(agent: Agent | false, request: FuzzRequest): Promise<FuzzAnswer> {
    const path = pathOf(request);
    const { type, bytes } = bytesOf(request);
    const { method } = request.operation;
    const headers = {
      ...(type === null || type === '' ? {} : { 'content-type': type }),
      ...(method === 'GET' && bytes.length === 0 ? {} : { 'content-length': String(bytes.length) }),
      ...this.#credentials(request, path, type === 'application/json' && method !== 'GET' ? bytes : Buffer.alloc(0)),
      ...request.headers,
    };
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, json: null, text: error.message });
      const options = { method, headers, agent, timeout: answerMaxMs };
      const sent = httpRequest(this.url + path, options, (answer) => {
        readAnswer(answer, request.operation.isStream).then(resolve, failed);
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${answerMaxMs} ms`)));
      sent.on('error', failed);
      sent.end(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #credentials({ who, operation }: FuzzRequest, path: string, signed: Buffer): Record<string, string> {
    if (who === 'nobody') return {};
    if (who === 'phone') return { authorization: `Bearer ${phoneToken}` };
    if (who === 'shop') {
      const text = Buffer.concat([Buffer.from(`${operation.method}${this.url}${path}`), signed]);
      const signature = createHmac('sha1', demoSecrets.merchantSecret).update(text).digest('base64');
      return { 'x-identity': demoSecrets.apiKeys[0], 'x-signature': signature };
    }
    return { cookie: `quittance_session=${sessionToken(who)}`, 'x-csrf-token': csrfToken };
  }
}

/** Sessions that the fuzz puts into its own database. */
export function sessionToken(login: string): string {
  return `fuzz-session-of-the-${login}-0123456789`;
}

export function sessionHash(login: string): string {
  return createHash('sha256').update(sessionToken(login)).digest('hex');
}

export const csrfToken = 'fuzz-csrf-token';

/** Of a phone that the fuzz puts there as well. */
export const phoneToken = 'qd_fuzz-token-of-the-phone-0123456789';

async function readAnswer(answer: IncomingMessage, isStream: boolean): Promise<FuzzAnswer> {
  const status = answer.statusCode ?? 0;
  if (isStream && status === 200) {
    answer.destroy();
    return { status, json: null, text: '' };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size <= answerBytesMax) chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = answer.headers['content-type']?.includes('json') === true && size <= answerBytesMax;
  return { status, json: isJson ? JSON.parse(text) : null, text: text.slice(0, textToldMax) };
}
