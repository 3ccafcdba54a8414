import { createHmac } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** A merchant's program, written from the interface alone: it shares no code with the service. */
export class MerchantClient {
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  /** Sees every answer before the test does; the conformance suite checks shapes here. */
  onAnswer: ((seen: { method: string; path: string; answer: Answer }) => void) | null = null;

  readonly #signedUrl: string;

  /** `signedUrl` is what the client believes to call, where a proxy is in between. */
  constructor(baseUrl: string, key: string, secret: string, signedUrl: string = baseUrl) {
    this.baseUrl = baseUrl;
    this.#signedUrl = signedUrl;
    this.key = key;
    this.secret = secret;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('GET', path, { headers });
  }

  /** JSON; without a body nothing is sent. */
  post(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    if (body === undefined) return this.#send('POST', path, { headers });
    const text = JSON.stringify(body);
    return this.#send('POST', path, { text, headers: { 'content-type': 'application/json', ...headers } });
  }

  /** A form is signed without its body: multipart, or urlencoded where it has no file. */
  upload(path: string, form: FormData | URLSearchParams, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('POST', path, { form, headers });
  }

  /** An invoice that will do for most tests. */
  createPayin(change: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post('/api/merchant/invoices', { ...payin, ...change }, headers);
  }

  /** Each one differs from the others by something that the service does not read: the same bytes twice are one payout. */
  createPayout(change: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post('/api/merchant/invoices', { ...payout, ...change, ...unlikeOthers() }, headers);
  }

  confirm(
    invoiceId: string,
    content: Uint8Array = pngReceipt,
    name = 'receipt.png',
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const form = new FormData();
    form.set('attachment', new Blob([content as Uint8Array<ArrayBuffer>]), name);
    return this.upload(`/api/merchant/invoices/${invoiceId}/confirm-transfer`, form, headers);
  }

  read(invoiceId: string): Promise<Answer> {
    return this.get(`/api/merchant/invoices/${invoiceId}`);
  }

  startDeal(invoiceId: string, variant?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(`/api/merchant/invoices/${invoiceId}/start-deal`, variant, headers);
  }

  cancel(invoiceId: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(`/api/merchant/invoices/${invoiceId}/cancel`, undefined, headers);
  }

  /** The path may name an invoice or one of its deals. */
  dispute(
    id: string,
    fields: Record<string, string>,
    options: { attachment?: Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const content = options.attachment;
    if (content !== undefined) form.set('attachment', new Blob([content as Uint8Array<ArrayBuffer>]), 'receipt.png');
    return this.upload(`/api/merchant/invoices/${id}/dispute`, form, options.headers);
  }

  async #send(
    method: string,
    path: string,
    options: { text?: string; form?: FormData | URLSearchParams; headers: Record<string, string> },
  ): Promise<Answer> {
    const url = this.baseUrl + path;
    const signature = createHmac('sha1', this.secret)
      .update(method + this.#signedUrl + path + (options.text ?? ''))
      .digest('base64');
    const body = options.form ?? options.text;
    const response = await fetch(url, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { 'x-identity': this.key, 'x-signature': signature, ...options.headers },
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
    this.onAnswer?.({ method, path, answer });
    return answer;
  }
}

let serials = 0;

/** Makes a body differ from all others by something that the service does not read. */
export const unlikeOthers = () => ({ serial: serials++ });

export const payin = {
  type: 'in',
  amount: '1000.00',
  currency: 'RUB',
  notificationUrl: '',
  notificationToken: '',
} as const;

export const payout = {
  type: 'out',
  amount: '1000.00',
  currency: 'RUB',
  notificationUrl: '',
  notificationToken: '',
  paymentOption: 'TO_CARD',
  paymentMethod: 'sberbank',
  paymentRequisites: { requisites: '2200000000000004', holder: 'Ivan P.' },
} as const;

/** The smallest thing that is a PNG by its first bytes. */
export const pngReceipt = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
