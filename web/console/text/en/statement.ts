/** A maker's and a merchant's own accounts. */
export const statement = {
  title: 'Balance and statement',
  note: 'Every movement of your balance, in order',
  account: 'Account',
  overTime: 'Balance, last 30 days',
  empty: 'No movements',
  emptyHint: 'None in this period.',
  opening: 'At the beginning',
  closing: 'At the end',
  balanceAfter: 'Balance after',
};
