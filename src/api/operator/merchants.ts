import { type Static, Type } from 'typebox';
import type { Merchant } from '../../domain/catalogue.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { BegunEnrolment, beginEnrolment } from './begun-enrolment.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { idOf, integer, list, pageAnswer, pageFrom, pageOf, pageQuery, Reason, text } from './fields.ts';
import { MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { Confirmation } from './own-access.ts';
import { byOf } from './users.ts';

const hourMs = 3_600_000;

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
    const created = await call.context.settings.merchants.createMerchant(name, byOf(call, reason));
    await call.context.refreshCatalogue();
    return created;
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
    await call.context.settings.merchants.renameMerchant(id, name, byOf(call, reason));
    await call.context.refreshCatalogue();
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
    const by = byOf(call, reason);
    const oldUntilMs = by.at + overlapHours * hourMs;
    const secret = await call.context.settings.merchants.rotateSecret(id, oldUntilMs, by);
    await call.context.refreshCatalogue();
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
    return await beginEnrolment(call.context, `merchant:${id}`, name);
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
    const { access, merchants: settings } = call.context.settings;
    const enrolment = access.readEnrolment(`merchant:${id}`, given, call.context.clock());
    const mayReplace = call.actor.role === 'operator';
    await settings.setSecondFactor(id, { ...enrolment, mayReplace }, byOf(call, reason));
    await call.context.refreshCatalogue();
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
