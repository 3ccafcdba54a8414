import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import type { Body } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * People look at what is not theirs, in answers that are for them. As it was run: JSON without `nosniff` and `no-store`; the ID of
 * the maker in a merchant's timeline; whole cards and holders of open payouts for every maker.
 */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let merchant: OperatorClient;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  merchant = await signInDemo(service, 'merchant');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

describe('an answer', () => {
  const safe = { sniff: 'nosniff', cache: 'no-store' };
  const headersOf = ({ headers }: { readonly headers: Headers }) => ({
    sniff: headers.get('x-content-type-options'),
    cache: headers.get('cache-control'),
  });

  it('is neither guessed at nor kept, whoever asks and whatever it says', async () => {
    const { body: invoice } = await service.shop.createPayin({ startDeal: true });
    const answers: Record<string, { readonly headers: Headers }> = {
      'of the merchant interface': await service.shop.read(invoice.id),
      'that created something': await service.shop.createPayin(),
      'without a signature': await fetch(`${service.url}/api/merchant/accounts`),
      'to a malformed body': await service.shop.post('/api/merchant/invoices', {}),
      'of the operator interface': await operator.get('/me'),
      'without a session': await fetch(`${service.url}/api/operator/me`),
      'of an export': await operator.get('/invoices.csv'),
      'of the public interface': await fetch(`${service.url}/api/public/invoices/${invoice.id}`),
      'to an unknown invoice': await fetch(`${service.url}/api/public/invoices/none`),
      'to an unknown address': await fetch(`${service.url}/nowhere`),
      'to an address that is no address': await fetch(`${service.url}/api/public/invoices/%zz`),
      'to whoever watches the service': await fetch(`${service.url}/readyz`),
    };
    const found = Object.entries(answers).map(([name, answer]) => [name, headersOf(answer)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, safe])));
  });

  it('has the same headers when it is no answer to a request at all', async () => {
    const { hostname, port } = new URL(service.url);
    const text = await new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(Number(port), hostname, () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('close', () => resolve(heard));
    });
    expect(text).toContain('\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n');
  });

  it('is kept where that is meant: pictures, pages of the reference, what the console loads', async () => {
    const { body: invoice } = await service.shop.createPayin({ startDeal: true });
    await service.shop.confirm(invoice.id);
    const { body } = await service.shop.read(invoice.id);
    const receipt = await fetch(body.deals[0].attachments[0]);
    expect(headersOf(receipt)).toEqual({ sniff: 'nosniff', cache: expect.stringMatching(/^private, max-age=\d+$/) });
    const reference = await fetch(`${service.url}/api/merchant/openapi.json`).catch(() => null);
    expect(reference?.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

/** All numbers and texts that are values of these keys, wherever they are. */
function valuesOf(value: Body, keys: readonly string[]): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(keys.includes(key) ? [inner] : []),
    ...valuesOf(inner as Body, keys),
  ]);
}

describe('a merchant', () => {
  it('does not learn from a timeline which maker is behind a payment', async () => {
    const { body: invoice } = await service.shop.createPayin({ startDeal: true, amount: '3333.00' });
    await service.shop.confirm(invoice.id);
    const deal = (await operator.get(`/deals/${invoice.deals[0].id}`)).body;
    expect((await operator.post(`/deals/${deal.id}/settle`, { reason: 'it came' })).status).toBe(200);
    const { rows } = await service.db.pool.query('select id from accounts where owner_id = $1 and kind like $2', [
      deal.makerId,
      'maker_%',
    ]);
    const accounts = rows.map(({ id }) => id);

    const seenByOperator = (await operator.get(`/invoices/${invoice.id}`)).body;
    expect(valuesOf(seenByOperator.transfers, ['id'])).toEqual(expect.arrayContaining(accounts));
    const seen = (await merchant.get(`/invoices/${invoice.id}`)).body;
    expect(seen.transfers.length).toBeGreaterThan(0);
    expect(valuesOf(seen, ['makerId', 'requisiteId'])).toEqual([]);
    expect(valuesOf(seen.transfers, ['id']).filter((id) => accounts.includes(id))).toEqual([]);
    const others = seen.transfers.flatMap(({ debit, credit }: Body) => [debit, credit]);
    const makers = others.filter(({ kind }: Body) => kind.startsWith('maker_'));
    expect(makers.length).toBeGreaterThan(0);
    expect(makers.every(({ id, ownerId }: Body) => id === 0 && ownerId === 0)).toBe(true);
  });
});

describe('a maker', () => {
  const card = '2200000000000004';
  const holder = 'Ivan Petrovich Pavlov';

  it('sees the whole card and its holder of a payout with taking it, and not before or after', async () => {
    const paymentRequisites = { requisites: card, holder };
    const { body: payout } = await service.shop.createPayout({ paymentRequisites });
    const offered = async (who: OperatorClient) => {
      const { items } = (await who.get('/payouts')).body;
      return items.find(({ invoiceId }: Body) => invoiceId === payout.id).requisites;
    };
    expect(await offered(maker)).toEqual({ requisites: '••••••••••••0004', holder: null });
    expect(await offered(operator)).toEqual({ requisites: card, holder });
    expect((await maker.get(`/invoices/${payout.id}`)).status).toBe(403);

    const { body: taken } = await maker.post(`/payouts/${payout.id}/take`, {});
    expect(taken.requisites).toEqual({ requisites: card, holder });
    const { body: own } = await maker.get(`/deals/${taken.id}`);
    expect(own.requisites).toEqual({ requisites: card, holder });

    const { body: given } = await maker.post(`/payouts/${payout.id}/give-back`, { reason: 'the bank is down' });
    expect(given.requisites).toEqual({ requisites: '••••••••••••0004', holder: null });
    expect(await offered(maker)).toEqual({ requisites: '••••••••••••0004', holder: null });
  });

  it('finds nothing of it by any other way', async () => {
    const other = await createSignedIn(service, { login: 'other-maker', role: 'maker', makerId: 2 });
    const { body: payout } = await service.shop.createPayout({ paymentRequisites: { requisites: card, holder } });
    const ways = [
      '/payouts',
      '/deals',
      `/deals/${payout.deals[0].id}`,
      `/invoices/${payout.id}`,
      `/search?text=${card}`,
    ];
    for (const path of ways) {
      const { body } = await other.get(path);
      expect(JSON.stringify(body)).not.toContain(card);
      expect(JSON.stringify(body)).not.toContain(holder);
    }
  });
});
