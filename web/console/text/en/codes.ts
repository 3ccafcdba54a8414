/**
 * Words for codes that the service sends: acts of the audit log, and laws of the books. In English an act reads as its code
 * and a law as its name, so only other languages have entries for those.
 */
export const codes: {
  readonly acts: Readonly<Record<string, string>>;
  readonly laws: Readonly<Record<string, string>>;
  /** What a line of the audit log is about. */
  readonly subjects: Readonly<Record<string, string>>;
} = {
  acts: {},
  laws: {},
  subjects: {
    invoice: 'Invoice',
    arrival: 'Arrival',
    withdrawal: 'Withdrawal',
    store: 'Store',
    merchant: 'Merchant',
    maker: 'Maker',
    requisite: 'Requisite',
    phone: 'Phone',
    bank: 'Bank',
    message: 'Message',
    user: 'User',
    rate: 'Rate',
    'rate-feed': 'Rate feed',
    catalogue: 'Catalogue',
    'pending-act': 'Request',
    token: 'Token',
    passkey: 'Passkey',
    archive: 'Month of the archive',
    backup: 'Backup',
    'master-key': 'Master key',
    'dispute-rules': 'Dispute clocks',
    'work-limit': 'Age limit of work',
    'access-rules': 'Access rules',
    'message-template': 'Message template',
    book: 'Sealed book',
    'money-stop': 'Stop of money out',
    clock: 'Clock',
    view: 'Saved view',
    channel: 'Address for notifications',
    import: 'Bank statement',
    'bank-line': 'Bank line',
    'bank-account': 'Bank account',
    'csv-mapping': 'Meaning of CSV columns',
  },
};
