import { Type } from 'typebox';
import { findInvitations, findMembers } from '../../../storage/reads/team-reads.ts';
import { endpoint } from '../endpoint.ts';
import {
  exampleInvitation,
  exampleMember,
  InvitationShape,
  invitationDTO,
  MemberShape,
  memberDTO,
  ownMerchantId,
} from './team-shape.ts';

export const listTeam = endpoint({
  method: 'GET',
  path: '/team',
  operationId: 'listTeam',
  summary: 'Who is in the team',
  description: 'Members with what they may do and when they were last seen, and those who are asked to join.',
  tag: 'People and access',
  roles: ['merchant'],
  scope: 'read',
  response: Type.Object({
    members: Type.Array(MemberShape, { description: 'Who can sign in, the first first' }),
    invitations: Type.Array(InvitationShape, { description: 'Links that nobody has used yet' }),
  }),
  refusals: [],
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
