import type { ReactNode } from 'react';
import { useStoreChoices } from '../../api/choices.ts';
import { useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorWithdrawal } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { FilterPicker } from '../../ui/picker.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Id, Instant, Money, PageHead, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { ActButtons } from './acts/act-buttons.tsx';
import { withdrawalActs } from './acts/acts.tsx';

/** Money that leaves store accounts for addresses, approved by one person or two. */
export default function Withdrawals(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const query = { status: url.get('status'), storeId: url.get('storeId'), id: url.get('id'), after: useCursor() };
  const withdrawals = useRead('listWithdrawals', { query }, { isLive: true, keepsPrevious: true });
  const stores = useStoreChoices();
  return (
    <>
      <PageHead title={text.trade.withdrawals} note={text.operator.withdrawals.note} />
      <Table
        label={text.trade.withdrawals}
        rows={withdrawals.data?.items}
        error={withdrawals.error}
        retry={() => withdrawals.refetch()}
        rowKey={({ id }) => id}
        next={withdrawals.data?.next ?? null}
        empty={text.operator.withdrawals.empty}
        filters={
          <>
            <FilterSelect
              name="status"
              label={text.trade.status}
              options={[
                ['open', text.operator.withdrawals.open],
                ...(['created', 'sending', 'sent', 'rejected'] as const).map(
                  (one) => [one, text.statuses.withdrawal[one]] as const,
                ),
              ]}
            />
            <FilterPicker name="storeId" label={text.trade.store} options={stores} />
            {query.id !== '' && <Button onClick={() => url.set({ id: '' })}>{text.operator.showAll}</Button>}
          </>
        }
        columns={useColumns()}
      />
    </>
  );
}

/** The wire's numbers as words. */
const statusNames: Readonly<Record<number, string>> = { 2: 'created', 3: 'sending', 4: 'sent', 5: 'rejected' };

function useColumns(): readonly Column<OperatorWithdrawal>[] {
  const text = useText();
  const storeName = useStoreName();
  const { trade } = text;
  return [
    {
      id: 'createdAt',
      title: trade.createdAt,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      order: ({ createdAt }) => createdAt,
    },
    { id: 'id', title: trade.id, cell: ({ id }) => <Id value={id} /> },
    { id: 'store', title: trade.store, cell: ({ storeId }) => storeName(storeId), order: ({ storeId }) => storeId },
    {
      id: 'sum',
      title: trade.sum,
      isNumeric: true,
      cell: ({ sum }) => <Money value={sum} />,
      order: ({ sum }) => minorUnits(sum),
    },
    { id: 'fee', title: trade.fee, isNumeric: true, cell: ({ fee }) => <Money value={fee} />, isExtra: true },
    { id: 'address', title: text.fields.address, cell: ({ address }) => <code>{address}</code> },
    {
      id: 'status',
      title: trade.status,
      cell: ({ status, rejectReason, txId }) => (
        <span className="two-lines">
          <span>
            <Status of="withdrawal" value={statusNames[status] ?? String(status)} />
          </span>
          <span>{rejectReason ?? txId}</span>
        </span>
      ),
      order: ({ status }) => status,
    },
    {
      id: 'approvals',
      title: text.operator.acts.approvals,
      isNumeric: true,
      cell: ({ approvals }) => approvals.length,
      order: ({ approvals }) => approvals.length,
    },
    { id: 'actions', title: '', cell: (row) => <ActButtons choices={withdrawalActs(text, row)} isSmall /> },
  ];
}
