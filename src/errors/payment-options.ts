import type { Refusal } from './refusal.ts';

/** Currencies, banks and ways to pay. */
export const paymentOptionErrors = {
  currency_not_allowed: {
    message: 'Currency not allowed',
    advice:
      'Use a currency of the store, or ask the operator to add it or to switch it on. `quittance catalogue load` adds the usual ones.',
    ru: 'Валюта не разрешена.',
  },
  payment_option_not_allowed: {
    message: 'Payment option not allowed', // kept
    advice: 'Use a code of the payment-methods list for the currency of the invoice.',
    ru: 'Способ оплаты не разрешён.',
  },
  payment_method_not_allowed: {
    message: 'Payment method not allowed', // kept
    advice:
      'Use a code of the payment-options list for the currency of the invoice. A payout to a phone number (`SBP`) needs a bank other than `unknown`.',
    ru: 'Банк не разрешён.',
  },
  invalid_code: {
    message: 'This is not a code: write a currency as RUB, a bank as ros_bank, a way to pay as TO_CARD.',
    advice:
      'Currencies have 2 to 10 capital letters or digits, banks up to 50 small letters, digits, `_` or `-`, ways to pay capital letters, digits and `_`.',
    ru: 'Неверный код: валюта — RUB, банк — ros_bank, способ — TO_CARD.',
  },
  code_taken: {
    message: '{code} is there already, or is another name of a bank that is.',
    advice: 'Choose another code, or change the entry that has it.',
    ru: 'Такой код уже есть, или так ещё называется другой банк.',
  },
  option_link: {
    message: 'A way to pay with a link of its own takes links as numbers, and nothing else.',
    advice: 'Send `numberKinds: ["link"]` with `hasLink: true`.',
    ru: 'Способ со своей ссылкой принимает только ссылки.',
  },
  entry_in_use: {
    message: '{entry} is in use: {use}. It cannot be removed; it can be switched off.',
    advice: 'Switch it off instead: nothing new is begun with it, and what was done keeps its name.',
    ru: 'Используется, поэтому удалить нельзя. Можно выключить.',
  },
  catalogue_malformed: {
    message: 'The catalogue cannot be read: {place} {what}.',
    advice: 'Mend the file at the place that is named; `catalogue/starter.json` shows the form.',
    ru: 'Файл справочника не читается.',
  },
  entry_in_file: {
    message:
      '{month} lies in a file of the archive, and {entry} may be named there. It cannot be removed; it can be switched off.',
    advice:
      'Switch it off instead, or bring back every month that lies in a file (`quittance archive attach FILE`) and try again.',
    ru: 'Месяц {1}-{2} выгружен в файл архива, и там это может быть указано. Удалить нельзя, можно выключить; или сначала загрузите все такие месяцы обратно.',
  },
} as const satisfies Record<string, Refusal>;
