import { Type } from 'typebox';
import { currencyOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../perform.ts';
import { Account } from '../schemas.ts';

export const listAccounts: Endpoint = {
  method: 'GET',
  path: '/accounts',
  operationId: 'listAccounts',
  summary: 'List store accounts',
  description: '`sum` is what can be spent now, `frozenSum` what is held for payouts and withdrawals.',
  response: Type.Array(Account),
  async handle(context, request) {
    const { store, catalogue } = callerOf(request);
    const balances = await context.reads.balances(store.accounts.flatMap((one) => [one.availableId, one.frozenId]));
    return store.accounts.map((account) => {
      const currency = currencyOf(catalogue, account.currency);
      return {
        id: account.id,
        currency: account.currency,
        sum: moneyDTO(balances.get(account.availableId) ?? 0n, currency),
        frozenSum: moneyDTO(balances.get(account.frozenId) ?? 0n, currency),
        withdrawalFee: moneyDTO(account.withdrawalFee, currency),
      };
    });
  },
};
