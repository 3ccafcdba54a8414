import type { Refusal } from './refusal.ts';

/** Invoices, their deals, and the receipts of these. */
export const invoiceErrors = {
  amount_too_small: {
    message: 'Invoice amount should be not less than {limit}', // kept
    advice: 'Ask for at least the sum named in the message; it is a setting of the store.',
    ru: 'Сумма должна быть не меньше {1}.',
  },
  amount_too_big: {
    message: 'Invoice amount should be not greater than {limit}', // kept
    advice: 'Ask for at most the sum named in the message, or split it. It is a setting of the store.',
    ru: 'Сумма должна быть не больше {1}.',
  },
  invoice_not_active: {
    message: 'The invoice is {status}; only a new invoice allows this.',
    advice: 'Read the invoice. A canceled or expired one needs a new invoice; a paid one needs nothing.',
    ru: 'Счёт уже закрыт.',
  },
  deal_not_active: {
    message: 'The invoice has no active deal. Start one first.',
    advice: 'Start a deal first; the earlier one may have expired.',
    ru: 'Сделка уже завершена.',
  },
  too_many_deals: {
    message: 'An invoice has at most {limit} deals. Create a new invoice.',
    advice: 'Create a new invoice.',
    ru: 'Слишком много сделок по счёту.',
  },
  same_invoice_open: {
    message:
      'Another invoice with the same internalId and sum is open: {invoiceId}. This one can be open again after it.',
    advice: 'Wait until the other invoice has ended, or cancel it; or accept the dispute.',
    ru: 'Открыт другой счёт с тем же внутренним ID и суммой.',
  },
  transfer_already_confirmed: {
    message: 'The transfer is confirmed and the money is on its way. Open a dispute if it is not.',
    advice: 'Wait for the outcome, or open a dispute.',
    ru: 'Чек уже загружен.',
  },
  transfer_not_confirmed: {
    message: 'The deal is {status}; only a transfer that a receipt has confirmed can be rejected.',
    advice: 'Read the deal: it has ended, is in dispute, or has no receipt yet.',
    ru: 'Отклонить можно только перевод, к которому загружен чек.',
  },
  deal_taken_back: {
    message: 'The deal was settled before and found not to be paid. Open a dispute that the money came, and accept it.',
    advice: 'Dispute the deal with `has_payment` and accept the claim: it is settled again by that decision.',
    ru: 'Сделка уже была проведена и отменена. Откройте спор «Плательщик утверждает, что заплатил» и примите его.',
  },
  deal_settled: {
    message: 'The deal is {status} and cannot be settled.',
    advice: 'The deal has come to its end already. Read the invoice; open a dispute if the end is wrong.',
    ru: 'По сделке уже проведён расчёт.',
  },
  other_deal_undecided: {
    message: 'Another deal of the invoice, {dealId}, is {status}: decide that one first.',
    advice:
      'A receipt or a claim says that money went there too. Reject that transfer or decide that dispute, then match again; or return this arrival.',
    ru: 'По этому счёту есть другая сделка с чеком или спором: сначала решите её. Если по ней денег нет, отклоните перевод и сопоставьте снова.',
  },
  other_deal_paid: {
    message: 'Another deal of the invoice, {dealId}, has paid it already.',
    advice:
      'Return the arrival: one invoice is not paid twice. If the other deal was not really paid, open a dispute over it first.',
    ru: 'Счёт уже оплачен другой сделкой: верните поступление отправителю.',
  },
  sum_reported: {
    message: 'You have reported {amount} for this deal already. An operator decides about it; tell them what is wrong.',
    advice: 'Tell an operator, who sees the first report among the held arrivals.',
    ru: 'О другой сумме по этой сделке вы уже сообщили. Решает оператор; напишите ему, что не так.',
  },
  attachment_missing: {
    message: 'This value should not be blank.', // kept
    advice: 'Send the file as the form field `attachment`.',
    ru: 'Приложите файл.',
  },
  attachment_empty: {
    message: 'The file is empty.',
    advice: 'The file has no bytes; check that it was read before it was sent.',
    ru: 'Файл пуст.',
  },
  attachment_type: {
    message: 'The file should be a JPEG, PNG, GIF, WebP, HEIC, PDF or plain text.',
    advice: 'Send one of the listed types. The content decides, not the file name.',
    ru: 'Файлы такого типа не принимаются.',
  },
  attachment_too_big: {
    status: 413,
    message: 'The file is larger than 10 MB.',
    advice: 'Send a smaller file: a photograph of lower resolution, or only the page that matters.',
    ru: 'Файл больше 10 МБ.',
  },
  too_many_attachments: {
    message: 'A deal holds at most {limit} attachments.',
    advice: 'The deal has enough receipts; nothing more is needed.',
    ru: 'Слишком много файлов.',
  },
  receipts_of_invoice_full: {
    message:
      'The receipts of an invoice have at most {limit} bytes in all, and there is not enough room left for this one.',
    advice: 'Send smaller files, such as a picture of the receipt alone, or take up what is open with support.',
    ru: 'Файлы этого счёта занимают слишком много места. Пришлите файл поменьше.',
  },
  receipts_of_store_full: {
    message:
      'The receipts that came for this store today have reached {limit} bytes. Try again tomorrow, or ask support.',
    advice: 'Try again tomorrow. The person who runs the service can raise RECEIPTS_PER_STORE_DAY_BYTES.',
    ru: 'На сегодня место для файлов этого магазина закончилось. Попробуйте завтра.',
  },
  invoice_detached: {
    status: 410,
    message: 'This belongs to {month}, which lies in a file of the archive. The operator can attach it again.',
    advice:
      'Ask the operator for the month that the message names: `quittance archive attach FILE` brings it back, and everything is as before.',
    ru: 'Это относится к месяцу {1}-{2}, который выгружен в файл архива. Его можно загрузить обратно.',
  },
} as const satisfies Record<string, Refusal>;
