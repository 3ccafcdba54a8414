import { messageReference } from '../../../domain/phones/judge-message.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export interface JudgedOutcome {
  readonly phoneId: number;
  readonly makerId: number;
  readonly arrivalId: string | null;
  readonly verdict: string | null;
  /** As what somebody has begun to enter it. */
  readonly entering: Entering | null;
  /** A worker is reading it again. */
  readonly isReadAgain: boolean;
}

interface Entering {
  readonly requisiteId: number;
  readonly amount: bigint;
  readonly subunit: number;
  readonly isInBooks: boolean;
}

/** What is in the books under the message's name was begun, whether or not somebody has written down that it was. */
export async function lockMessageOutcome({ client }: SettingsTransaction, id: bigint): Promise<JudgedOutcome | null> {
  const { rows } = await client.query(
    `select phone_id as "phoneId", maker_id as "makerId", arrival_id as "arrivalId", verdict, entering_requisite_id,
       entering_amount, is_read_again as "isReadAgain"
     from message_outcomes where message_id = $1 for no key update`,
    [id],
  );
  if (rows[0] === undefined) return null;
  const { entering_requisite_id: requisiteId, entering_amount: amount, ...outcome } = rows[0];
  const begun = await client.query(
    `select b.id as "requisiteId", b.amount, c.subunit, b.is_in_books as "isInBooks"
     from (select a.requisite_id as id, a.amount, true as is_in_books from arrivals a where a.reference = $1
       union all select $2::int4, $3::int8, false where $2::int4 is not null) b
     join requisites r on r.id = b.id join currencies c on c.code = r.currency where r.maker_id = $4
     order by b.is_in_books desc limit 1`,
    [messageReference(id), requisiteId, amount, outcome.makerId],
  );
  return { ...outcome, entering: begun.rows[0] ?? null };
}

/** Null: nobody is entering it any more. */
export async function updateEntering(
  { client }: SettingsTransaction,
  { id, entering }: { readonly id: bigint; readonly entering: Pick<Entering, 'requisiteId' | 'amount'> | null },
): Promise<void> {
  await client.query(
    `update message_outcomes set entering_requisite_id = $2, entering_amount = $3, waits_again = false where message_id = $1`,
    [id, entering?.requisiteId ?? null, entering?.amount ?? null],
  );
}

interface Verdict {
  readonly id: bigint;
  readonly verdict: string;
  readonly arrivalId: string | null;
  readonly decidedBy: string;
  readonly at: Instant;
}

export async function updateVerdict({ client }: SettingsTransaction, verdict: Verdict): Promise<void> {
  await client.query(
    'update message_outcomes set verdict = $2, arrival_id = $3, decided_by = $4, decided_at = $5 where message_id = $1',
    [verdict.id, verdict.verdict, verdict.arrivalId, verdict.decidedBy, new Date(verdict.at)],
  );
}
