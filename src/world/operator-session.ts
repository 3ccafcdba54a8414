/** Money that came, as the service saw it. */
export interface SeenArrival {
  readonly id: string;
  readonly status: 'matched' | 'held' | 'returned';
}

export interface SeenRequisite {
  readonly id: number;
  readonly makerId: number;
  readonly number: string;
}

const reason = 'the live world of the sandbox';
/** A service that restarts is back within seconds. */
const attemptsMax = 5;
const retryMs = 1_000;

/** An operator at work, over the operator interface: enters money, sorts it out, decides, pays payouts for makers. */
export class OperatorSession {
  readonly #url: string;
  readonly #signal: AbortSignal;
  readonly #pause: (ms: number) => Promise<void>;
  #cookie = '';
  #csrfToken = '';

  constructor(options: {
    readonly url: string;
    readonly signal: AbortSignal;
    readonly pause: (ms: number) => Promise<void>;
  }) {
    this.#url = options.url;
    this.#signal = options.signal;
    this.#pause = options.pause;
  }

  async signIn(login: string, password: string): Promise<void> {
    const { headers, body } = await this.#send('POST', '/session', { login, password });
    this.#cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    this.#csrfToken = (body as { csrfToken: string }).csrfToken;
  }

  /** Only a sandbox has this clock. */
  async requireSandbox(): Promise<void> {
    await this.get('/sandbox/clock');
  }

  async requisites(): Promise<readonly SeenRequisite[]> {
    const found: SeenRequisite[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: { items: SeenRequisite[]; next: number | null } = await this.get(
        `/requisites?limit=200${after === 0 ? '' : `&after=${after}`}`,
      );
      found.push(...page.items);
      after = page.next;
    }
    return found;
  }

  enterArrival(arrival: { requisiteId: number; amount: string; reference: string }): Promise<SeenArrival> {
    return this.post('/arrivals', arrival);
  }

  matchArrival(arrivalId: string, dealId: string): Promise<SeenArrival> {
    return this.post(`/arrivals/${arrivalId}/match`, { dealId });
  }

  returnArrival(arrivalId: string): Promise<SeenArrival> {
    return this.post(`/arrivals/${arrivalId}/return`, {});
  }

  async disputeMissingMoney(invoiceId: string): Promise<void> {
    await this.#sendForm(`/invoices/${invoiceId}/dispute`, { disputeReason: 'no_payment', reason });
  }

  async rejectAsFraud(invoiceId: string): Promise<void> {
    await this.post(`/invoices/${invoiceId}/dispute/reject`, { result: 'FRAUD_CONFIRM_DOCS', verdict: 'not_paid' });
  }

  async payPayout(invoiceId: string, makerId: number, between: () => Promise<void>): Promise<void> {
    await this.post(`/payouts/${invoiceId}/take`, { makerId });
    await between();
    await this.#sendForm(`/payouts/${invoiceId}/proof`, {}, `Paid by the world: ${invoiceId}\n`);
    await this.post(`/deals/${invoiceId}/settle`, {});
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await this.#send('GET', path)).body as Answer;
  }

  /** Every act gives a reason; it is the same for all of them. */
  async post<Answer>(path: string, body: object): Promise<Answer> {
    return (await this.#send('POST', path, { reason, ...body })).body as Answer;
  }

  async patch<Answer>(path: string, body: object): Promise<Answer> {
    return (await this.#send('PATCH', path, { reason, ...body })).body as Answer;
  }

  #sendForm(path: string, fields: Readonly<Record<string, string>>, file?: string) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (file !== undefined) form.set('attachment', new Blob([file]), 'proof.txt');
    return this.#send('POST', path, form);
  }

  async #send(method: string, path: string, body?: object): Promise<{ headers: Headers; body: unknown }> {
    const isForm = body instanceof FormData;
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.#url}/api/operator${path}`, {
        method,
        signal: this.#signal,
        headers: {
          cookie: this.#cookie,
          'x-csrf-token': this.#csrfToken,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (response.ok) return { headers: response.headers, body: answer };
      if (attempt < attemptsMax && (response.status === 429 || response.status === 503)) {
        await this.#pause(retryMs);
        continue;
      }
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    }
  }
}
