/** A maker's and a merchant's own accounts. */
export const statement = {
  title: 'Balance and statement',
  note: 'Every movement in order; of today, unless you choose other days',
  overTime: 'Balance, last 30 days',
  empty: 'No movements',
  emptyHint: 'None today, or none on the days you chose.',
  opening: 'At the beginning',
  closing: 'At the end',
  amountAndBalance: 'Amount, balance after',
};
