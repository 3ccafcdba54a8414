/** Tables that are given as a file. */
export const csv = {
  choose: 'Choose a file',
  drop: 'or drop it here, or paste the text',
  tooBig: 'The file is larger than 1 MB.',
  preview: 'Preview',
  line: 'Line',
  fault: 'Check',
  checking: 'Checking …',
  found: (rows: number, bad: number) =>
    `${rows} ${rows === 1 ? 'row' : 'rows'}, ${bad === 0 ? 'all good' : `${bad} with a fault`}`,
  more: (rows: number) => `and ${rows} more`,
};

/** Lists as somebody likes to look at them. */
export const views = {
  title: 'Saved views',
  none: 'No saved views of this list yet',
  save: 'Save this view…',
  saveThis: { submit: 'Save this view', done: 'Saved' },
  saveHint: 'Filters, order and columns of this list, for you. A view of the same name is replaced.',
  remove: (name: string) => `Remove the view “${name}”`,
  removed: 'Removed',
};

/** Choosing from a long list. */
export const picker = { search: 'Type to search', none: 'Nothing found', clear: 'Clear', open: 'Show all' };

/** In which time zone everything is shown. */
export const zone = {
  title: 'Time zone',
  hint: 'Times on all pages, the days of filters and the times in exports follow it. The choice stays in this browser.',
  browser: (named: string) => `As this browser: ${named}`,
  submit: 'Use this zone',
};
