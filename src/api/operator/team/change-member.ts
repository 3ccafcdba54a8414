import { Type } from 'typebox';
import { changeMember as changeMemberAct } from '../../../settings/team.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import {
  announceTeam,
  exampleMember,
  MemberName,
  MemberShape,
  memberDTO,
  ownMerchantId,
  Rights,
} from './team-shape.ts';

export const memberInPath = idInPath('User ID of the member');

export const changeMember = endpoint({
  method: 'PATCH',
  path: '/team/members/:id',
  operationId: 'changeMember',
  summary: 'Change what a member may do',
  description:
    'Not of oneself, nor of an owner. Nobody gives or takes a right that they lack. It counts from the next request on.',
  tag: 'People and access',
  roles: ['merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: memberInPath },
  body: json(
    Type.Object({
      name: Type.Optional(MemberName),
      rights: Type.Optional(Rights),
      reason: Reason,
      code: MerchantsCode,
    }),
  ),
  response: MemberShape,
  refusals: ['invalid_choice', 'not_on_oneself', 'owner_is_fixed', 'right_not_yours', ...codeRefusals],
  example: {
    body: { rights: ['payins'], reason: 'No more refunds', code: exampleCode },
    answer: { ...exampleMember, rights: ['payins'], seenAt: null },
  },
  async handle(call) {
    const { name, rights, reason, code } = call.body;
    await requireMerchantsCode(call, ownMerchantId(call), code);
    const change = { id: call.params.id, name, rights };
    const member = await call.context.settings.run(changeMemberAct, change, byOf(call, reason));
    call.context.announce([`session u${member.id}`]);
    announceTeam(call, member.merchantId);
    return memberDTO(member, null);
  },
});
