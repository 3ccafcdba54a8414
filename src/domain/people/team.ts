import { AppError } from '../../errors/app-error.ts';
import type { Instant } from '../text/timestamp.ts';
import { allMemberRights, type MemberRight, type User } from './people.ts';

/** `own`: about nobody but oneself. `read`: every member's. */
type NeededRight = MemberRight | 'own' | 'read';

/**
 * Every operation that somebody of a merchant can call, and the right it needs. The one place where this is said, and the door
 * of the interface is the one place where it is asked: an operation that is not here is closed to members.
 */
export const rightsNeeded: Readonly<Record<string, NeededRight>> = {
  whoAmI: 'own',
  followChanges: 'own',
  signOut: 'own',
  signOutEverywhere: 'own',
  giveCode: 'own',
  beginProof: 'own',
  giveProof: 'own',
  changeOwnPassword: 'own',
  listOwnSessions: 'own',
  endSession: 'own',
  endOtherSessions: 'own',
  acknowledgeDevices: 'own',
  beginSecondFactor: 'own',
  mailEnrolmentCode: 'own',
  confirmSecondFactor: 'own',
  listOwnPasskeys: 'own',
  beginPasskey: 'own',
  addPasskey: 'own',
  renamePasskey: 'own',
  removePasskey: 'own',
  listOwnViews: 'own',
  saveView: 'own',
  removeView: 'own',
  readOwnWishes: 'own',
  setOwnWishes: 'own',
  addChannel: 'own',
  confirmChannel: 'own',
  removeChannel: 'own',
  createToken: 'own',
  listTokens: 'own',
  revokeToken: 'own',

  readReference: 'read',
  readSandboxClock: 'read',
  readSandboxWorld: 'read',
  listMerchants: 'read',
  listStores: 'read',
  getStore: 'read',
  listStoreKeys: 'read',
  listInvoices: 'read',
  exportInvoices: 'read',
  readInvoice: 'read',
  readSales: 'read',
  listBlockedPayers: 'read',
  listNotifications: 'read',
  readNotification: 'read',
  listReceivers: 'read',
  listEndpoints: 'read',
  listEndpointEvents: 'read',
  listWithdrawals: 'read',
  readWithdrawal: 'read',
  listStoreAddresses: 'read',
  listLedgerAccounts: 'read',
  readBalanceHistory: 'read',
  readStatement: 'read',
  exportMonthStatement: 'read',
  exportStatement: 'read',
  printMonthStatement: 'read',
  proveLedgerAccount: 'read',
  readSettlementReport: 'read',
  exportSettlement: 'read',

  createPaymentLink: 'payins',
  openDisputeByPerson: 'payins',
  addEvidence: 'payins',
  sendNotificationAgain: 'payins',
  sendFailedNotificationsAgain: 'payins',
  resendEndpointEvent: 'payins',
  resumeReceiver: 'payins',
  tryNotificationAddress: 'payins',

  changePaymentPolicy: 'payins',
  changePayerRules: 'payins',

  askRefund: 'payouts',
  cancelRefund: 'payouts',
  confirmPayout: 'payouts',

  requestWithdrawal: 'withdrawals',
  addStoreAddress: 'withdrawals',
  removeStoreAddress: 'withdrawals',

  createStoreKey: 'keys',
  changeStoreKey: 'keys',
  rotateStoreKey: 'keys',
  revokeStoreKey: 'keys',
  rotateSecret: 'keys',
  rotateWebhookSecret: 'keys',
  createEndpoint: 'keys',
  changeEndpoint: 'keys',
  rotateEndpointSecret: 'keys',
  removeEndpoint: 'keys',
  beginMerchantSecondFactor: 'keys',
  confirmMerchantSecondFactor: 'keys',

  listTeam: 'team',
  inviteMember: 'team',
  revokeInvitation: 'team',
  changeMember: 'team',
  removeMember: 'team',
};

/** Where money leaves, or somebody could make it leave: a member's password alone is not enough there. */
const factorRights: ReadonlySet<NeededRight> = new Set(['payouts', 'withdrawals', 'keys', 'team']);

type Refused = 'right_missing' | 'second_factor_required';

/** Why somebody may not call an operation for what they are in their team; null: they may. */
export function refusedToMember(
  user: Pick<User, 'role' | 'rights' | 'hasAuthenticator' | 'passkeys'>,
  operationId: string,
): Refused | null {
  if (user.role !== 'merchant' || user.rights === null) return null;
  const needed = rightsNeeded[operationId];
  if (needed === 'own' || needed === 'read') return null;
  if (needed === undefined || !user.rights.includes(needed)) return 'right_missing';
  const hasFactor = user.hasAuthenticator || user.passkeys > 0;
  return factorRights.has(needed) && !hasFactor ? 'second_factor_required' : null;
}

/** Each once, in one order. */
export function readRights(rights: readonly MemberRight[]): readonly MemberRight[] {
  return allMemberRights.filter((right) => rights.includes(right));
}

/** Nobody gives a right that they lack, nor takes one away that is above their own. */
export function requireCovers(
  by: Pick<User, 'rights'>,
  rights: readonly MemberRight[],
  field: 'rights' | 'scopes' = 'rights',
): void {
  const lacking = by.rights === null ? [] : rights.filter((right) => !by.rights?.includes(right));
  if (lacking.length > 0) throw new AppError('right_not_yours', { field, rights: lacking.join(', ') });
}

/** Who brings people in has the right to, then and still when they come. */
export function requireOfTeam({ rights }: Pick<User, 'rights'>, refusal: 'right_missing' | 'invitation_ended'): void {
  if (rights !== null && !rights.includes('team')) throw new AppError(refusal);
}

/** A member of the actor's own team. Owners are out of its reach, and nobody changes what they may do themselves. */
export function requireMember(by: User, member: User | null): User & { readonly rights: readonly MemberRight[] } {
  if (member === null || member.merchantId === null || member.merchantId !== by.merchantId || member.isDisabled) {
    throw new AppError('not_found');
  }
  if (member.id === by.id) throw new AppError('not_on_oneself');
  const { rights } = member;
  if (rights === null) throw new AppError('owner_is_fixed');
  requireCovers(by, rights);
  return { ...member, rights };
}

export interface Invitation {
  readonly id: string;
  readonly merchantId: number;
  readonly name: string;
  readonly rights: readonly MemberRight[];
  readonly invitedBy: number;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly endedAt: Instant | null;
}

/** Long enough for a weekend. */
export const invitationLifetimeMs = 3 * 24 * 3_600_000;

/** A team is a handful of people. */
export const membersMax = 50;
export const invitationsMax = 20;

/** Refuses one that was used, taken back, or has lapsed: all look the same from outside. */
export function requireOpenInvitation(invitation: Invitation | null, now: Instant): Invitation {
  if (invitation === null || invitation.endedAt !== null || now >= invitation.expiresAt) {
    throw new AppError('invitation_ended');
  }
  return invitation;
}
