import type { OpenEndpoint, OperatorEndpoint } from '../endpoint.ts';
import { pairPhone } from '../phones/phones.ts';
import { joinTeam, readInvitation } from '../team/invitations.ts';
import { changeAccessRules, readAccessRules } from './access-rules.ts';
import { approveRequest, listApprovals, rejectRequest } from './approvals.ts';
import { followChanges } from './follow-changes.ts';
import { changeOwnPassword, mailEnrolmentCode } from './own-access.ts';
import { addPasskey, beginPasskey, listOwnPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { beginProof, giveCode, giveProof } from './presence.ts';
import { beginSecondFactor, confirmSecondFactor } from './second-factor.ts';
import { acknowledgeDevices, endOtherSessions, endSession, listOwnSessions, signOutEverywhere } from './sessions.ts';
import { beginPasskeySignIn, signIn, signInWithPasskey } from './sign-in.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';
import { changeUser, createEnrolmentCode, createUser, listUsers, removeSecondFactor } from './users.ts';
import { listOwnViews, removeView, saveView } from './views.ts';
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
