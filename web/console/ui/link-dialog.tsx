import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { QrCode } from './qr-code.tsx';
import { copy } from './values.tsx';

/** A link for somebody who is not here: to copy, to show as a code, to hand over to another program of the phone. */
export function LinkDialog({
  title,
  url,
  hint,
  codePath,
  onClose,
}: {
  readonly title: string;
  readonly url: string;
  readonly hint: string;
  /** Where its QR code is, as SVG; absent where nobody scans it. */
  readonly codePath?: string;
  readonly onClose: () => void;
}): ReactNode {
  const { shell } = useText();
  const code = useSvg(codePath);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-body">
        {code !== null && <QrCode svg={code} label={shell.qrCode} />}
        <a href={url} target="_blank" rel="noreferrer" className="number long">
          {url}
        </a>
        <p className="hint">{hint}</p>
      </div>
      <footer className="dialog-foot">
        {'share' in navigator && (
          <Button onClick={() => navigator.share({ title, url }).catch(() => undefined)}>{shell.share}</Button>
        )}
        <Button onClick={() => void copy(url, shell)}>{shell.copy}</Button>
        <Button tone="primary" onClick={onClose}>
          {shell.close}
        </Button>
      </footer>
    </Dialog>
  );
}

function useSvg(path: string | undefined): string | null {
  const [svg, setSvg] = useState<string | null>(null);
  useEffect(() => {
    if (path === undefined) return undefined;
    const leave = new AbortController();
    fetch(path, { signal: leave.signal, headers: { accept: 'image/svg+xml' } })
      .then(async (answer) => setSvg(answer.ok ? await answer.text() : null))
      // The link is there without its picture.
      .catch(() => undefined);
    return () => leave.abort();
  }, [path]);
  return svg;
}
