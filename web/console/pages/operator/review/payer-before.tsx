import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '../../../text/locale.tsx';
import { Instant, Money, Panel, Status } from '../../../ui/values.tsx';
import type { Case } from './case-age.tsx';

type Past = Case['history']['ofPayer'];

/** What the same payer did before in the same shop: who has paid ten times is believed sooner. */
export function PayerBefore({ of }: { readonly of: Case }): ReactNode {
  const text = useText();
  const { review } = text.operator;
  const { isKnown, isMore, counts, ofPayer, ofOrder } = of.history;
  const words: Readonly<Record<string, string>> = text.statuses.invoice;
  const counted = Object.entries(counts as Readonly<Record<string, number>>).filter(([, count]) => count > 0);
  return (
    <Panel title={review.payer} actions={<span className="muted">{of.invoice?.userId}</span>}>
      {!isKnown && <p className="muted">{review.payerUnknown}</p>}
      {isKnown && counted.length === 0 && <p className="muted">{review.payerNew}</p>}
      {counted.length > 0 && (
        <p>
          {counted.map(([status, count]) => `${words[status] ?? status}: ${count}`).join(' · ')}
          {isMore && ' …'}
        </p>
      )}
      <Lines items={ofPayer} />
      {ofOrder.length > 0 && (
        <>
          <h3>{review.ofOrder}</h3>
          <Lines items={ofOrder} />
        </>
      )}
    </Panel>
  );
}

function Lines({ items }: { readonly items: Past }): ReactNode {
  if (items.length === 0) return null;
  return (
    <ul className="lines">
      {items.map(({ id, internalId, status, sum, createdAt }) => (
        <li key={id}>
          <Link href={`/invoices/${id}`}>
            <Money value={sum} />
          </Link>
          <span className="muted">
            <Instant at={createdAt} /> · {internalId || '–'}
          </span>
          <Status of="invoice" value={status} />
        </li>
      ))}
    </ul>
  );
}
