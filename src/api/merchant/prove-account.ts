import { currencyOf } from '../../domain/catalogue.ts';
import { AppError } from '../../errors.ts';
import { exampleIds } from '../examples.ts';
import { uuidInPath } from '../parameters.ts';
import { proofDescription, proofFile, proofQuery } from '../proofs.ts';
import { endpoint } from './endpoint.ts';

export const proveAccount = endpoint({
  method: 'GET',
  path: '/accounts/:id/proof',
  operationId: 'proveAccount',
  summary: 'Proof of an account’s balance',
  description: proofDescription,
  tag: 'Accounts and withdrawals',
  scope: 'read',
  params: { id: uuidInPath('Account ID', exampleIds.account) },
  query: proofQuery,
  response: proofFile,
  refusals: ['page_not_sealed', 'not_sealed_yet', 'proof_limit'],
  async handle({ context, caller: { store, catalogue }, params, query }) {
    const account = store.accounts.find(({ id }) => id === params.id);
    if (account === undefined) throw new AppError('not_found');
    const { availableId, frozenId, currency } = account;
    const decimals = currencyOf(catalogue, currency).subunit;
    const own = { ownerId: store.id, currency, decimals };
    const of = { subject: `store_available ${store.id}`, owner: `merchant ${store.merchantId}` };
    return await context.proofs.give(of, {
      accounts: [
        { id: availableId, kind: 'store_available', ...own },
        { id: frozenId, kind: 'store_frozen', ...own },
      ],
      since: query.page ?? 0,
      known: query.known,
    });
  },
});
