import { Type } from 'typebox';
import type { AccountKind } from '../../../domain/book/sums.ts';
import type { BookAccount } from '../../../domain/ledger/books.ts';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import type { Catalogue } from '../../../domain/state/catalogue.ts';
import { type AccountReach, listBookAccounts } from '../../../storage/reads/book/book-reads.ts';
import { tethers } from '../../examples.ts';
import { choiceQuery, integerQuery } from '../../parameters.ts';
import { proofDescription, proofFile, proofQuery } from '../../proofs.ts';
import { money, type ShapeOf } from '../../schemas.ts';
import { everybody, type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, words } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { accountInPath, accountsWithinReach, findAccountWithinReach } from './book-reach.ts';

const read = readsOf({ tag: 'Books', roles: everybody });

export const AccountShape = Type.Object({
  id: figure('ID'),
  kind: words('What kind it is'),
  ownerId: figure('Which store or maker; 0 for the service itself'),
  currency: words('Currency code'),
  balance: money('What is in it'),
});

export function accountDTO(context: OperatorContext, account: BookAccount): ShapeOf<typeof AccountShape> {
  const { id, kind, ownerId, currency, balance } = account;
  return { id, kind, ownerId, currency, balance: moneyDTO(balance, currencyOf(context.catalogue(), currency)) };
}

export const exampleAccount: ShapeOf<typeof AccountShape> = {
  id: 3,
  kind: 'store_available',
  ownerId: 1,
  currency: 'USDT',
  balance: tethers('9898.00000000'),
};

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

export const listLedgerAccounts = read({
  path: '/accounts',
  operationId: 'listLedgerAccounts',
  summary: 'List accounts of the ledger with their balances',
  description:
    'A maker sees the own two, a merchant those of the own stores. What payers have sent too much stands apart (`store_excess`): it is not the store’s. What somebody owes the service, below zero, is `maker_debt` or `store_debt`: it is there once the service has borne a loss, and each credit pays it first.',
  mayBeBehind: true,
  query: {
    ...numberedQuery,
    kind: choiceQuery(accountKinds),
    ownerId: integerQuery('Of this store or maker'),
  },
  response: numberedPage(AccountShape),
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

/** What belongs together: money moves between them, and only both say what somebody is owed. */
const together: readonly (readonly AccountKind[])[] = [
  ['store_available', 'store_frozen', 'store_debt'],
  ['store_excess'],
  ['maker_available', 'maker_held', 'maker_debt'],
  ['external'],
  ['fees'],
];
/** An owner has two accounts in each currency, and one more for a debt. */
const accountsMax = 1_000;

export const proveLedgerAccount = read({
  path: '/accounts/:id/proof',
  operationId: 'proveLedgerAccount',
  summary: 'Proof of a balance',
  description: proofDescription,
  params: { id: accountInPath },
  query: proofQuery,
  response: proofFile,
  refusals: ['page_not_sealed', 'not_sealed_yet', 'proof_limit'],
  async handle(call) {
    const { context, query } = call;
    const account = await findAccountWithinReach(call, call.params.id);
    const kinds = together.find((some) => some.some((kind) => kind === account.kind)) ?? [];
    const reach = { kinds, ownerIds: [account.ownerId] };
    const found = await listBookAccounts(context.pool, reach, { after: 0, limit: accountsMax });
    const decimals = currencyOf(context.catalogue(), account.currency).subunit;
    const of = { subject: `${kinds[0]} ${account.ownerId}`, owner: ownerOf(context.catalogue(), account) };
    return await context.proofs.give(of, {
      accounts: found
        .filter(({ currency }) => currency === account.currency)
        .map(({ id, kind, ownerId, currency }) => ({ id, kind: kind as AccountKind, ownerId, currency, decimals })),
      since: query.page ?? 0,
      known: query.known,
    });
  },
});

function ownerOf(catalogue: Catalogue, { kind, ownerId }: Pick<BookAccount, 'kind' | 'ownerId'>): string {
  const store = kind.startsWith('store_') ? catalogue.stores.get(ownerId) : undefined;
  return store === undefined ? `${kind.split('_')[0]} ${ownerId}` : `merchant ${store.merchantId}`;
}
