import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, reason } from '../../ui/act-form.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Badge, Instant } from '../../ui/values.tsx';

type Payer = Answer<'listBlockedPayers'>['items'][number];

/** Who is blocked now: of all stores for operators, of the own ones for a merchant, who can only look. */
export function BlockedPayers(): ReactNode {
  const text = useText();
  const words = text.payers.blocked;
  const payers = useRead('listBlockedPayers', {}, { isLive: true });
  const isOperator = useMe().role === 'operator';
  const columns: readonly Column<Payer>[] = [
    {
      id: 'payer',
      title: words.payer,
      cell: ({ kind, name }) => (
        <>
          <code>{name}</code> <Badge tone="off">{words.kinds[kind]}</Badge>
        </>
      ),
    },
    { id: 'store', title: text.trade.store, cell: ({ storeName }) => storeName },
    { id: 'failures', title: words.failures, isNumeric: true, cell: ({ failures }) => failures },
    { id: 'until', title: words.until, cell: ({ blockedUntil }) => <Instant at={blockedUntil} /> },
    ...(isOperator ? [{ id: 'actions', title: '', cell: (payer: Payer) => <Lift payer={payer} /> }] : []),
  ];
  return (
    <Table
      label={words.title}
      rows={payers.data?.items}
      error={payers.error}
      retry={() => payers.refetch()}
      rowKey={({ id }) => id}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={columns}
    />
  );
}

function Lift({ payer }: { readonly payer: Payer }): ReactNode {
  const words = useText().payers.blocked;
  return (
    <ActButton operation="liftPayerBlock" path={{ id: payer.id }} words={words.lift} fields={{ reason }}>
      <p>
        <code>{payer.name}</code>
      </p>
      <p className="muted">{words.liftNote}</p>
    </ActButton>
  );
}
