import type { ReactNode } from 'react';
import { useStoreChoices } from '../../api/choices.ts';
import { useStoreName } from '../../api/names.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/values.tsx';
import { WithdrawalStatus } from '../withdrawal-status.tsx';
import { ActButtons } from './acts/act-buttons.tsx';
import { withdrawalActs } from './acts/acts.tsx';

/** Money that leaves store accounts for addresses, approved by one person or two. */
export default function Withdrawals(): ReactNode {
  const text = useText();
  const { trade, fields, statuses, operator } = text;
  const [storeName, stores] = [useStoreName(), useStoreChoices()];
  return (
    <>
      <PageHead title={trade.withdrawals} note={operator.withdrawals.note} />
      <List
        of="listWithdrawals"
        isLive
        label={trade.withdrawals}
        empty={operator.withdrawals.empty}
        filters={{
          status: filter.choice(trade.status, { open: operator.withdrawals.open, ...statuses.withdrawal }),
          storeId: filter.picked(trade.store, stores),
          id: filter.one(),
        }}
        columns={[
          column.at('createdAt', trade.createdAt, { isSorted: true }),
          column.id('id', trade.id),
          column.named('storeId', trade.store, storeName, { id: 'store', isSorted: true }),
          column.money('sum', trade.sum, { isSorted: true }),
          column.money('fee', trade.fee, { isExtra: true }),
          column.code('address', fields.address),
          {
            id: 'status',
            title: trade.status,
            cell: ({ status, rejectReason, txId }) => <WithdrawalStatus status={status} note={rejectReason ?? txId} />,
            order: ({ status }) => status,
          },
          {
            id: 'approvals',
            title: operator.acts.approvals,
            isNumeric: true,
            cell: ({ approvals }) => approvals.length,
            order: ({ approvals }) => approvals.length,
          },
        ]}
        acts={(row) => <ActButtons choices={withdrawalActs(text, row)} isSmall />}
      />
    </>
  );
}
