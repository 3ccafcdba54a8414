import { createHash } from 'node:crypto';
import type { Answer } from './merchant-client.ts';
import { OperatorClient } from './operator-client.ts';
import { type Passkey, SoftAuthenticator } from './soft-authenticator.ts';

/** Where a service on this machine has its pages, as a browser with passkeys sees them. */
export function pageOf(serviceUrl: string): string {
  return new URL(serviceUrl.replace('127.0.0.1', 'localhost')).origin;
}

/** Somebody with a browser and an authenticator. */
export class PasskeyPerson {
  readonly client: OperatorClient;
  readonly authenticator: SoftAuthenticator;
  readonly headers: { readonly origin: string };

  constructor(client: OperatorClient) {
    this.client = client;
    this.headers = { origin: pageOf(client.baseUrl) };
    this.authenticator = new SoftAuthenticator(this.headers.origin);
  }

  /** Signed in with a password, which is fresh proof enough for a first passkey. */
  static async signedIn(url: string, login: string, password: string): Promise<PasskeyPerson> {
    return new PasskeyPerson(await OperatorClient.signedIn(url, login, password));
  }

  /** What a passkey is to answer at the door. */
  async challenge(body: object = {}): Promise<Answer['body']> {
    const { status, body: options } = await this.client.knock('/session/challenge', body, this.headers);
    if (status !== 200) throw new Error(`no challenge: ${status} ${JSON.stringify(options)}`);
    return options;
  }

  post(path: string, body: object = {}): Promise<Answer> {
    return this.client.post(path, body, this.headers);
  }

  /** A new passkey; `counter` above 0 makes it one that counts. */
  async add(name: string, counter = 0): Promise<Passkey & { readonly id: number }> {
    const begun = await this.post('/me/passkeys/begin');
    const { passkey, answer } = this.authenticator.create(begun.body, { counter });
    const { status, body } = await this.post('/me/passkeys', { name, passkey: answer });
    if (status !== 200) throw new Error(`${name} cannot be added: ${status} ${JSON.stringify(body)}`);
    return Object.assign(passkey, { id: body.id as number });
  }

  /** Shows a passkey for a request, which may then be sent. */
  async prove(passkey: Passkey, request: { method: string; path: string; body?: object }): Promise<Answer> {
    const { body: options } = await this.post('/me/proof/begin', { act: actOf(request) });
    return await this.post('/me/proof', { passkey: this.authenticator.get(passkey, options) });
  }
}

/** By what a request is known, as docs say it. */
export function actOf({ method, path, body }: { method: string; path: string; body?: object }): string {
  const sent = body === undefined ? '' : JSON.stringify(body);
  return createHash('sha256').update(`${method} /api/operator${path}\n${sent}`).digest('hex');
}

/** Somebody at the door, with a passkey. */
export async function signInByPasskey(
  url: string,
  passkey: Passkey,
  changes: Parameters<SoftAuthenticator['get']>[2] = {},
): Promise<{ readonly answer: Answer; readonly client: OperatorClient }> {
  const person = new PasskeyPerson(new OperatorClient(url));
  const options = await person.challenge();
  const shown = { passkey: person.authenticator.get(passkey, options, changes) };
  return { answer: await person.client.enter('/session/passkey', shown, person.headers), client: person.client };
}
