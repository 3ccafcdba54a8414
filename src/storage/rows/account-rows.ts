import type { Balance, BalanceDelta } from '../../domain/ledger/ledger.ts';
import { makerOf } from '../../domain/makers/maker.ts';
import { alongInvoices } from '../batch/load-step.ts';
import { int4, int8 } from './codec.ts';
import { defineRow } from './row-kind.ts';

/** Loaded and locked; changed by transfers alone. */
export const balances = defineRow<Balance>({
  table: 'accounts',
  columns: { accountId: int4.from('id'), balance: int8 },
  key: ({ accountId }) => accountId,
  isStanding: true,
  unique: {},
});

/** What a batch's transfers come to. A trigger of `transfers` makes these changes, in the order of IDs, where two batches may meet. */
export const balanceDeltas = defineRow<BalanceDelta>({
  table: 'accounts',
  columns: { accountId: int4.from('id'), delta: int8.from('balance') },
  isStanding: true,
  isDerived: true,
  order: ({ accountId }) => accountId,
  combine: {
    column: 'balance',
    sql: (stored, given) => `${stored} + ${given}`,
    inMemory: (stored, given) => ({ ...given, delta: stored.delta + given.delta }),
  },
  unique: {},
});

/** Those asked for, of the makers who own the candidates, and of the makers who have deals of the invoices; each with what is owed on it. */
export const lockAccounts = alongInvoices({
  name: 'balances',
  does: 'locks',
  codec: int4,
  keys: ({ accountIds, candidates }, catalogue) => {
    if (candidates === undefined && catalogue.debts.size === 0) return accountIds;
    const all = accountIds === undefined ? [] : [...accountIds];
    for (const { makerId } of candidates?.requisites ?? []) {
      const { availableId, heldId } = makerOf(catalogue, makerId);
      all.push(availableId, heldId);
    }
    return [...all, ...all.flatMap((id) => catalogue.debts.get(id)?.id ?? [])];
  },
  selection: balances.as('a'),
  ofInvoices: (
    invoices,
  ) => `select unnest(array[m.available_id, m.held_id, (select b.id from accounts b where b.debt_of = m.available_id)])
    from only deals d join makers m on m.id = d.maker_id where d.invoice_id = any(${invoices})`,
  text: (list, keys) => `select ${list} from accounts a where a.id = any(${keys}) order by a.id for no key update`,
});
