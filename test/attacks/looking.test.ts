import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorEndpoints } from '../../src/api/operator/endpoints.ts';
import type { Role } from '../../src/domain/people/audit.ts';
import { authorizationTable, type Things } from '../http/operator/authorization-table.ts';
import { type AuthorizationWorld, createAuthorizationWorld } from '../http/operator/authorization-world.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Body } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import type { TestService } from '../support/service.ts';
import { signInWithPassword } from '../support/staff.ts';

/**
 * People look at what is not theirs, in answers that are for them. As it was run: JSON without `nosniff` and `no-store`; the ID of
 * the maker in a merchant's timeline; whole cards and holders of open payouts for every maker; operators by their numbers in a
 * merchant's withdrawals; the statement of a maker's bank in the merchant's dispute.
 */
let service: TestService;
let things: Things;
let own: AuthorizationWorld['own'];
let strangers: AuthorizationWorld['strangers'];
let operator: OperatorClient;
let maker: OperatorClient;
let merchant: OperatorClient;

beforeAll(async () => {
  ({ service, things, own, strangers } = await createAuthorizationWorld());
  ({ operator, maker, merchant } = own);
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

  it('forbids sniffing and caching in every kind of answer', async () => {
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
      'to a monitor': await fetch(`${service.url}/readyz`),
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
    const [other] = strangers.maker;
    const { body: payout } = await service.shop.createPayout({ paymentRequisites: { requisites: card, holder } });
    const ways = [
      '/payouts',
      '/deals',
      `/deals/${payout.deals[0].id}`,
      `/invoices/${payout.id}`,
      `/search?text=${card}`,
    ];
    for (const path of ways) {
      const body = (await other?.get(path))?.body;
      expect(body).toBeDefined();
      expect(JSON.stringify(body)).not.toContain(card);
      expect(JSON.stringify(body)).not.toContain(holder);
    }
  });
});

describe('the other side', () => {
  const shown = Object.entries(authorizationTable).flatMap(([operationId, row]) => {
    const endpoint = operatorEndpoints.find((candidate) => candidate.operationId === operationId);
    const readers = (['maker', 'merchant'] as const).filter((role) => row.roles.includes(role));
    return endpoint?.method === 'GET' ? readers.map((role) => [operationId, role, row] as const) : [];
  });
  /** Where others have had their say. */
  const more: Readonly<Record<string, (role: Role) => readonly string[]>> = {
    readInvoice: () =>
      [things.disputedId, things.paidId, things.takenPayoutId].flatMap((id) => {
        const now = encodeURIComponent(new Date(service.now()).toISOString());
        return [`/invoices/${id}`, `/invoices/${id}?at=${now}`];
      }),
    listWithdrawals: () => [`/withdrawals?id=${things.withdrawalId}`],
  };
  let numbers: Readonly<Record<string, number>>;

  beforeAll(async () => {
    const olga = await signInWithPassword(service, things.operatorsLogin);
    const approved = await olga.post(`/withdrawals/${things.withdrawalId}/approve`, { reason: 'a test' });
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
    const { rows } = await service.db.pool.query('select login, id from users');
    numbers = Object.fromEntries(rows.map(({ login, id }) => [login, id]));
  });

  const expectNobodyNamed = (role: Role, text: string, path: string) => {
    const { makersLogin, operatorsLogin, merchantsLogin } = things;
    for (const login of [operatorsLogin, role === 'maker' ? merchantsLogin : makersLogin]) {
      expect(text, `${role} ${path}`).not.toContain(login);
      expect(text, `${role} ${path}`).not.toMatch(new RegExp(`(?<![\\w-])${numbers[login]}(?![\\w-])`));
    }
    if (role === 'merchant') expect(text, path).not.toMatch(/"makerId":\s*\d/);
  };

  it.each(shown)('is not named, nor numbered, by %s where a %s looks', async (operationId, role, row) => {
    for (const path of [row.path(things, role), ...(more[operationId]?.(role) ?? [])]) {
      expectNobodyNamed(role, JSON.stringify((await own[role].get(path)).body), path);
    }
  });

  it('is shown by what it is instead, and by name and number to an operator', async () => {
    const saidBy = async (who: OperatorClient) =>
      (await who.get(`/invoices/${things.disputedId}`)).body.disputeFacts.map(({ actor }: Body) => actor);
    const { makersLogin, operatorsLogin, merchantsLogin } = things;
    expect(await saidBy(merchant)).toEqual(['merchant', merchantsLogin, 'maker', 'operator']);
    expect(await saidBy(operator)).toEqual(['merchant', merchantsLogin, makersLogin, operatorsLogin]);
    const { body } = await merchant.get(`/invoices/${things.paidId}`);
    expect(body.refunds.map(({ askedBy }: Body) => askedBy).sort()).toEqual(['merchant', 'operator']);

    const approvals = async (who: OperatorClient) =>
      (await who.get(`/withdrawals/${things.withdrawalId}`)).body.approvals;
    const at = expect.any(String);
    expect(await approvals(merchant)).toEqual([{ role: 'operator', at }]);
    expect(await approvals(operator)).toEqual([{ role: 'operator', userId: numbers[operatorsLogin], at }]);

    const enteredBy = async (who: OperatorClient) =>
      (await who.get('/arrivals')).body.items.map((arrival: Body) => arrival.enteredBy);
    expect(await enteredBy(maker)).toEqual(['operator', 'maker']);
    expect(await enteredBy(operator)).toEqual([operatorsLogin, 'maker']);
  });

  it('keeps its papers and words in a dispute: a merchant sees that something was said, and what operators say of it', async () => {
    const now = encodeURIComponent(new Date(service.now()).toISOString());
    const wordsOf = ({ kind, text, attachment }: Body) => `${kind}, ${text}, ${attachment?.fileName ?? 'no file'}`;
    for (const path of [`/invoices/${things.disputedId}`, `/invoices/${things.disputedId}?at=${now}`]) {
      const said = async (who: OperatorClient) => (await who.get(path)).body.disputeFacts.map(wordsOf);
      const ofMerchant = ['opened, has_payment, no file', 'evidence, the payer has a receipt, proof.png'];
      const ofOthers = ['evidence, no money came, proof.png', 'evidence, the bank was asked, proof.png'];
      expect(await said(merchant)).toEqual([
        ...ofMerchant,
        'evidence, , no file',
        'evidence, the bank was asked, no file',
      ]);
      expect(await said(operator)).toEqual([...ofMerchant, ...ofOthers]);
    }
  });

  it("is not named in the merchant's own interface, nor when it cancels what an operator has asked for", async () => {
    const paths = [
      `/refunds/${things.operatorsRefundId}`,
      `/invoices/${things.disputedId}`,
      `/withdrawals/${things.withdrawalId}`,
    ];
    for (const path of paths) {
      const answer = await service.shop.get(`/api/merchant${path}`);
      expect(answer.status, path).toBe(200);
      expectNobodyNamed('merchant', JSON.stringify(answer.body), path);
    }
    const canceled = await merchant.post(`/refunds/${things.operatorsRefundId}/cancel`, { reason: 'a test' });
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', askedBy: 'operator' } });
  });
});
