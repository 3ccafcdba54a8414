import type { OperatorEndpoint } from '../endpoint.ts';
import { approveRequest } from './approve-request.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { changeUser } from './change-user.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { createToken } from './create-token.ts';
import { createUser } from './create-user.ts';
import { followChanges } from './follow-changes.ts';
import { giveCode } from './give-code.ts';
import { listApprovals } from './list-approvals.ts';
import { listOwnSessions } from './list-own-sessions.ts';
import { listTokens } from './list-tokens.ts';
import { listUsers } from './list-users.ts';
import { rejectRequest } from './reject-request.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { revokeToken } from './revoke-token.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { whoAmI } from './who-am-i.ts';

/** People and what they may do. Signing in and out come before, and are registered by themselves. */
export const accessEndpoints: readonly OperatorEndpoint[] = [
  whoAmI,
  followChanges,
  giveCode,
  changeOwnPassword,
  listOwnSessions,
  signOutEverywhere,
  beginSecondFactor,
  confirmSecondFactor,
  createUser,
  listUsers,
  changeUser,
  removeSecondFactor,
  listApprovals,
  approveRequest,
  rejectRequest,
  createToken,
  listTokens,
  revokeToken,
];
