import { type AllocationMiss, missReasons } from '../../domain/payins/allocation.ts';
import { instant, int4, int8, oneOf, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const misses = defineRow<AllocationMiss>({
  table: 'allocation_misses',
  columns: {
    invoiceId: uuid,
    storeId: int4,
    option: text.orNull,
    bank: text.orNull.from('method'),
    amount: int8,
    currency: text,
    reason: oneOf(missReasons),
    at: instant,
  },
  unique: {},
});
