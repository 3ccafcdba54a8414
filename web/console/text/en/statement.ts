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
  proof: {
    title: 'Proof of the balance',
    isProven: 'Proven',
    isBroken: 'Not proven',
    sentence: (at: string, sum: string, page: string) =>
      `On ${at} your balance of ${sum} was proven: it is in the sealed book, page ${page}.`,
    checking: 'Your browser is checking the proof…',
    notSealed: 'Nothing of this account is sealed yet, so nothing can be proven. It takes a minute at most.',
    goesOn: (page: string) => `Nothing was rewritten since page ${page}, which this browser has seen before.`,
    first: 'This browser remembers the end of the book, and checks next time that nothing was rewritten.',
    broken: 'Keep the proof, do not send money, and ask the operator. What is wrong:',
    forget: 'The database was replaced on purpose: begin anew',
    how: 'Checked by your browser itself. To check it without us, keep the proof and open it in the verifier.',
    download: 'Proof from the first page',
    page: 'Verifier: page for any browser',
    program: 'Verifier: command for Node',
  },
  month: 'Statement of a month',
  monthNote: (zone: string) =>
    `Opening balance, every movement, closing balance. The month begins and ends in ${zone}.`,
  monthChoice: 'Month',
  monthPdf: 'PDF to print',
  monthCsv: 'CSV of the month',
};
