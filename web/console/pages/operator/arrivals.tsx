import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRequisiteChoices } from '../../api/choices.ts';
import { call, newKey } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorArrival } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { PickerField } from '../../ui/picker.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Instant, Money, PageHead, RequisiteNumber, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { ActButtons } from './acts/act-buttons.tsx';
import { arrivalActs } from './acts/acts.tsx';

/** Money that came to requisites: matched, held for a person, or sent back. */
export default function Arrivals(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const query = {
    status: url.get('status'),
    exception: url.get('exception'),
    requisiteId: url.get('requisiteId'),
    id: url.get('id'),
    after: useCursor(),
  };
  const arrivals = useRead('listArrivals', { query }, { isLive: true, keepsPrevious: true });
  const { exceptions } = text.trade;
  return (
    <>
      <PageHead title={text.trade.arrivals} note={text.operator.arrivals.note}>
        <EnterArrival />
      </PageHead>
      <Table
        label={text.trade.arrivals}
        rows={arrivals.data?.items}
        error={arrivals.error}
        retry={() => arrivals.refetch()}
        rowKey={({ id }) => id}
        next={arrivals.data?.next ?? null}
        empty={text.operator.arrivals.empty}
        filters={
          <>
            <FilterSelect
              name="status"
              label={text.trade.status}
              options={(['held', 'matched', 'returned'] as const).map((one) => [one, text.statuses.arrival[one]])}
            />
            <FilterSelect name="exception" label={text.trade.why} options={Object.entries(exceptions)} />
            {query.id !== '' && <Button onClick={() => url.set({ id: '' })}>{text.operator.showAll}</Button>}
          </>
        }
        columns={useColumns()}
        bulk={{
          label: text.operator.review.bulk.return,
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

function useColumns(): readonly Column<OperatorArrival>[] {
  const text = useText();
  const { trade } = text;
  return [
    {
      id: 'at',
      title: trade.at,
      cell: ({ arrivedAt }) => <Instant at={arrivedAt} />,
      order: ({ arrivedAt }) => arrivedAt,
    },
    {
      id: 'sum',
      title: trade.sum,
      isNumeric: true,
      cell: ({ sum }) => <Money value={sum} />,
      order: ({ sum }) => minorUnits(sum),
    },
    {
      id: 'status',
      title: trade.status,
      cell: ({ status }) => <Status of="arrival" value={status} />,
      order: ({ status }) => status,
    },
    {
      id: 'exception',
      title: trade.why,
      cell: ({ exception, message }) => (
        <span className="two-lines">
          <span>{exception === null ? '–' : trade.exceptions[exception]}</span>
          {message !== null && (
            <span title={message.text}>
              {message.chain === null ? message.phoneName : text.phones.messages.chains[message.chain]}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'requisite',
      title: trade.requisite,
      cell: ({ requisite }) => (
        <span className="two-lines">
          <RequisiteNumber value={requisite?.number ?? ''} />
          <span>{requisite?.makerName}</span>
        </span>
      ),
    },
    { id: 'reference', title: text.fields.reference, cell: ({ reference }) => <code>{reference}</code> },
    {
      id: 'deal',
      title: trade.deal,
      cell: ({ dealId }) => (dealId === null ? '–' : <Link href={`/deals/${dealId}`}>…{dealId.slice(-8)}</Link>),
    },
    { id: 'enteredBy', title: trade.who, cell: ({ enteredBy }) => enteredBy },
    { id: 'actions', title: '', cell: (row) => <ActButtons choices={arrivalActs(text, row)} isSmall /> },
  ];
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
