import { setTimeout as delay } from 'node:timers/promises';
import { EventReader } from './event-reader.ts';
import type { Answer } from './merchant-client.ts';

/** How often it is asked again when the limit per address refuses: all tests come from one address. */
const knocksMax = 20;

/** A person's browser, or a script with a token: it shares no code with the service. */
export class OperatorClient {
  readonly baseUrl: string;
  #cookie: string | null = null;
  #csrfToken: string | null = null;
  #token: string | null = null;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  static withToken(baseUrl: string, token: string): OperatorClient {
    const client = new OperatorClient(baseUrl);
    client.#token = token;
    return client;
  }

  /** Throws unless the sign-in succeeds: most tests need it as a given. */
  static async signedIn(baseUrl: string, login: string, password: string, code?: string): Promise<OperatorClient> {
    const client = new OperatorClient(baseUrl);
    const { status, body } = await client.signIn(login, password, code);
    if (status !== 200) throw new Error(`${login} cannot sign in: ${status} ${JSON.stringify(body)}`);
    return client;
  }

  signIn(login: string, password: string, code?: string): Promise<Answer> {
    return this.enter('/session', { login, password, ...(code === undefined ? {} : { code }) });
  }

  /** Signs in, in whatever way, and keeps the cookie. */
  async enter(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.knock(path, body, headers);
    if (answer.status === 200) {
      this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? null;
      this.#csrfToken = answer.body.csrfToken;
    }
    return answer;
  }

  /** Asks for what is open to everybody, and waits for its turn where one address may ask only so often. */
  async knock(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.post(path, body, headers);
      if (answer.status !== 429 || attempt === knocksMax) return answer;
      await delay(300);
    }
  }

  signOut(): Promise<Answer> {
    return this.delete('/session');
  }

  /** What another site could make the browser send: the cookie, but no CSRF token. */
  withoutCsrfToken(): OperatorClient {
    const client = new OperatorClient(this.baseUrl);
    client.#cookie = this.#cookie;
    return client;
  }

  /** Hears what changes; the caller closes it. */
  follow(baseUrl = this.baseUrl): Promise<EventReader> {
    return EventReader.at(`${baseUrl}/api/operator/events`, this.#credentials());
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('GET', path, undefined, headers);
  }

  post(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#sendJson('POST', path, body, headers);
  }

  patch(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#sendJson('PATCH', path, body, headers);
  }

  delete(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#sendJson('DELETE', path, body, headers);
  }

  /** A body that is no JSON: a form with files, or text or bytes with their content type in the headers. */
  upload(path: string, body: FormData | string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('POST', path, body, headers);
  }

  #sendJson(method: string, path: string, body: object | undefined, headers: Record<string, string>): Promise<Answer> {
    if (body === undefined) return this.#send(method, path, undefined, headers);
    return this.#send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  /** Paths are given below /api/operator. */
  async #send(
    method: string,
    path: string,
    body: FormData | string | Uint8Array | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/operator${path}`, {
      method,
      ...(body === undefined ? {} : { body: body as string | FormData | Uint8Array<ArrayBuffer> }),
      headers: { ...this.#credentials(), ...headers },
    });
    const text = await readText(response);
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  #credentials(): Record<string, string> {
    return {
      ...(this.#cookie === null ? {} : { cookie: this.#cookie }),
      ...(this.#csrfToken === null ? {} : { 'x-csrf-token': this.#csrfToken }),
      ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
    };
  }
}

/** Of a stream, which has no end, the beginning. */
async function readText(response: Response): Promise<string> {
  const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
  if (!isStream || response.body === null) return await response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

/** How an act ended, in one word: `done`, or the code it was refused with. */
export async function codeOf(answer: Promise<Pick<Answer, 'status' | 'body'>>): Promise<string | undefined> {
  const { status, body } = await answer;
  return status === 200 ? 'done' : body[0]?.code;
}
