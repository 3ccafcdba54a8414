import type { ReactNode } from 'react';
import type { InvoiceLife, OperatorDeal } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, usualReason } from '../../ui/act-form.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, AreaField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';

/** Says that the outcome of an invoice is wrong. An operator decides. */
export function OpenDisputeDialog({
  life,
  onClose,
}: {
  readonly life: InvoiceLife;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.invoices.openDispute}
      operation="openDisputeByPerson"
      submit={text.invoices.openDispute}
      done={text.invoices.disputeOpened}
      read={(values) => {
        const form = new FormData();
        form.set('disputeReason', values.text('disputeReason'));
        form.set('reason', values.text('reason'));
        const amount = values.amount('disputeReasonData[amount]');
        if (amount !== '') form.set('disputeReasonData[amount]', amount);
        const file = values.file('attachment');
        if (file !== null) form.set('attachment', file);
        return { path: { id: life.id }, body: form };
      }}
      onClose={onClose}
    >
      <SelectField
        name="disputeReason"
        label={text.invoices.disputeReason}
        options={Object.entries(text.trade.disputeReasons)}
        defaultValue={life.type === 'in' ? 'has_payment' : 'no_payment'}
      />
      <AmountField
        name="disputeReasonData[amount]"
        label={text.invoices.claimedSum}
        currency={life.sum.currency}
        hint={text.trade.disputeReasons.invalid_sum}
      />
      <TextField name="attachment" type="file" label={text.invoices.proof} />
      <ReasonField />
    </ActDialog>
  );
}

/** The receiver has the money: the maker need not wait for the hold to pass. */
export function ConfirmPayout({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const { invoices } = useText();
  return (
    <ActButton
      operation="confirmPayout"
      path={{ id: deal.id }}
      words={invoices.confirmPayout}
      fields={{ dealId: field.fixed(deal.id), reason: usualReason(invoices.confirmPayoutReason) }}
      buttonTone="primary"
    >
      <p className="muted">{invoices.confirmPayoutHint}</p>
    </ActButton>
  );
}

export function EvidenceDialog({
  invoiceId,
  onClose,
}: {
  readonly invoiceId: string;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.invoices.addEvidence}
      operation="addEvidence"
      submit={text.invoices.addEvidence}
      done={text.invoices.evidenceAdded}
      read={(values) => {
        const form = new FormData();
        form.set('text', values.text('text'));
        const file = values.file('attachment');
        if (file !== null) form.set('attachment', file);
        return { path: { id: invoiceId }, body: form };
      }}
      onClose={onClose}
    >
      <AreaField name="text" label={text.invoices.evidence} rows={4} required />
      <TextField name="attachment" type="file" label={text.invoices.proof} />
    </ActDialog>
  );
}
