import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../api/queries.ts';
import { useText } from '../text/locale.tsx';
import { Instant, Status } from './values.tsx';

/** Says it where somebody decides: the same file was given for another invoice. It decides nothing by itself. */
export function RepeatedReceipts({ invoiceId }: { readonly invoiceId: string }): ReactNode {
  const text = useText();
  const found = useRead('listRepeatedReceipts', { path: { id: invoiceId } });
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div className="notice" role="note">
      <strong>{text.payers.repeated}</strong>
      <ul>
        {items.map((one) => (
          <li key={one.invoiceId}>
            <Link href={`/invoices/${one.invoiceId}`}>{one.caseNumber}</Link> · {one.storeName} ·{' '}
            <Status of="invoice" value={one.status} /> · <Instant at={one.givenAt} />
          </li>
        ))}
      </ul>
    </div>
  );
}
