import type { Refusal } from './refusal.ts';

/** Invoices and their deals. */
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
} as const satisfies Record<string, Refusal>;
