import type { Refusal } from './refusal.ts';

/** Amounts, balances and rates. */
export const moneyErrors = {
  invalid_amount: {
    message:
      'This value should be a positive decimal string such as "1000.50": no sign, exponent or blanks, at most 20 digits before the point, and no more fraction digits than the currency has.',
    advice:
      'Send a string such as `"1000"` or `"1000.50"`: no sign, exponent, blanks or separators, and no more digits than the currency has.',
    ru: 'Неверная сумма.',
  },
  insufficient_funds: {
    message: 'Insufficient funds', // kept
    advice: 'Check `sum` of the account; what is frozen cannot be spent. Top up, or ask for less.',
    ru: 'Недостаточно средств.',
  },
  movement_id_reused: {
    message: 'This ID stands for another movement of money. Use a new ID for a new movement.',
    advice: 'Look up what was moved under this ID: another owner, sum or direction. Nothing was moved this time.',
    ru: 'Под этим номером уже прошло другое движение средств. Повторите с новым номером.',
  },
  money_out_stopped: {
    status: 503,
    message: 'Money going out is stopped until the books have been checked; nothing was done. Try again later.',
    advice:
      'Repeat later with the same values; payins go on. Operators see the reason at `/api/operator/audit` and `/api/operator/system`.',
    ru: 'Выплаты и выводы остановлены, пока не проверен учёт. Ничего не сделано; повторите позже.',
  },
  rate_unavailable: {
    message: 'There is no current rate for {pair}. Try again later.',
    advice: 'Try again in a minute. If it stays, tell the operator: no rate is set for this pair.',
    ru: 'Нет курса.',
  },
  rate_outdated: {
    message: 'The rate for {pair} is too old to start anything with. Try again later.',
    advice: 'Try again in a minute. If it stays, tell the operator: the rate was not renewed in time.',
    ru: 'Курс устарел.',
  },
  rate_moved: {
    message:
      'The transfer was confirmed long ago, and the rate has moved from {dealRate} to {rate} since. An operator settles it with the new rate, or rejects it.',
    advice: 'Compare both figures of the deal. Settle it with `rate: "now"`, or reject the transfer.',
    ru: 'Перевод подтверждён давно, и курс с тех пор сильно изменился. Оператор проводит его по новому курсу или отклоняет.',
  },
  rate_fixed: {
    message: 'The deal is settled at {rate}: its transfer is not overdue, or the rate has not moved far enough.',
    advice: 'Settle it without `rate`.',
    ru: 'Курс сделки зафиксирован: срок не вышел или курс изменился мало.',
  },
  invalid_rate: {
    message: 'This value should be a positive decimal string such as "95.50", with at most 8 fraction digits.',
    advice: 'Send a string such as `"95.50"`: how much fiat one unit of the settlement currency costs.',
    ru: 'Неверный курс.',
  },
  rate_jump: {
    status: 409,
    message:
      'The rate goes from {before} to {after}: by {change}, more than {limit}. {sum} come to {was} so far, and to {will} then. Confirm it if it is meant.',
    advice: 'Compare it with the market. If it is meant, send it again with `isConfirmed: true` (`--confirm`).',
    ru: 'Курс меняется с {1} на {2}, то есть на {3}, а без подтверждения — не больше чем на {4}. Сейчас {5} — это {6}, а станет {7}. Если это не опечатка, подтвердите.',
  },
  rates_crossed: {
    status: 409,
    message:
      'The payout rate {out} is above the payin rate {in}: paying in and out again would gain. Confirm it if it is meant.',
    advice: 'A payin rate is above the payout rate, as a rule. If it is meant, send it with `isConfirmed: true`.',
    ru: 'Курс выплат {1} выше курса приёма {2}: на этом будут зарабатывать чужие. Если так и надо, подтвердите.',
  },
  invalid_feed_url: {
    message: 'This value should be an https URL without a user and password.',
    advice: 'Send an https URL. Sandbox mode takes http too.',
    ru: 'Неверный URL источника.',
  },
  book_places: {
    message: 'The first place of an order book should not come after the last.',
    advice: 'Send `from` and `to` in this order, as in `{"from": 3, "to": 5}`.',
    ru: 'Первое место стакана должно быть не дальше последнего.',
  },
  feed_taken: {
    message: 'This rate comes from another feed already. Change that one.',
    advice: 'Look it up under `/rate-feeds` and change it.',
    ru: 'Для этого курса источники уже заданы: измените их.',
  },
} as const satisfies Record<string, Refusal>;
