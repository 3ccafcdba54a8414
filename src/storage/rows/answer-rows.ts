import type { StoredAnswer } from '../../domain/invoices/kept-answer.ts';
import type { AnswerKey } from '../../domain/state/needs.ts';
import { lookUp } from '../batch/load-step.ts';
import { instant, int2, int4, text } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const answers = defineRow<StoredAnswer>({
  table: 'idempotency_keys',
  columns: {
    storeId: int4.once,
    key: text.once,
    requestHash: text.once,
    status: int2.once,
    body: text.once,
    createdAt: instant.once,
  },
  key: answerKey,
  order: answerKey,
  unique: { idempotency_keys_pkey: answerKey },
});

export function answerKey({ storeId, key }: AnswerKey): string {
  return `${storeId} ${key}`;
}

export const lookForAnswers = lookUp({
  name: 'answers',
  coveredBy: ['balances'],
  key: { storeId: int4, key: text },
  keys: ({ answer }) => (answer === undefined ? undefined : [answer]),
  selection: answers.as('a'),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select * from idempotency_keys where store_id = k.store_id and key = k.key limit 1
    ) a`,
});
