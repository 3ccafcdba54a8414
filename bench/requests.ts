import { createHmac } from 'node:crypto';
import { amountOf } from './amounts.ts';

/** What a load consists of. Requests are built and signed from this before any time is taken. */
export type RequestPlan =
  | { readonly kind: 'create'; readonly firstSerial: number; readonly count: number }
  /** Invoices of which the shops at these addresses are told, in turn. Where the sandbox plays fates, it pays them at once. */
  | {
      readonly kind: 'told';
      readonly firstSerial: number;
      readonly count: number;
      readonly notificationUrls: readonly string[];
    }
  | { readonly kind: 'read'; readonly invoiceIds: readonly string[] }
  /** Messages that no template reads, of these phones in turn. */
  | { readonly kind: 'messages'; readonly tokens: readonly string[] }
  | { readonly kind: 'hello' };

export interface Caller {
  readonly apiKey: string;
  readonly secret: string;
}

export interface Requests {
  readonly list: readonly Buffer[];
  /** Whether the list may be sent again from its start; a created invoice exists only once. */
  readonly repeats: boolean;
}

export function buildRequests(plan: RequestPlan, port: number, caller: Caller): Requests {
  const host = `127.0.0.1:${port}`;
  switch (plan.kind) {
    case 'create':
      return {
        list: Array.from({ length: plan.count }, (_, index) => {
          const serial = plan.firstSerial + index;
          return createRequest(host, caller, { serial, minor: amountOf(serial), notificationUrl: shopUrl });
        }),
        repeats: false,
      };
    case 'told':
      return {
        list: Array.from({ length: plan.count }, (_, index) => {
          const serial = plan.firstSerial + index;
          const notificationUrl = plan.notificationUrls[serial % plan.notificationUrls.length] ?? shopUrl;
          return createRequest(host, caller, { serial, minor: paidAmountOf(serial), notificationUrl });
        }),
        repeats: false,
      };
    case 'read':
      return { list: plan.invoiceIds.map((id) => readRequest(host, caller, id)), repeats: true };
    case 'messages':
      return { list: plan.tokens.flatMap((token) => messageRequests(host, token)), repeats: true };
    case 'hello':
      return { list: [Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)], repeats: true };
  }
}

const shopUrl = 'https://shop.example/notify';

/** As many amounts there are that the sandbox pays at once, and a store lets through. */
export const paidAmountsCount = 999_900;

/** One kopeck too many says that the payer pays at once: see `domain/sandbox-fate.ts`. */
function paidAmountOf(serial: number): number {
  return 10_001 + 100 * (serial % paidAmountsCount);
}

interface NewInvoice {
  readonly serial: number;
  readonly minor: number;
  readonly notificationUrl: string;
}

/** Written from the interface alone, as a merchant would. The same values stand in the scripts under pgbench/. */
function createRequest(host: string, caller: Caller, { serial, minor, notificationUrl }: NewInvoice): Buffer {
  const body = JSON.stringify({
    type: 'in',
    amount: decimal(minor),
    currency: 'RUB',
    internalId: `order-${serial}`,
    userId: `user-${serial % 100_000}`,
    startDeal: true,
    notificationUrl,
    notificationToken: 'token-of-the-shop',
  });
  const path = '/api/merchant/invoices';
  const signature = sign(caller.secret, `POSThttp://${host}${path}${body}`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Identity: ${caller.apiKey}\r\nX-Signature: ${signature}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Enough that the same text comes seldom, as banks write it. */
const messagesPerPhone = 250;

function messageRequests(host: string, token: string): Buffer[] {
  return Array.from({ length: messagesPerPhone }, (_, serial) => {
    const text = `СЧЁТ4821 14:07 Перевод ${1000 + serial}р от Олег К. Баланс: ${90_000 + serial}.15р`;
    const body = Buffer.from(JSON.stringify({ from: 'Bench', text, receivedStamp: 1_794_830_400_000 + serial }));
    const head =
      `POST /api/devices/messages HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  });
}

function readRequest(host: string, caller: Caller, invoiceId: string): Buffer {
  const path = `/api/merchant/invoices/${invoiceId}`;
  const signature = sign(caller.secret, `GEThttp://${host}${path}`);
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Identity: ${caller.apiKey}\r\nX-Signature: ${signature}\r\n\r\n`,
  );
}

function sign(secret: string, text: string): string {
  return createHmac('sha1', secret).update(text).digest('base64');
}

function decimal(minor: number): string {
  const digits = String(minor);
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
