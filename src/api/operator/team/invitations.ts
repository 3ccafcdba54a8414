import { Type } from 'typebox';
import { serviceActor } from '../../../domain/people/audit.ts';
import { loginPattern, tokenHash } from '../../../domain/people/people.ts';
import { requireOpenInvitation } from '../../../domain/people/team.ts';
import { addMember, createInvitation, revokeInvitation as revokeInvitationAct } from '../../../settings/people/team.ts';
import { findInvitationByTicket } from '../../../storage/reads/people/team-reads.ts';
import { json } from '../../endpoint.ts';
import { exampleCode, exampleIds, exampleUrl } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { openEndpoint } from '../endpoint.ts';
import { done, Password, words } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { HandedCode } from '../people/own-access.ts';
import { enter, exampleSignedIn, SignedInShape } from '../people/sign-in.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  announceTeam,
  exampleInvitation,
  InvitationShape,
  invitationDTO,
  MemberName,
  ownMerchantId,
  Rights,
} from './team-shape.ts';

const invitations = settingsOf({ tag: 'People and access', scope: 'access', roles: ['merchant'], isForPeople: true });

export const inviteMember = invitations(createInvitation, {
  method: 'POST',
  path: '/team/invitations',
  operationId: 'inviteMember',
  summary: 'Invite somebody to the team',
  description:
    'A member can give only rights that they have. The link opens once, to choose a login and a password; it works for three days. The answer is the only place that shows it.',
  needsFreshProof: true,
  body: { name: MemberName, rights: Rights, code: MerchantsCode },
  response: Type.Object({ ...InvitationShape.properties, url: words('The link to join by, shown here only') }),
  refusals: ['invalid_choice', 'right_not_yours', 'team_full', ...codeRefusals],
  example: {
    body: { name: 'Vera', rights: ['payins', 'payouts'], code: exampleCode },
    answer: { ...exampleInvitation, url: `${exampleUrl}/console/join#the-ticket-of-the-invitation` },
  },
  reason: ({ body }) => body.name,
  input: async (call) => {
    const { name, rights, code } = call.body;
    await requireMerchantsCode(call, ownMerchantId(call), code);
    return { name, rights };
  },
  answer: ({ invitation, ticket }, { context }) => {
    // Behind the mark, which browsers do not send: the ticket is in no log of a server on the way.
    const url = `${context.publicUrl()}/console/join#${ticket}`;
    return { ...invitationDTO(invitation), url };
  },
});

export const revokeInvitation = invitations(revokeInvitationAct, {
  method: 'DELETE',
  path: '/team/invitations/:id',
  operationId: 'revokeInvitation',
  summary: 'Take an invitation back',
  params: { id: uuidInPath('Invitation ID', exampleIds.request) },
  refusals: ['invitation_ended'],
  example: { answer: { status: 'revoked' } },
  reason: 'taken back',
  ...done('revoked'),
  input: ({ params }) => ({ id: params.id }),
});

const Ticket = Type.String({ minLength: 10, maxLength: 100, description: 'What the link ends with' });

/** By a body, not by an address: addresses are written into logs. */
export const readInvitation = openEndpoint({
  method: 'POST',
  path: '/invitations/read',
  operationId: 'readInvitation',
  summary: 'Read an invitation',
  tag: 'People and access',
  isOpen: true,
  body: json(Type.Object({ ticket: Ticket })),
  response: Type.Object({ merchantName: words('Whose team'), name: words('Who is invited'), rights: Rights }),
  refusals: ['invitation_ended', 'rate_limited'],
  example: {
    body: { ticket: 'the-ticket-of-the-invitation' },
    answer: { merchantName: 'Demo Merchant', name: 'Vera', rights: ['payins', 'payouts'] },
  },
  async handle({ context, body }) {
    const found = await findInvitationByTicket(context.pool, tokenHash(body.ticket));
    const { name, rights } = requireOpenInvitation(found, context.clock());
    return { merchantName: found?.merchantName ?? '', name, rights };
  },
});

export const joinTeam = openEndpoint({
  method: 'POST',
  path: '/invitations/join',
  operationId: 'joinTeam',
  summary: 'Join a team',
  description: 'By an invitation, which is thereby used. Signs in at once.',
  tag: 'People and access',
  isOpen: true,
  body: json(
    Type.Object({
      ticket: Ticket,
      login: Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: loginPattern,
        'x-error-code': 'invalid_login',
        description: 'What the person will sign in with',
      }),
      name: MemberName,
      password: Password,
    }),
  ),
  response: Type.Object({ ...SignedInShape.properties, enrolmentCode: HandedCode }),
  refusals: [
    'invitation_ended',
    'invalid_login',
    'login_reserved',
    'login_taken',
    'password_too_short',
    'right_not_yours',
    'rate_limited',
  ],
  example: {
    body: { ticket: 'the-ticket-of-the-invitation', login: 'vera', name: 'Vera', password: 'a long pass phrase' },
    answer: { ...exampleSignedIn, enrolmentCode: 'K5QW-2LHN-7TZC' },
  },
  async handle(call) {
    const { context, body } = call;
    // Before the password is hashed, which is far more work for us than a made-up link is for others.
    requireOpenInvitation(await findInvitationByTicket(context.pool, tokenHash(body.ticket)), context.clock());
    // Nobody has signed in yet: the line of the log is the service's, and names who has invited.
    const by = { actor: serviceActor, reason: 'joined by an invitation', at: context.clock() };
    const user = await context.settings.run(addMember, body, by);
    announceTeam(call, user.merchantId);
    return { ...(await enter(call, { user, passwordHash: null })), enrolmentCode: user.secret };
  },
});
