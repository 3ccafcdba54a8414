import { type Answer, pngReceipt } from './merchant-client.ts';

/** A payer's browser: it knows the ID of an invoice and nothing else, and shares no code with the service. */
export class PublicClient {
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Paths are given below /api/public. */
  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('GET', path, { headers });
  }

  post(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    if (body === undefined) return this.#send('POST', path, { headers });
    return this.#send('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  upload(path: string, form: FormData): Promise<Answer> {
    return this.#send('POST', path, { body: form });
  }

  read(id: string): Promise<Answer> {
    return this.get(`/invoices/${id}`);
  }

  startDeal(id: string, variant?: object): Promise<Answer> {
    return this.post(`/invoices/${id}/start-deal`, variant);
  }

  confirm(id: string, content: Uint8Array = pngReceipt, name = 'receipt.png'): Promise<Answer> {
    return this.upload(`/invoices/${id}/confirm-transfer`, receiptForm(content, name));
  }

  dispute(id: string): Promise<Answer> {
    return this.upload(`/invoices/${id}/dispute`, receiptForm(pngReceipt, 'receipt.png'));
  }

  cancel(id: string): Promise<Answer> {
    return this.post(`/invoices/${id}/cancel`);
  }

  async #send(method: string, path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/public${path}`, { method, ...init });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(bytes.toString()) : bytes };
  }
}

function receiptForm(content: Uint8Array, name: string): FormData {
  const form = new FormData();
  form.set('attachment', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return form;
}
