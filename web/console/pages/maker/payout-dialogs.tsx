import type { ReactNode } from 'react';
import type { OperatorDeal } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Facts, Money, RequisiteNumber } from '../../ui/values.tsx';

interface PayoutDialogProps {
  readonly deal: OperatorDeal;
  readonly onClose: () => void;
}

export function ProofDialog({ deal, onClose }: PayoutDialogProps): ReactNode {
  const text = useText();
  const { payouts } = text.maker;
  return (
    <ActDialog
      title={payouts.proveTitle}
      operation="provePayout"
      submit={payouts.prove}
      done={payouts.proven}
      read={(values) => {
        const form = new FormData();
        form.set('dealId', deal.id);
        const file = values.file('attachment');
        if (file !== null) form.set('attachment', file);
        return { path: { id: deal.id }, body: form };
      }}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <TextField
        name="attachment"
        type="file"
        label={payouts.proof}
        hint={payouts.proofHint}
        accept="image/*,application/pdf,text/plain"
        required
      />
    </ActDialog>
  );
}

export function GiveBack({ deal }: Pick<PayoutDialogProps, 'deal'>): ReactNode {
  const text = useText();
  const { payouts } = text.maker;
  return (
    <ActButton
      operation="giveBackPayout"
      path={{ id: deal.id }}
      words={payouts.giveBack}
      tone="danger"
      buttonTone="plain"
      fields={{ dealId: field.fixed(deal.id), reason }}
    >
      <DealFacts deal={deal} />
      <p className="muted">{payouts.giveBackHint}</p>
    </ActButton>
  );
}

function DealFacts({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  return (
    <Facts
      items={[
        [text.trade.sum, <Money key="sum" value={deal.sum} />],
        [text.maker.payouts.payTo, <RequisiteNumber key="number" value={deal.requisites.requisites} />],
      ]}
    />
  );
}
