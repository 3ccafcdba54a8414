import { Type } from 'typebox';
import { acceptRequisites as acceptRequisitesAct } from '../../../settings/accept-requisites.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { figure, optionalText, rowId } from '../fields.ts';

/** As many as one file brings. */
const idsMax = 5_000;

const Accepted = Type.Object({
  ids: Type.Array(rowId('A new requisite'), { minItems: 1, maxItems: idsMax, description: 'Those, and no others' }),
  reason: optionalText(500, 'Why; kept in the audit log'),
});

export const acceptRequisites = endpoint({
  method: 'POST',
  path: '/requisites/accept',
  operationId: 'acceptRequisites',
  summary: 'Accept new requisites',
  description:
    'In production a requisite that an operator has added waits until another operator, or a person of its maker, says that it is right. An hour later it gets deals. Not who has added it, nor somebody who was let in after it; of the maker nobody whom the same operator has let in.',
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'settings',
  isForPeople: true,
  needsFreshProof: true,
  body: json(Accepted),
  response: Type.Object({ accepted: figure('How many waited until now') }),
  refusals: ['approver_too_new', 'let_in_by_author', 'not_found', 'own_request'],
  example: { body: { ids: [1, 2] }, answer: { accepted: 2 } },
  async handle(call) {
    const { ids, reason = 'accepted' } = call.body;
    return { accepted: await call.context.settings.run(acceptRequisitesAct, { ids }, byOf(call, reason)) };
  },
});
