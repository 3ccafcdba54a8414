import type { Actor } from '../../domain/people/audit.ts';
import {
  hasSecondFactor,
  type MemberRight,
  requireAnother,
  requireFreeLogin,
  tokenHash,
  type User,
} from '../../domain/people/people.ts';
import {
  type Invitation,
  invitationLifetimeMs,
  invitationsMax,
  membersMax,
  readRights,
  requireCovers,
  requireMember,
  requireOfTeam,
  requireOpenInvitation,
} from '../../domain/people/team.ts';
import { AppError } from '../../errors/app-error.ts';
import { insertEnrolmentCode } from '../../storage/settings/people/enrolment-codes.ts';
import { deleteSessions } from '../../storage/settings/people/sessions.ts';
import { countTeam, invitations, lockInvitation } from '../../storage/settings/people/team.ts';
import { revokeTokensOf } from '../../storage/settings/people/tokens.ts';
import { insertUser, lockUser, updateUser, users } from '../../storage/settings/people/users.ts';
import { type SettingsTransaction, takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';
import { type Drawn, drawEnrolmentCode, handedCode } from './enrolment-codes.ts';

/** Who acts, as they are now: rights may have been taken away since the session began. */
async function lockOneself(tx: SettingsTransaction, { userId }: Actor): Promise<User & { merchantId: number }> {
  const user = userId === null ? null : await lockUser(tx, userId);
  if (user === null || user.merchantId === null || user.isDisabled) throw new AppError('forbidden');
  return { ...user, merchantId: user.merchantId };
}

interface InvitationWish {
  readonly name: string;
  readonly rights: readonly MemberRight[];
}

/** Somebody is asked to join, by a link that works once. Only its hash is kept. */
export const createInvitation = settingAct({
  name: 'create-invitation',
  draw: (chance) => ({ id: chance.id(), ticket: chance.text(24) }),
  async load(tx, _wish: InvitationWish, { actor, at }) {
    const by = await lockOneself(tx, actor);
    return { by, team: await countTeam(tx, by.merchantId, at) };
  },
  decide(wish, { by, team }, { at, drawn: { id, ticket } }) {
    const rights = readRights(wish.rights);
    requireOfTeam(by, 'right_missing');
    requireCovers(by, rights);
    if (team.members + team.invitations >= membersMax) throw new AppError('team_full', { limit: membersMax });
    if (team.invitations >= invitationsMax) throw new AppError('team_full', { limit: invitationsMax });
    const invitation: Invitation = {
      id,
      merchantId: by.merchantId,
      name: wish.name,
      rights,
      invitedBy: by.id,
      createdAt: at,
      expiresAt: at + invitationLifetimeMs,
      endedAt: null,
    };
    const details = { invitation: id, name: wish.name, rights: rights.join(' ') };
    const facts = { subjectKind: 'merchant', subjectId: by.merchantId, details };
    return changed({ invitation, ticket }, { invitation, ticketHash: tokenHash(ticket) }, facts);
  },
  store: (tx, { invitation, ticketHash }) => invitations.insert(tx, { ...invitation, ticketHash }),
});

export const revokeInvitation = settingAct({
  name: 'revoke-invitation',
  load: async (tx, { id }: { readonly id: string }, { actor }) => ({
    by: await lockOneself(tx, actor),
    invitation: await lockInvitation(tx, { id }),
  }),
  decide(_input, { by, invitation }, { at }) {
    if (invitation === null || invitation.merchantId !== by.merchantId) throw new AppError('not_found');
    const { id, merchantId } = requireOpenInvitation(invitation, at);
    const facts = { subjectKind: 'merchant', subjectId: merchantId, details: { invitation: id } };
    return changed(undefined, { id, at }, facts);
  },
  store: (tx, { id, at }) => invitations.patch(tx, { id }, { endedAt: at }),
});

interface Joining {
  readonly ticket: string;
  readonly login: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Somebody joins by the link. The one who has asked them may have lost rights or left since then: what they cannot give any
 * more is not given.
 */
export const addMember = settingAct({
  name: 'add-member',
  draw: async (chance, { password }: Joining): Promise<Drawn & { readonly passwordHash: string }> => ({
    passwordHash: await chance.hashPassword(password),
    enrolmentCode: drawEnrolmentCode(chance),
  }),
  async load(tx, { ticket, login }: Joining) {
    const invitation = await lockInvitation(tx, { ticketHash: tokenHash(ticket) });
    return {
      id: await takeId(tx, 'users'),
      invitation,
      inviter: invitation === null ? null : await lockUser(tx, invitation.invitedBy),
      isLoginTaken: (await users.findOne(tx.client, { login })) !== null,
    };
  },
  decide({ login, name }, { id, invitation, inviter, ...rows }, { at, mode, drawn }) {
    const { id: invitationId, merchantId, rights } = requireOpenInvitation(invitation, at);
    if (inviter === null || inviter.isDisabled || inviter.merchantId !== merchantId) {
      throw new AppError('invitation_ended');
    }
    requireOfTeam(inviter, 'invitation_ended');
    requireCovers(inviter, rights);
    requireFreeLogin(login, rows.isLoginTaken);
    const state = { hasAuthenticator: false, passkeys: 0, isDisabled: false, trustedSince: at };
    const user: User = { id, login, name, role: 'merchant', makerId: null, merchantId, rights, ...state };
    const details = { login, invitation: invitationId, invitedBy: inviter.login, rights: rights.join(' ') };
    // The link is a ticket as good as the factor of who has sent it; of a password alone nothing follows.
    const handed = hasSecondFactor(inviter) ? handedCode(user, drawn.enrolmentCode, { mode, at }) : null;
    const change = { user, passwordHash: drawn.passwordHash, invitationId, at, enrolment: handed?.made ?? null };
    return changed({ ...user, secret: handed?.code ?? null }, change, { subjectKind: 'user', subjectId: id, details });
  },
  async store(tx, { user, passwordHash, invitationId, at, enrolment }) {
    await insertUser(tx, { user, passwordHash });
    if (enrolment !== null) await insertEnrolmentCode(tx, enrolment);
    await invitations.patch(tx, { id: invitationId }, { endedAt: at });
  },
});

interface MemberChange {
  readonly id: number;
  readonly name?: string | undefined;
  readonly rights?: readonly MemberRight[] | undefined;
}

export const changeMember = settingAct({
  name: 'change-member',
  load: async (tx, { id }: MemberChange, { actor }) => ({
    by: await lockOneself(tx, actor),
    member: await lockUser(tx, id),
  }),
  decide({ name, rights }, { by, member }) {
    const before = requireMember(by, member);
    const after = { ...before, name: name ?? before.name, rights: readRights(rights ?? before.rights) };
    requireCovers(by, after.rights);
    const details = { name: after.name, rights: after.rights.join(' '), before: before.rights.join(' ') };
    return changed(after, after, { subjectKind: 'user', subjectId: before.id, details });
  },
  store: (tx, { id, name, rights }) => users.patch(tx, { id }, { name, rights }),
});

/** Cannot sign in any more: the name in the audit log stays. */
export const removeMember = settingAct({
  name: 'remove-member',
  load: async (tx, { id }: { readonly id: number }, { actor }) => ({
    by: await lockOneself(tx, actor),
    member: await lockUser(tx, id),
  }),
  decide({ id }, { by, member }, { actor, at }) {
    requireAnother(actor, id);
    const before = requireMember(by, member);
    const user = { ...before, isDisabled: true };
    return changed(user, { user, at }, { subjectKind: 'user', subjectId: id, details: { login: user.login } });
  },
  async store(tx, { user, at }) {
    await updateUser(tx, user, at);
    await deleteSessions(tx, user.id);
    await revokeTokensOf(tx, user.id, at);
  },
});
