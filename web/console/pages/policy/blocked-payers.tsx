import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { List } from '../../ui/list.tsx';
import { Badge } from '../../ui/values.tsx';

type Payer = Answer<'listBlockedPayers'>['items'][number];

/** Who is blocked now: of all stores for operators, of the own ones for a merchant, who can only look. */
export function BlockedPayers(): ReactNode {
  const text = useText();
  const words = text.payers.blocked;
  const isOperator = useMe().role === 'operator';
  return (
    <List
      of="listBlockedPayers"
      isWhole
      isLive
      label={words.title}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={[
        {
          id: 'payer',
          title: words.payer,
          cell: ({ kind, name }) => (
            <>
              <code>{name}</code> <Badge tone="off">{words.kinds[kind]}</Badge>
            </>
          ),
        },
        column.text('storeName', text.trade.store, { id: 'store' }),
        column.count('failures', words.failures),
        column.at('blockedUntil', words.until, { id: 'until' }),
      ]}
      acts={isOperator && ((payer) => <Lift payer={payer} />)}
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
