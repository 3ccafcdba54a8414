import { Type } from 'typebox';
import { payerFields } from '../../../domain/merchants/payer-settings.ts';
import { payerKinds } from '../../../domain/payins/payer-rules.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { changePayerRules as changePayerRulesAct } from '../../../settings/merchants/change-payer-rules.ts';
import { liftPayerBlock as liftPayerBlockAct } from '../../../settings/payins/lift-payer-block.ts';
import { listBlockedPayers as findBlockedPayers, type ListedPayer } from '../../../storage/reads/payins/payer-reads.ts';
import { idInPath, integerQuery } from '../../parameters.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, words } from '../fields.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { exampleStore, needsUserId, StoreShape, storeDTO } from '../merchants/store-shape.ts';
import { all } from '../paging.ts';
import { storesAsked } from '../reach.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { settingWishes } from '../setting-shapes.ts';

const payers = settingsOf({ tag: 'Payers who play', scope: 'settings' });
const read = readsOf({ tag: 'Payers who play', roles: ['operator', 'merchant'] });

const BlockedPayer = Type.Object({
  id: figure('ID'),
  storeId: figure('Of which store'),
  storeName: words('Its name'),
  kind: oneOf(payerKinds, "A user of the store, or an address on the payer's page"),
  name: words('The `userId`, or the address'),
  failures: figure('How many payins in a row were left unpaid'),
  blockedAt: words('When the block was met first'),
  blockedUntil: words('When it ends by itself'),
});

function blockedPayerDTO(context: OperatorContext, payer: ListedPayer): ShapeOf<typeof BlockedPayer> {
  const { id, storeId, kind, name, failures, blockedAt, blockedUntil } = payer;
  return {
    id,
    storeId,
    storeName: context.catalogue().stores.get(storeId)?.name ?? '',
    kind,
    name,
    failures,
    blockedAt: formatTimestamp(blockedAt ?? 0),
    blockedUntil: formatTimestamp(blockedUntil ?? 0),
  };
}

const exampleBlocked: ShapeOf<typeof BlockedPayer> = {
  id: 4,
  storeId: 1,
  storeName: 'Example Shop',
  kind: 'user',
  name: 'client-7',
  failures: 3,
  blockedAt: '2026-11-14T12:00:00+00:00',
  blockedUntil: '2026-11-14T14:41:00+00:00',
};

const figures = (description: string) => Type.Optional(Type.Object(settingWishes(payerFields), { description }));

export const changePayerRules = payers(changePayerRulesAct, {
  method: 'PATCH',
  path: '/stores/:id/payer-rules',
  operationId: 'changePayerRules',
  summary: 'Say how much one payer may have open, begin and leave unpaid',
  description:
    'What is absent stays as it is; 0 switches a rule off. `known` holds for payers who have paid one of their newest ' +
    "64 payins, `fresh` for those who have not, both by `userId`; `address` for a network address on the payer's " +
    'page, which may be that of many people. A payin that a rule refuses is not created; the refusal names the rule ' +
    'and from when on it would be taken. Wider limits from an operator wait for another operator.',
  params: { id: storeInPath },
  body: {
    known: figures('Payers who have paid one of their newest payins'),
    fresh: figures('Payers who have paid none of them'),
    address: figures('A network address on the payer’s page'),
    needsUserId: Type.Optional(needsUserId),
  },
  response: StoreShape,
  refusals: ['out_of_range', 'second_person_needed'],
  example: {
    body: { fresh: { pendingMax: 2 }, needsUserId: true, reason: 'Too many are left unpaid' },
    answer: {
      ...exampleStore,
      payerRules: {
        ...exampleStore.payerRules,
        fresh: { ...exampleStore.payerRules.fresh, pendingMax: 2 },
        needsUserId: true,
      },
    },
  },
  input: (call) => ({ storeId: ownStore(call, call.params.id).id, change: call.body }),
  answer: (_, call) => storeDTO(call.context, ownStore(call, call.params.id)),
});

export const listBlockedPayers = read({
  path: '/blocked-payers',
  operationId: 'listBlockedPayers',
  summary: 'List payers who are blocked',
  description:
    "Payers who left too many payins in a row unpaid, by a store's own rule. A block is written down when it first " +
    'refuses a payin. At most 500, the longest first. A merchant sees those of the own stores.',
  query: { storeId: integerQuery('Of one store') },
  response: all(BlockedPayer),
  example: { answer: { items: [exampleBlocked] } },
  async handle({ context, actor, query }) {
    const storeIds = storesAsked(context.catalogue(), actor, query.storeId);
    const blocked = await findBlockedPayers(context.pool, { storeIds, now: context.clock() });
    return { items: blocked.map((payer) => blockedPayerDTO(context, payer)) };
  },
});

export const liftPayerBlock = payers(liftPayerBlockAct, {
  method: 'POST',
  path: '/blocked-payers/:id/lift',
  operationId: 'liftPayerBlock',
  summary: 'Lift the block of a payer',
  description: 'It ends at once, and the payins that led to it count no longer: the payer begins anew.',
  params: { id: idInPath('ID of the blocked payer') },
  response: Type.Object({ name: words('The `userId`, or the address') }),
  refusals: ['payer_not_blocked'],
  example: { body: { reason: 'The bank was down' }, answer: { name: 'client-7' } },
  input: ({ params }) => ({ id: params.id }),
  answer: ({ name }) => ({ name }),
});
