import type pg from 'pg';
import type { PhoneMessage } from '../../../domain/messages/template.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { orUnavailable } from '../../database/database-errors.ts';

/** A message that a phone has posted, and what became of it. */
export interface KeptMessage extends PhoneMessage {
  readonly id: string;
  readonly cameAt: Instant;
  /** Null: nobody has read it yet. */
  readonly outcome: string | null;
}

/** How far back is looked for messages of rare senders. */
const scannedMax = 50_000;

/** Of these senders, the newest first, of all phones. */
export async function listKeptMessages(
  pool: pg.Pool,
  { senders, limit }: { readonly senders: readonly string[]; readonly limit: number },
): Promise<readonly KeptMessage[]> {
  const { rows } = await orUnavailable(
    pool.query(
      `select m.id::text as id, m.sender, m.title, m.text, m.came_at as "cameAt", o.outcome
       from (select id, sender, title, text, came_at from phone_messages order by id desc limit $3) m
       left join message_outcomes o on o.message_id = m.id
       where lower(m.sender) = any($1::text[]) order by m.id desc limit $2`,
      [senders.map((sender) => sender.trim().toLowerCase()), limit, scannedMax],
    ),
  );
  return rows;
}
