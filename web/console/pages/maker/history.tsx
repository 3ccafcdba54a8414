import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorDeal } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Id, Instant, Money, PageHead, RequisiteNumber, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';

const statuses = ['transfer_waiting', 'transfer_confirmed', 'completed', 'canceled', 'expired', 'dispute'] as const;

/** Every deal the maker ever had. */
export default function History(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const query = { status: url.get('status'), type: url.get('type'), after: useCursor() };
  const deals = useRead('listDeals', { query }, { isLive: true, keepsPrevious: true });
  return (
    <>
      <PageHead title={text.maker.history.title} note={text.maker.history.note} />
      <Table
        label={text.maker.history.title}
        rows={deals.data?.items}
        error={deals.error}
        retry={() => deals.refetch()}
        rowKey={({ id }) => id}
        next={deals.data?.next ?? null}
        empty={text.maker.history.empty}
        emptyHint={text.maker.history.emptyHint}
        filters={
          <>
            <FilterSelect
              name="status"
              label={text.trade.status}
              options={statuses.map((one) => [one, text.statuses.deal[one]])}
            />
            <FilterSelect name="type" label={text.trade.type} options={Object.entries(text.trade.directions)} />
          </>
        }
        columns={useColumns()}
      />
    </>
  );
}

function useColumns(): readonly Column<OperatorDeal>[] {
  const text = useText();
  const bankName = useBankName();
  const isExtra = useIsNarrow();
  const { trade } = text;
  return [
    {
      id: 'sum',
      title: trade.sum,
      cell: ({ sum, receivedSum, startedAt }) => (
        <span className="two-lines">
          <Money value={receivedSum ?? sum} />
          <Instant at={startedAt} />
        </span>
      ),
      order: ({ sum }) => minorUnits(sum),
    },
    {
      id: 'status',
      title: trade.status,
      cell: ({ status, type, paymentMethod }) => (
        <span className="two-lines">
          <span>
            <Status of="deal" value={status} />
          </span>
          <span>
            {trade.directions[type]} · {bankName(paymentMethod)}
          </span>
        </span>
      ),
      order: ({ status }) => text.statuses.deal[status],
    },
    {
      id: 'requisite',
      title: trade.requisite,
      isExtra,
      cell: ({ requisites }) => (
        <span className="two-lines">
          <RequisiteNumber value={requisites.requisites} />
          <span>{requisites.holder}</span>
        </span>
      ),
    },
    {
      id: 'makerSum',
      title: trade.balance,
      isNumeric: true,
      isExtra,
      cell: ({ status, type, makerSum }) =>
        status !== 'completed' ? (
          '–'
        ) : (
          <span className="two-lines">
            <Money value={makerSum} />
            <span>{type === 'in' ? text.maker.history.youPaid : text.maker.history.youGot}</span>
          </span>
        ),
      order: ({ makerSum }) => minorUnits(makerSum),
    },
    rewardColumn(text.maker.history.reward, isExtra),
    { id: 'rate', title: trade.rate, isNumeric: true, isExtra, cell: ({ rate }) => rate },
    { id: 'id', title: trade.id, isExtra: true, cell: ({ id }) => <Id value={id} /> },
    { id: 'endedAt', title: trade.updatedAt, isExtra: true, cell: ({ endedAt }) => <Instant at={endedAt} /> },
  ];
}

/** Earned when the deal is paid; before that it is a promise. */
function rewardColumn(title: string, isExtra: boolean): Column<OperatorDeal> {
  return {
    id: 'reward',
    title,
    isNumeric: true,
    isExtra,
    cell: ({ status, rewardSum }) =>
      status === 'completed' && rewardSum !== undefined ? <Money value={rewardSum} /> : '–',
    order: ({ rewardSum }) => (rewardSum === undefined ? 0n : minorUnits(rewardSum)),
  };
}
