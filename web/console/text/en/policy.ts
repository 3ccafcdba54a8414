/** What happens when another sum comes than was asked for. */
export const policy = {
  page: 'Payment rules',
  pageNote: 'What happens when a payer sends another sum',
  title: 'Other sums',
  ofStore: (name: string) => `Other sums: ${name}`,
  note: 'Holds for money that the bank shows, never for what a maker says. What the maker owes is what came.',
  tolerance: 'Paid although short by',
  nothing: 'Nothing: an operator decides',
  or: ' or ',
  shortUnits: (currency: string) => `May be missing, ${currency}`,
  shortUnitsHint: 'Whole units, up to 100; never more than a tenth of the sum',
  shortBps: 'May be missing, share of the sum',
  shortBpsHint: 'Up to 5 %; the larger of both counts',
  rest: 'What is missing beyond that',
  restHint: 'A part is credited at once; the invoice stays open for the rest.',
  restBy: { operator: 'An operator decides', payer: 'The payer may send the rest' },
  changed: 'Changed. It holds for money that comes from now on.',
};
