import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/queries.ts';
import type { NotificationDetails } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, usualReason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { Awaited } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Badge, Facts, Id, Instant, PageHead, Panel, Status } from '../../ui/values.tsx';
import { useParameter } from '../../url-state.ts';

/** One notification: what was sent, each attempt with the answer, and sending it again. */
export default function Notification(): ReactNode {
  const text = useText();
  const found = useRead('readNotification', { path: { id: useParameter('id') } }, { isLive: true });
  const outcomes: Readonly<Record<string, string>> = text.notifications.outcomes;
  if (found.data === undefined) return <Awaited answer={found} />;
  const notification = found.data;
  return (
    <>
      <PageHead
        title={
          <>
            {text.notifications.one} #{notification.sequence}{' '}
            <Status of="notification" value={notification.delivery.state} />
          </>
        }
        note={<Id value={notification.id} isWhole />}
      >
        {notification.delivery.state !== 'unsent' && <SendAgain id={notification.id} />}
      </PageHead>
      <div className="side-by-side">
        <div className="stack">
          <Panel title={text.invoices.facts}>
            <NotificationFacts notification={notification} />
          </Panel>
          <Panel title={text.notifications.attempts}>
            <Table
              label={text.notifications.attempts}
              rows={notification.attempts}
              rowKey={({ at, ordinal }) => `${at} ${ordinal}`}
              empty={text.notifications.noAttempts}
              columns={[
                column.count('ordinal', '#'),
                column.at('at', text.trade.at),
                {
                  id: 'outcome',
                  title: text.notifications.outcome,
                  cell: ({ outcome, status }) => (
                    <Badge tone={outcome === 'delivered' ? 'ok' : 'bad'}>
                      {`${outcomes[outcome] ?? outcome}${status === null ? '' : ` · ${status}`}`}
                    </Badge>
                  ),
                },
                column.named('durationMs', text.notifications.took, text.shell.ms, { id: 'duration', isNumeric: true }),
                column.named('answer', text.notifications.answer, (answer: string | null) => (
                  <code className="answer">{answer}</code>
                )),
              ]}
            />
          </Panel>
        </div>
        <Panel title={text.notifications.body}>
          <pre className="receipt-text body-text">{JSON.stringify(notification.body, null, 2)}</pre>
        </Panel>
      </div>
    </>
  );
}

function NotificationFacts({ notification }: { readonly notification: NotificationDetails }): ReactNode {
  const text = useText();
  return (
    <Facts
      items={[
        [
          text.trade.invoice,
          <Link key="invoice" href={`/invoices/${notification.invoiceId}`}>
            {notification.invoiceId}
          </Link>,
        ],
        [text.notifications.told, <Status key="status" of="invoice" value={notification.status} />],
        [text.notifications.address, <code key="url">{notification.notificationUrl || '–'}</code>],
        [text.trade.at, <Instant key="at" at={notification.createdAt} />],
        [text.notifications.nextAttempt, <Instant key="next" at={notification.delivery.nextAttemptAt} />],
      ]}
    />
  );
}

function SendAgain({ id }: { readonly id: string }): ReactNode {
  const text = useText();
  return (
    <ActButton
      operation="sendNotificationAgain"
      path={{ id }}
      words={text.notifications.sendAgain}
      fields={{ reason: usualReason(text.notifications.usualReason) }}
      buttonTone="primary"
    >
      <p className="muted">{text.notifications.sendAgainHint}</p>
    </ActButton>
  );
}
