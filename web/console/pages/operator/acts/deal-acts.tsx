import type { ReactNode } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { OperatorDeal } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { ActForm, field, reason, usualReason } from '../../../ui/act-form.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { DealFacts, newRateOf } from './deal-facts.tsx';
import { BorneField, NextField } from './dispute-acts.tsx';

interface DealActProps {
  readonly deal: OperatorDeal;
  readonly onClose: () => void;
}

/** The money is there: a payin's at the requisite, a payout's at who was to get it. */
export function SettleDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  const isPayin = deal.type === 'in';
  const hasNewRate = newRateOf(deal) !== null;
  return (
    <ActForm
      operation="settleDeal"
      path={{ id: deal.id }}
      words={{ submit: isPayin ? acts.settle : acts.settlePayout, done: acts.settled }}
      fields={{
        amount: isPayin
          ? field.amountOrNull(acts.amountCame, deal.sum.currency, { hint: acts.settleHint })
          : field.fixed(null),
        rate: field.fixed<'now' | null>(hasNewRate ? 'now' : null),
        reason: usualReason(acts.seenInBank),
      }}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      {hasNewRate && <p className="overdue">{acts.newRateHint}</p>}
    </ActForm>
  );
}

/** The receipt promises money that never came: the deal ends, and the maker's balance is free again. */
export function RejectTransferDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  return (
    <ActForm
      operation="rejectTransfer"
      path={{ id: deal.id }}
      words={acts.rejectTransfer}
      tone="danger"
      fields={{ reason }}
      onClose={onClose}
    >
      <DealFacts deal={deal}>
        <p className="muted">{acts.rejectTransferHint}</p>
      </DealFacts>
    </ActForm>
  );
}

/** A proof was shown, and nobody got the money. */
export function NotPaidDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  return (
    <ActForm
      operation="payoutNotPaid"
      path={{ id: deal.id }}
      words={acts.notPaid}
      tone="danger"
      fields={{
        dealId: field.fixed(deal.id),
        next: field.own(<NextField />, (values) => values.text('next') as 'pool' | 'cancel'),
        isBorneByService: field.own(<BorneField />, (values) => values.isChecked('isBorneByService')),
        reason,
      }}
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
    </ActForm>
  );
}

/** Pays a payout out through a maker whose settlement currency fits. */
export function AssignDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const makers = useRead('listMakers', { query: { limit: 200 } });
  const fitting = (makers.data?.items ?? []).filter(
    ({ settlementCurrency }) => settlementCurrency === deal.makerSum.currency,
  );
  const { acts } = text.operator;
  const options = fitting.map(({ id, name }) => [String(id), name] as const);
  return (
    <ActForm
      operation="takePayout"
      path={{ id: deal.id }}
      words={acts.assign}
      fields={{
        dealId: field.fixed(deal.id),
        makerId: field.own(
          <SelectField name="makerId" label={text.trade.maker} options={options} required />,
          (values) => values.whole('makerId'),
        ),
        reason: usualReason(acts.assign.submit),
      }}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
    </ActForm>
  );
}

export function GiveBackDialog({ deal, onClose }: DealActProps): ReactNode {
  const { acts } = useText().operator;
  return (
    <ActForm
      operation="giveBackPayout"
      path={{ id: deal.id }}
      words={acts.giveBack}
      tone="danger"
      fields={{ dealId: field.fixed(deal.id), reason }}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
    </ActForm>
  );
}
