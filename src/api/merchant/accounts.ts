import { Type } from 'typebox';
import { currencyOf, moneyDTO } from '../../domain/money/money.ts';
import { settlementDTO } from '../../domain/money/money-dto.ts';
import { AppError } from '../../errors/app-error.ts';
import { exampleIds, tethers } from '../examples.ts';
import { uuidInPath } from '../parameters.ts';
import { proofDescription, proofFile, proofQuery } from '../proofs.ts';
import { money } from '../schemas.ts';
import { endpoint } from './endpoint.ts';

const Account = Type.Object(
  {
    id: Type.String({ description: 'Account ID, a UUID' }),
    currency: Type.String({ description: 'Currency code' }),
    sum: money('What can be spent now'),
    frozenSum: money('What is held for payouts and withdrawals'),
    withdrawalFee: money('Fee for each withdrawal'),
  },
  { $id: 'AccountDTO' },
);

export const listAccounts = endpoint({
  method: 'GET',
  path: '/accounts',
  operationId: 'listAccounts',
  summary: 'List store accounts',
  description: '`sum` is what can be spent now, `frozenSum` what is held for payouts and withdrawals.',
  tag: 'Accounts and withdrawals',
  scope: 'read',
  response: Type.Array(Account),
  refusals: [],
  example: {
    shows: 'One account',
    answer: [
      {
        id: exampleIds.account,
        currency: 'USDT',
        sum: tethers('9898.00000000'),
        frozenSum: tethers('102.00000000'),
        withdrawalFee: tethers('2.00000000'),
      },
    ],
  },
  async handle({ context, caller: { store, catalogue } }) {
    const balances = await context.reads.balances(store.accounts.flatMap((one) => [one.availableId, one.frozenId]));
    return store.accounts.map((account) => {
      const currency = currencyOf(catalogue, account.currency);
      return {
        id: account.id,
        currency: account.currency,
        sum: moneyDTO(balances.get(account.availableId) ?? 0n, currency),
        frozenSum: moneyDTO(balances.get(account.frozenId) ?? 0n, currency),
        withdrawalFee: settlementDTO(catalogue, account.withdrawalFee, { settlementCurrency: account.currency }),
      };
    });
  },
});

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
