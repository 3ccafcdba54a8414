import type { OperatorEndpoint } from '../endpoint.ts';
import { inviteMember, revokeInvitation } from './invitations.ts';
import { changeMember, listTeam, removeMember } from './members.ts';

/** Who of a merchant may do what. Joining comes before anybody has signed in. */
export const teamEndpoints: readonly OperatorEndpoint[] = [
  listTeam,
  inviteMember,
  revokeInvitation,
  changeMember,
  removeMember,
];
