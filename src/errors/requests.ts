import type { Refusal } from './refusal.ts';

/** Refusals before any rule is asked, and faults of the service. */
export const requestErrors = {
  blank: {
    message: 'This value should not be blank.', // kept
    advice: 'Send the parameter named in `field`, and do not leave it empty.',
    ru: 'Заполните поле.',
  },
  wrong_type: {
    message: 'This value should be of type {type}', // kept for boolean
    advice: 'Send the parameter named in `field` with the type named in the message. Amounts are strings, not numbers.',
    ru: 'Неверный формат.',
  },
  too_long: {
    message: 'This value is too long. It should have {limit} characters or less.',
    advice: 'Shorten the value.',
    ru: 'Слишком длинно: не больше {1} символов.',
  },
  out_of_range: {
    message: 'This value should be between {minimum} and {maximum}.',
    advice: 'Send a whole number within the bounds the message names.',
    ru: 'Вне допустимых пределов.',
  },
  invalid_choice: {
    message: 'This value should be one of: {choices}.',
    advice: 'Send one of the listed values, in the same case.',
    ru: 'Такого варианта нет.',
  },
  invalid_characters: {
    message:
      'This value has characters that cannot be kept: NUL, halves of characters (lone surrogates) or, in a token, control characters.',
    advice:
      'Send whole characters without NUL. They usually come from binary values sent as text, or from text cut in the middle of an emoji.',
    ru: 'Недопустимые символы.',
  },
  invalid_url: {
    message: 'This value should be an http or https URL of at most 2048 characters.',
    advice: 'Send a full URL with `http://` or `https://`, or an empty string for none.',
    ru: 'Неверный URL.',
  },
  malformed_json: {
    message: 'The body is not valid JSON: {reason}.',
    advice: 'Check what was really sent: the body must be UTF-8 JSON, in one piece.',
    ru: 'JSON не читается.',
  },
  json_object_expected: {
    message: 'The body should be a JSON object.',
    advice: 'Send `{…}`, not an array, a string or a number.',
    ru: 'Ожидался объект JSON.',
  },
  content_type: {
    message: 'Send the body as {expected}.',
    advice:
      'Set the `Content-Type` header to what the message names. A file comes in a form (`multipart/form-data`) alone.',
    ru: 'Неверный тип содержимого.',
  },
  malformed_multipart: {
    message: 'The multipart body cannot be read: {reason}.',
    advice:
      'Let your HTTP client build the form. Send one file at most, named `attachment`, and no part without a name.',
    ru: 'Форма не читается.',
  },
  malformed_request: {
    message: 'This is not a valid HTTP request.',
    advice: 'Let an HTTP client build the request; look at what a proxy in between makes of it.',
    ru: 'Это не запрос HTTP.',
  },
  invalid_idempotency_key: {
    message: 'Idempotency-Key should have 1 to 255 printable ASCII characters.',
    advice: 'Use a UUID or another short key of letters, digits and punctuation.',
    ru: 'Неверный Idempotency-Key.',
  },
  not_found: {
    status: 404,
    message: 'Not found',
    advice: 'Check the ID and the path. An object of another store does not exist for this key.',
    ru: 'Не найдено.',
  },
  request_too_slow: {
    status: 408,
    message: 'The request did not arrive in time. Send it whole, without long pauses.',
    advice: 'Send it again. When it happens often, look at the connection, or at a proxy in between.',
    ru: 'Запрос пришёл слишком медленно. Повторите.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used with another request. Use a new key for a new request.',
    advice:
      'Make a new key for each new request; keep it only for repeats of the same one. An earlier request with this key was answered: to learn how, send that one again to the letter, a withdrawal with its old code. Take no new key for the same money before you know.',
    ru: 'Этот запрос уже был с другими значениями.',
  },
  body_too_big: {
    status: 413,
    message: 'The body is larger than {limit} bytes.',
    advice: 'Send less; no operation needs that much JSON.',
    ru: 'Запрос слишком велик.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Try again after {seconds} s.',
    advice: 'Wait as long as `Retry-After` says, then go on more slowly.',
    ru: 'Слишком часто. Подождите немного.',
  },
  headers_too_big: {
    status: 431,
    message: 'The headers are larger than {limit} bytes.',
    advice: 'Send fewer or shorter headers; large cookies are the usual cause.',
    ru: 'Заголовки запроса слишком велики.',
  },
  internal: {
    status: 500,
    message: 'Internal error. The request ID is {requestId}.',
    advice: 'A fault of ours. Repeat once with the same `Idempotency-Key`; then tell the operator the request ID.',
    ru: 'Внутренняя ошибка. Она записана в журнал.',
  },
  overloaded: {
    status: 503,
    message: 'The service is busy; nothing was done. Try again.',
    advice: 'Repeat after `Retry-After`; nothing was done.',
    ru: 'Сервис перегружен. Ничего не сделано; повторите.',
  },
  database_unavailable: {
    status: 503,
    message: 'The database is away; nothing was done. Try again.',
    advice: 'Repeat after `Retry-After`; nothing was done.',
    ru: 'База недоступна. Ничего не сделано; повторите.',
  },
  outcome_unknown: {
    status: 503,
    message:
      'The database went away while the act was being stored. Repeat the same request: a repeat is safe with internalId or Idempotency-Key.',
    advice:
      'Repeat the very same request, with the same `internalId` or `Idempotency-Key`: it is done once, whatever happened.',
    ru: 'Выполнен ли запрос, неизвестно. Повторить безопасно.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The receipt storage is away; nothing was done. Try again.',
    advice: 'Send the file again after `Retry-After`; nothing was done.',
    ru: 'Хранилище файлов недоступно. Ничего не сделано; повторите.',
  },
} as const satisfies Record<string, Refusal>;
