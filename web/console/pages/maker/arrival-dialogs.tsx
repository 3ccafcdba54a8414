import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorArrival, OperatorDeal } from '../../api/schema.ts';
import { groupDigits } from '../../format.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useText } from '../../text/locale.tsx';
import { ActForm, type Field, field } from '../../ui/act-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
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
    <ActForm
      operation="settleDeal"
      path={{ id: deal.id }}
      words={now.arrived}
      fields={{ reason: useReference() }}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
      <p className="muted">{now.arrivedHint}</p>
    </ActForm>
  );
}

/** Another sum came: a report that an operator decides. */
export function OtherSumDialog({ deal, onClose }: DealDialogProps): ReactNode {
  const text = useText();
  const { now } = text.maker;
  return (
    <ActForm
      operation="settleDeal"
      path={{ id: deal.id }}
      words={now.report}
      fields={{
        amount: field.amount(now.amount, deal.sum.currency, { hint: now.amountHint }),
        reason: useReference(),
      }}
      onClose={onClose}
    >
      <DealFacts deal={deal} />
    </ActForm>
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

/** A maker's reason: that the money was seen, and under which reference. */
function useReference(): Field<string> {
  const { fields, maker } = useText();
  const { now } = maker;
  const shown = <TextField name="reference" label={fields.reference} hint={now.referenceHint} maxLength={100} />;
  return field.own(shown, (values) => {
    const reference = values.text('reference');
    return reference === '' ? now.seen : now.withReference(reference);
  });
}

/** Money that came without a deal one could point at: the service finds it, or holds the money for an operator. */
export function EnterArrivalDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const bankName = useBankName();
  const requisites = useRead('listRequisites', { query: { limit: 200 } });
  const own = requisites.data?.items ?? [];
  return (
    <ActForm
      operation="enterArrival"
      words={text.maker.arrivals.enter}
      fields={{
        requisiteId: field.own(
          <SelectField
            name="requisiteId"
            label={text.trade.requisite}
            options={own.map(({ id, bank, number }) => [String(id), `${bankName(bank)} · ${groupDigits(number)}`])}
            required
          />,
          (values) => values.whole('requisiteId') ?? 0,
        ),
        amount: field.amount(text.maker.now.amount, [...new Set(own.map(({ currency }) => currency))].join('/')),
        reference: field.text(text.fields.reference, { hint: text.maker.arrivals.referenceHint, maxLength: 255 }),
      }}
      onDone={(arrival) => tell(outcomeOf(text, arrival))}
      onClose={onClose}
    />
  );
}

function outcomeOf(text: Dictionary, { exception }: OperatorArrival): string {
  return exception === null ? text.maker.arrivals.matched : text.maker.arrivals.held(text.trade.exceptions[exception]);
}
