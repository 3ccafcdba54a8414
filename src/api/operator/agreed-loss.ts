import { type DecideDispute, decideDispute } from '../../commands/disputes/decide-dispute.ts';
import { missingOf, onTrial } from '../../commands/ledger/borne-loss.ts';
import { type PayoutNotPaid, payoutWasNotPaid } from '../../commands/payouts/payout-work.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import { currencyOf, formatAmount } from '../../domain/money/money.ts';
import { allowLoss, type LossWish } from '../../settings/authority/allow-loss.ts';
import { optionalFlag } from '../schemas.ts';
import { byOf, type OperatorCall } from './endpoint.ts';

export const IsBorneByService = optionalFlag(
  'Where the maker, or the store, has less than the decision takes back (`maker_funds`, `insufficient_funds`): the service bears what is missing, and the owner owes it; later credits pay that first. A second person has to approve it',
);

type Decided =
  | { readonly decision: 'decide-dispute'; readonly request: DecideDispute }
  | { readonly decision: 'payout-not-paid'; readonly request: PayoutNotPaid };

/**
 * What the service bears, in minor units, for a decision that its maker or store cannot pay for; null: nothing is missing. It is tried
 * first, so that nobody agrees to a loss that there is not, and sees how much it is. Somebody else may have to approve it.
 */
export async function agreedLoss(call: OperatorCall, decided: Decided): Promise<string | null> {
  const { context } = call;
  const { invoiceId, seenStoreId, reason } = decided.request;
  const missing = await missingFor(call, decided);
  if (missing === null) return null;
  const code = storeOf(context.catalogue(), seenStoreId).settlementCurrency;
  const sum = formatAmount(BigInt(missing), currencyOf(context.catalogue(), code).subunit);
  const request = { ...decided.request, lossMax: missing };
  const wish: LossWish = { invoiceId, sum, currency: code, decision: decided.decision, request };
  await context.settings.run(allowLoss, wish, byOf(call, reason));
  return missing;
}

/** The decision itself; that of a request, once somebody else has approved it. */
export function commandOf(wish: Pick<LossWish, 'decision' | 'request'>) {
  const { decision, request } = wish as Decided;
  return decision === 'decide-dispute' ? decideDispute(request) : payoutWasNotPaid(request);
}

async function missingFor({ context: { engine } }: OperatorCall, decided: Decided): Promise<string | null> {
  try {
    await engine.submit(onTrial(commandOf(decided)));
    return null;
  } catch (error) {
    // What else is wrong is answered by the act itself, or was answered before, under the same key.
    return missingOf(error);
  }
}
