/** What a new service needs, and the first payment. */
export const opening = {
  title: 'Open for business',
  note: 'What this service still needs before it takes real money. Each step is noticed by itself, wherever it is done.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done:',
  open: 'Open:',
  go: 'Go there',
  steps: {
    operators: {
      title: 'Two operators with a second factor',
      hint: 'So that one person alone cannot send money away. Each sets up the factor at the first sign-in.',
    },
    catalogue: {
      title: 'Currencies, banks and ways to pay',
      hint: 'Load the starter catalogue, then switch off what you do not need.',
    },
    rates: { title: 'Rates', hint: 'One for payins and one for payouts, by hand or from a feed.' },
    merchant: { title: 'A merchant', hint: 'Who sells. Its secret is shown once.' },
    store: { title: 'A store with fees and limits', hint: 'What it pays for a payment, and which sums it takes.' },
    'api-key': {
      title: 'An API key',
      hint: 'On the page of the store. The shop signs its requests with the secret.',
    },
    maker: {
      title: 'A maker with requisites and a deposit',
      hint: 'Payers transfer to its cards, phones and accounts; the deposit covers what it owes until then.',
    },
    payment: {
      title: 'A first payment',
      hint: 'Create a link for a small sum, pay it, and confirm the arrival here when the money is there.',
    },
    backup: { title: 'A first backup', hint: 'On the machine of the service:' },
  },
};

export const paymentLink = {
  title: 'Payment link',
  create: 'Create link',
  hint: 'Anybody with the link can pay this invoice. It stands in the list of invoices.',
  internalIdHint: 'Your number of the order, if it has one.',
  payerHint: 'Who pays, as you know them, if you like.',
  limits: (min: string, max: string) => `From ${min} to ${max}`,
  lifetime: (time: string) => `The link can be paid for ${time}.`,
};
