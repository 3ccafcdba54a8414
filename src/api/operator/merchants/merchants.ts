import { Type } from 'typebox';
import type { Merchant } from '../../../domain/merchants/merchant.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { changeMerchant as changeMerchantAct } from '../../../settings/merchants/change-merchant.ts';
import { createMerchant as createMerchantAct } from '../../../settings/merchants/create-merchant.ts';
import { rotateSecret as rotateSecretAct } from '../../../settings/merchants/rotate-secret.ts';
import { enrolmentOf, setMerchantSecondFactor } from '../../../settings/people/set-second-factor.ts';
import { exampleCode } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, type OperatorCall, readsOf } from '../endpoint.ts';
import { figure, flag, integer, nullable, Reason, text, timestampOrNull, words } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { Confirmation } from '../people/own-access.ts';
import { BegunEnrolment, beginEnrolment, exampleEnrolment } from '../people/second-factor.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';

const merchants = settingsOf({ tag: 'Merchants and stores', scope: 'access' });
const read = readsOf({ tag: 'Merchants and stores', roles: ['operator', 'merchant'] });

const MerchantShape = Type.Object({
  id: figure('ID'),
  name: words('For people'),
  hasSecondFactor: flag('Withdrawals need one'),
  accessChangedAt: nullable(
    Type.String(),
    'When an operator last changed the secret, the second factor or a key, or added a user or let one in anew: withdrawals wait a day',
  ),
});

function merchantDTO({ id, name, totpSeed, accessChangedAt }: Merchant): ShapeOf<typeof MerchantShape> {
  return { id, name, hasSecondFactor: totpSeed !== null, accessChangedAt: timestampOrNull(accessChangedAt) };
}

const exampleMerchant: ShapeOf<typeof MerchantShape> = {
  id: 1,
  name: 'Example Ltd',
  hasSecondFactor: true,
  accessChangedAt: null,
};

const merchantInPath = idInPath('Merchant ID');

/** A merchant's own; another's does not exist. */
function ownMerchant(call: OperatorCall, id: number): Merchant {
  if (call.actor.role !== 'operator' && call.actor.merchantId !== id) throw new AppError('not_found');
  return merchantOf(call, id);
}

function merchantOf({ context }: OperatorCall, id: number): Merchant {
  const merchant = context.catalogue().merchants.get(id);
  if (merchant === undefined) throw new AppError('not_found');
  return merchant;
}

export const createMerchant = merchants(createMerchantAct, {
  method: 'POST',
  path: '/merchants',
  operationId: 'createMerchant',
  summary: 'Create a merchant',
  description: 'The answer is the only place that shows the secret its requests are signed with.',
  body: { name: text(200, 'For people') },
  response: Type.Object({ id: figure('ID'), secret: words('Shown here only') }),
  refusals: [],
  example: {
    body: { name: 'Example Ltd', reason: 'Contract 118' },
    answer: { id: 1, secret: 'the-secret-which-the-shop-signs-with' },
  },
  input: ({ body }) => ({ name: body.name }),
  answer: (made) => made,
});

export const listMerchants = read({
  path: '/merchants',
  operationId: 'listMerchants',
  summary: 'List merchants',
  description: 'A merchant sees only itself.',
  query: numberedQuery,
  response: numberedPage(MerchantShape),
  example: { answer: { items: [exampleMerchant], next: null } },
  async handle({ context, query, actor }) {
    const seen = [...context.catalogue().merchants.values()].filter(
      ({ id }) => actor.role === 'operator' || id === actor.merchantId,
    );
    return numberedDTO(pageFrom(seen, query), query, merchantDTO);
  },
});

export const changeMerchant = merchants(changeMerchantAct, {
  method: 'PATCH',
  path: '/merchants/:id',
  operationId: 'changeMerchant',
  summary: 'Rename a merchant',
  scope: 'settings',
  params: { id: merchantInPath },
  body: { name: text(200, 'For people') },
  response: MerchantShape,
  refusals: [],
  example: {
    body: { name: 'Example Group', reason: 'Renamed' },
    answer: { ...exampleMerchant, name: 'Example Group' },
  },
  input: ({ params, body }) => ({ id: params.id, name: body.name }),
  answer: (_, call) => merchantDTO(merchantOf(call, call.params.id)),
});

export const rotateSecret = merchants(rotateSecretAct, {
  method: 'POST',
  path: '/merchants/:id/rotate-secret',
  operationId: 'rotateSecret',
  summary: 'Give a merchant a new secret',
  description:
    'The answer is the only place that shows it. Until the overlap ends, the old one works too. A merchant gets its own.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: merchantInPath },
  body: {
    overlapHours: integer(0, 720, 'How long the old secret stays valid; 0 ends it at once'),
    reason: Reason,
    code: MerchantsCode,
  },
  response: Type.Object({
    secret: words('Shown here only'),
    oldValidUntil: words('How long the old secret still signs'),
  }),
  refusals: [...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'Yearly rotation', code: exampleCode },
    answer: { secret: 'the-new-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  input: async (call) => {
    const { id } = ownMerchant(call, call.params.id);
    await requireMerchantsCode(call, id, call.body.code);
    return { id, overlapHours: call.body.overlapHours };
  },
  answer: ({ secret, oldUntilMs }) => ({ secret, oldValidUntil: formatTimestamp(oldUntilMs) }),
});

/** An operator may replace a second factor; a merchant may only set up a first one, or a thief in a session could too. */
export const beginMerchantSecondFactor = endpoint({
  method: 'POST',
  path: '/merchants/:id/second-factor/begin',
  operationId: 'beginMerchantSecondFactor',
  summary: "Begin to set up a merchant's second factor for withdrawals",
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  params: { id: merchantInPath },
  response: BegunEnrolment,
  refusals: ['second_factor_present'],
  example: { answer: exampleEnrolment },
  async handle(call) {
    const { id, name } = ownMerchant(call, call.params.id);
    return await beginEnrolment(call.context, enrolmentOf.merchant(id), name);
  },
});

export const confirmMerchantSecondFactor = merchants(setMerchantSecondFactor, {
  method: 'POST',
  path: '/merchants/:id/second-factor/confirm',
  operationId: 'confirmMerchantSecondFactor',
  summary: "Set up a merchant's second factor",
  roles: ['operator', 'merchant'],
  isForPeople: true,
  needsFreshProof: true,
  params: { id: merchantInPath },
  body: Confirmation,
  response: MerchantShape,
  refusals: ['enrolment_failed', 'second_factor_present', 'second_person_needed'],
  example: {
    body: { ticket: 'the-ticket-of-begin', code: exampleCode, reason: 'First withdrawal' },
    answer: exampleMerchant,
  },
  input: (call) => ({ merchantId: ownMerchant(call, call.params.id).id, ...call.body }),
  answer: (_, call) => merchantDTO(merchantOf(call, call.params.id)),
});
