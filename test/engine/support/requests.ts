import type { CreatePayin } from '../../../src/commands/payins/create-payin.ts';
import type { CreatePayout } from '../../../src/commands/payouts/create-payout.ts';
import type { RequestWithdrawal } from '../../../src/commands/withdrawals/request-withdrawal.ts';
import { createIdSource } from '../../../src/engine/id-source.ts';
import { AppError, type ErrorCode } from '../../../src/errors/app-error.ts';
import { demoAccounts } from '../../../src/storage/settings/sandbox/demo-world.ts';
import { tronAddress } from './totp.ts';

/** What callers ask of the engine, of the demo store unless said otherwise. */
export const newId = createIdSource();

const anyInvoice = {
  storeId: 1,
  internalId: null,
  userId: null,
  amount: '1000.00',
  currency: 'RUB',
  notificationUrl: '',
  notificationToken: '',
  successUrl: null,
  cancelUrl: null,
} as const;

export function payinRequest(change: Partial<CreatePayin> = {}): CreatePayin {
  return { ...anyInvoice, id: newId(), variant: { option: null, bank: null }, startDeal: true, ...change };
}

export function payoutRequest(change: Partial<CreatePayout> = {}): CreatePayout {
  return {
    ...anyInvoice,
    id: newId(),
    variant: { option: 'TO_CARD', bank: 'sberbank' },
    requisites: { requisites: '2200000000000004', holder: null },
    ...change,
  };
}

export function withdrawalRequest(change: Partial<RequestWithdrawal> = {}): RequestWithdrawal {
  return {
    id: newId(),
    storeId: 1,
    accountId: demoAccounts.store1,
    amount: '10',
    address: tronAddress,
    code: '000000',
    subtractFee: false,
    ...change,
  };
}

/** A receipt as the upload leaves it behind. */
export const receipt = {
  sha256: 'a'.repeat(64),
  mediaType: 'image/png',
  sizeBytes: 100,
  fileName: 'receipt.png',
} as const;

/** The code of the refusal; null when it was accepted. Anything else that is thrown is a defect and stays one. */
export async function refusalOf(answer: Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await answer;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
