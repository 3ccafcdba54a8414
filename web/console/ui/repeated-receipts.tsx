import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { useText } from '../text/locale.tsx';
import { Instant, Status } from './values.tsx';

type RepeatedReceipt = Answer<'listRepeatedReceipts'>['items'][number];

/** Says it where somebody decides: a receipt was shown before, for another invoice. It decides nothing by itself. */
export function RepeatedReceipts({ invoiceId }: { readonly invoiceId: string }): ReactNode {
  const text = useText();
  const found = useRead('listRepeatedReceipts', { path: { id: invoiceId } });
  const items = found.data?.items ?? [];
  const sameFile = items.filter(({ match }) => match === 'file');
  const sameLook = items.filter(({ match }) => match === 'picture');
  if (items.length === 0) return null;
  return (
    <div className="notices">
      {sameFile.length > 0 && <Others title={text.payers.repeated} items={sameFile} />}
      {sameLook.length > 0 && (
        <Others title={text.payers.looksLike} note={text.payers.looksLikeNote} items={sameLook} />
      )}
    </div>
  );
}

function Others({
  title,
  note,
  items,
}: {
  readonly title: string;
  readonly note?: string;
  readonly items: readonly RepeatedReceipt[];
}): ReactNode {
  return (
    <div className="notice" role="note">
      <strong>{title}</strong>
      <ul>
        {items.map((one) => (
          <li key={one.invoiceId}>
            <Link href={`/invoices/${one.invoiceId}`}>{one.caseNumber}</Link> · {one.storeName} ·{' '}
            <Status of="invoice" value={one.status} /> · <Instant at={one.givenAt} />
          </li>
        ))}
      </ul>
      {note !== undefined && <p>{note}</p>}
    </div>
  );
}
