import type { ReactNode } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { OperatorDeal } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { AmountField, ReasonField, SelectField } from '../../../ui/field.tsx';
import { Facts, Money, RequisiteNumber } from '../../../ui/values.tsx';
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
        body: { amount: isPayin ? values.optionalAmount('amount') : null, reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
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

function DealFacts({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  return (
    <Facts
      items={[
        [text.trade.sum, <Money key="sum" value={deal.sum} />],
        [text.trade.requisite, <RequisiteNumber key="number" value={deal.requisites.requisites} />],
        [text.trade.holder, deal.requisites.holder || '–'],
      ]}
    />
  );
}

/** Accepted, the deal is paid; rejected, everything goes back to where it was. */
export function DecideDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  const { ACCEPTED: _accepted, AMOUNT_CHANGED: _changed, ...rejections } = text.trade.disputeResults;
  return (
    <DecisionForm deal={deal} onClose={onClose}>
      <DealFacts deal={deal} />
      {deal.dispute !== null && (
        <Facts
          items={[
            [text.trade.why, reasonText(text.trade.disputeReasons, deal.dispute.reason)],
            deal.dispute.amount === null ? null : [text.invoices.claimedSum, deal.dispute.amount],
          ]}
        />
      )}
      <SelectField
        name="decision"
        label={acts.decision}
        options={[['accept', acts.accept], ...Object.entries(rejections)]}
        required
      />
      <AmountField
        name="amount"
        label={acts.acceptedSum}
        currency={deal.sum.currency}
        hint={acts.acceptedSumHint}
        defaultValue={deal.dispute?.reason === 'invalid_sum' ? (deal.dispute.amount ?? '') : ''}
      />
      <ReasonField />
    </DecisionForm>
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
