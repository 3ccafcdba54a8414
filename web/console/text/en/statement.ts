/** A maker's and a merchant's own accounts. */
export const statement = {
  title: 'Balance and statement',
  note: 'Every movement in order. Today, unless you choose other days.',
  overTime: 'Balance, last 30 days',
  empty: 'No movements',
  emptyHint: 'No movements today or on the days you chose.',
  opening: 'Opening balance',
  closing: 'Closing balance',
  amountAndBalance: 'Amount, balance after',
  month: 'Statement of a month',
  monthNote: (zone: string) =>
    `Opening balance, every movement, closing balance. The month begins and ends in ${zone}.`,
  monthChoice: 'Month',
  monthPdf: 'PDF to print',
  monthCsv: 'CSV of the month',
};
