import type { ReactNode } from 'react';
import { useMakerChoices } from '../../api/choices.ts';
import { useBankName, useMakerName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorDeal } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { FilterPicker } from '../../ui/picker.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Countdown, Instant, Money, PageHead, Rate, RequisiteNumber, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { ActButtons } from './acts/act-buttons.tsx';
import { dealActs } from './acts/acts.tsx';

const dealStatuses = [
  'new',
  'transfer_waiting',
  'transfer_confirmed',
  'completed',
  'canceled',
  'expired',
  'dispute',
] as const;

/** Deals of all makers or one: payins that run, payouts and who pays them. */
export default function Deals(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const query = {
    status: url.get('status'),
    type: url.get('type'),
    makerId: url.get('makerId'),
    after: useCursor(),
  };
  const deals = useRead('listDeals', { query }, { isLive: true, keepsPrevious: true });
  const makers = useMakerChoices();
  return (
    <>
      <PageHead title={text.trade.deals} note={text.operator.deals.note} />
      <Table
        label={text.trade.deals}
        rows={deals.data?.items}
        error={deals.error}
        retry={() => deals.refetch()}
        rowKey={({ id }) => id}
        href={({ invoiceId }) => `/invoices/${invoiceId}`}
        next={deals.data?.next ?? null}
        empty={text.operator.deals.empty}
        filters={
          <>
            <FilterSelect
              name="status"
              label={text.trade.status}
              options={dealStatuses.map((one) => [one, text.statuses.deal[one]])}
            />
            <FilterSelect name="type" label={text.trade.type} options={Object.entries(text.trade.directions)} />
            <FilterPicker name="makerId" label={text.trade.maker} options={makers} />
          </>
        }
        columns={useColumns()}
      />
    </>
  );
}

function useColumns(): readonly Column<OperatorDeal>[] {
  const text = useText();
  const makerName = useMakerName();
  const bankName = useBankName();
  const { trade } = text;
  return [
    {
      id: 'startedAt',
      title: trade.startedAt,
      cell: ({ startedAt }) => <Instant at={startedAt} />,
      order: ({ startedAt }) => startedAt,
    },
    { id: 'type', title: trade.type, cell: ({ type }) => trade.directions[type], order: ({ type }) => type },
    {
      id: 'status',
      title: trade.status,
      cell: ({ status }) => <Status of="deal" value={status} />,
      order: ({ status }) => status,
    },
    {
      id: 'sum',
      title: trade.sum,
      isNumeric: true,
      cell: ({ sum }) => <Money value={sum} />,
      order: ({ sum }) => minorUnits(sum),
    },
    {
      id: 'requisite',
      title: trade.requisite,
      cell: ({ requisites }) => (
        <span className="two-lines">
          <RequisiteNumber value={requisites.requisites} />
          <span>{requisites.holder}</span>
        </span>
      ),
    },
    { id: 'bank', title: trade.bank, cell: ({ paymentMethod }) => bankName(paymentMethod) },
    {
      id: 'maker',
      title: trade.maker,
      cell: ({ makerId }) => makerName(makerId ?? null),
      order: ({ makerId }) => makerId ?? 0,
    },
    {
      id: 'deadline',
      title: trade.deadlineAt,
      cell: ({ status, deadlineAt }) =>
        status === 'new' || status === 'transfer_waiting' ? <Countdown until={deadlineAt} /> : '–',
    },
    { id: 'rate', title: trade.rate, isNumeric: true, isExtra: true, cell: ({ rate }) => <Rate value={rate} /> },
    { id: 'actions', title: '', cell: (row) => <ActButtons choices={dealActs(text, row)} isSmall /> },
  ];
}
