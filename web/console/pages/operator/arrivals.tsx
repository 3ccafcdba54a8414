import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRequisiteChoices } from '../../api/choices.ts';
import { call, newKey } from '../../api/client.ts';
import type { OperatorArrival } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { PickerField } from '../../ui/picker.tsx';
import { PageHead, RequisiteNumber, TwoLines } from '../../ui/values.tsx';
import { ActButtons } from './acts/act-buttons.tsx';
import { arrivalActs } from './acts/acts.tsx';

/** Money that came to requisites: matched, held for a person, or sent back. */
export default function Arrivals(): ReactNode {
  const text = useText();
  const { trade, fields, statuses, operator } = text;
  return (
    <>
      <PageHead title={trade.arrivals} note={operator.arrivals.note}>
        <EnterArrival />
      </PageHead>
      <List
        of="listArrivals"
        isLive
        label={trade.arrivals}
        empty={operator.arrivals.empty}
        filters={{
          status: filter.choice(trade.status, statuses.arrival),
          exception: filter.choice(trade.why, trade.exceptions),
          requisiteId: filter.linked(),
          id: filter.one(),
        }}
        columns={[
          column.at('arrivedAt', trade.at, { id: 'at', isSorted: true }),
          column.money('sum', trade.sum, { isSorted: true }),
          column.status('status', trade.status, 'arrival', { isSorted: true }),
          { id: 'exception', title: trade.why, cell: (arrival) => <Exception arrival={arrival} /> },
          {
            id: 'requisite',
            title: trade.requisite,
            cell: ({ requisite }) => (
              <TwoLines upper={<RequisiteNumber value={requisite?.number ?? ''} />} lower={requisite?.makerName} />
            ),
          },
          column.code('reference', fields.reference),
          {
            id: 'deal',
            title: trade.deal,
            cell: ({ dealId }) => (dealId === null ? '–' : <Link href={`/deals/${dealId}`}>…{dealId.slice(-8)}</Link>),
          },
          column.text('enteredBy', trade.who),
        ]}
        acts={(row) => <ActButtons choices={arrivalActs(text, row)} isSmall />}
        bulk={{
          label: operator.review.bulk.return,
          tone: 'danger',
          isFor: ({ status }) => status === 'held',
          nameOf: ({ reference }) => reference,
          perform: ({ id }, reason) =>
            call('returnArrival', { path: { id }, body: { reason } }, { idempotencyKey: newKey() }),
        }}
      />
    </>
  );
}

function Exception({ arrival: { exception, message } }: { readonly arrival: OperatorArrival }): ReactNode {
  const text = useText();
  return (
    <span className="two-lines">
      <span>{exception === null ? '–' : text.trade.exceptions[exception]}</span>
      {message !== null && (
        <span title={message.text}>
          {message.chain === null ? message.phoneName : text.phones.messages.chains[message.chain]}
        </span>
      )}
    </span>
  );
}

/** By hand, what a bank's program would send. The service finds the deal, or holds the money. */
function EnterArrival(): ReactNode {
  const text = useText();
  const { arrivals } = text.operator;
  return (
    <ActButton
      operation="enterArrival"
      words={arrivals.enter}
      buttonTone="primary"
      fields={{
        requisiteId: field.own(<RequisiteChoice />, (values) => values.whole('requisiteId') ?? 0),
        amount: field.amount(text.fields.amount, arrivals.ofRequisite),
        reference: field.text(text.fields.reference, { hint: arrivals.referenceHint }),
        reason: field.textOrNull(text.fields.reason),
      }}
    />
  );
}

function RequisiteChoice(): ReactNode {
  const { arrivals } = useText().operator;
  const options = useRequisiteChoices();
  return (
    <PickerField
      name="requisiteId"
      label={arrivals.requisiteId}
      hint={arrivals.requisiteHint}
      options={options}
      required
    />
  );
}
