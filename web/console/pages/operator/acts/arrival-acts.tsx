import type { ReactNode } from 'react';
import type { OperatorArrival } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { ReasonField, TextField } from '../../../ui/field.tsx';
import { Facts, Instant, Money, RequisiteNumber } from '../../../ui/values.tsx';

interface ArrivalActProps {
  readonly arrival: OperatorArrival;
  readonly onClose: () => void;
}

/** Money that matched nothing by itself pays the deal a person names. */
export function MatchDialog({ arrival, onClose }: ArrivalActProps): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.operator.acts.matchTitle}
      operation="matchArrival"
      submit={text.operator.acts.match}
      done={text.operator.acts.matched}
      read={(values) => ({
        path: { id: arrival.id },
        body: { dealId: values.optional('dealId'), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <ArrivalFacts arrival={arrival} />
      <TextField
        name="dealId"
        label={text.fields.dealId}
        hint={text.operator.acts.matchHint}
        defaultValue={arrival.dealId ?? ''}
        required={arrival.dealId === null}
      />
      <ReasonField />
    </ActDialog>
  );
}

export function ReturnDialog({ arrival, onClose }: ArrivalActProps): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.operator.acts.returnTitle}
      operation="returnArrival"
      submit={text.operator.acts.return}
      tone="danger"
      done={text.operator.acts.returned}
      read={(values) => ({ path: { id: arrival.id }, body: { reason: values.text('reason') } })}
      onClose={onClose}
    >
      <ArrivalFacts arrival={arrival} />
      <ReasonField />
    </ActDialog>
  );
}

function ArrivalFacts({ arrival }: { readonly arrival: OperatorArrival }): ReactNode {
  const text = useText();
  return (
    <Facts
      items={[
        [text.trade.sum, <Money key="sum" value={arrival.sum} />],
        [text.trade.requisite, <RequisiteNumber key="number" value={arrival.requisite?.number ?? ''} />],
        [text.trade.maker, arrival.requisite?.makerName ?? '–'],
        [text.fields.reference, arrival.reference],
        [text.trade.at, <Instant key="at" at={arrival.arrivedAt} />],
        arrival.exception === null ? null : [text.trade.why, text.trade.exceptions[arrival.exception]],
      ]}
    />
  );
}
