import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorArrival, OperatorDeal } from '../../api/schema.ts';
import { groupDigits, minorUnits } from '../../format.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { AmountField, SelectField, TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toast.tsx';
import { Facts, Money, RequisiteNumber } from '../../ui/values.tsx';

/** The money of this deal is there, as asked for or with another sum. */
export function ArrivedDialog({
  deal,
  onClose,
}: {
  readonly deal: OperatorDeal;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const { now } = text.maker;
  return (
    <ActDialog
      title={now.arrivedTitle}
      operation="settleDeal"
      submit={now.arrived}
      done={now.settled}
      read={(values) => {
        const reference = values.text('reference');
        return {
          path: { id: deal.id },
          body: {
            amount: otherSum(deal, values.amount('amount')),
            reason: reference === '' ? now.seen : now.withReference(reference),
          },
        };
      }}
      onClose={onClose}
    >
      <Facts
        items={[
          [text.trade.sum, <Money key="sum" value={deal.sum} />],
          [text.trade.requisite, <RequisiteNumber key="number" value={deal.requisites.requisites} />],
        ]}
      />
      <AmountField
        name="amount"
        label={now.amount}
        currency={deal.sum.currency}
        hint={now.amountHint}
        defaultValue={deal.sum.amount}
        required
      />
      <TextField name="reference" label={text.fields.reference} hint={now.referenceHint} maxLength={100} />
    </ActDialog>
  );
}

/** The sum asked for needs no word; what cannot be read goes to the service as it is, which says what is wrong with it. */
function otherSum({ sum }: OperatorDeal, typed: string): string | null {
  const isSum = /^\d+(\.\d+)?$/.test(typed) && (typed.split('.')[1]?.length ?? 0) <= sum.subunit;
  return isSum && minorUnits({ amount: typed, subunit: sum.subunit }) === minorUnits(sum) ? null : typed;
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
