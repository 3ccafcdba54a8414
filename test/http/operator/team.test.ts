import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorEndpoints } from '../../../src/api/operator/endpoints.ts';
import { allMemberRights, type MemberRight } from '../../../src/domain/people/people.ts';
import { rightsNeeded } from '../../../src/domain/people/team.ts';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { type Answer, type Body, MerchantClient } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, createToken, signInDemo } from '../../support/staff.ts';
import { authorizationTable, formOf, type Things } from './authorization-table.ts';

/** A merchant's team: who is in it, what they may do, and that nobody does more. */
let service: TestService;
let owner: OperatorClient;
let operator: OperatorClient;
const reason = 'a test';
const password = 'a password of tests';

beforeAll(async () => {
  service = await startTestService();
  owner = await signInDemo(service, 'merchant');
  operator = await signInDemo(service, 'operator');
});
afterAll(() => service.stop());

/** Each code works once; the clock goes on to the next. */
const nextCode = (): string => {
  service.advance(30_000);
  return totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
};
const code = ({ body }: Answer): string => body[0]?.code;

async function invite(rights: readonly string[], by = owner): Promise<Body> {
  return (await by.post('/team/invitations', { name: 'Vera', rights, code: nextCode() })).body;
}
const ticketOf = ({ url }: Body): string => url.split('#')[1];

async function join(login: string, rights: readonly MemberRight[]): Promise<OperatorClient> {
  const client = new OperatorClient(service.url);
  const invitation = await invite(rights);
  await client.enter('/invitations/join', { ticket: ticketOf(invitation), login, name: login, password });
  // What an authenticator app is worth to the door: setting one up has tests of its own.
  await service.db.pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
     select id, login, '', 0, '{}', 'localhost', 'a key', now() from users where login = $1`,
    [login],
  );
  return client;
}
const idOf = async (login: string): Promise<number> =>
  (await service.db.pool.query('select id from users where login = $1', [login])).rows[0].id;

describe('an invitation', () => {
  it('lets one person join, once, with its rights', async () => {
    const invitation = await invite(['payins']);
    expect(invitation.url).toContain('/console/join#');
    expect((await owner.get('/team')).body.invitations).toMatchObject([{ id: invitation.id, rights: ['payins'] }]);
    const stranger = new OperatorClient(service.url);
    const ticket = ticketOf(invitation);
    expect((await stranger.post('/invitations/read', { ticket })).body).toMatchObject({ rights: ['payins'] });
    const body = { ticket, login: 'vera', name: 'Vera', password };
    const answers = await Promise.all(
      [1, 2, 3].map((n) => stranger.enter('/invitations/join', { ...body, login: `vera${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    // The door takes few at once from one address.
    service.advance(60_000);
    expect(code(await stranger.post('/invitations/read', { ticket }))).toBe('invitation_ended');
    const team = (await owner.get('/team')).body;
    expect(team.invitations).toEqual([]);
    expect(team.members).toMatchObject([
      { login: 'merchant', isOwner: true },
      { isOwner: false, rights: ['payins'] },
    ]);
    expect(team.members[1].seenAt).not.toBeNull();
    const { rows } = await service.db.pool.query('select ticket_hash from team_invitations');
    expect(rows[0].ticket_hash).not.toContain(ticket);
  });

  it('ends when it is taken back, and by its time', async () => {
    const [back, late] = [await invite([]), await invite([])];
    expect((await owner.delete(`/team/invitations/${back.id}`)).body).toEqual({ status: 'revoked' });
    const stranger = new OperatorClient(service.url);
    expect(code(await stranger.post('/invitations/read', { ticket: ticketOf(back) }))).toBe('invitation_ended');
    service.advance(3 * 24 * 3_600_000);
    const body = { ticket: ticketOf(late), login: 'late', name: 'Late', password };
    expect(code(await stranger.post('/invitations/join', body))).toBe('invitation_ended');
    [owner, operator] = [await signInDemo(service, 'merchant'), await signInDemo(service, 'operator')];
  });

  it('needs the code of the business, and gives no right that who invites lacks', async () => {
    expect(code(await owner.post('/team/invitations', { name: 'X', rights: [], code: '000000' }))).toBe(
      'two_factor_wrong',
    );
    const lead = await join('lead', ['team', 'payins']);
    expect(code(await lead.post('/team/invitations', { name: 'X', rights: ['keys'], code: nextCode() }))).toBe(
      'right_not_yours',
    );
    const made = await invite(['payins'], lead);
    // What the lead has lost by then is not given either.
    await owner.patch(`/team/members/${await idOf('lead')}`, { rights: ['team'], reason, code: nextCode() });
    const body = { ticket: ticketOf(made), login: 'too-much', name: 'X', password };
    expect(code(await new OperatorClient(service.url).post('/invitations/join', body))).toBe('right_not_yours');
  });

  it('admits no member once the inviter has lost the right', async () => {
    const made = await invite(['payins'], await join('former-lead', ['team', 'payins']));
    await owner.patch(`/team/members/${await idOf('former-lead')}`, { rights: ['payins'], reason, code: nextCode() });
    const body = { ticket: ticketOf(made), login: 'by-the-back-door', name: 'X', password };
    expect(code(await new OperatorClient(service.url).post('/invitations/join', body))).toBe('invitation_ended');
  });
});

describe('a member', () => {
  it('is changed and removed by who may, at once, and never an owner', async () => {
    const member = await join('anna', ['payins']);
    const id = await idOf('anna');
    const ownerId = await idOf('merchant');
    const lead = await join('lead-2', ['team', 'payins']);
    expect(code(await lead.delete(`/team/members/${ownerId}`, { reason }))).toBe('owner_is_fixed');
    expect(code(await lead.patch(`/team/members/${ownerId}`, { rights: [], reason, code: nextCode() }))).toBe(
      'owner_is_fixed',
    );
    expect(code(await lead.delete(`/team/members/${await idOf('lead-2')}`, { reason }))).toBe('not_on_oneself');
    const link = { amount: '1000.00', currency: 'RUB' };
    expect((await member.post('/stores/1/payment-links', link)).status).toBe(200);
    expect((await lead.patch(`/team/members/${id}`, { rights: [], reason, code: nextCode() })).body).toMatchObject({
      rights: [],
    });
    expect(code(await member.post('/stores/1/payment-links', link))).toBe('right_missing');
    expect((await member.get('/invoices')).status).toBe(200);
    expect((await lead.delete(`/team/members/${id}`, { reason })).body).toEqual({ status: 'removed' });
    expect((await member.get('/invoices')).status).toBe(401);
    const acts = (await operator.get('/audit-log')).body.items.map(({ action }: Body) => action);
    expect(acts).toEqual(
      expect.arrayContaining([
        'create-invitation',
        'add-member',
        'change-member',
        'remove-member',
        'revoke-invitation',
      ]),
    );
  });

  it('needs a second factor where money or keys are touched', async () => {
    const member = await join('boris', ['payouts', 'payins']);
    await service.db.pool.query('delete from passkeys where user_id = $1', [await idOf('boris')]);
    expect(code(await member.post('/invoices/x/refunds', { reason }))).toBe('second_factor_required');
    expect((await member.post('/stores/1/payment-links', { amount: '1000.00', currency: 'RUB' })).status).toBe(200);
  });

  it('sees the link of a refund, which says where the money goes, if they may ask for one', async () => {
    const { body: payin } = await service.shop.createPayin({ startDeal: true, amount: '2100.00' });
    await operator.post(`/deals/${payin.deals[0].id}/settle`, { reason });
    const { body: refund } = await service.shop.post(`/api/merchant/invoices/${payin.id}/refunds`, { amount: '100' });
    const shown = async (reader: OperatorClient) =>
      (await reader.get(`/invoices/${payin.id}`)).body.refunds[0].refundUrl;
    const withoutFactor = await join('without-factor', ['payouts']);
    await service.db.pool.query('delete from passkeys where user_id = $1', [await idOf('without-factor')]);
    const blind = [
      ...[await join('looks', []), await join('sells', ['payins', 'withdrawals', 'keys', 'team']), withoutFactor],
      ...[await createToken(service, 'merchant', ['read']), operator],
    ];
    expect(await Promise.all(blind.map(shown))).toEqual(blind.map(() => null));
    const seeing = [owner, await join('refunds', ['payouts'])];
    expect(await Promise.all(seeing.map(shown))).toEqual(seeing.map(() => refund.refundUrl));

    const limits = { name: 'Books', scopes: ['read'], addresses: [], reason, code: nextCode() };
    const { body: key } = await owner.post('/stores/1/keys', limits);
    const books = new MerchantClient(service.url, key.key, key.secret);
    expect((await books.get(`/api/merchant/refunds/${refund.id}`)).body).toMatchObject({
      status: 'waiting',
      refundUrl: null,
    });
  });

  it('a member of another merchant is not there', async () => {
    const { body: merchant } = await operator.post('/merchants', { name: 'Somebody else', reason });
    const stranger = await createSignedIn(service, { login: 'stranger', role: 'merchant', merchantId: merchant.id });
    expect((await stranger.delete(`/team/members/${await idOf('lead-2')}`, { reason })).status).toBe(404);
    expect(JSON.stringify((await stranger.get('/team')).body)).not.toContain('lead-2');
  });
});

describe('every operation', () => {
  const things = new Proxy({} as Things, { get: () => '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4' });
  const walked = operatorEndpoints.filter(
    ({ operationId, path }) => !['own', undefined].includes(rightsNeeded[operationId]) && path !== '/events',
  );

  it.each(allMemberRights)('is open to a member with the right %s, or closed, as the table says', async (right) => {
    const member = await join(`only-${right}`, [right]);
    const wrong: string[] = [];
    for (const { operationId, method } of walked) {
      const row = authorizationTable[operationId];
      if (row === undefined) throw new Error(`no row for ${operationId}`);
      const path = row.path(things, 'merchant');
      const answer =
        row.form !== undefined
          ? await member.upload(path, formOf(row.form))
          : method === 'GET'
            ? await member.get(path)
            : method === 'DELETE'
              ? await member.delete(path, row.body)
              : method === 'PATCH'
                ? await member.patch(path, row.body)
                : await member.post(path, row.body);
      const needed = rightsNeeded[operationId];
      const isClosed = answer.status === 403 && code(answer) === 'right_missing';
      if (isClosed !== (needed !== 'read' && needed !== right)) wrong.push(`${operationId} ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });
});
