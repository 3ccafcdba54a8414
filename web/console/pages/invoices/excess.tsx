import { type ReactNode, useState } from 'react';
import type { InvoiceLife, RefundDTO } from '../../api/schema.ts';
import { useMay, useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { Facts, Money, Panel } from '../../ui/values.tsx';
import { CodeField } from '../merchant/second-factor.tsx';
import { RefundLink } from './refunds.tsx';

/** What a payer has sent too much, where the store keeps that apart: what came, what was asked for, and what becomes of the rest. */
export function Excess({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { excess: words } = useText().invoices;
  const { role } = useMe();
  const may = useMay('payouts');
  const [made, setMade] = useState<RefundDTO | null>(null);
  const { excess } = life;
  if (excess === null) return null;
  const isOpen = excess.status === 'held' && life.status === 'paid';
  return (
    <Panel
      title={words.title}
      actions={
        isOpen && (
          <div className="row-actions">
            {may && <ReturnButton life={life} onMade={setMade} />}
            {role === 'operator' && <KeepButton life={life} />}
          </div>
        )
      }
    >
      <Facts
        items={[
          [words.came, <Money key="came" value={excess.came} />],
          [words.asked, <Money key="asked" value={life.askedSum} />],
          [words.sum, <Money key="sum" value={excess.sum} />],
          [words.state, words.states[excess.status]],
        ]}
      />
      {made?.refundUrl != null && <RefundLink url={made.refundUrl} onClose={() => setMade(null)} />}
    </Panel>
  );
}

function ReturnButton({
  life,
  onMade,
}: {
  readonly life: InvoiceLife;
  readonly onMade: (refund: RefundDTO) => void;
}): ReactNode {
  const text = useText();
  const { excess: words } = text.invoices;
  const { role } = useMe();
  return (
    <ActButton
      operation="askRefund"
      path={{ id: life.id }}
      words={words.return}
      fields={{
        isExcess: field.fixed(true),
        reason,
        ...(role === 'merchant'
          ? {
              code2FA: field.own(<CodeField name="code2FA" hint={text.merchant.secondFactor.codeHint} />, (values) =>
                values.text('code2FA'),
              ),
            }
          : {}),
      }}
      onDone={onMade}
      isSmall
    >
      <p className="muted">{words.returnHint}</p>
    </ActButton>
  );
}

function KeepButton({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { excess: words } = useText().invoices;
  return (
    <ActButton
      operation="keepExcess"
      path={{ id: life.id }}
      words={words.keep}
      tone="danger"
      fields={{ reason }}
      buttonTone="plain"
      isSmall
    >
      <p className="muted">{words.keepHint}</p>
    </ActButton>
  );
}
