import type { Refusal } from './refusal.ts';

/** Files of banks, their lines, and the accounts they are about. */
export const statementErrors = {
  line_of_deal: {
    message:
      'The bank’s statement of {day} has this deal’s money, in line {lineId}. Reject the claim, or say that it is somebody else’s.',
    advice:
      'Reject the dispute, or open one about the sum. If the line is somebody else’s money, send `isOthersMoney: true`: it then waits for a person again.',
    ru: 'Деньги этой сделки есть в выписке банка за {3}.{2}.{1}, строка {4}. Отклоните спор или отметьте, что это чужие деньги.',
  },
  bank_file_format: {
    message: 'This file is none of camt.053, camt.052, MT940, the exchange text of 1C and CSV.',
    advice: 'Ask the bank for one of these formats; a PDF or a spreadsheet cannot be read.',
    ru: 'Файл не из поддерживаемых форматов: camt.053, camt.052, MT940, 1С, CSV.',
  },
  bank_file_malformed: {
    message: 'Line {line} of the file cannot be read: {what}.',
    advice: 'Look at that line of the file. If it was edited, download it again.',
    ru: 'Строка {1} файла не читается.',
  },
  bank_file_cut: {
    message: 'The file ends in the middle of something, at line {line}.',
    advice: 'Download the file from the bank again: its end is missing.',
    ru: 'Файл обрывается на строке {1}. Скачайте его в банке ещё раз.',
  },
  bank_file_amount: {
    message: 'Line {line} of the file has "{amount}" where a sum should be.',
    advice: 'Look at that line. In CSV, choose which sign stands before the fraction of a sum.',
    ru: 'В строке {1} файла вместо суммы что-то другое.',
  },
  bank_file_decimals: {
    message: 'The sum {amount} in line {line} of the file has more digits than {currency} has.',
    advice: 'The file may be in another currency, or its column of sums is another one.',
    ru: 'В сумме больше знаков, чем у валюты счёта.',
  },
  bank_file_day: {
    message: 'Line {line} of the file has "{day}" where a day should be.',
    advice: 'Look at that line. In CSV, choose in which order days are written.',
    ru: 'В строке {1} файла вместо даты что-то другое.',
  },
  bank_file_columns: {
    message: 'Line {line} of the file should have a column "{missing}".',
    advice: 'Choose the columns anew: the bank has renamed one, or the file is another bank’s.',
    ru: 'В файле нет нужного столбца.',
  },
  bank_file_mapping: {
    message: 'Say what the columns of this CSV file mean.',
    advice: 'Look at the preview, choose what the columns mean, and start it again.',
    ru: 'Укажите, что означают столбцы этого CSV.',
  },
  bank_file_currency: {
    message: 'Line {line} of the file is in {currency}; this account is in {expected}.',
    advice: 'Bring the file in for a requisite of its own currency.',
    ru: 'Файл в другой валюте.',
  },
  bank_file_account: {
    message: 'The file is about account {account}; the account of these requisites is {expected}.',
    advice: 'Bring it in for a requisite of that account, or change the number of this one.',
    ru: 'Файл о другом банковском счёте.',
  },
  bank_file_accounts: {
    message: 'The file is about several accounts, {accounts}: say which is meant.',
    advice: 'Set the number of the account with `POST /bank-accounts`, then bring the file in again.',
    ru: 'В файле несколько счетов: укажите номер нужного.',
  },
  bank_file_balance: {
    message:
      'The statement at line {line} of the file says {closing} at its end; {opening} and its lines add up to {counted}.',
    advice: 'Lines are missing from the file, or were changed. Download it from the bank again.',
    ru: 'Остаток на конец не сходится со строками. Скачайте файл ещё раз.',
  },
  bank_file_empty: {
    message: 'There is neither a line nor a balance of this account in the file.',
    advice: 'Choose another period in the bank and download it again.',
    ru: 'В файле нет ни строк, ни остатков этого счёта.',
  },
  bank_file_too_heavy: {
    message: 'Reading this file takes more time or memory than any honest file needs.',
    advice: 'Download it from the bank again, for a shorter period.',
    ru: 'Чтение файла занимает слишком много времени или памяти. Скачайте выписку за меньший срок.',
  },
  bank_reading_spent: {
    status: 429,
    message: 'Today’s time for reading this maker’s files is used up: {minutes} minutes. Go on tomorrow, by UTC.',
    advice: 'Wait for the next day, or ask an operator to bring the file in.',
    ru: 'На сегодня время на чтение файлов этого мейкера исчерпано. Продолжите завтра.',
  },
  bank_bytes_spent: {
    status: 429,
    message: 'The files of one maker may have {limit} bytes within a day, by UTC.',
    advice: 'Wait for the next day, bring in a shorter period, or ask an operator to bring the file in.',
    ru: 'Файлы этого мейкера на сегодня заняли всё отведённое место. Продолжите завтра.',
  },
  bank_file_too_big: {
    status: 413,
    message: 'The file should have at most {limit} bytes.',
    advice: 'Download a shorter period; a maker’s larger file is brought in by an operator.',
    ru: 'Файл слишком большой.',
  },
  import_abandoned: {
    message: 'This file was never started: a newer one took its place, or a day has passed.',
    advice: 'Bring the file in again, and start it.',
    ru: 'Файл так и не запустили: его сменил новый, или прошли сутки. Загрузите его ещё раз.',
  },
  import_piece_misplaced: {
    message: 'The next piece of this file begins at byte {expected}.',
    advice: 'Send the bytes from there on.',
    ru: 'Следующая часть файла начинается в другом месте.',
  },
  import_incomplete: {
    message: 'Only {received} of {size} bytes of the file have come.',
    advice: 'Send the rest of the file, then start it.',
    ru: 'Файл загружен не полностью.',
  },
  too_many_imports: {
    message: 'At most {limit} files of one account can be brought in within a day.',
    advice: 'Something sends the same files again and again. Wait, and mend it.',
    ru: 'Слишком много файлов за сутки для этого счёта.',
  },
  import_state: {
    message: 'This import is {state}.',
    advice: 'Look at it again: it has moved on.',
    ru: 'Загрузка выписки уже в другом состоянии.',
  },
  accounts_differ: {
    message: 'Requisites of one bank account should have one maker and one currency.',
    advice: 'Group only requisites that share a bank account, and none that already has another one.',
    ru: 'У реквизитов одного счёта должны быть один мейкер и одна валюта.',
  },
  account_in_use: {
    message: 'A file of this bank account is being read. Wait until it has ended.',
    advice: 'Wait until the file has been read, or stop its import.',
    ru: 'Выписка по этому счёту сейчас разбирается. Дождитесь конца.',
  },
  account_last_requisite: {
    message: 'A bank account keeps at least one requisite.',
    advice: 'Leave one requisite with the account: its lines stay there.',
    ru: 'У счёта должен остаться хотя бы один реквизит.',
  },
  too_many_mappings: {
    message: 'At most {limit} meanings of CSV columns can be kept.',
    advice: 'Remove one that is not used.',
    ru: 'Слишком много сохранённых разборов CSV.',
  },
  line_settled: {
    message: 'This line is settled: {state}.',
    advice: 'Look at the line again: another person was quicker.',
    ru: 'Эта строка уже разобрана.',
  },
  link_differs: {
    message: 'The line and what it should be linked with differ: {difference}.',
    advice: 'Choose the money that the line is. A deal that waits for its money is settled first, then linked.',
    ru: 'Строка и то, с чем её связывают, не совпадают.',
  },
  link_taken: {
    message: 'Another line of the bank is linked with this already.',
    advice: 'Look which line it is linked with; one of the two is something else.',
    ru: 'С этим уже связана другая строка банка.',
  },
} as const satisfies Record<string, Refusal>;
