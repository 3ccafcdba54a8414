import { type Static, Type } from 'typebox';
import type { Merchant } from '../../domain/catalogue.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { changeMerchant as changeMerchantAct } from '../../settings/change-merchant.ts';
import { createMerchant as createMerchantAct } from '../../settings/create-merchant.ts';
import { rotateSecret as rotateSecretAct } from '../../settings/rotate-secret.ts';
import { enrolmentOf, setMerchantSecondFactor } from '../../settings/set-second-factor.ts';
import { BegunEnrolment, beginEnrolment } from './begun-enrolment.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { idOf, integer, list, pageAnswer, pageFrom, pageOf, pageQuery, Reason, text } from './fields.ts';
import { MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { Confirmation } from './own-access.ts';
import { byOf } from './users.ts';

const MerchantShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  hasSecondFactor: Type.Boolean({ description: 'Withdrawals need one' }),
});

function merchantDTO({ id, name, totpSeed }: Merchant): object {
  return { id, name, hasSecondFactor: totpSeed !== null };
}

const NewMerchant = Type.Object({ name: text(200), reason: Reason });

const createMerchant: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'access',
  method: 'POST',
  path: '/merchants',
  operationId: 'createMerchant',
  summary: 'Create a merchant',
  description: 'The answer is the only place that shows the secret its requests are signed with.',
  body: { kind: 'json', schema: NewMerchant },
  response: Type.Object({ id: Type.Integer(), secret: Type.String() }),
  async handle(call) {
    const { name, reason } = call.request.body as Static<typeof NewMerchant>;
    return await call.context.settings.run(createMerchantAct, { name }, byOf(call, reason));
  },
};

const merchants: OperatorEndpoint = {
  roles: ['operator', 'merchant'],
  scope: 'read',
  method: 'GET',
  path: '/merchants',
  operationId: 'listMerchants',
  summary: 'List merchants',
  description: 'A merchant sees only itself.',
  query: pageQuery,
  response: list(MerchantShape),
  async handle({ context, request, actor }) {
    const page = pageOf(request);
    const seen = [...context.catalogue().merchants.values()].filter(
      ({ id }) => actor.role === 'operator' || id === actor.merchantId,
    );
    return pageAnswer(pageFrom(seen, page), page, merchantDTO);
  },
};

const changeMerchant: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'PATCH',
  path: '/merchants/:id',
  operationId: 'changeMerchant',
  summary: 'Rename a merchant',
  body: { kind: 'json', schema: NewMerchant },
  response: MerchantShape,
  async handle(call) {
    const { name, reason } = call.request.body as Static<typeof NewMerchant>;
    const id = idOf(call.request);
    await call.context.settings.run(changeMerchantAct, { id, name }, byOf(call, reason));
    return merchantDTO(merchantOf(call, id));
  },
};

const Rotation = Type.Object({
  overlapHours: integer(0, 720, { description: 'How long the old secret stays valid; 0 ends it at once' }),
  reason: Reason,
  code: MerchantsCode,
});

const rotateSecret: OperatorEndpoint = {
  roles: ['operator', 'merchant'],
  scope: 'access',
  method: 'POST',
  path: '/merchants/:id/rotate-secret',
  operationId: 'rotateSecret',
  summary: 'Give a merchant a new secret',
  description:
    'The answer is the only place that shows it. Until the overlap ends, the old one works too. A merchant gets its own.',
  body: { kind: 'json', schema: Rotation },
  response: Type.Object({ secret: Type.String(), oldValidUntil: Type.String() }),
  async handle(call) {
    const { overlapHours, reason, code } = call.request.body as Static<typeof Rotation>;
    const { id } = ownMerchant(call);
    await requireMerchantsCode(call, id, code);
    const { settings } = call.context;
    const { secret, oldUntilMs } = await settings.run(rotateSecretAct, { id, overlapHours }, byOf(call, reason));
    return { secret, oldValidUntil: formatTimestamp(oldUntilMs) };
  },
};

/** An operator may replace a second factor; a merchant may only set up a first one, or a thief in a session could too. */
const secondFactor = { roles: ['operator', 'merchant'], scope: 'access', isForPeople: true } as const;

const beginMerchantSecondFactor: OperatorEndpoint = {
  ...secondFactor,
  method: 'POST',
  path: '/merchants/:id/second-factor/begin',
  operationId: 'beginMerchantSecondFactor',
  summary: "Begin to set up a merchant's second factor for withdrawals",
  response: BegunEnrolment,
  async handle(call) {
    const { id, name } = ownMerchant(call);
    return await beginEnrolment(call.context, enrolmentOf.merchant(id), name);
  },
};

const ConfirmMerchant = Type.Object({ ...Confirmation, reason: Reason });

const confirmMerchantSecondFactor: OperatorEndpoint = {
  ...secondFactor,
  method: 'POST',
  path: '/merchants/:id/second-factor/confirm',
  operationId: 'confirmMerchantSecondFactor',
  summary: "Set up a merchant's second factor",
  body: { kind: 'json', schema: ConfirmMerchant },
  response: MerchantShape,
  async handle(call) {
    const { reason, ...given } = call.request.body as Static<typeof ConfirmMerchant>;
    const { id } = ownMerchant(call);
    await call.context.settings.run(setMerchantSecondFactor, { merchantId: id, ...given }, byOf(call, reason));
    return merchantDTO(merchantOf(call, id));
  },
};

function ownMerchant(call: OperatorCall): Merchant {
  const merchant = merchantOf(call, idOf(call.request));
  if (call.actor.role !== 'operator' && call.actor.merchantId !== merchant.id) throw new AppError('not_found');
  return merchant;
}

function merchantOf({ context }: OperatorCall, id: number): Merchant {
  const merchant = context.catalogue().merchants.get(id);
  if (merchant === undefined) throw new AppError('not_found');
  return merchant;
}

export const merchantSettingEndpoints: readonly OperatorEndpoint[] = [
  createMerchant,
  merchants,
  changeMerchant,
  rotateSecret,
  beginMerchantSecondFactor,
  confirmMerchantSecondFactor,
];
