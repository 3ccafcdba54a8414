import type pg from 'pg';
import type { StoredAnswer } from '../../domain/invoices/kept-answer.ts';
import type { AnswerKey } from '../../domain/state/needs.ts';
import { read } from '../database/connection.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { answers } from '../rows/answer-rows.ts';
import { rowStatement } from '../rows/statement.ts';

/** The first answer to an Idempotency-Key, while it is kept. */
export async function findKeptAnswer(pool: pg.Pool, { storeId, key }: AnswerKey): Promise<StoredAnswer | null> {
  const [found] = await orUnavailable(read(pool, answerByKey, [storeId, key]));
  return found ?? null;
}

const answerByKey = rowStatement(
  'kept-answer-by-key',
  answers.as('a'),
  (list) => `select ${list} from idempotency_keys a where a.store_id = $1::int4 and a.key = $2::text`,
);
