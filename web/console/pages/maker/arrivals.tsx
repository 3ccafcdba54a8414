import type { ReactNode } from 'react';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { filter, List } from '../../ui/list.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { Instant, Money, PageHead, RequisiteNumber, Status, TwoLines } from '../../ui/values.tsx';
import { EnterArrivalDialog } from './arrival-dialogs.tsx';

/** Money received on the maker's requisites, with its status. */
export default function Arrivals(): ReactNode {
  const { trade, fields, statuses, maker } = useText();
  const { arrivals: words } = maker;
  const isExtra = useIsNarrow();
  return (
    <>
      <PageHead title={trade.arrivals} note={words.note}>
        <DialogButton label={words.enter.submit} tone="primary">
          {(onClose) => <EnterArrivalDialog onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <List
        of="listArrivals"
        isLive
        label={trade.arrivals}
        empty={words.empty}
        emptyHint={words.emptyHint}
        filters={{
          status: filter.choice(trade.status, statuses.arrival),
          exception: null,
          requisiteId: null,
          id: null,
        }}
        columns={[
          {
            id: 'sum',
            title: trade.sum,
            cell: ({ sum, arrivedAt }) => <TwoLines upper={<Money value={sum} />} lower={<Instant at={arrivedAt} />} />,
            order: ({ sum }) => minorUnits(sum),
          },
          {
            id: 'status',
            title: trade.status,
            cell: ({ status, exception }) => (
              <TwoLines
                upper={
                  <span>
                    <Status of="arrival" value={status} />
                  </span>
                }
                lower={exception === null ? '' : trade.exceptions[exception]}
              />
            ),
            order: ({ status }) => status,
          },
          {
            id: 'requisite',
            title: trade.requisite,
            isExtra,
            cell: ({ requisite }) => (
              <TwoLines upper={<RequisiteNumber value={requisite?.number ?? ''} />} lower={requisite?.holder} />
            ),
          },
          column.code('reference', fields.reference, { isExtra }),
          column.text('enteredBy', trade.who, { id: 'who', isExtra: true }),
        ]}
      />
    </>
  );
}
