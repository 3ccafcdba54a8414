import type { ReactNode } from 'react';

/**
 * A QR code that came as SVG text. Not put into the page as it is: only its size and its path are taken out of it, so that
 * nothing else an SVG could hold gets here. Always dark on light, as readers of codes expect.
 */
export function QrCode({ svg, label }: { readonly svg: string; readonly label: string }): ReactNode {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const paths = [...root.querySelectorAll('path[stroke]')].map((path) => path.getAttribute('d') ?? '');
  return (
    <svg className="qr-code" viewBox={root.getAttribute('viewBox') ?? ''} role="img" aria-label={label}>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
