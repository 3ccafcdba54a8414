import type { Role } from '../../../src/domain/people/audit.ts';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import type { Answer, Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, createToken, signInDemo } from '../../support/staff.ts';
import { address, formOf, type Things } from './authorization-table.ts';

export const roles = ['operator', 'maker', 'merchant'] as const;

/** A service with one of each thing, those whose they are, and strangers who reach for them. */
export interface AuthorizationWorld {
  readonly service: TestService;
  readonly things: Things;
  readonly own: Readonly<Record<Role, OperatorClient>>;
  /** Each with things of their own, and each with nothing: a filter over an empty list must not be no filter. */
  readonly strangers: Readonly<Record<'maker' | 'merchant', readonly OperatorClient[]>>;
}

export async function createAuthorizationWorld(): Promise<AuthorizationWorld> {
  const service = await startTestService();
  const own = {
    operator: await signInDemo(service, 'operator'),
    maker: await signInDemo(service, 'maker'),
    merchant: await signInDemo(service, 'merchant'),
  };
  const strangers = await createStrangers(service, own.operator);
  return { service, own, strangers, things: await createThings(service, own) };
}

export function codes({ status, body }: Answer): string {
  return `${status} ${status === 200 ? 'done' : body[0]?.code}`;
}

export function textOf({ body }: Answer): string {
  return JSON.stringify(body);
}

const reason = 'a test';

async function createStrangers(
  service: TestService,
  operator: OperatorClient,
): Promise<AuthorizationWorld['strangers']> {
  const merchant = await done(operator.post('/merchants', { name: 'Somebody else', reason }));
  await done(operator.post('/message-templates/load', { reason }));
  const poorMerchant = await done(operator.post('/merchants', { name: 'Somebody without a store', reason }));
  const store = { name: 'Another shop', currency: 'RUB', settlementCurrency: 'USDT', network: 'TRC20' };
  await done(operator.post('/stores', { ...store, merchantId: merchant.id, reason }));
  const poorMaker = await done(
    operator.post('/makers', { name: 'Without requisites', settlementCurrency: 'USDT', reason }),
  );
  return {
    maker: [
      await createSignedIn(service, { login: 'other-maker', role: 'maker', makerId: 2 }),
      await createSignedIn(service, { login: 'poor-maker', role: 'maker', makerId: poorMaker.id }),
    ],
    merchant: [
      await createSignedIn(service, { login: 'other-merchant', role: 'merchant', merchantId: merchant.id }),
      await createSignedIn(service, { login: 'poor-merchant', role: 'merchant', merchantId: poorMerchant.id }),
    ],
  };
}

async function createThings(service: TestService, own: AuthorizationWorld['own']): Promise<Things> {
  const { invoice, deal } = await startPayinOfMaker1(service, own.operator, 5_000);
  const { deal: disputed } = await startPayinOfMaker1(service, own.operator, 6_000);
  await service.shop.dispute(disputed.invoiceId, { disputeReason: 'has_payment' });
  const open = (await service.shop.createPayout()).body;
  const taken = (await service.shop.createPayout()).body;
  await own.maker.post(`/payouts/${taken.id}/take`);
  const { requisiteId } = deal;
  const arrival = await done(own.maker.post('/arrivals', { requisiteId, amount: '66.00', reference: 'bank-66' }));
  const file = { requisiteId, fileName: 'statement.txt', sizeBytes: 9 };
  const { id: importId, accountId: bankAccountId } = await done(own.maker.post('/statement-imports', file));
  const { deal: paid } = await startPayinOfMaker1(service, own.operator, 7_000);
  await done(own.operator.post(`/deals/${paid.id}/settle`, { reason }));
  const said = await sayThings(service, { disputedId: disputed.invoiceId, paidId: paid.invoiceId, requisiteId });
  const refund = await done(
    service.shop.post(`/api/merchant/invoices/${paid.invoiceId}/refunds`, { amount: '500.00' }),
  );
  const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
  const accountId = '0193f000-0000-7000-8000-000000000001';
  const request = { accountId, amount: '10', address, code2FA };
  const withdrawal = await done(service.shop.post('/api/merchant/withdrawals', request));
  await service.db.pool.query("insert into receivers (key, store_id, origin) values (1, 1, 'http://127.0.0.1:9')");
  await service.db.pool.query(
    'insert into failed_notifications (invoice_id, sequence, store_id, receiver, failed_at) values ($1, 1, 1, 1, now())',
    [disputed.invoiceId],
  );
  return {
    invoiceId: deal.invoiceId,
    internalId: invoice.internalId,
    amount: deal.sum.amount,
    dealId: deal.id,
    disputedId: disputed.invoiceId,
    paidId: paid.invoiceId,
    ...said,
    openPayoutId: open.id,
    openPayoutNumber: open.deals[0].requisites.requisites,
    takenPayoutId: taken.id,
    arrivalId: arrival.id,
    arrivalException: arrival.exception,
    endpointId: await createEndpoint(own.operator),
    ...(await createPhone(service)),
    ...(await createBlockedPayer(service)),
    withdrawalId: withdrawal.id,
    refundId: refund.id,
    ...(await createTeam(service)),
    requisiteId,
    importId,
    bankAccountId,
    requisiteNumber: deal.requisites.requisites,
    ...(await createTokens(service)),
    ...(await createAccess(service)),
  };
}

/** A maker, a merchant and an operator have their say about what is the merchant's and the maker's. */
async function sayThings(
  service: TestService,
  { disputedId, paidId, requisiteId }: Pick<Things, 'disputedId' | 'paidId' | 'requisiteId'>,
): Promise<Pick<Things, 'makersLogin' | 'operatorsLogin' | 'merchantsLogin' | 'operatorsRefundId'>> {
  const [makersLogin, operatorsLogin, merchantsLogin] = ['boris.of.requisites', 'olga.at.the.desk', 'vera.of.the.shop'];
  // Numbers that nothing else has: a test looks for them in answers.
  await service.db.owner.query(`select setval(pg_get_serial_sequence('users', 'id'), 918000)`);
  const boris = await createSignedIn(service, { login: makersLogin, role: 'maker', makerId: 1 });
  const olga = await createSignedIn(service, { login: operatorsLogin, role: 'operator' });
  const twoDaysMs = 2 * 24 * 3_600_000;
  const atMerchant = { role: 'merchant', merchantId: 1, agoMs: twoDaysMs } as const;
  const vera = await createSignedIn(service, { login: merchantsLogin, ...atMerchant });
  await done(vera.upload(`/invoices/${disputedId}/evidence`, formOf({ text: 'the payer has a receipt' })));
  await done(olga.post('/arrivals', { requisiteId, amount: '77.00', reference: 'bank-77' }));
  await done(boris.upload(`/invoices/${disputedId}/evidence`, formOf({ text: 'no money came' })));
  await done(olga.upload(`/invoices/${disputedId}/evidence`, formOf({ text: 'the bank was asked' })));
  const refund = await done(olga.post(`/invoices/${paidId}/refunds`, { amount: '500.00', reason }));
  return { makersLogin, operatorsLogin, merchantsLogin, operatorsRefundId: refund.id };
}

async function createEndpoint(operator: OperatorClient): Promise<string> {
  const endpoint = { url: 'https://shop.example/events', kinds: ['book'], reason };
  return (await done(operator.post('/stores/1/endpoints', endpoint))).id;
}

/** With a message that nobody could read. */
async function createPhone({
  db: { pool },
}: TestService): Promise<Pick<Things, 'phoneId' | 'phoneName' | 'messageId'>> {
  const phoneName = 'a phone on the shelf';
  const phone = await pool.query('insert into phones (maker_id, name, created_at) values (1, $1, now()) returning id', [
    phoneName,
  ]);
  const phoneId = phone.rows[0].id;
  const message = await pool.query(
    `insert into phone_messages (phone_id, sender, text, came_at, digest)
     values ($1, '900', 'x', now(), sha256('x')) returning id::text`,
    [phoneId],
  );
  const messageId = message.rows[0].id;
  await pool.query(
    `insert into message_outcomes (message_id, phone_id, maker_id, outcome, read_at) values ($1, $2, 1, 'unread', now())`,
    [messageId, phoneId],
  );
  return { phoneId, phoneName, messageId };
}

async function createBlockedPayer({
  db: { pool },
}: TestService): Promise<Pick<Things, 'blockedPayerId' | 'blockedPayer'>> {
  const blockedPayer = 'a-player';
  const { rows } = await pool.query(
    `insert into payers (key, store_id, kind, name, seen_at, failures, blocked_at, blocked_until)
     values ('1 user ' || $1, 1, 'user', $1, now(), 3, now(), now() + interval '30 days') returning id`,
    [blockedPayer],
  );
  return { blockedPayerId: rows[0].id, blockedPayer };
}

async function createTeam({ db: { pool } }: TestService): Promise<Pick<Things, 'memberId' | 'invitationId'>> {
  const member = await pool.query(
    `insert into users (login, role, merchant_id, password_hash, trusted_since, rights)
     values ('a-member', 'merchant', 1, '', now(), '{}') returning id`,
  );
  const invitation = await pool.query(
    `insert into team_invitations (id, merchant_id, ticket_hash, name, rights, invited_by, created_at, expires_at)
     select gen_random_uuid(), 1, 'x', 'Vera', '{}', id, now(), now() + interval '1 day' from users where login = 'merchant'
     returning id`,
  );
  return { memberId: member.rows[0].id, invitationId: invitation.rows[0].id };
}

async function createTokens(service: TestService): Promise<Pick<Things, 'tokenIds' | 'userIds'>> {
  for (const role of roles) await createToken(service, role, ['read']);
  const { rows } = await service.db.pool.query(
    'select u.login, u.id as user_id, t.id from api_tokens t join users u on u.id = t.user_id',
  );
  const byLogin = (column: string) => Object.fromEntries(rows.map((row) => [row.login, row[column]]));
  return { tokenIds: byLogin('id') as Things['tokenIds'], userIds: byLogin('user_id') as Things['userIds'] };
}

/** A session and a passkey of each. What they have shown lately stays fresh. */
async function createAccess({
  db: { pool },
}: TestService): Promise<Pick<Things, 'sessionIds' | 'passkeyIds' | 'viewIds' | 'channelIds'>> {
  const sessions = await pool.query(
    `insert into sessions (token_hash, user_id, csrf_token, created_at, last_seen_at, expires_at)
     select 'of ' || login, id, login, now(), now(), now() + interval '1 day' from users where login = any($1)
     returning csrf_token as login, id`,
    [roles],
  );
  const passkeys = await pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
     select id, login, '', 0, '{}', 'localhost', 'Key of the ' || login, now() from users where login = any($1)
     returning credential_id as login, id`,
    [roles],
  );
  const views = await pool.query(
    `insert into saved_views (user_id, page, name, query, created_at)
     select id, '/invoices', 'View of the ' || login, '', now() from users where login = any($1)
     returning substr(name, 13) as login, id`,
    [roles],
  );
  const channels = await pool.query(
    `insert into told_channels (user_id, kind, address, language, created_at)
     select id, 'email', login || '@example.com', 'en', now() from users where login = any($1)
     returning split_part(address, '@', 1) as login, id`,
    [roles],
  );
  await pool.query(`update sessions set code_at = now() + interval '1 hour'`);
  const byLogin = (rows: readonly { login: string }[]) =>
    Object.fromEntries(rows.map((row) => [row.login, (row as unknown as { id: unknown }).id]));
  return {
    sessionIds: byLogin(sessions.rows) as Things['sessionIds'],
    passkeyIds: byLogin(passkeys.rows) as Things['passkeyIds'],
    viewIds: byLogin(views.rows) as Things['viewIds'],
    channelIds: byLogin(channels.rows) as Things['channelIds'],
  };
}

/** Deals rotate over the makers; a few tries find maker 1. */
async function startPayinOfMaker1(
  service: TestService,
  operator: OperatorClient,
  amountFrom: number,
): Promise<{ invoice: Body; deal: Body }> {
  for (let amount = amountFrom; amount < amountFrom + 100; amount++) {
    const wish = { startDeal: true, amount: `${amount}.00`, internalId: `order/${amount}` };
    // Nobody listens there, so its notifications wait.
    const invoice = (await service.shop.createPayin({ ...wish, notificationUrl: 'http://127.0.0.1:9/' })).body;
    const deal = (await operator.get(`/deals/${invoice.deals[0].id}`)).body;
    if (deal.makerId === 1) return { invoice, deal };
    await service.shop.cancel(invoice.id);
  }
  throw new Error('maker 1 gets no deals');
}

async function done(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
