import type { Instant } from '../../../domain/text/timestamp.ts';
import {
  type Claim,
  claimLifetimeMs,
  usualWorkLimits,
  type WorkKind,
  type WorkLimit,
} from '../../../domain/workqueue/work-case.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export async function lockClaim({ client }: SettingsTransaction, caseId: string): Promise<Claim | null> {
  const { rows } = await client.query(
    `select c.user_id, u.login, c.claimed_at from case_claims c join users u on u.id = c.user_id
     where c.case_id = $1 for update of c`,
    [caseId],
  );
  const row = rows[0];
  return row === undefined ? null : { userId: row.user_id, login: row.login, claimedAt: row.claimed_at };
}

/** Those that count no longer go with it: there are never more than people claim in half an hour. */
export async function putClaim(
  { client }: SettingsTransaction,
  caseId: string,
  { userId, claimedAt }: Claim,
): Promise<void> {
  await client.query('delete from case_claims where claimed_at <= $1', [new Date(claimedAt - claimLifetimeMs)]);
  await client.query(
    `insert into case_claims (case_id, user_id, claimed_at) values ($1, $2, $3)
     on conflict (case_id) do update set user_id = excluded.user_id, claimed_at = excluded.claimed_at`,
    [caseId, userId, new Date(claimedAt)],
  );
}

export async function deleteClaim({ client }: SettingsTransaction, caseId: string): Promise<void> {
  await client.query('delete from case_claims where case_id = $1', [caseId]);
}

interface Person {
  readonly id: number;
  readonly login: string;
}

/** Operators alone read comments, and only those at work are called. */
export async function findOperatorsByLogin(
  { client }: SettingsTransaction,
  logins: readonly string[],
): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `select id, login from users where login = any($1::text[]) and role = 'operator' and not disabled order by login`,
    [logins],
  );
  return rows;
}

interface NewComment {
  readonly caseId: string;
  readonly userId: number;
  readonly at: Instant;
  readonly text: string;
  readonly mentionedIds: readonly number[];
}

export async function insertComment({ client }: SettingsTransaction, comment: NewComment): Promise<void> {
  const { caseId, userId, at, text, mentionedIds } = comment;
  await client.query(
    `with added as (
       insert into case_comments (case_id, user_id, at, text) values ($1, $2, $3, $4) returning id
     )
     insert into case_mentions (user_id, comment_id) select m.id, added.id from added, unnest($5::int4[]) m(id)`,
    [caseId, userId, new Date(at), text, mentionedIds],
  );
}

/** Of one person, in one case. */
export async function deleteMentions({ client }: SettingsTransaction, userId: number, caseId: string): Promise<void> {
  await client.query(
    `delete from case_mentions m using case_comments c where c.id = m.comment_id and m.user_id = $1 and c.case_id = $2`,
    [userId, caseId],
  );
}

export async function lockWorkLimit({ client }: SettingsTransaction, kind: WorkKind): Promise<WorkLimit> {
  const { rows } = await client.query(
    'select warn_minutes, late_minutes from work_limits where kind = $1 for no key update',
    [kind],
  );
  const usual = usualWorkLimits.find((one) => one.kind === kind);
  return {
    kind,
    warnMinutes: rows[0]?.warn_minutes ?? usual?.warnMinutes,
    lateMinutes: rows[0]?.late_minutes ?? usual?.lateMinutes,
  };
}

export async function updateWorkLimit({ client }: SettingsTransaction, limit: WorkLimit): Promise<void> {
  await client.query(
    `insert into work_limits (kind, warn_minutes, late_minutes) values ($1, $2, $3)
     on conflict (kind) do update set warn_minutes = excluded.warn_minutes, late_minutes = excluded.late_minutes`,
    [limit.kind, limit.warnMinutes, limit.lateMinutes],
  );
}
