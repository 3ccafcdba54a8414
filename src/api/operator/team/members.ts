import { Type } from 'typebox';
import { changeMember as changeMemberAct, removeMember as removeMemberAct } from '../../../settings/people/team.ts';
import { findInvitations, findMembers } from '../../../storage/reads/people/team-reads.ts';
import { exampleCode } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import { readsOf } from '../endpoint.ts';
import { Done, Reason } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  announceTeam,
  exampleInvitation,
  exampleMember,
  InvitationShape,
  invitationDTO,
  MemberName,
  MemberShape,
  memberDTO,
  ownMerchantId,
  Rights,
} from './team-shape.ts';

const members = settingsOf({ tag: 'People and access', scope: 'access', roles: ['merchant'], isForPeople: true });
const read = readsOf({ tag: 'People and access', roles: ['merchant'] });

export const listTeam = read({
  path: '/team',
  operationId: 'listTeam',
  summary: 'List the members of a team',
  description: 'Members with what they may do and when they were last seen, and those who are asked to join.',
  response: Type.Object({
    members: Type.Array(MemberShape, { description: 'Who can sign in, the first first' }),
    invitations: Type.Array(InvitationShape, { description: 'Links that nobody has used yet' }),
  }),
  example: { answer: { members: [exampleMember], invitations: [exampleInvitation] } },
  async handle(call) {
    const { pool, clock } = call.context;
    const merchantId = ownMerchantId(call);
    const [members, invitations] = await Promise.all([
      findMembers(pool, merchantId),
      findInvitations(pool, merchantId, clock()),
    ]);
    return {
      members: members.map(({ user, seenAt }) => memberDTO(user, seenAt)),
      invitations: invitations.map(invitationDTO),
    };
  },
});

const memberInPath = idInPath('User ID of the member');

export const changeMember = members(changeMemberAct, {
  method: 'PATCH',
  path: '/team/members/:id',
  operationId: 'changeMember',
  summary: 'Change what a member may do',
  description:
    'Not of oneself, nor of an owner. Nobody gives or takes a right that they lack. It counts from the next request on.',
  needsFreshProof: true,
  params: { id: memberInPath },
  body: {
    name: Type.Optional(MemberName),
    rights: Type.Optional(Rights),
    reason: Reason,
    code: MerchantsCode,
  },
  response: MemberShape,
  refusals: ['invalid_choice', 'not_on_oneself', 'owner_is_fixed', 'right_not_yours', ...codeRefusals],
  example: {
    body: { rights: ['payins'], reason: 'No more refunds', code: exampleCode },
    answer: { ...exampleMember, rights: ['payins'], seenAt: null },
  },
  input: async (call) => {
    const { name, rights, code } = call.body;
    await requireMerchantsCode(call, ownMerchantId(call), code);
    return { id: call.params.id, name, rights };
  },
  answer: (member, call) => {
    call.context.announce([`session u${member.id}`]);
    announceTeam(call, member.merchantId);
    return memberDTO(member, null);
  },
});

/** Taking somebody out is quick: it lets nobody in, and may be needed at once. */
export const removeMember = members(removeMemberAct, {
  method: 'DELETE',
  path: '/team/members/:id',
  operationId: 'removeMember',
  summary: 'Remove a member',
  description: 'Ends all sessions and tokens of the member. Not of oneself, nor of an owner.',
  params: { id: memberInPath },
  response: Done,
  refusals: ['not_on_oneself', 'owner_is_fixed', 'right_not_yours'],
  example: { body: { reason: 'Left the company' }, answer: { status: 'removed' } },
  input: ({ params }) => ({ id: params.id }),
  answer: (_, call) => {
    call.context.announce([`session u${call.params.id}`]);
    announceTeam(call, call.actor.merchantId);
    return { status: 'removed' };
  },
});
