import type { AccountKind } from '../../../domain/book/sums.ts';
import type { BookAccount } from '../../../domain/books.ts';
import { type Catalogue, currencyOf } from '../../../domain/catalogue.ts';
import { listBookAccounts } from '../../../storage/reads/book-reads.ts';
import { proofDescription, proofFile, proofQuery } from '../../proofs.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { accountInPath, findAccountWithinReach } from './book-reach.ts';

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

export const proveLedgerAccount = endpoint({
  method: 'GET',
  path: '/accounts/:id/proof',
  operationId: 'proveLedgerAccount',
  summary: 'Proof of a balance',
  description: proofDescription,
  tag: 'Books',
  roles: everybody,
  scope: 'read',
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
