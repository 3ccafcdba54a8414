import type { ReactNode } from 'react';
import { useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, usualReason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { Table } from '../../ui/table.tsx';
import { Age, Badge, Panel } from '../../ui/values.tsx';

/** Servers that do not take what is sent to them. All well: nothing is shown. */
export function Receivers(): ReactNode {
  const text = useText();
  const words = text.notifications;
  const storeName = useStoreName();
  const receivers = useRead('listReceivers', {}, { isLive: true });
  const failing = receivers.data?.items.filter(
    ({ failingSince, pausedAt }) => failingSince !== null || pausedAt !== null,
  );
  if (failing === undefined || failing.length === 0) return null;
  return (
    <Panel title={words.receivers}>
      <Table
        label={words.receivers}
        name="receivers-"
        rows={failing}
        rowKey={({ key }) => key}
        empty=""
        columns={[
          column.code('origin', words.address),
          column.named('storeId', text.trade.store, storeName, { id: 'store' }),
          {
            id: 'state',
            title: text.trade.status,
            cell: ({ pausedAt }) => (
              <Badge tone={pausedAt === null ? 'wait' : 'bad'}>
                {pausedAt === null ? words.failing : words.paused}
              </Badge>
            ),
          },
          {
            id: 'since',
            title: words.failingFor,
            cell: ({ failingSince }) => (failingSince === null ? '–' : <Age since={failingSince} />),
          },
          column.code('lastFailure', words.lastFailure, { id: 'failure' }),
        ]}
        acts={({ key, pausedAt }) => pausedAt !== null && <Resume receiverKey={key} />}
      />
    </Panel>
  );
}

function Resume({ receiverKey }: { readonly receiverKey: string }): ReactNode {
  const words = useText().notifications;
  return (
    <div className="row-actions">
      <ActButton
        operation="resumeReceiver"
        path={{ key: receiverKey }}
        words={words.resume}
        fields={{ reason: usualReason(words.usualReason) }}
        isSmall
      >
        <p className="muted">{words.resumeHint}</p>
      </ActButton>
    </div>
  );
}
