import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorArrival, OperatorDeal } from '../../api/schema.ts';
import { groupDigits } from '../../format.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, SelectField, TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toast.tsx';
import { Facts, Money, RequisiteNumber } from '../../ui/values.tsx';

interface DealDialogProps {
  readonly deal: OperatorDeal;
  readonly onClose: () => void;
}

/** The sum asked for is there. That is all a maker's word is good for; the rest is for OtherSumDialog. */
export function ArrivedDialog({ deal, onClose }: DealDialogProps): ReactNode {
  const text = useText();
  const { now } = text.maker;
  return (
    <ActDialog
      title={now.arrivedTitle}
      operation="settleDeal"
      submit={now.arrived}
      done={now.settled}
      read={(values) => ({ path: { id: deal.id }, body: { reason: reasonOf(text, values.text('reference')) } })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <p className="muted">{now.arrivedHint}</p>
      <ReferenceField />
    </ActDialog>
  );
}

/** Another sum came: a report that an operator decides. */
export function OtherSumDialog({ deal, onClose }: DealDialogProps): ReactNode {
  const text = useText();
  const { now } = text.maker;
  return (
    <ActDialog
      title={now.otherSumTitle}
      operation="settleDeal"
      submit={now.report}
      done={now.reported}
      read={(values) => ({
        path: { id: deal.id },
        body: { amount: values.amount('amount'), reason: reasonOf(text, values.text('reference')) },
      })}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <AmountField name="amount" label={now.amount} currency={deal.sum.currency} hint={now.amountHint} required />
      <ReferenceField />
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
      ]}
    />
  );
}

function ReferenceField(): ReactNode {
  const text = useText();
  return (
    <TextField name="reference" label={text.fields.reference} hint={text.maker.now.referenceHint} maxLength={100} />
  );
}

function reasonOf({ maker: { now } }: Dictionary, reference: string): string {
  return reference === '' ? now.seen : now.withReference(reference);
}

/** Money that came without a deal one could point at: the service finds it, or holds the money for an operator. */
export function EnterArrivalDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const bankName = useBankName();
  const requisites = useRead('listRequisites', { query: { limit: 200 } });
  const own = requisites.data?.items ?? [];
  return (
    <ActDialog
      title={text.maker.arrivals.enterTitle}
      operation="enterArrival"
      submit={text.maker.arrivals.enter}
      read={(values) => ({
        body: {
          requisiteId: values.whole('requisiteId') ?? 0,
          amount: values.amount('amount'),
          reference: values.text('reference'),
        },
      })}
      onDone={(arrival) => tell(outcomeOf(text, arrival))}
      onClose={onClose}
    >
      <SelectField
        name="requisiteId"
        label={text.trade.requisite}
        options={own.map(({ id, bank, number }) => [String(id), `${bankName(bank)} · ${groupDigits(number)}`])}
        required
      />
      <AmountField
        name="amount"
        label={text.maker.now.amount}
        currency={[...new Set(own.map(({ currency }) => currency))].join('/')}
        required
      />
      <TextField
        name="reference"
        label={text.fields.reference}
        hint={text.maker.arrivals.referenceHint}
        maxLength={255}
        required
      />
    </ActDialog>
  );
}

function outcomeOf(text: Dictionary, { exception }: OperatorArrival): string {
  return exception === null ? text.maker.arrivals.matched : text.maker.arrivals.held(text.trade.exceptions[exception]);
}
