import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createNotificationListener, MemorySeenStore, Quittance, QuittanceError } from '@quittance/sdk';

const env = process.env;
const port = Number(env['PORT'] ?? 4000);
const baseUrl = env['QUITTANCE_URL'] ?? 'http://127.0.0.1:3000';
// Everybody knows the secret of the sandbox: elsewhere it would let anybody say that an order is paid.
const isSandbox = baseUrl.startsWith('http://127.0.0.1');
const secret = env['QUITTANCE_SECRET'] ?? (isSandbox ? 'demo-merchant-secret' : '');
const token = env['NOTIFICATION_TOKEN'] ?? 'a token of the shop';

const quittance = new Quittance({
  baseUrl,
  apiKey: env['QUITTANCE_API_KEY'] ?? 'demo-store-key',
  secret,
  notificationUrl: `http://127.0.0.1:${port}/notifications`,
  notificationToken: token,
});

interface Order {
  readonly amount: string;
  status: string;
  received: string | null;
  /** Of the newest notification: one that was late, or sent again, must not turn the order back. */
  sequence: number;
}
// A real shop keeps both in its database: orders, and the notifications it has dealt with.
const orders = new Map<string, Order>();
const seen = new MemorySeenStore();

/** The order is written down before money is asked for; its ID makes the request safe to repeat. */
async function buy(amount: string): Promise<object> {
  const orderId = `order-${Date.now()}-${orders.size + 1}`;
  orders.set(orderId, { amount, status: 'new', received: null, sequence: 0 });
  const invoice = await quittance.createInvoice({
    type: 'in',
    amount,
    currency: 'RUB',
    internalId: orderId,
    startDeal: true,
    successUrl: `http://127.0.0.1:${port}/orders/${orderId}`,
  });
  return { orderId, payAt: invoice.invoiceUrl, requisites: invoice.deals[0]?.requisites ?? null };
}

/** Called once for each change of status, when it is certain that the service sent it. */
const takeNotification = createNotificationListener({ secret, token, seen }, ({ invoice, sequence }) => {
  const order = orders.get(invoice.internalId ?? '');
  if (order === undefined || sequence <= order.sequence) return;
  order.sequence = sequence;
  order.status = invoice.status;
  order.received = invoice.receivedSumFromTaker?.amount ?? null;
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (pathname === '/notifications') return takeNotification(request, response);
  if (pathname.startsWith('/orders/')) return void send(200, orders.get(pathname.slice('/orders/'.length)) ?? null);
  if (pathname !== '/buy' || request.method !== 'POST') return void send(404, null);
  try {
    send(200, await buy(searchParams.get('amount') ?? '1000.01'));
  } catch (error) {
    if (!(error instanceof QuittanceError)) throw error;
    send(error.status === 400 ? 400 : 503, { code: error.code, message: error.message });
  }
}

createServer((request, response) => {
  // A request that makes no sense, or breaks off, must not end the shop.
  answer(request, response).catch(() => response.destroy());
}).listen(port, '127.0.0.1', () => {
  process.stdout.write(`The shop is open: curl -X POST 'http://127.0.0.1:${port}/buy?amount=1000.01'\n`);
});
