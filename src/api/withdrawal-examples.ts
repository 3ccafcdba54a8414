import { at, exampleAddress, exampleCode, exampleIds, tethers } from './examples.ts';
import type { CreatedWithdrawal, CreateWithdrawalBody } from './withdrawal-schemas.ts';

export const exampleWithdrawalBody: CreateWithdrawalBody = {
  accountId: exampleIds.account,
  amount: '100',
  address: exampleAddress,
  code2FA: exampleCode,
};

export const exampleWithdrawal: CreatedWithdrawal = {
  id: exampleIds.withdrawal,
  createdAt: at('12:10:00'),
  updatedAt: at('12:10:00'),
  sum: tethers('100.00000000'),
  fee: tethers('2.00000000'),
  address: exampleAddress,
  txId: null,
  status: 2,
  accountId: exampleIds.account,
};
