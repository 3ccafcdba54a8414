import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { localLink } from '../api/client.ts';
import type { OperatorFile } from '../api/schema.ts';
import { formatBytes } from '../format.ts';
import { useLocale } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { Instant } from './values.tsx';

/**
 * Files that strangers uploaded. A picture is shown as a picture, a text as text; nothing of them can run: they are served
 * to be saved, and the page's policy lets nothing else in. What a browser cannot show that way is downloaded.
 */
export function Receipts({ files }: { readonly files: readonly OperatorFile[] }): ReactNode {
  const { text } = useLocale();
  if (files.length === 0) return <p className="muted">{text.trade.noReceipts}</p>;
  return (
    <div className="receipts">
      {files.map((file) => (
        <Receipt key={file.link} file={file} />
      ))}
    </div>
  );
}

const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

function Receipt({ file }: { readonly file: OperatorFile }): ReactNode {
  const { text, locale } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const source = localLink(file.link);
  const isPicture = pictures.includes(file.mediaType);
  return (
    <figure className="receipt">
      {isPicture && (
        <button type="button" className="receipt-picture" aria-label={file.fileName} onClick={() => setOpen(true)}>
          <img src={source} alt={file.fileName} loading="lazy" />
        </button>
      )}
      {file.mediaType === 'text/plain' && <TextReceipt source={source} />}
      <figcaption>
        <Icon name="file" />
        <span className="receipt-name">{file.fileName}</span>
        <span className="muted">
          {formatBytes(locale, file.sizeBytes)} · <Instant at={file.addedAt} />
        </span>
        <a href={source} download={file.fileName}>
          {text.shell.save}
        </a>
      </figcaption>
      {isOpen && (
        <Dialog title={file.fileName} isWide onClose={() => setOpen(false)}>
          <div className="dialog-body receipt-large">
            <img src={source} alt={file.fileName} />
            <Button onClick={() => setOpen(false)}>{text.shell.close}</Button>
          </div>
        </Dialog>
      )}
    </figure>
  );
}

/** Enough of it to recognise it by. */
const textShownMax = 4_000;

function TextReceipt({ source }: { readonly source: string }): ReactNode {
  const content = useQuery({
    queryKey: ['receipt', source],
    queryFn: async () => (await (await fetch(source)).text()).slice(0, textShownMax),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <pre className="receipt-text">{content.data ?? ''}</pre>;
}
