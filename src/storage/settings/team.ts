import type { User } from '../../domain/people.ts';
import type { Invitation, MemberRight } from '../../domain/team.ts';
import type { Instant } from '../../domain/timestamp.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export const invitationColumns = 'id, merchant_id, name, rights, invited_by, created_at, expires_at, ended_at';

interface InvitationRow {
  readonly id: string;
  readonly merchant_id: number;
  readonly name: string;
  readonly rights: MemberRight[];
  readonly invited_by: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
}

export function decodeInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    name: row.name,
    rights: row.rights,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
  };
}

export async function insertInvitation(
  { client }: SettingsTransaction,
  { invitation, ticketHash }: { readonly invitation: Invitation; readonly ticketHash: string },
): Promise<void> {
  const { id, merchantId, name, rights, invitedBy, createdAt, expiresAt } = invitation;
  await client.query(
    `insert into team_invitations (id, merchant_id, ticket_hash, name, rights, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, merchantId, ticketHash, name, rights, invitedBy, new Date(createdAt), new Date(expiresAt)],
  );
}

export async function lockInvitation(
  { client }: SettingsTransaction,
  by: { readonly id: string } | { readonly ticketHash: string },
): Promise<Invitation | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['ticket_hash', by.ticketHash];
  const { rows } = await client.query(
    `select ${invitationColumns} from team_invitations where ${column} = $1 for update`,
    [value],
  );
  return rows[0] === undefined ? null : decodeInvitation(rows[0]);
}

export async function endInvitation({ client }: SettingsTransaction, id: string, at: Instant): Promise<void> {
  await client.query('update team_invitations set ended_at = $2 where id = $1', [id, new Date(at)]);
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

export async function updateRights({ client }: SettingsTransaction, { id, name, rights }: User): Promise<void> {
  await client.query('update users set name = $2, rights = $3 where id = $1', [id, name, rights]);
}
