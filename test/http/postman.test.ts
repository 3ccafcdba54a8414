import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Body, pngReceipt } from '../support/merchant-client.ts';
import { Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let receiver: Receiver;
let collection: Body;
let requests: Body[];
beforeAll(async () => {
  service = await startTestService();
  receiver = await Receiver.start();
  const text = await (await fetch(`${service.url}/quittance.postman_collection.json`)).text();
  collection = JSON.parse(text.replaceAll('https://shop.example.com/quittance', receiver.url));
  requests = collection.item.flatMap((folder: Body) => folder.item);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** As much of crypto-js as the scripts use: words of bytes, and how they are read and written. */
const CryptoJS = {
  HmacSHA1: (message: string | Buffer, key: string | Buffer) => {
    const bytes = createHmac('sha1', key).update(message).digest();
    return Object.assign(bytes, { toString: (encoder: { stringify(of: Buffer): string }) => encoder.stringify(bytes) });
  },
  enc: {
    Hex: {
      parse: (text: string) => Buffer.from(text, 'hex'),
      stringify: (bytes: Buffer) => Buffer.prototype.toString.call(bytes, 'hex'),
    },
    Base64: { stringify: (bytes: Buffer) => Buffer.prototype.toString.call(bytes, 'base64') },
  },
};

/** As much of Postman as the collection uses: variables, scripts before and after a request, and sending it. */
class Postman {
  readonly #variables = new Map<string, string>(collection.variable.map(({ key, value }: Body) => [key, value]));

  async send({ request, event }: Body): Promise<{ status: number; body: Body }> {
    const headers = new Headers(request.header.map(({ key, value }: Body) => [key, value]));
    const shown = { ...request, url: { toString: () => request.url.raw } };
    const upsert = ({ key, value }: Body) => headers.set(key, value);
    this.#run(collection.event, 'prerequest', { request: { ...shown, headers: { upsert } } });
    const response = await fetch(this.#replaceIn(request.url.raw), {
      method: request.method,
      headers,
      ...this.#bodyOf(request),
    });
    const body = await response.json();
    if (response.ok) this.#run(event ?? [], 'test', { response: { json: () => body } });
    return { status: response.status, body };
  }

  #bodyOf({ body }: Body): { body?: string | FormData } {
    if (body === undefined) return {};
    if (body.mode === 'raw') return { body: this.#replaceIn(body.raw) };
    const form = new FormData();
    for (const { key, value, type, disabled } of body.formdata) {
      if (!disabled) form.set(key, type === 'file' ? new Blob([pngReceipt]) : value);
    }
    return { body: form };
  }

  #run(events: Body[], listen: string, given: object): void {
    const script = events.find((one) => one.listen === listen)?.script.exec.join('\n') ?? '';
    const store = {
      get: (key: string) => this.#variables.get(key),
      set: (key: string, value: string) => this.#variables.set(key, value),
      replaceIn: (text: string) => this.#replaceIn(text),
    };
    const clock = { now: () => service.now() };
    runInNewContext(script, { pm: { variables: store, collectionVariables: store, ...given }, CryptoJS, Date: clock });
  }

  #replaceIn(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.#variables.get(name) ?? '');
  }
}

it('the Postman collection of a running service holds its address', () => {
  expect(collection.variable).toContainEqual({ key: 'baseUrl', value: service.url });
});

it('the Postman collection, run from the top, signs every request so that the service takes it', async () => {
  const postman = new Postman();
  const outcomes: [string, string][] = [];
  for (const request of requests) {
    const { status, body } = await postman.send(request);
    outcomes.push([request.name, status === 200 ? 'ok' : body[0].code]);
  }
  // Nobody has paid the payin that it makes: these are taken, and refused for that alone.
  expect(outcomes.filter(([, outcome]) => outcome !== 'ok')).toEqual([
    ['Refund a payin', 'refund_not_paid'],
    ['Get refund by ID', 'not_found'],
  ]);
  expect(outcomes).toHaveLength(requests.length);
});
