import type { ReactNode } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { OperatorDeal } from '../../../api/schema.ts';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { AmountField, ReasonField, SelectField } from '../../../ui/field.tsx';
import { Facts } from '../../../ui/values.tsx';
import { DealFacts, newRateOf } from './deal-facts.tsx';
import { DecisionForm } from './decision-form.tsx';

interface DealActProps {
  readonly deal: OperatorDeal;
  readonly onClose: () => void;
}

/** The money is there: a payin's at the requisite, a payout's at who was to get it. */
export function SettleDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const isPayin = deal.type === 'in';
  const title = isPayin ? text.operator.acts.settle : text.operator.acts.settlePayout;
  return (
    <ActDialog
      title={title}
      operation="settleDeal"
      submit={title}
      done={text.operator.acts.settled}
      read={(values) => ({
        path: { id: deal.id },
        body: {
          amount: isPayin ? values.optionalAmount('amount') : null,
          rate: newRateOf(deal) === null ? null : 'now',
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      {newRateOf(deal) !== null && <p className="overdue">{text.operator.acts.newRateHint}</p>}
      {isPayin && (
        <AmountField
          name="amount"
          label={text.operator.acts.amountCame}
          currency={deal.sum.currency}
          hint={text.operator.acts.settleHint}
        />
      )}
      <ReasonField usual={text.operator.acts.seenInBank} />
    </ActDialog>
  );
}

/** The receipt promises money that never came: the deal ends, and the maker's balance is free again. */
export function RejectTransferDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  return (
    <ActDialog
      title={acts.rejectTransferTitle}
      operation="rejectTransfer"
      submit={acts.rejectTransfer}
      tone="danger"
      done={acts.transferRejected}
      read={(values) => ({ path: { id: deal.id }, body: { reason: values.text('reason') } })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <p className="muted">{acts.rejectTransferHint}</p>
      <ReasonField />
    </ActDialog>
  );
}

/** What each answer does is said before the click; it depends on the claim. */
export function DecideDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  const { ACCEPTED: _accepted, AMOUNT_CHANGED: _changed, ...rejections } = text.trade.disputeResults;
  const { dispute } = deal;
  if (dispute === null) return null;
  const meaning = acts.ifAccepted[deal.type][dispute.ifAccepted];
  const isNotPaid = dispute.ifAccepted === 'not_paid';
  const accepting: readonly (readonly [string, string])[] =
    isNotPaid && deal.type === 'out'
      ? [
          ['pool', acts.acceptToPool],
          ['cancel', acts.acceptAndCancel],
        ]
      : [['accept', isNotPaid ? acts.acceptNotPaid : acts.accept]];
  return (
    <DecisionForm deal={deal} onClose={onClose}>
      <DealFacts deal={deal} />
      {!isNotPaid && newRateOf(deal) !== null && <p className="overdue">{acts.newRateDisputeHint}</p>}
      <Facts
        items={[
          [text.trade.why, reasonText(text.trade.disputeReasons, dispute.reason)],
          dispute.amount === null ? null : [text.invoices.claimedSum, dispute.amount],
          [acts.onAccept, meaning],
          [acts.onReject, acts.ifRejected(statusText(text, dispute.from))],
        ]}
      />
      <SelectField
        name="decision"
        label={acts.decision}
        options={[...accepting, ...Object.entries(rejections)]}
        required
      />
      {!isNotPaid && deal.type === 'in' && (
        <AmountField
          name="amount"
          label={acts.acceptedSum}
          currency={deal.sum.currency}
          hint={acts.acceptedSumHint}
          defaultValue={dispute.reason === 'invalid_sum' ? (dispute.amount ?? '') : ''}
        />
      )}
      <ReasonField />
    </DecisionForm>
  );
}

function statusText(text: Dictionary, status: string): string {
  return reasonText(text.statuses.deal, status);
}

/** A proof was shown, and nobody got the money. */
export function NotPaidDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  return (
    <ActDialog
      title={acts.notPaidTitle}
      operation="payoutNotPaid"
      submit={acts.notPaid}
      tone="danger"
      done={acts.foundNotPaid}
      read={(values) => ({
        path: { id: deal.id },
        body: { next: values.text('next') as 'pool' | 'cancel', reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <p className="muted">{deal.status === 'completed' ? acts.notPaidCredited : acts.notPaidHeld}</p>
      <SelectField
        name="next"
        label={acts.next}
        options={[
          ['pool', acts.toPool],
          ['cancel', acts.andCancel],
        ]}
        required
      />
      <ReasonField />
    </ActDialog>
  );
}

function reasonText(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}

/** Pays a payout out through a maker whose settlement currency fits. */
export function AssignDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const makers = useRead('listMakers', { query: { limit: 200 } });
  const fitting = (makers.data?.items ?? []).filter(
    ({ settlementCurrency }) => settlementCurrency === deal.makerSum.currency,
  );
  return (
    <ActDialog
      title={text.operator.acts.assignTitle}
      operation="takePayout"
      submit={text.operator.acts.assign}
      done={text.operator.acts.assigned}
      read={(values) => ({
        path: { id: deal.id },
        body: { makerId: values.whole('makerId'), reason: values.optional('reason') },
      })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <SelectField
        name="makerId"
        label={text.trade.maker}
        options={fitting.map(({ id, name }) => [String(id), name])}
        required
      />
      <ReasonField usual={text.operator.acts.assign} />
    </ActDialog>
  );
}

export function GiveBackDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.operator.acts.giveBackTitle}
      operation="giveBackPayout"
      submit={text.operator.acts.giveBack}
      tone="danger"
      done={text.operator.acts.givenBack}
      read={(values) => ({ path: { id: deal.id }, body: { reason: values.text('reason') } })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <ReasonField />
    </ActDialog>
  );
}
