import { OperatorClient } from './operator-client.ts';

interface PhoneAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape.
  readonly body: any;
}

/** A forwarder on a maker's phone: it shares no code with the service. */
export class PhoneClient {
  readonly id: number;
  readonly #url: string;
  readonly #token: string;
  readonly #isInAddress: boolean;

  constructor(url: string, id: number, token: string, isInAddress = false) {
    this.#url = url;
    this.id = id;
    this.#token = token;
    this.#isInAddress = isInAddress;
  }

  /** A new phone of the signed-in user. */
  static async paired(url: string, maker: OperatorClient, name: string, makerId?: number): Promise<PhoneClient> {
    const { status, body } = await maker.post('/phones', { name, ...(makerId === undefined ? {} : { makerId }) });
    if (status !== 200) throw new Error(`no phone was made: ${status} ${JSON.stringify(body)}`);
    const paired = await new OperatorClient(url).enter('/phones/pair', { ticket: body.url.split('#')[1] });
    if (paired.status !== 200) throw new Error(`not paired: ${paired.status} ${JSON.stringify(paired.body)}`);
    return new PhoneClient(url, body.id, paired.body.token);
  }

  /** As a forwarder that cannot send headers of one's own. */
  inAddress(): PhoneClient {
    return new PhoneClient(this.#url, this.id, this.#token, true);
  }

  async post(path: '/messages' | '/heartbeat', body?: unknown): Promise<PhoneAnswer> {
    const query = this.#isInAddress ? `?token=${this.#token}` : '';
    const response = await fetch(`${this.#url}/api/devices${path}${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#isInAddress ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}

/** The templates that come with the service, all of them. */
export async function switchOnTemplates(operator: OperatorClient): Promise<void> {
  const reason = 'for the tests';
  const loaded = await operator.post('/message-templates/load', { reason });
  const { items } = (await operator.get('/message-templates')).body;
  const switches = items.map(({ id, latest }: { id: number; latest: { version: number } }) => ({
    id,
    version: latest.version,
  }));
  const { status, body } = await operator.post('/message-templates/switch', { switches, reason });
  if (status !== 200) throw new Error(`templates are not on: ${status} ${JSON.stringify([loaded.body, body])}`);
}
