import type { OpenEndpoint, OperatorEndpoint } from '../endpoint.ts';
import { pairPhone } from '../phones/pair-phone.ts';
import { joinTeam, readInvitation } from '../team/join-team.ts';
import { acknowledgeDevices } from './acknowledge-devices.ts';
import { addPasskey } from './add-passkey.ts';
import { approveRequest } from './approve-request.ts';
import { beginPasskey } from './begin-passkey.ts';
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts';
import { beginProof } from './begin-proof.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { changeAccessRules } from './change-access-rules.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { changeUser } from './change-user.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { createEnrolmentCode } from './create-enrolment-code.ts';
import { createToken } from './create-token.ts';
import { createUser } from './create-user.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { followChanges } from './follow-changes.ts';
import { giveCode } from './give-code.ts';
import { giveProof } from './give-proof.ts';
import { listApprovals } from './list-approvals.ts';
import { listOwnPasskeys } from './list-own-passkeys.ts';
import { listOwnSessions } from './list-own-sessions.ts';
import { listOwnViews } from './list-own-views.ts';
import { listTokens } from './list-tokens.ts';
import { listUsers } from './list-users.ts';
import { mailEnrolmentCode } from './mail-enrolment-code.ts';
import { readAccessRules } from './read-access-rules.ts';
import { rejectRequest } from './reject-request.ts';
import { removePasskey } from './remove-passkey.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { removeView } from './remove-view.ts';
import { renamePasskey } from './rename-passkey.ts';
import { revokeToken } from './revoke-token.ts';
import { saveView } from './save-view.ts';
import { signIn } from './sign-in.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { whoAmI } from './who-am-i.ts';

/** For those who have yet to sign in. */
export const openEndpoints: readonly OpenEndpoint[] = [
  signIn,
  beginPasskeySignIn,
  signInWithPasskey,
  readInvitation,
  joinTeam,
  pairPhone,
];

/** People and what they may do. Signing in and out come before, and are registered by themselves. */
export const accessEndpoints: readonly OperatorEndpoint[] = [
  whoAmI,
  followChanges,
  giveCode,
  beginProof,
  giveProof,
  changeOwnPassword,
  listOwnSessions,
  endSession,
  endOtherSessions,
  acknowledgeDevices,
  signOutEverywhere,
  beginSecondFactor,
  confirmSecondFactor,
  listOwnPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  listOwnViews,
  saveView,
  removeView,
  readAccessRules,
  changeAccessRules,
  createUser,
  listUsers,
  changeUser,
  removeSecondFactor,
  createEnrolmentCode,
  mailEnrolmentCode,
  listApprovals,
  approveRequest,
  rejectRequest,
  createToken,
  listTokens,
  revokeToken,
];
