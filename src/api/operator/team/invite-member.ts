import { Type } from 'typebox';
import { createInvitation } from '../../../settings/team.ts';
import { json } from '../../endpoint.ts';
import { exampleCode, exampleUrl } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { words } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { exampleInvitation, InvitationShape, invitationDTO, MemberName, ownMerchantId, Rights } from './team-shape.ts';

export const inviteMember = endpoint({
  method: 'POST',
  path: '/team/invitations',
  operationId: 'inviteMember',
  summary: 'Invite somebody to the team',
  description:
    'Nobody gives a right that they lack. Whoever opens the link, once, chooses a login and a password; it works for three days. The answer is the only place that shows it.',
  tag: 'People and access',
  roles: ['merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  body: json(Type.Object({ name: MemberName, rights: Rights, code: MerchantsCode })),
  response: Type.Object({ ...InvitationShape.properties, url: words('The link to join by, shown here only') }),
  refusals: ['invalid_choice', 'right_not_yours', 'team_full', ...codeRefusals],
  example: {
    body: { name: 'Vera', rights: ['payins', 'payouts'], code: exampleCode },
    answer: { ...exampleInvitation, url: `${exampleUrl}/console/join#the-ticket-of-the-invitation` },
  },
  async handle(call) {
    const { name, rights, code } = call.body;
    await requireMerchantsCode(call, ownMerchantId(call), code);
    const made = await call.context.settings.run(createInvitation, { name, rights }, byOf(call, name));
    // Behind the mark, which browsers do not send: the ticket is in no log of a server on the way.
    const url = `${call.context.publicUrl()}/console/join#${made.ticket}`;
    return { ...invitationDTO(made.invitation), url };
  },
});
