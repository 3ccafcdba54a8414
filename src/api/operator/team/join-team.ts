import { Type } from 'typebox';
import { serviceActor } from '../../../domain/audit.ts';
import { loginPattern, tokenHash } from '../../../domain/people.ts';
import { requireOpenInvitation } from '../../../domain/team.ts';
import { addMember } from '../../../settings/team.ts';
import { findInvitationByTicket } from '../../../storage/reads/team-reads.ts';
import { json } from '../../endpoint.ts';
import { enter, exampleSignedIn, SignedInShape } from '../access/enter.ts';
import { HandedCode } from '../access/own-access.ts';
import { openEndpoint } from '../endpoint.ts';
import { Password, words } from '../fields.ts';
import { announceTeam, MemberName, Rights } from './team-shape.ts';

const Ticket = Type.String({ minLength: 10, maxLength: 100, description: 'What the link ends with' });

/** By a body, not by an address: addresses are written into logs. */
export const readInvitation = openEndpoint({
  method: 'POST',
  path: '/invitations/read',
  operationId: 'readInvitation',
  summary: 'What an invitation is for',
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
