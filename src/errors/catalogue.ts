import { arrivalErrors } from './arrivals.ts';
import { bookErrors } from './book.ts';
import { callerErrors } from './callers.ts';
import { disputeErrors } from './disputes.ts';
import { invoiceErrors } from './invoices.ts';
import { makerErrors } from './makers.ts';
import { merchantErrors } from './merchants.ts';
import { moneyErrors } from './money.ts';
import { notificationErrors } from './notifications.ts';
import { payinErrors } from './payins.ts';
import { paymentOptionErrors } from './payment-options.ts';
import { payoutErrors } from './payouts.ts';
import { peopleErrors } from './people.ts';
import { phoneErrors } from './phones.ts';
import { refundErrors } from './refunds.ts';
import type { Refusal } from './refusal.ts';
import { requestErrors } from './requests.ts';
import { statementErrors } from './statements.ts';
import { withdrawalErrors } from './withdrawals.ts';
import { workqueueErrors } from './workqueue.ts';

const all = {
  ...requestErrors,
  ...callerErrors,
  ...peopleErrors,
  ...moneyErrors,
  ...paymentOptionErrors,
  ...merchantErrors,
  ...makerErrors,
  ...invoiceErrors,
  ...payoutErrors,
  ...payinErrors,
  ...refundErrors,
  ...disputeErrors,
  ...arrivalErrors,
  ...phoneErrors,
  ...statementErrors,
  ...withdrawalErrors,
  ...notificationErrors,
  ...workqueueErrors,
  ...bookErrors,
};

export type ErrorCode = keyof typeof all;

/**
 * Every refusal the service can give, once: stable code, HTTP status, sentence, advice and the Russian of the console.
 * Integrations match on some messages to the letter (marked "kept"): changing one of those breaks merchants.
 */
export const errorCatalogue: Readonly<Record<ErrorCode, Refusal>> = all;

/** As documents list them: by status. */
export const errorCodes: readonly ErrorCode[] = (Object.keys(all) as ErrorCode[]).sort(
  (left, right) => statusOf(left) - statusOf(right),
);

export function statusOf(code: ErrorCode): number {
  return errorCatalogue[code].status ?? 400;
}
