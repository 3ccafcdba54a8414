import { Type } from 'typebox';
import type { SettlementMinor } from '../domain/money/money.ts';
import { settlementDTO } from '../domain/money/money-dto.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import type { Withdrawal as WithdrawalRow } from '../domain/withdrawals/withdrawal.ts';
import type { ApiContext } from './context.ts';
import { at, exampleAddress, exampleCode, exampleIds, tethers } from './examples.ts';
import {
  decimal,
  decimalCharactersMax,
  money,
  optionalFlag,
  orNull,
  requiredText,
  type ShapeOf,
  timestamp,
} from './schemas.ts';

const withdrawalFields = {
  id: Type.String({ description: 'Withdrawal ID, a UUID' }),
  createdAt: timestamp('When the withdrawal was created'),
  updatedAt: timestamp('When the withdrawal last changed'),
  sum: money('What the address gets'),
  fee: money('What the service takes; the account pays `sum` and `fee`'),
  address: Type.String({ description: 'Destination address' }),
  txId: orNull(Type.String(), 'Transaction ID on the network; null until sent'),
};

export const Withdrawal = Type.Object(withdrawalFields, { $id: 'WithdrawalDTO' });
export type Withdrawal = ShapeOf<typeof Withdrawal>;

/** `status` and `accountId` are in the answer to create only: so the interface shows it. */
export const CreatedWithdrawal = Type.Object(
  {
    ...withdrawalFields,
    status: Type.Integer({ description: '2 created, 3 being sent, 4 sent, 5 rejected' }),
    accountId: Type.String({ description: 'Account the withdrawal is paid from' }),
  },
  { $id: 'CreatedWithdrawalDTO' },
);
export type CreatedWithdrawal = ShapeOf<typeof CreatedWithdrawal>;

/** Asked by a merchant's program and by a merchant who has signed in. */
export const CreateWithdrawalBody = Type.Object(
  {
    accountId: requiredText(100, { description: 'Account to withdraw from' }),
    amount: requiredText(decimalCharactersMax, {
      ...decimal,
      examples: ['100.00'],
      description: 'Decimal amount as a string',
    }),
    address: requiredText(255, { description: 'Destination address on the network of the account' }),
    code2FA: requiredText(20, { description: 'Current two-factor code', examples: ['123456'] }),
    substractFeeFromAmount: optionalFlag('True: the fee is taken from the amount (the name is spelled exactly so)'),
  },
  { $id: 'CreateWithdrawal' },
);
export type CreateWithdrawalBody = ShapeOf<typeof CreateWithdrawalBody>;

export function withdrawalDTO(context: ApiContext, withdrawal: WithdrawalRow): Withdrawal {
  const written = (sum: SettlementMinor) =>
    settlementDTO(context.catalogue(), sum, { settlementCurrency: withdrawal.currency });
  return {
    id: withdrawal.id,
    createdAt: formatTimestamp(withdrawal.createdAt),
    updatedAt: formatTimestamp(withdrawal.updatedAt),
    sum: written(withdrawal.sum),
    fee: written(withdrawal.fee),
    address: withdrawal.address,
    txId: withdrawal.txId,
  };
}

export function createdWithdrawalDTO(context: ApiContext, withdrawal: WithdrawalRow): CreatedWithdrawal {
  const { status, accountId } = withdrawal;
  return { ...withdrawalDTO(context, withdrawal), status, accountId };
}

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
