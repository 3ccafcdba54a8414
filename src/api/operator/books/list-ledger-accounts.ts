import { type AccountReach, listBookAccounts } from '../../../storage/reads/book-reads.ts';
import { choiceQuery, integerQuery } from '../../parameters.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { AccountShape, accountDTO, exampleAccount } from './account-shape.ts';
import { accountsWithinReach } from './book-reach.ts';

const accountKinds = {
  external: 'external',
  fees: 'fees',
  store_available: 'store_available',
  store_frozen: 'store_frozen',
  store_excess: 'store_excess',
  maker_available: 'maker_available',
  maker_held: 'maker_held',
  maker_debt: 'maker_debt',
  store_debt: 'store_debt',
} as const;

export const listLedgerAccounts = endpoint({
  method: 'GET',
  path: '/accounts',
  operationId: 'listLedgerAccounts',
  summary: 'List accounts of the ledger with their balances',
  description:
    'A maker sees the own two, a merchant those of the own stores. What payers have sent too much stands apart (`store_excess`): it is not the store’s. What somebody owes the service, below zero, is `maker_debt` or `store_debt`: it is there once the service has borne a loss, and each credit pays it first.',
  tag: 'Books',
  roles: everybody,
  scope: 'read',
  mayBeBehind: true,
  query: {
    ...numberedQuery,
    kind: choiceQuery(accountKinds),
    ownerId: integerQuery('Of this store or maker'),
  },
  response: numberedPage(AccountShape),
  refusals: [],
  example: { answer: { items: [exampleAccount], next: null } },
  async handle({ context, query, actor }) {
    const reach = narrowed(accountsWithinReach(context, actor), query);
    const accounts = await listBookAccounts(context.pool, reach, query);
    return numberedDTO(accounts, query, (account) => accountDTO(context, account));
  },
});

/** What is asked for, of what is within reach. */
function narrowed(
  { kinds, ownerIds }: AccountReach,
  wish: { readonly kind: string | null; readonly ownerId: number | null },
): AccountReach {
  const within = <Value>(reach: readonly Value[] | null, value: Value | null) =>
    value === null ? reach : reach === null || reach.includes(value) ? [value] : [];
  return { kinds: within(kinds, wish.kind), ownerIds: within(ownerIds, wish.ownerId) };
}
