import { describe, expect, it } from 'vitest';
import { actors, decide, noon } from '../../test/support/situations.ts';
import type { AllowedMovement, PendingAct } from '../domain/authority/second-person.ts';
import { unlimited } from '../domain/merchants/api-key.ts';
import { operatorDecides } from '../domain/merchants/payment-policy.ts';
import type { Actor } from '../domain/people/audit.ts';
import type { User } from '../domain/people/people.ts';
import type { PostedMovement } from '../storage/settings/ledger/movements.ts';
import { allowPayBack, allowTopUp } from './authority/allow-movement.ts';
import { allowRejection } from './authority/allow-rejection.ts';
import { approveAct } from './authority/approve-act.ts';
import { rejectAct } from './authority/reject-act.ts';
import { guardedActs } from './guarded-acts.ts';
import { changeApiKey } from './merchants/change-api-key.ts';
import { changePaymentPolicy } from './merchants/change-payment-policy.ts';
import { createApiKey } from './merchants/create-api-key.ts';
import { rotateApiKey } from './merchants/rotate-api-key.ts';
import { rotateSecret } from './merchants/rotate-secret.ts';
import { rotateWebhookSecret } from './merchants/rotate-webhook-secret.ts';
import { changeUser } from './people/change-user.ts';
import { createUser } from './people/create-user.ts';
import { removeSecondFactor } from './people/remove-second-factor.ts';
import { setMerchantSecondFactor, setOwnSecondFactor } from './people/set-second-factor.ts';

const { operator, merchant } = actors;
const hourMs = 3_600_000;
const surroundings = {
  reason: '',
  at: noon,
  askedAt: noon,
  mode: 'production',
  asksSecondPerson: true,
  largeTopUpAbove: '100',
  delayMs: 3_600_000,
  rateJumpMaxBps: 500,
} as const;
const user: User & { readonly isMakerInUse: boolean } = {
  isMakerInUse: false,
  id: 9,
  login: 'nina',
  name: '',
  role: 'operator',
  makerId: null,
  merchantId: null,
  hasAuthenticator: true,
  passkeys: 0,
  isDisabled: false,
  trustedSince: 0,
  rights: null,
};

describe('what needs a second person', () => {
  const situation = { ...surroundings, actor: operator, drawn: { passwordHash: null } };

  it('is a new operator, and a user for a merchant that has something: a user, a second factor or money', () => {
    const danger = (role: User['role'], isMerchantInUse: boolean) =>
      createUser.danger?.(
        { login: 'x', name: '', role, makerId: null, merchantId: null, password: '' },
        {
          id: 1,
          isLoginTaken: false,
          owner: { hasMaker: true, hasMerchant: true, isMerchantInUse, isMakerInUse: isMerchantInUse },
        },
        { ...situation, drawn: { passwordHash: '' } },
      );
    expect([danger('operator', false), danger('merchant', true)]).toEqual(['operator-access', 'merchant-access']);
    expect([danger('maker', true), danger('maker', false), danger('merchant', false)]).toEqual([
      'maker-access',
      null,
      null,
    ]);
  });

  it('is a way into the account of an operator, and not a way out of it', () => {
    const danger = (change: object, before: typeof user) =>
      changeUser.danger?.({ id: 9, ...change }, before, situation);
    expect(danger({ password: 'x' }, user)).toBe('operator-access');
    expect(danger({ isDisabled: false }, { ...user, isDisabled: true })).toBe('operator-access');
    expect(danger({ isDisabled: true }, user)).toBeNull();
    expect(danger({ isDisabled: false, name: 'N' }, user)).toBeNull();
    expect(removeSecondFactor.danger?.({ userId: 9 }, user, { ...situation, drawn: {} })).toBe('operator-access');
    const maker = { ...user, role: 'maker' } as const;
    expect(removeSecondFactor.danger?.({ userId: 9 }, maker, { ...situation, drawn: {} })).toBeNull();
    expect(
      removeSecondFactor.danger?.({ userId: 9 }, { ...maker, isMakerInUse: true }, { ...situation, drawn: {} }),
    ).toBe('maker-access');
  });

  it("is a merchant's secret or factor from an operator's hand, and not from its own", () => {
    const shop = { id: 7, name: '', hasSecondFactor: true };
    const rotate = (actor: typeof operator | typeof merchant) =>
      rotateSecret.danger?.(
        { id: 7, overlapHours: 0 },
        { merchant: shop, by: null },
        { ...surroundings, actor, drawn: { secret: '' } },
      );
    expect([rotate(operator), rotate(merchant)]).toEqual(['merchant-access', null]);
    const factor = (actor: typeof operator | typeof merchant) =>
      setMerchantSecondFactor.danger?.(
        { merchantId: 7, ticket: '', code: '' },
        { merchant: shop, by: null, enrolment: null },
        { ...surroundings, actor, drawn: undefined },
      );
    expect([factor(operator), factor(merchant)]).toEqual(['merchant-access', null]);
    expect(setOwnSecondFactor.danger).toBeUndefined();
  });

  it("is a key that can sign alone, or may do more, from an operator's hand, and not from the merchant's own", () => {
    const drawn = { key: 'qk_0123456789', secret: 'a secret' };
    const limits = { scopes: ['read'], addresses: ['203.0.113.7'] } as const;
    const row = { storeId: 3, name: '', ...limits, hasOwnSecret: true, validUntil: null, revokedAt: null };
    const create = (actor: Actor, wish: object) =>
      createApiKey.danger?.(
        { storeId: 3, name: '', ...unlimited, hasOwnSecret: false, ...wish },
        { store: null, by: null, validKeys: 0 },
        { ...surroundings, actor, drawn },
      );
    expect([create(operator, {}), create(operator, { hasOwnSecret: true })]).toEqual([null, 'merchant-access']);
    expect([create(operator, limits), create(merchant, limits)]).toEqual(['merchant-access', null]);
    const change = (actor: Actor, wish: object) =>
      changeApiKey.danger?.(
        { storeId: 3, key: drawn.key, ...wish },
        { store: null, by: null, found: row },
        { ...surroundings, actor, drawn: undefined },
      );
    expect([change(operator, { addresses: [] }), change(merchant, { addresses: [] })]).toEqual([
      'merchant-access',
      null,
    ]);
    expect([change(operator, { scopes: ['read'] }), change(operator, { name: 'x' })]).toEqual([null, null]);
    const rotate = (actor: Actor, found: typeof row | (typeof unlimited & { hasOwnSecret: boolean })) =>
      rotateApiKey.danger?.(
        { storeId: 3, key: drawn.key, overlapHours: 0 },
        { store: null, by: null, found: { ...row, ...found }, validKeys: 1 },
        { ...surroundings, actor, drawn },
      );
    const shared = { ...unlimited, hasOwnSecret: false };
    expect([rotate(operator, row), rotate(operator, shared), rotate(merchant, row)]).toEqual([
      'merchant-access',
      null,
      null,
    ]);
    expect(rotate(operator, { ...row, hasOwnSecret: false })).toBe('merchant-access');
    const webhook = (actor: Actor) =>
      rotateWebhookSecret.danger?.({ storeId: 3, overlapHours: 0 }, null, { ...surroundings, actor, drawn });
    expect([webhook(operator), webhook(merchant)]).toEqual(['merchant-access', null]);
  });

  it('includes a higher tolerance from an operator’s hand: it gives the store’s money to payers', () => {
    const row = (shortUnits: number) => ({ policy: { ...operatorDecides, shortUnits } }) as never;
    const danger = (actor: Actor, shortUnits: number) =>
      changePaymentPolicy.danger?.({ storeId: 3, policy: { shortUnits } }, row(5), {
        ...surroundings,
        actor,
        drawn: undefined,
      });
    expect([danger(operator, 6), danger(operator, 5), danger(merchant, 6)]).toEqual(['store-terms', null, null]);
  });

  it('can be carried out later: every act that may wait is found by its name', () => {
    expect([...guardedActs.keys()].sort()).toEqual([
      'allow-loss',
      'allow-pay-back',
      'allow-refund',
      'allow-rejection',
      'allow-top-up',
      'change-access-rules',
      'change-api-key',
      'change-dispute-rules',
      'change-endpoint',
      'change-payer-rules',
      'change-payment-policy',
      'change-rate-feed',
      'change-store',
      'change-user',
      'create-api-key',
      'create-endpoint',
      'create-enrolment-code',
      'create-phone',
      'create-phone-ticket',
      'create-rate-feed',
      'create-store',
      'create-user',
      'lift-money-stop',
      'remove-endpoint',
      'remove-second-factor',
      'rotate-api-key',
      'rotate-endpoint-secret',
      'rotate-secret',
      'rotate-webhook-secret',
      'save-csv-mapping',
      'set-rate',
      'set-rewards',
      'set-second-factor',
      'switch-message-templates',
    ]);
  });
});

describe('a top-up', () => {
  const topUp = {
    id: 'a movement',
    owner: { kind: 'maker', id: '5' },
    availableId: 51,
    currency: 'USDT',
    subunit: 2,
    amount: '60',
  } as const;

  const done: PostedMovement = { kind: 'top_up', debitId: 1, creditId: 51, amount: 6000n, currency: 'USDT' };

  const earlier = (amount: string, change: Partial<AllowedMovement> = {}): AllowedMovement => ({
    id: 'another movement',
    ownerKind: 'store',
    ownerId: '1',
    amount,
    isApproved: false,
    ...change,
  });
  const dangerOf = (allowed: AllowedMovement[]) =>
    allowTopUp.danger?.(
      topUp,
      { balance: 0n, moved: [], allowed },
      { ...surroundings, actor: operator, drawn: undefined },
    );

  it('needs a second person above the limit, with what the person entered alone that day for anybody', () => {
    expect([dangerOf([]), dangerOf([earlier('40')])]).toEqual([null, null]);
    expect(dangerOf([earlier('40.01')])).toBe('large-top-up');
    expect(dangerOf([earlier('5000', { isApproved: true })])).toBeNull();
  });

  it('leaves a line that the next one counts, once: not when it is sent again, is done or cannot be read', () => {
    const outcome = (moved: PostedMovement[], allowed: AllowedMovement[]) =>
      decide(allowTopUp, topUp, { balance: 0n, moved, allowed });
    expect(outcome([], [earlier('1')])).toMatchObject({
      outcome: 'changed',
      audit: [
        { subjectKind: 'maker', subjectId: '5', details: { amount: '60', currency: 'USDT', movement: topUp.id } },
      ],
    });
    const same = { id: topUp.id, ownerKind: 'maker', ownerId: '5' };
    expect(outcome([], [earlier('60.0', same)]).outcome).toBe('unchanged');
    expect(outcome([], [earlier('59', same)]).outcome).toBe('changed');
    expect(outcome([done], []).outcome).toBe('unchanged');
    expect(decide(allowTopUp, { ...topUp, amount: '6.001' }, { balance: 0n, moved: [], allowed: [] }).outcome).toBe(
      'unchanged',
    );
  });

  it.each<[string, Partial<PostedMovement>]>([
    ['another owner', { creditId: 52 }],
    ['another sum', { amount: 6001n }],
    ['another currency', { currency: 'USDC' }],
    ['another kind', { kind: 'pay_back' }],
  ])('cannot take the ID of a movement of %s', (_, change) => {
    const rows = { balance: 0n, moved: [{ ...done, ...change }], allowed: [] };
    expect(decide(allowTopUp, topUp, rows).outcome).toBe('movement_id_reused');
  });

  it('is guarded alike when the money goes back to a maker, and known again by the account that it left', () => {
    const danger = (amount: string) =>
      allowPayBack.danger?.(
        { ...topUp, amount },
        { balance: 0n, moved: [], allowed: [earlier('40')] },
        { ...surroundings, actor: operator, drawn: undefined },
      );
    expect([danger('60'), danger('60.01')]).toEqual([null, 'large-top-up']);
    const outcome = (change: Partial<PostedMovement>) => {
      const paidBack = { ...done, kind: 'pay_back', debitId: 51, creditId: 1, ...change };
      return decide(allowPayBack, topUp, { balance: 0n, moved: [paidBack], allowed: [] }).outcome;
    };
    expect([outcome({}), outcome({ debitId: 52 })]).toEqual(['unchanged', 'movement_id_reused']);
    for (const other of [{ kind: 'top_up' }, { amount: 1n }]) expect(outcome(other)).toBe('movement_id_reused');
  });

  it('is not permitted above what the maker has: the permission would wait for the day on which it can be used', () => {
    const outcome = (balance: bigint) => decide(allowPayBack, topUp, { balance, moved: [], allowed: [] }).outcome;
    expect([outcome(5_999n), outcome(6_000n)]).toEqual(['insufficient_funds', 'changed']);
  });
});

describe('the rejection of a withdrawal', () => {
  const rejection = { withdrawalId: 'w', storeId: 1, accountId: 'a', sum: '10', currency: 'USDT', address: 'T' };

  it('needs permission while it is being sent, and is refused once it is over', () => {
    const outcome = (status: 2 | 3 | 4 | 5 | null) => decide(allowRejection, rejection, status).outcome;
    expect(outcome(2)).toBe('unchanged');
    expect(outcome(3)).toBe('changed');
    expect([outcome(4), outcome(5)]).toEqual(['withdrawal_not_open', 'withdrawal_not_open']);
    expect(outcome(null)).toBe('not_found');
  });
});

describe('approve-act', () => {
  const pending: PendingAct = {
    id: 'a request',
    name: 'remove-second-factor',
    danger: 'operator-access',
    subjectKind: 'user',
    subjectId: '9',
    details: null,
    requestedBy: 4,
    requestedAt: noon - hourMs,
    reason: 'lost phone',
    approvableAt: noon,
    expiresAt: noon + 1,
    status: 'waiting',
    decidedBy: null,
    decidedAt: null,
  };
  const author = { userId: 4, name: 'anna', role: 'operator', makerId: null, merchantId: null } as const;
  const rows = {
    pending,
    act: { input: { userId: 9 }, drawn: undefined },
    operators: [
      { id: 1, login: 'olga', trustedSince: 0, disabledAt: null },
      { id: 4, login: 'anna', trustedSince: 0, disabledAt: null },
    ],
    by: { actor: author, reason: 'lost phone', at: noon },
    rows: user,
  };

  it('does the act in the name of who asked for it, and logs both', () => {
    const decided = decide(approveAct, { id: 'a request' }, rows);
    expect(decided.result?.pending).toMatchObject({ status: 'approved', decidedBy: 1, decidedAt: noon });
    expect(decided.audit).toEqual([
      { subjectKind: 'pending-act', subjectId: 'a request', details: { act: 'remove-second-factor' } },
      {
        subjectKind: 'user',
        subjectId: 9,
        details: { approvedBy: 'olga' },
        as: { action: 'remove-second-factor', actor: author, reason: 'lost phone' },
      },
    ]);
  });

  it('is refused as the act itself would be, on the rows of now', () => {
    expect(decide(approveAct, { id: 'a request' }, { ...rows, rows: null }).outcome).toBe('not_found');
    const onAuthor = { ...rows, act: { input: { userId: 4 }, drawn: undefined } };
    expect(decide(approveAct, { id: 'a request' }, onAuthor).outcome).toBe('not_on_oneself');
  });

  it('is not for its author', () => {
    expect(decide(approveAct, { id: 'a request' }, rows, { actor: author }).outcome).toBe('own_request');
  });

  it('the approval of a top-up can be repeated, because the process may have died before it moved the money', () => {
    const input = { id: 'a movement', owner: { kind: 'maker', id: '5' }, amount: '1' };
    const approved = { name: 'allow-top-up', status: 'approved', decidedBy: 1, decidedAt: noon } as const;
    const done = { ...rows, pending: { ...pending, ...approved }, act: { input, drawn: undefined } };
    expect(decide(approveAct, { id: 'a request' }, done)).toMatchObject({
      outcome: 'unchanged',
      result: { left: { act: 'move-funds', kind: 'top_up', movement: input, actor: author } },
    });
    // By who gave it: an approval that came to nothing is not its author's to use.
    expect(decide(approveAct, { id: 'a request' }, done, { actor: author }).outcome).toBe('request_decided');
  });

  it('has an opposite that leaves things as they are', () => {
    const act = { input: {}, drawn: undefined };
    const rejected = decide(rejectAct, { id: 'a request' }, { pending, act }, { actor: author });
    expect(rejected.result).toMatchObject({ status: 'rejected', decidedBy: 4 });
    expect(decide(rejectAct, { id: 'a request' }, null).outcome).toBe('not_found');
    const over = { pending: { ...pending, status: 'rejected' as const }, act };
    expect(decide(rejectAct, { id: 'a request' }, over).outcome).toBe('request_decided');
  });
});
