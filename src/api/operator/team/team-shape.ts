import { Type } from 'typebox';
import { allMemberRights, hasSecondFactor, type User } from '../../../domain/people/people.ts';
import type { Invitation } from '../../../domain/people/team.ts';
import type { Concern } from '../../../domain/state/concerns.ts';
import { formatTimestamp, type Instant } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { at, exampleIds } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorCall } from '../endpoint.ts';
import { figure, flag, nullable, text, words } from '../fields.ts';

export const Rights = Type.Array(Type.Enum(allMemberRights), {
  maxItems: allMemberRights.length,
  description:
    'Beside looking at everything of the merchant: `payins` (links, disputes, notifications), `payouts` (refunds, payouts), `withdrawals`, `keys` (keys, secrets), `team`',
});

export const MemberName = text(200, 'For people');

export const MemberShape = Type.Object(
  {
    id: figure('User ID'),
    login: words('What the person signs in with'),
    name: words('For people'),
    isOwner: flag('Has all rights, and is changed by operators alone'),
    rights: Rights,
    hasSecondFactor: flag('Where a right lets money or keys out, it works only with one'),
    seenAt: nullable(words('When'), 'When the person last did something here'),
  },
  { $id: 'TeamMember' },
);
export type MemberShape = ShapeOf<typeof MemberShape>;

export function memberDTO(user: User, seenAt: Instant | null): MemberShape {
  const { id, login, name, rights } = user;
  return {
    id,
    login,
    name,
    isOwner: rights === null,
    rights: rights ?? allMemberRights,
    hasSecondFactor: hasSecondFactor(user),
    seenAt: seenAt === null ? null : formatTimestamp(seenAt),
  };
}

export const InvitationShape = Type.Object(
  {
    id: words('ID'),
    name: words('Who is asked to join'),
    rights: Rights,
    createdAt: words('When'),
    expiresAt: words('Until when its link works'),
  },
  { $id: 'TeamInvitation' },
);
type InvitationShape = ShapeOf<typeof InvitationShape>;

export function invitationDTO({ id, name, rights, ...times }: Omit<Invitation, 'endedAt'>): InvitationShape {
  return { id, name, rights, createdAt: formatTimestamp(times.createdAt), expiresAt: formatTimestamp(times.expiresAt) };
}

/** Pages of the merchant that show the team ask anew. */
export function announceTeam({ context }: Pick<OperatorCall, 'context'>, merchantId: number | null): void {
  const stores = [...context.catalogue().stores.values()].filter((store) => store.merchantId === merchantId);
  context.announce(stores.map(({ id }): Concern => `settings s${id}`));
}

/** Everybody who gets here is somebody's of a merchant. */
export function ownMerchantId({ actor }: OperatorCall): number {
  if (actor.merchantId === null) throw new AppError('forbidden');
  return actor.merchantId;
}

export const exampleMember: MemberShape = {
  id: 12,
  login: 'vera',
  name: 'Vera',
  isOwner: false,
  rights: ['payins', 'payouts'],
  hasSecondFactor: true,
  seenAt: at('11:58:00'),
};

export const exampleInvitation: InvitationShape = {
  id: exampleIds.request,
  name: 'Vera',
  rights: ['payins', 'payouts'],
  createdAt: at('12:00:00'),
  expiresAt: '2026-11-17T12:00:00+00:00',
};
