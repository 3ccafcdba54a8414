import type { Deal } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import { makerOf } from '../../src/domain/makers/maker.ts';
import { settlementAccountOf, storeOf } from '../../src/domain/merchants/store.ts';
import { feeAccountOf } from '../../src/domain/money/service-accounts.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const ownerLaws = {
  money: 'money moves between accounts of its maker, its store and the service',
  withdrawal: 'a withdrawal moves its sum and its fee, on its own account',
  requisite: 'money for a payin comes to a requisite of its maker',
} as const;

/** Whose money it is: sums that add up say nothing about that. */
export class OwnerLaws implements Law {
  committed(commit: Commit): void {
    const { store, changes, catalogue } = commit;
    const decided = new Map(changes.disputeFacts.added.map(({ decisionId, dealId }) => [decisionId, dealId]));
    for (const transfer of changes.transfers.added) {
      const withdrawal = store.withdrawals.get(transfer.subjectId);
      if (withdrawal !== undefined) checkWithdrawal(catalogue, withdrawal, transfer);
      else checkDeal(commit, transfer, decided.get(transfer.subjectId) ?? transfer.subjectId);
    }
    for (const { deal } of commit.deals) {
      if (deal.type === 'in') checkRequisite(catalogue, deal, deal.requisiteId);
    }
    for (const { id } of [...changes.arrivals.added, ...changes.arrivals.changed]) {
      const arrival = store.arrivals.get(id);
      const deal = store.deals.get(arrival?.dealId ?? '');
      if (arrival !== undefined && deal !== undefined) checkRequisite(catalogue, deal, arrival.requisiteId);
    }
  }
}

/** What is of a top-up or a pay-back is said by the act alone: `cause-laws.ts`. */
function checkDeal({ store, catalogue }: Commit, { kind, debitId, creditId }: Transfer, dealId: string): void {
  const deal = store.deals.get(dealId);
  if (deal === undefined) return;
  const { storeId } = store.invoices.get(deal.invoiceId) as Invoice;
  const account = settlementAccountOf(storeOf(catalogue, storeId));
  const own = [account.availableId, account.frozenId, account.excessId, feeAccountOf(catalogue, account.currency)];
  if (deal.makerId !== null) {
    const maker = makerOf(catalogue, deal.makerId);
    own.push(maker.availableId, maker.heldId);
  }
  own.push(...own.flatMap((id) => catalogue.debts.get(id)?.id ?? []));
  const isOwn = own.includes(debitId) && own.includes(creditId);
  mustHold(isOwn, ownerLaws.money, dealId, () => {
    return `${kind} from ${debitId} to ${creditId}; maker ${deal.makerId}, store ${storeId}`;
  });
}

function checkWithdrawal(catalogue: Catalogue, withdrawal: Withdrawal, transfer: Transfer): void {
  const { id, storeId, accountId, sum, fee } = withdrawal;
  const account = storeOf(catalogue, storeId).accounts.find((one) => one.id === accountId);
  const { kind, debitId, creditId, amount, currency } = transfer;
  const expected = kind === 'withdrawal_send' ? sum : kind === 'withdrawal_fee' ? fee : sum + fee;
  const own = [account?.availableId, account?.frozenId, feeAccountOf(catalogue, currency)];
  own.push(catalogue.externalAccounts.get(currency));
  const isRight = amount === expected && own.includes(debitId) && own.includes(creditId);
  mustHold(isRight, ownerLaws.withdrawal, id, () => `${kind} ${amount} of ${sum} and ${fee}`);
}

function checkRequisite({ requisiteById }: Catalogue, { id, makerId }: Deal, requisiteId: number): void {
  const owner = requisiteById.get(requisiteId)?.makerId;
  mustHold(owner === makerId, ownerLaws.requisite, id, () => `maker ${makerId}, requisite of maker ${owner}`);
}
