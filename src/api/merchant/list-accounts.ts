import { Type } from 'typebox';
import { currencyOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { settlementDTO } from '../../domain/money-dto.ts';
import { exampleIds, tethers } from '../examples.ts';
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
