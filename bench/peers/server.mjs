/**
 * The create of the merchant interface as most teams would write it: Express, TypeORM, a pool, one transaction per request. It
 * stores the same rows in the same tables as ours. See "Beside a plain service" in bench/README.md.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';
import { DataSource } from 'typeorm';
import { createInvoice, Refusal } from './create-invoice.mjs';
import { entities } from './entities.mjs';
import { readSettings } from './settings.mjs';

const { DATABASE_URL, POOL_SIZE, API_KEY, SECRET, STORE_ID } = process.env;

const dataSource = new DataSource({ type: 'postgres', url: DATABASE_URL, poolSize: Number(POOL_SIZE), entities });
await dataSource.initialize();
const settings = await readSettings(dataSource, Number(STORE_ID));

const app = express();
app.disable('x-powered-by');
app.use(express.json({ verify: (request, _response, raw) => Object.assign(request, { raw }) }));
app.post('/api/merchant/invoices', requireSignature, async (request, response) => {
  const { invoice, deal } = await createInvoice(dataSource, settings, readRequest(request.body));
  response.json(toAnswer(invoice, deal));
});
app.use((error, _request, response, _next) => {
  const status = error.status ?? 500;
  response.status(status).json({ error: status === 500 ? 'internal_error' : error.message });
});

/** Over method, URL and the body as it was sent. */
function requireSignature(request, _response, next) {
  const url = `${request.protocol}://${request.get('host')}${request.originalUrl}`;
  const expected = createHmac('sha1', SECRET).update(request.method).update(url).update(request.raw).digest();
  const given = Buffer.from(request.get('x-signature') ?? '', 'base64');
  const isGood = given.length === expected.length && timingSafeEqual(given, expected);
  if (request.get('x-identity') !== API_KEY || !isGood) throw new Refusal(401, 'signature_wrong');
  next();
}

function readRequest(body) {
  const { type, amount, currency, internalId = null, userId = null, startDeal } = body;
  const { notificationUrl, notificationToken } = body;
  if (type !== 'in' || startDeal !== true) throw new Refusal(400, 'not_supported');
  if (typeof amount !== 'string' || !/^\d{1,15}(\.\d{2})?$/.test(amount)) throw new Refusal(400, 'amount_invalid');
  for (const text of [currency, notificationUrl, notificationToken]) {
    if (typeof text !== 'string' || text.length > 2_000) throw new Refusal(400, 'text_invalid');
  }
  for (const text of [internalId, userId]) {
    if (text !== null && (typeof text !== 'string' || text.length > 255)) throw new Refusal(400, 'text_invalid');
  }
  const [whole, cents = '00'] = amount.split('.');
  return { amount: BigInt(whole + cents), currency, internalId, userId, notificationUrl, notificationToken };
}

function toAnswer(invoice, deal) {
  const { id, type, status, internalId, userId, currency, createdAt, expireAt } = invoice;
  const amount = decimal(invoice.amount);
  const { paymentOption, paymentMethod, number, holder, startedAt, deadlineAt } = deal;
  const shown = { id: deal.id, status: deal.status, amount, paymentOption, paymentMethod, number, holder };
  return {
    ...{ id, type, status, amount, currency, internalId, userId, createdAt, expireAt },
    deal: { ...shown, startedAt, deadlineAt },
  };
}

function decimal(minor) {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
