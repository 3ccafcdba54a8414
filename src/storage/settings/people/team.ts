import type { MemberRight } from '../../../domain/people/people.ts';
import type { Invitation } from '../../../domain/people/team.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { instant, int4, text, textList, uuid } from '../../rows/codec.ts';
import { defineRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const invitations = defineRecord({
  table: 'team_invitations',
  columns: {
    id: uuid,
    merchantId: int4,
    name: text,
    rights: textList<MemberRight>(),
    invitedBy: int4,
    createdAt: instant,
    expiresAt: instant,
    endedAt: instant.orNull,
  },
  hidden: { ticketHash: text },
});

export async function lockInvitation(
  { client }: SettingsTransaction,
  by: { readonly id: string } | { readonly ticketHash: string },
): Promise<Invitation | null> {
  return (await invitations.find(client, by, 'for update'))[0] ?? null;
}

/** How many people a team has, and how many are asked to join. */
export async function countTeam(
  { client }: SettingsTransaction,
  merchantId: number,
  now: Instant,
): Promise<{ readonly members: number; readonly invitations: number }> {
  const { rows } = await client.query(
    `select (select count(*)::int4 from users where merchant_id = $1 and not disabled) as members,
       (select count(*)::int4 from team_invitations
        where merchant_id = $1 and ended_at is null and expires_at > $2) as invitations`,
    [merchantId, new Date(now)],
  );
  return rows[0];
}
