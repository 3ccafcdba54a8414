import type pg from 'pg';
import type { User } from '../../domain/people.ts';
import { type Invitation, invitationsMax, membersMax } from '../../domain/team.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { orUnavailable } from '../database-errors.ts';
import { decodeInvitation, invitationColumns } from '../settings/team.ts';
import { decodeUser, userColumns } from '../settings/users.ts';

interface SeenMember {
  readonly user: User;
  /** When the person last did something here; null: never. */
  readonly seenAt: Instant | null;
}

/** Those who can sign in for the merchant, the first first. Sessions are forgotten after a while; devices are not. */
export async function findMembers(pool: pg.Pool, merchantId: number): Promise<readonly SeenMember[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'team-members',
      text: `select ${userColumns}, greatest(
            (select max(last_seen_at) from sessions where user_id = users.id),
            (select max(last_at) from devices where user_id = users.id)
          ) as seen_at
        from users where merchant_id = $1 and not disabled order by id limit $2`,
      values: [merchantId, membersMax],
    }),
  );
  return rows.map((row) => ({ user: decodeUser(row), seenAt: row.seen_at }));
}

export async function findInvitations(pool: pg.Pool, merchantId: number, now: Instant): Promise<readonly Invitation[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'team-invitations',
      text: `select ${invitationColumns} from team_invitations
        where merchant_id = $1 and ended_at is null and expires_at > $2 order by created_at limit $3`,
      values: [merchantId, new Date(now), invitationsMax],
    }),
  );
  return rows.map(decodeInvitation);
}

export async function findInvitationByTicket(
  pool: pg.Pool,
  ticketHash: string,
): Promise<(Invitation & { readonly merchantName: string }) | null> {
  const { rows } = await orUnavailable(
    pool.query(
      `select i.*, m.name as merchant_name from (select ticket_hash, ${invitationColumns} from team_invitations) i
       join merchants m on m.id = i.merchant_id where i.ticket_hash = $1`,
      [ticketHash],
    ),
  );
  return rows[0] === undefined ? null : { ...decodeInvitation(rows[0]), merchantName: rows[0].merchant_name };
}
