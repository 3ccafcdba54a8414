import type pg from 'pg';
import type { Payer } from '../../../domain/payins/payer-rules.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { int4 } from '../../rows/codec.ts';
import { payers } from '../../rows/payer-rows.ts';
import { select } from '../../rows/shape.ts';
import { Conditions } from '../listing.ts';

export interface ListedPayer extends Payer {
  readonly id: number;
}

/** More of them at once are not somebody who plays, but a rule that is too tight. */
const blockedMax = 500;

const selection = select('p', { ...payers.shape, id: int4 });

interface BlockedFilter {
  /** Null: of all stores. */
  readonly storeIds: readonly number[] | null;
  readonly now: Instant;
}

/** Those who are blocked now; the block that lasts longest first. */
export async function listBlockedPayers(pool: pg.Pool, { storeIds, now }: BlockedFilter): Promise<ListedPayer[]> {
  const where = new Conditions()
    .add('p.blocked_until > ?::timestamptz', new Date(now).toISOString())
    .add('p.store_id = any(?::int4[])', storeIds);
  const text = `select ${selection.list} from payers p where ${where} order by p.blocked_until desc, p.id desc
    limit ${blockedMax}`;
  const { rows } = await orUnavailable(pool.query({ text, values: where.values, rowMode: 'array' }));
  return rows.map((cells) => selection.decode(cells));
}
