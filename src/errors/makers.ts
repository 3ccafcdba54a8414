import type { Refusal } from './refusal.ts';

/** Makers: requisites, limits, hours, rewards. */
export const makerErrors = {
  maker_funds: {
    message: "The maker's balance does not cover this sum. Top it up first.",
    advice: "Top the maker's balance up, or send `isBorneByService`.",
    ru: 'У мейкера не хватает средств.',
  },
  maker_stopped: {
    message: 'An operator has stopped new deals for this maker. Ask them.',
    advice: 'An operator lets the maker have deals again on the page of the maker.',
    ru: 'Оператор остановил новые сделки для этого мейкера.',
  },
  maker_off: {
    message: 'The maker is switched off. Switch it on to get new deals.',
    advice: 'Switch the maker on, then take the payout.',
    ru: 'Мейкер выключен. Включите его, чтобы получать новые сделки.',
  },
  store_not_served: {
    message: 'The maker does not serve this store.',
    advice: 'Take payouts of the stores you serve; an operator changes which they are.',
    ru: 'Мейкер не обслуживает этот магазин.',
  },
  maker_balance_low: {
    message: "The maker's balance is below its minimum. Top it up to get new deals.",
    advice: "Top up the maker's balance, or ask an operator to lower the minimum.",
    ru: 'Баланс мейкера ниже минимального. Пополните его.',
  },
  paused_by_operator: {
    message: 'An operator has paused this requisite, and only an operator resumes it.',
    advice: 'Ask an operator why. Your own pause of it stays as it is.',
    ru: 'Реквизит приостановил оператор; возобновить его может только оператор.',
  },
  invalid_requisite: {
    message: 'This is no number for {option} in {currency}: check every digit.',
    advice:
      'Cards need a right check digit, phones the form `+79001234567`, accounts 20 digits in RUB and an IBAN elsewhere, links https.',
    ru: 'Неверный номер.',
  },
  requisite_taken: {
    message: 'There is a requisite with this number already.',
    advice: 'Look it up under `/requisites?number=…`; resume it, or use another number.',
    ru: 'Такой реквизит уже есть.',
  },
  csv_malformed: {
    message: 'The file is no CSV: a quotation mark is out of place.',
    advice: 'Save the spreadsheet as CSV again, or look for a stray quotation mark.',
    ru: 'CSV не читается.',
  },
  csv_columns: {
    message: 'The first line of the file should name these columns too: {missing}.',
    advice: 'Name the columns in the first line: `option,bank,currency,number` and those you want to add.',
    ru: 'В CSV неверные столбцы.',
  },
  csv_too_long: {
    message: 'The file should have at most {limit} lines.',
    advice: 'Split the file.',
    ru: 'Слишком много строк: не больше {1}.',
  },
  limit_twice: {
    message: 'The limits of {currency} {type} are given twice.',
    advice: 'Send one entry for each currency and direction.',
    ru: 'Лимит указан дважды.',
  },
  limit_order: {
    message: 'The largest sum should not be less than the smallest, {limit}.',
    advice: 'Exchange the two sums, or raise the larger one.',
    ru: 'Наименьшая сумма больше наибольшей.',
  },
  invalid_hours: {
    message: 'Hours are times such as "09:00" and "18:30", or in a table "mon-fri 09:00-18:00, sat 10:00-14:00 UTC".',
    advice:
      'Write times with two digits each; 24:00 is the end of a day. A span that ends before it begins goes on past midnight.',
    ru: 'Неверные часы. Пример: с 09:00 до 18:30.',
  },
  invalid_time_zone: {
    message: 'This value should be a time zone such as "Europe/Moscow" or "UTC".',
    advice: 'Use a name of the IANA time zone database.',
    ru: 'Неверный часовой пояс. Пример: Europe/Moscow.',
  },
  too_many_rewards: {
    message: 'A maker has at most {limit} rewards.',
    advice: 'Put ranges together, or use a reward for any store.',
    ru: 'Слишком много вознаграждений.',
  },
  reward_range: {
    message: 'The range of sums should end above where it begins.',
    advice: 'Let `from` be below `to`: the range begins with the first and ends before the second.',
    ru: 'Верхняя граница сумм должна быть больше нижней.',
  },
  reward_range_currency: {
    message: 'A range of sums needs the currency of the sums.',
    advice: 'Name the currency that `from` and `to` are in.',
    ru: 'Для диапазона сумм нужна валюта.',
  },
  reward_overlap: {
    message: 'Rewards {first} and {second} are for the same deals: their ranges overlap.',
    advice: 'Let one range end where the next begins, or tell the two apart by way to pay, store or currency.',
    ru: 'Два вознаграждения относятся к одним и тем же сделкам: диапазоны пересекаются.',
  },
  reward_above_fee: {
    message:
      'A reward of {reward} bps is above the fee of store {store}, {feeBps} bps: the reward is a part of the fee.',
    advice:
      'Lower the reward, give that store a reward of its own, or take it from the stores that the maker serves. A reward above the rate of a fee with a fixed part needs a `to`.',
    ru: 'Вознаграждение выше комиссии магазина, который обслуживает мейкер.',
  },
  fee_below_reward: {
    message: 'Maker {maker} has a reward of {reward} bps at this store, above the new fee. Lower the reward first.',
    advice: 'Lower the reward of that maker at this store first; then lower the fee.',
    ru: 'Комиссия ниже вознаграждения одного из мейкеров. Сначала уменьшите вознаграждение.',
  },
  payout_reward_above_fee: {
    message: "The maker's reward for this payout would be above its fee. An operator has to change one of the two.",
    advice:
      "Lower the maker's reward for payouts of this store, or raise the store's payout fee; another maker can take it until then.",
    ru: 'Вознаграждение за эту выплату было бы выше комиссии. Оператор должен изменить одно из двух.',
  },
  store_of_other_currency: {
    message: 'Store {store} is not there, or settles in another currency.',
    advice: "Name stores that settle in the maker's settlement currency.",
    ru: 'Такого магазина нет, или его расчётная валюта другая.',
  },
} as const satisfies Record<string, Refusal>;
