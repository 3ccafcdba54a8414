import type pg from 'pg';
import type { User } from '../../../domain/people/people.ts';
import { type Invitation, invitationsMax, membersMax } from '../../../domain/people/team.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { instant, text } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { invitations } from '../../settings/people/team.ts';
import { users } from '../../settings/people/users.ts';

interface SeenMember {
  readonly user: User;
  /** When the person last did something here; null: never. */
  readonly seenAt: Instant | null;
}

/** Those who can sign in for the merchant, the first first. Sessions are forgotten after a while; devices are not. */
export async function findMembers(pool: pg.Pool, merchantId: number): Promise<readonly SeenMember[]> {
  return await orUnavailable(read(pool, members, [merchantId, membersMax]));
}

const members = rowStatement(
  'team-members',
  select('users', {
    user: users.row,
    seenAt: instant.orNull.from(`greatest(
      (select max(last_seen_at) from sessions where user_id = users.id),
      (select max(last_at) from devices where user_id = users.id))`),
  }),
  (list) => `select ${list} from users where merchant_id = $1 and not disabled order by id limit $2`,
);

export async function findInvitations(pool: pg.Pool, merchantId: number, now: Instant): Promise<readonly Invitation[]> {
  const rest = 'where merchant_id = $1 and ended_at is null and expires_at > $2 order by created_at limit $3';
  return await orUnavailable(invitations.select(pool, rest, [merchantId, new Date(now), invitationsMax]));
}

const invited = rowStatement(
  'invitation-by-ticket',
  select('m', { invitation: invitations.row, merchantName: text.from('name') }),
  (list) =>
    `select ${list} from team_invitations join merchants m on m.id = team_invitations.merchant_id where ticket_hash = $1`,
);

export async function findInvitationByTicket(
  pool: pg.Pool,
  ticketHash: string,
): Promise<(Invitation & { readonly merchantName: string }) | null> {
  const [found] = await orUnavailable(read(pool, invited, [ticketHash]));
  return found === undefined ? null : { ...found.invitation, merchantName: found.merchantName };
}
