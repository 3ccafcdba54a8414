import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { NotificationLine } from '../../api/schema.ts';
import { shortId } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { FilterSelect, FilterText } from '../../ui/filters.tsx';
import { FilterPicker } from '../../ui/picker.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Countdown, Instant, PageHead, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { SendFailedAgain, TryAddress } from './notification-dialogs.tsx';
import { Receivers } from './receivers.tsx';

/** What merchants' programs were told, and whether it arrived. */
export default function NotificationList(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const { role } = useMe();
  const stores = useRead('listStores', { query: { limit: 200 } });
  const first = String(stores.data?.items[0]?.id ?? '');
  // A list of a merchant is of one store: the service reads one store's feed at a time.
  const storeId = url.get('storeId') || (role === 'merchant' ? first : '');
  const query = { storeId, state: url.get('state'), invoiceId: url.get('invoiceId'), after: useCursor() };
  const isEnabled = role === 'operator' || storeId !== '';
  const notifications = useRead('listNotifications', { query }, { isLive: true, keepsPrevious: true, isEnabled });
  return (
    <>
      <PageHead title={text.notifications.title} note={text.notifications.note}>
        <TryAddress stores={stores.data?.items ?? []} />
        <SendFailedAgain stores={stores.data?.items ?? []} />
      </PageHead>
      <Receivers />
      <Table
        label={text.notifications.title}
        rows={notifications.data?.items}
        error={notifications.error}
        retry={() => notifications.refetch()}
        rowKey={({ id }) => id}
        href={({ id }) => `/notifications/${encodeURIComponent(id)}`}
        next={notifications.data?.next ?? null}
        empty={text.notifications.empty}
        emptyHint={text.notifications.emptyHint}
        filters={
          <>
            <FilterPicker
              name="storeId"
              {...(role === 'merchant' ? { usual: storeId } : {})}
              label={text.trade.store}
              options={(stores.data?.items ?? []).map(({ id, name }) => [String(id), name])}
            />
            <FilterSelect
              name="state"
              label={text.notifications.delivery}
              options={[
                ['waiting', text.statuses.notification.waiting],
                ['failed', text.statuses.notification.failed],
              ]}
            />
            <FilterText name="invoiceId" label={text.notifications.invoiceId} />
          </>
        }
        columns={useColumns()}
        bulk={{
          label: text.operator.review.bulk.resend,
          isFor: ({ notificationUrl }) => notificationUrl !== '',
          nameOf: ({ invoiceId, sequence }) => `${shortId(invoiceId)} #${sequence}`,
          perform: ({ id }, reason) => call('sendNotificationAgain', { path: { id }, body: { reason } }),
        }}
      />
    </>
  );
}

function useColumns(): readonly Column<NotificationLine>[] {
  const text = useText();
  const storeName = useStoreName();
  return [
    {
      id: 'createdAt',
      title: text.trade.at,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      order: ({ createdAt }) => createdAt,
    },
    {
      id: 'invoice',
      title: text.trade.invoice,
      cell: ({ invoiceId }) => <Link href={`/invoices/${invoiceId}`}>{shortId(invoiceId)}</Link>,
    },
    { id: 'sequence', title: '#', isNumeric: true, cell: ({ sequence }) => sequence },
    { id: 'status', title: text.notifications.told, cell: ({ status }) => <Status of="invoice" value={status} /> },
    {
      id: 'state',
      title: text.notifications.delivery,
      cell: ({ delivery }) => <Status of="notification" value={delivery.state} />,
      order: ({ delivery }) => delivery.state,
    },
    {
      id: 'next',
      title: text.notifications.nextAttempt,
      cell: ({ delivery }) => (delivery.nextAttemptAt === null ? '–' : <Countdown until={delivery.nextAttemptAt} />),
    },
    {
      id: 'url',
      title: text.notifications.address,
      cell: ({ notificationUrl }) => <code>{notificationUrl === '' ? '–' : notificationUrl}</code>,
    },
    {
      id: 'store',
      title: text.trade.store,
      cell: ({ storeId }) => storeName(storeId),
      order: ({ storeId }) => storeId,
    },
  ];
}
