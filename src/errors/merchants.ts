import type { Refusal } from './refusal.ts';

/** Stores, their API keys and their page of payment. */
export const merchantErrors = {
  too_many_keys: {
    message: 'A store has at most {limit} API keys at once. Revoke one first.',
    advice: 'Revoke keys that no server uses any more: the list says when each was last used.',
    ru: 'Слишком много ключей. Сначала отзовите один.',
  },
  key_shares_secret: {
    message:
      "This key signs with the merchant's secret, which signs for other keys too, so limits would not bind it. Create a limited key, switch the shop to it, then revoke this one.",
    advice: 'Make a key with these limits for the server, and revoke this one when it is no longer used.',
    ru: 'Этот ключ подписывает секретом мерчанта, а им подписывают и за другие ключи: ограничения ничего не дадут. Создайте ключ с ограничениями, переведите на него магазин, затем отзовите этот.',
  },
  invalid_address_range: {
    message: '"{range}" is no IP address or range such as 203.0.113.0/24.',
    advice: 'Write an IPv4 or IPv6 address, alone or with the length of its prefix, one for each entry.',
    ru: 'Это не IP-адрес и не диапазон вида 203.0.113.0/24 или 2001:db8::/32.',
  },
  key_scope_missing: {
    status: 403,
    message: 'This API key may not do this: it needs the scope {scope}.',
    advice: 'Use a key that has the scope, or give it to this one: in the console under Keys, or ask an operator.',
    ru: 'Этому ключу такое действие не разрешено: у него нет такого права.',
  },
  key_address_refused: {
    status: 403,
    message: 'The address {address} is not on the list of this API key.',
    advice:
      'Call from an address on the list of the key, or add this one to it: in the console under Keys. Behind a proxy of the service, `TRUSTED_PROXIES` has to name it.',
    ru: 'Запрос пришёл с адреса, которого нет в списке этого ключа.',
  },
  pay_in_disabled: {
    status: 404,
    message: 'Pay in disabled', // kept
    advice: 'Payins are switched off for the store; ask the operator.',
    ru: 'Приём выключен.',
  },
  pay_out_disabled: {
    status: 404,
    message: 'Pay out disabled', // kept
    advice: 'Payouts are switched off for the store; ask the operator.',
    ru: 'Выплаты выключены.',
  },
  invalid_colour: {
    message: 'This value should be a colour such as "#0a7cff".',
    advice: 'Send six hexadecimal digits after a `#`, or null for the colour of the house.',
    ru: 'Цвет: шесть шестнадцатеричных цифр после #.',
  },
  invalid_language: {
    message: 'This value should be a language tag such as "en" or "pt-BR".',
    advice: 'Send a language code of two or three small letters, with a region where one is needed.',
    ru: 'Неверный код языка.',
  },
  invalid_support_url: {
    message: 'This value should be a link with https, mailto or tel.',
    advice: 'Send `https://shop.example/help`, `mailto:help@shop.example` or `tel:+74950000000`.',
    ru: 'Нужна ссылка: https, mailto или tel.',
  },
  invalid_logo: {
    message: 'This value should be a PNG, JPEG or WebP picture of at most {limit} bytes, as base64.',
    advice: 'Send a square picture of 128 pixels; the console makes any picture fit.',
    ru: 'Нужна картинка PNG, JPEG или WebP размером до 5 КБ.',
  },
  invalid_origin: {
    message: 'This value should be an origin such as "https://shop.example".',
    advice: 'Send scheme and host alone, without a path: `https://shop.example`. Plain http is only for this machine.',
    ru: 'Неверный адрес сайта.',
  },
  number_in_words: {
    message: 'Payers read these words: write no card, account or phone number here, and no address of a page.',
    advice: 'Create a requisite with the number: another person looks at it first.',
    ru: 'Этот текст видят плательщики: не пишите в нём номеров карт, счетов, телефонов и адресов страниц.',
  },
  export_too_large: {
    message: 'The period has {rows} lines; an export has {limit} at most.',
    advice: 'Export shorter periods, one after the other.',
    ru: 'Слишком много строк для выгрузки. Сузьте период.',
  },
} as const satisfies Record<string, Refusal>;
