import type { ReactNode } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { OperatorDeal } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { AmountField, ReasonField, SelectField } from '../../../ui/field.tsx';
import { DealFacts, newRateOf } from './deal-facts.tsx';
import { BorneField, NextField } from './dispute-acts.tsx';

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
      <DealFacts deal={deal}>
        <p className="muted">{acts.rejectTransferHint}</p>
      </DealFacts>
      <ReasonField />
    </ActDialog>
  );
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
        body: {
          dealId: deal.id,
          next: values.text('next') as 'pool' | 'cancel',
          isBorneByService: values.isChecked('isBorneByService'),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <DealFacts deal={deal}>
        <p className={deal.proofDueAt === null ? 'muted' : 'notice'}>
          {deal.status === 'completed'
            ? acts.notPaidCredited
            : deal.proofDueAt === null
              ? acts.notPaidHeld
              : acts.notPaidUnproved}
        </p>
      </DealFacts>
      <NextField />
      <BorneField />
      <ReasonField />
    </ActDialog>
  );
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
        body: { dealId: deal.id, makerId: values.whole('makerId'), reason: values.optional('reason') },
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
      read={(values) => ({ path: { id: deal.id }, body: { dealId: deal.id, reason: values.text('reason') } })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <ReasonField />
    </ActDialog>
  );
}
