import type { OperatorEndpoint } from '../endpoint.ts';
import { changeMember } from './change-member.ts';
import { inviteMember } from './invite-member.ts';
import { listTeam } from './list-team.ts';
import { removeMember } from './remove-member.ts';
import { revokeInvitation } from './revoke-invitation.ts';

/** Who of a merchant may do what. Joining comes before anybody has signed in. */
export const teamEndpoints: readonly OperatorEndpoint[] = [
  listTeam,
  inviteMember,
  revokeInvitation,
  changeMember,
  removeMember,
];
