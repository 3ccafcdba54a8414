import { createHmac } from 'node:crypto';
import { totpCode, totpStep } from '../src/domain/people/totp.ts';

/** A service whose clock can be moved while it is filled. */
export interface FilledService {
  readonly url: string;
  advance(ms: number): void;
  now(): number;
}

/**
 * Some hours of a small business, told through the service's own interfaces: payins in every state, payouts, disputes, money
 * that matched nothing, withdrawals, rates that move. For the screenshots of the console, and for its tests.
 */
export async function fillConsoleWorld(
  service: FilledService,
  receipt: Uint8Array,
  notificationUrl = '',
): Promise<void> {
  const shop = new Shop(service.url, 'demo-store-key', notificationUrl);
  const other = new Shop(service.url, 'demo-store-key-2');
  const operator = await SignedInOperator.open(service.url);
  await pastPayins(service, { shop, other, operator }, receipt);
  await payouts(service, { shop, operator }, receipt);
  await waitingPayins(service, { shop, other }, receipt);
  await arrivals(service, operator);
  await withdrawals(service, shop);
  // The third payer of one sum at a bank with two requisites gets none.
  const wish = { amount: '2500.00', paymentMethod: 'ozon', paymentOption: 'SBP', startDeal: true };
  for (const internalId of ['A-2101', 'A-2102', 'A-2103']) await shop.payin({ ...wish, internalId });
}

const minuteMs = 60_000;
const banks = ['sberbank', 'tinkoff', 'alfabank', 'vtb', 'raiffeisenbank'];

interface Hands {
  readonly shop: Shop;
  readonly other: Shop;
  readonly operator: SignedInOperator;
}

async function pastPayins(
  service: FilledService,
  { shop, other, operator }: Hands,
  receipt: Uint8Array,
): Promise<void> {
  for (let index = 0; index < 18; index++) {
    const from = index % 4 === 3 ? other : shop;
    const { id, deals } = await from.payin({
      internalId: `A-${1042 + index * 7}`,
      userId: `client-${311 + ((index * 37) % 90)}`,
      amount: `${1500 + ((index * 1370) % 9000)}.00`,
      paymentMethod: banks[index % banks.length],
      startDeal: true,
    });
    service.advance(2 * minuteMs);
    if (index % 6 === 4) await from.post(`/invoices/${id}/cancel`);
    else if (index % 6 !== 5) {
      if (index % 3 === 0) await from.upload(`/invoices/${id}/confirm-transfer`, receipt);
      await operator.post(`/deals/${deals[0].id}/settle`, { reason: 'Seen in the bank' });
    }
    const drift = ((index * 7) % 11) - 5;
    const rates = { in: `95.${50 + drift}`, out: `93.${50 + drift}` };
    await operator.post('/rates', { settlementCurrency: 'USDT', fiatCurrency: 'RUB', ...rates, reason: 'Market' });
    service.advance(4 * minuteMs);
  }
}

async function payouts(
  service: FilledService,
  { shop, operator }: Pick<Hands, 'shop' | 'operator'>,
  receipt: Uint8Array,
): Promise<void> {
  const ids: string[] = [];
  for (const [index, amount] of ['12000.00', '8400.00', '3150.00', '21000.00'].entries()) {
    const { id } = await shop.payout({ internalId: `P-${300 + index}`, amount });
    ids.push(id);
    service.advance(3 * minuteMs);
  }
  const [paid = '', proven = '', taken = ''] = ids;
  for (const id of [paid, proven, taken]) await operator.post(`/payouts/${id}/take`, { makerId: 1 });
  for (const id of [paid, proven]) await operator.upload(`/payouts/${id}/proof`, receipt);
  await operator.post(`/deals/${paid}/settle`, { reason: 'Proof checked' });
}

async function waitingPayins(
  service: FilledService,
  { shop, other }: Pick<Hands, 'shop' | 'other'>,
  receipt: Uint8Array,
): Promise<void> {
  for (const [index, amount] of ['4310.00', '7777.00', '1999.00', '15250.00'].entries()) {
    const from = index === 2 ? other : shop;
    const { id } = await from.payin({ internalId: `A-${1900 + index}`, amount, startDeal: true });
    await from.upload(`/invoices/${id}/confirm-transfer`, receipt);
    service.advance(3 * minuteMs);
  }
  const claims = [
    { amount: '6200.00', fields: { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '6000.00' } },
    { amount: '9100.00', fields: { disputeReason: 'has_payment' } },
  ];
  for (const [index, { amount, fields }] of claims.entries()) {
    const { id } = await shop.payin({ internalId: `A-${1950 + index}`, amount, startDeal: true });
    await shop.upload(`/invoices/${id}/dispute`, receipt, fields);
    service.advance(2 * minuteMs);
  }
  for (const [index, amount] of ['5600.00', '880.00'].entries()) {
    await shop.payin({ internalId: `A-${2000 + index}`, amount, startDeal: true });
    service.advance(minuteMs);
  }
}

async function arrivals(service: FilledService, operator: SignedInOperator): Promise<void> {
  const { items } = await operator.get('/deals?status=transfer_waiting&type=in');
  const [deal] = items;
  await operator.post('/arrivals', { requisiteId: deal.requisiteId, amount: '5000.00', reference: 'SBP-88120417' });
  service.advance(minuteMs);
  await operator.post('/arrivals', { requisiteId: 7, amount: '640.00', reference: 'SBP-88120503' });
  service.advance(minuteMs);
}

async function withdrawals(service: FilledService, shop: Shop): Promise<void> {
  for (const [index, amount] of ['250', '1800'].entries()) {
    // Each code works once: the next step has another.
    service.advance(minuteMs);
    await shop.post('/withdrawals', {
      accountId: '0193f000-0000-7000-8000-000000000001',
      amount,
      address: index === 0 ? 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' : 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
      code2FA: totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now())),
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the service, read here and nowhere kept.
type Answer = any;

/** A shop's program: signs what it sends. */
export class Shop {
  readonly #url: string;
  readonly #key: string;
  readonly #notifications: { readonly notificationUrl: string; readonly notificationToken: string };

  constructor(url: string, key: string, notificationUrl = '') {
    this.#url = url;
    this.#key = key;
    this.#notifications = { notificationUrl, notificationToken: 'shop-token' };
  }

  payin(change: object): Promise<Answer> {
    const usual = { type: 'in', currency: 'RUB', ...this.#notifications };
    return this.post('/invoices', { ...usual, ...change });
  }

  payout(change: object): Promise<Answer> {
    const paymentRequisites = { requisites: '2200000000001234', holder: 'Pavel D.' };
    const usual = { type: 'out', currency: 'RUB', ...this.#notifications };
    return this.post('/invoices', {
      ...usual,
      paymentOption: 'TO_CARD',
      paymentMethod: 'sberbank',
      paymentRequisites,
      ...change,
    });
  }

  post(path: string, body?: object): Promise<Answer> {
    return this.#send(path, body === undefined ? '' : JSON.stringify(body));
  }

  upload(path: string, file: Uint8Array, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send(path, formOf(file, fields));
  }

  async #send(path: string, body: string | FormData): Promise<Answer> {
    const url = `${this.#url}/api/merchant${path}`;
    const isText = typeof body === 'string';
    const signed = `POST${url}${isText ? body : ''}`;
    const signature = createHmac('sha1', 'demo-merchant-secret').update(signed).digest('base64');
    return await answerOf(
      await fetch(url, {
        method: 'POST',
        headers: {
          'x-identity': this.#key,
          'x-signature': signature,
          ...(isText && body !== '' ? { 'content-type': 'application/json' } : {}),
        },
        ...(body === '' ? {} : { body }),
      }),
    );
  }
}

/** An operator who has signed in. */
export class SignedInOperator {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  private constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  static async open(url: string): Promise<SignedInOperator> {
    const response = await fetch(`${url}/api/operator/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'operator', password: 'demo-operator-password' }),
    });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { csrfToken } = await answerOf(response);
    return new SignedInOperator(url, { cookie, 'x-csrf-token': csrfToken });
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path);
  }

  post(path: string, body: object): Promise<Answer> {
    return this.#send('POST', path, JSON.stringify(body));
  }

  upload(path: string, file: Uint8Array): Promise<Answer> {
    return this.#send('POST', path, formOf(file, {}));
  }

  async #send(method: string, path: string, body?: string | FormData): Promise<Answer> {
    return await answerOf(
      await fetch(`${this.#url}/api/operator${path}`, {
        method,
        headers: {
          ...this.#headers,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
  }
}

function formOf(file: Uint8Array, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('attachment', new Blob([file as Uint8Array<ArrayBuffer>]), 'receipt.png');
  return form;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
