import type { ReactNode } from 'react';

/** A few strokes each, drawn here: no font and no outside file. Always beside a word, or on a button that has a label. */
const paths = {
  mark: 'M4 5h16v14H4zM8 9h8M8 13h5M15 15l2 2 3-4',
  search: 'M11 5a6 6 0 1 0 0 12a6 6 0 0 0 0-12M15.5 15.5 20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  user: 'M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8M4 20c1-4 4-6 8-6s7 2 8 6',
  close: 'M6 6l12 12M18 6L6 18',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  next: 'M9 6l6 6-6 6',
  previous: 'M15 6l-6 6 6 6',
  first: 'M18 6l-6 6 6 6M7 6v12',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  copy: 'M9 9h11v11H9zM5 15V4h11',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4L2.5 20h19zM12 10v4M12 17h.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
} as const;
type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
