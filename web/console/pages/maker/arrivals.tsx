import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import type { OperatorArrival } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Instant, Money, PageHead, RequisiteNumber, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { EnterArrivalDialog } from './arrival-dialogs.tsx';

/** Money received on the maker's requisites, with its status. */
export default function Arrivals(): ReactNode {
  const text = useText();
  const query = { status: useUrlState().get('status'), after: useCursor() };
  const arrivals = useRead('listArrivals', { query }, { isLive: true, keepsPrevious: true });
  return (
    <>
      <PageHead title={text.trade.arrivals} note={text.maker.arrivals.note}>
        <DialogButton label={text.maker.arrivals.enter.submit} tone="primary">
          {(onClose) => <EnterArrivalDialog onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <Table
        label={text.trade.arrivals}
        rows={arrivals.data?.items}
        error={arrivals.error}
        retry={() => arrivals.refetch()}
        rowKey={({ id }) => id}
        next={arrivals.data?.next ?? null}
        empty={text.maker.arrivals.empty}
        emptyHint={text.maker.arrivals.emptyHint}
        filters={
          <FilterSelect
            name="status"
            label={text.trade.status}
            options={(['held', 'matched', 'returned'] as const).map((one) => [one, text.statuses.arrival[one]])}
          />
        }
        columns={useColumns()}
      />
    </>
  );
}

/** Two lines in a column: what a phone has room for. */
function useColumns(): readonly Column<OperatorArrival>[] {
  const text = useText();
  const isExtra = useIsNarrow();
  const { trade } = text;
  return [
    {
      id: 'sum',
      title: trade.sum,
      cell: ({ sum, arrivedAt }) => (
        <span className="two-lines">
          <Money value={sum} />
          <Instant at={arrivedAt} />
        </span>
      ),
      order: ({ sum }) => minorUnits(sum),
    },
    {
      id: 'status',
      title: trade.status,
      cell: ({ status, exception }) => (
        <span className="two-lines">
          <span>
            <Status of="arrival" value={status} />
          </span>
          <span>{exception === null ? '' : trade.exceptions[exception]}</span>
        </span>
      ),
      order: ({ status }) => status,
    },
    {
      id: 'requisite',
      title: trade.requisite,
      isExtra,
      cell: ({ requisite }) => (
        <span className="two-lines">
          <RequisiteNumber value={requisite?.number ?? ''} />
          <span>{requisite?.holder}</span>
        </span>
      ),
    },
    { id: 'reference', title: text.fields.reference, isExtra, cell: ({ reference }) => <code>{reference}</code> },
    { id: 'who', title: trade.who, isExtra: true, cell: ({ enteredBy }) => enteredBy },
  ];
}
