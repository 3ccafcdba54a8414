/** Refusals about money that came and about banks' files that tell of it; a part of the catalogue. */
export const bankStatementErrors = {
  arrival_resolved: { status: 400, message: 'The arrival is {status} already.' },
  arrival_pays_deal: {
    status: 400,
    message:
      'The deal {dealId} was settled with this very sum, and no other money is linked with it. This may be its money: match it.',
  },
  arrival_in_doubt: {
    status: 400,
    message:
      'Only a maker has told of this money, and the bank’s file has no line left for it, or its line may be another deal’s money.',
  },
  arrival_not_matched: { status: 400, message: 'Neither an arrival nor a line of the bank is this deal’s money.' },
  line_of_deal: {
    status: 400,
    message:
      'The bank’s statement of {day} has this deal’s money, in line {lineId}. Reject the claim, or say that it is somebody else’s.',
  },
  arrival_without_deal: { status: 400, message: 'Name the deal this money belongs to.' },
  arrival_of_another_maker: {
    status: 400,
    message: 'The money came to another maker than the one of this deal. Return it, or enter it for that maker.',
  },
  arrival_reference_reused: {
    status: 400,
    message: 'This bank reference was entered before with another amount. Each transfer has its own reference.',
  },
  bank_file_format: {
    status: 400,
    message: 'This file is none of camt.053, camt.052, MT940, the exchange text of 1C and CSV.',
  },
  bank_file_malformed: { status: 400, message: 'Line {line} of the file cannot be read: {what}.' },
  bank_file_cut: { status: 400, message: 'The file ends in the middle of something, at line {line}.' },
  bank_file_amount: { status: 400, message: 'Line {line} of the file has "{amount}" where a sum should be.' },
  bank_file_decimals: {
    status: 400,
    message: 'The sum {amount} in line {line} of the file has more digits than {currency} has.',
  },
  bank_file_day: { status: 400, message: 'Line {line} of the file has "{day}" where a day should be.' },
  bank_file_columns: { status: 400, message: 'Line {line} of the file should have a column "{missing}".' },
  bank_file_mapping: { status: 400, message: 'Say what the columns of this CSV file mean.' },
  bank_file_currency: {
    status: 400,
    message: 'Line {line} of the file is in {currency}; this account is in {expected}.',
  },
  bank_file_account: {
    status: 400,
    message: 'The file is about account {account}; the account of these requisites is {expected}.',
  },
  bank_file_accounts: { status: 400, message: 'The file is about several accounts, {accounts}: say which is meant.' },
  bank_file_balance: {
    status: 400,
    message:
      'The statement at line {line} of the file says {closing} at its end; {opening} and its lines add up to {counted}.',
  },
  bank_file_empty: { status: 400, message: 'There is neither a line nor a balance of this account in the file.' },
  bank_file_too_heavy: {
    status: 400,
    message: 'Reading this file takes more time or memory than any honest file needs.',
  },
  bank_reading_spent: {
    status: 429,
    message: 'Today’s time for reading this maker’s files is used up: {minutes} minutes. Go on tomorrow, by UTC.',
  },
  bank_bytes_spent: {
    status: 429,
    message: 'The files of one maker may have {limit} bytes within a day, by UTC.',
  },
  import_abandoned: {
    status: 400,
    message: 'Nobody started this file: a newer one took its place, or a day has passed.',
  },
  bank_file_too_big: { status: 413, message: 'The file should have at most {limit} bytes.' },
  import_piece_misplaced: {
    status: 400,
    message: 'The next piece of this file begins at byte {expected}.',
  },
  import_incomplete: { status: 400, message: 'Only {received} of {size} bytes of the file have come.' },
  too_many_imports: { status: 400, message: 'At most {limit} files of one account can be brought in within a day.' },
  import_state: { status: 400, message: 'This import is {state}.' },
  accounts_differ: {
    status: 400,
    message: 'Requisites of one bank account should have one maker and one currency.',
  },
  account_in_use: { status: 400, message: 'A file of this bank account is being read. Wait until it has ended.' },
  account_last_requisite: { status: 400, message: 'A bank account keeps at least one requisite.' },
  too_many_mappings: { status: 400, message: 'At most {limit} meanings of CSV columns can be kept.' },
  line_settled: { status: 400, message: 'This line is settled: {state}.' },
  link_differs: {
    status: 400,
    message: 'The line and what it should be linked with differ: {difference}.',
  },
  link_taken: { status: 400, message: 'Another line of the bank is linked with this already.' },
} as const;
