import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { shortId } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { Countdown, PageHead, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { SendFailedAgain, TryAddress } from './notification-dialogs.tsx';
import { Receivers } from './receivers.tsx';

/** What merchants' programs were told, and whether it arrived. */
export default function NotificationList(): ReactNode {
  const { trade, statuses, notifications: words, operator } = useText();
  const url = useUrlState();
  const { role } = useMe();
  const stores = useRead('listStores', { query: { limit: 200 } }).data?.items ?? [];
  const storeName = useStoreName();
  // A list of a merchant is of one store: the service reads one store's feed at a time.
  const usual = role === 'merchant' ? String(stores[0]?.id ?? '') : undefined;
  const storeId = url.get('storeId') || (usual ?? '');
  return (
    <>
      <PageHead title={words.title} note={words.note}>
        <TryAddress stores={stores} />
        <SendFailedAgain stores={stores} />
      </PageHead>
      <Receivers />
      <List
        of="listNotifications"
        query={{ storeId }}
        isLive
        isEnabled={role === 'operator' || storeId !== ''}
        label={words.title}
        href={({ id }) => `/notifications/${encodeURIComponent(id)}`}
        empty={words.empty}
        emptyHint={words.emptyHint}
        filters={{
          storeId: filter.picked(
            trade.store,
            stores.map(({ id, name }) => [String(id), name]),
            usual,
          ),
          state: filter.choice(words.delivery, {
            waiting: statuses.notification.waiting,
            failed: statuses.notification.failed,
          }),
          invoiceId: filter.typed(words.invoiceId),
        }}
        columns={[
          column.at('createdAt', trade.at, { isSorted: true }),
          {
            id: 'invoice',
            title: trade.invoice,
            cell: ({ invoiceId }) => <Link href={`/invoices/${invoiceId}`}>{shortId(invoiceId)}</Link>,
          },
          column.count('sequence', '#'),
          column.status('status', words.told, 'invoice'),
          {
            id: 'state',
            title: words.delivery,
            cell: ({ delivery }) => <Status of="notification" value={delivery.state} />,
            order: ({ delivery }) => delivery.state,
          },
          {
            id: 'next',
            title: words.nextAttempt,
            cell: ({ delivery: { nextAttemptAt } }) =>
              nextAttemptAt === null ? '–' : <Countdown until={nextAttemptAt} />,
          },
          {
            id: 'url',
            title: words.address,
            cell: ({ notificationUrl }) => <code>{notificationUrl === '' ? '–' : notificationUrl}</code>,
          },
          column.named('storeId', trade.store, storeName, { id: 'store', isSorted: true }),
        ]}
        bulk={{
          label: operator.review.bulk.resend,
          isFor: ({ notificationUrl }) => notificationUrl !== '',
          nameOf: ({ invoiceId, sequence }) => `${shortId(invoiceId)} #${sequence}`,
          perform: ({ id }, reason) => call('sendNotificationAgain', { path: { id }, body: { reason } }),
        }}
      />
    </>
  );
}
