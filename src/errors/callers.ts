import type { Refusal } from './refusal.ts';

/** Callers and their rights: signatures, sessions, tokens, scopes. */
export const callerErrors = {
  unauthorized: {
    status: 401,
    message: 'Unauthorized', // kept
    advice:
      'Check the API key and what was signed: method, full URL and JSON body exactly as sent. In sandbox mode the answer says which string the service expected (`stringToSign`).',
    ru: 'Вы не вошли или сеанс закончился.',
  },
  session_idle: {
    status: 401,
    message: 'The session has ended: nothing was done in it for {minutes} minutes.',
    advice: 'Sign in again. Operators set after how long this happens.',
    ru: 'Сеанс завершён: в нём ничего не делали {1} мин. Войдите снова.',
  },
  token_ended: {
    status: 401,
    message: 'This token has ended, on {at}.',
    advice: 'Make a new one in the console, under your own access, and give it to the script.',
    ru: 'Срок токена закончился. Создайте новый.',
  },
  signature_256_needed: {
    status: 401,
    message: 'This store demands X-Signature-256, an HMAC-SHA256 of the same string.',
    advice: 'Send `X-Signature-256` beside `X-Signature`; the SDK does.',
    ru: 'Магазин требует подпись X-Signature-256.',
  },
  timestamp_needed: {
    status: 401,
    message: 'This store demands X-Timestamp, seconds since 1970, signed after the body.',
    advice: 'Send `X-Timestamp` and sign it; the SDK does.',
    ru: 'Магазин требует время в X-Timestamp.',
  },
  timestamp_stale: {
    status: 401,
    message: 'X-Timestamp should be within {seconds} s of the clock of the service, which says {now}.',
    advice: 'Set the clock of your server, and sign each request when it is sent, a repeat too.',
    ru: 'Время в X-Timestamp расходится с часами сервиса.',
  },
  sign_in_failed: {
    status: 401,
    message: 'Login, password, two-factor code or passkey is wrong, or there were too many wrong attempts.',
    advice:
      'Check login, password and the code of the authenticator app, or the passkey. After many wrong attempts wait up to 15 minutes, or sign in on a device where you have signed in before.',
    ru: 'Логин, пароль, код или ключ доступа неверны, либо неверных попыток было слишком много. Тогда подождите до 15 минут или войдите с устройства, на котором уже входили.',
  },
  sign_in_locked: {
    status: 401,
    message: 'Too many wrong attempts. Try again in 15 minutes.',
    advice: 'Wait 15 minutes.',
    ru: 'Слишком много неверных попыток. Попробуйте через 15 минут.',
  },
  forbidden: {
    status: 403,
    message: 'You may not do this.',
    advice: 'Ask an operator, or use a token with the scope this needs.',
    ru: 'Это действие недоступно вашей роли.',
  },
  right_missing: {
    status: 403,
    message: 'You do not have the right to do this in your team. Ask its owner.',
    advice: 'Ask the owner of your team for the right.',
    ru: 'У вас нет такого права в команде. Попросите владельца.',
  },
  own_word: {
    status: 403,
    message: 'One may not decide about money to one’s own gain. Who may decide here: {who}.',
    advice:
      'Report what you know (the sum that came, a proof, evidence); the people named in the message decide about it.',
    ru: 'Нельзя решать о деньгах в свою пользу. Это решает кто-то другой.',
  },
  people_only: {
    status: 403,
    message: 'This is for people who have signed in, not for tokens.',
    advice: 'Sign in and do it by hand: people, second factors, secrets and approvals are not for scripts.',
    ru: 'Это делают только люди, которые вошли сами, а не скрипты с токеном.',
  },
  fresh_code_needed: {
    status: 403,
    message: 'Show again that it is you, with a two-factor code, a passkey or your password; nothing was done.',
    advice:
      'Send a code of your authenticator app to `POST /me/code` (without a second factor: your password); for five minutes the session may then do it. Or show a passkey for this very request: `POST /me/proof/begin`, then `POST /me/proof`.',
    ru: 'Подтвердите ещё раз, что это вы: кодом, ключом доступа или паролем; ничего не сделано.',
  },
  second_factor_required: {
    status: 403,
    message: 'Set up a second factor first.',
    advice: 'Set up a second factor under `/me/second-factor` or `/me/passkeys`; then everything works.',
    ru: 'Сначала настройте второй фактор.',
  },
  csrf_token_wrong: {
    status: 403,
    message: 'Send the X-CSRF-Token that signing in gave.',
    advice: 'Send `X-CSRF-Token` with the value that signing in gave.',
    ru: 'Сеанс устарел. Перезагрузите страницу.',
  },
  token_bounds_needed: {
    message: 'A token for money names the addresses it is used from and what it may move a day.',
    advice: 'Give `addresses`, `dayMax` and `dayCurrency`.',
    ru: 'Токену для денег нужны адреса, с которых он работает, и сумма в день.',
  },
  token_address_refused: {
    status: 403,
    message: 'The address {address} is not on the list of this token.',
    advice: 'Use it from its address, or make another token.',
    ru: 'Запрос пришёл с адреса, которого нет в списке этого токена.',
  },
  token_requisite_refused: {
    status: 403,
    message: 'This token is not for requisite {requisiteId}.',
    advice: 'Sign in, or make another token.',
    ru: 'Токен не для этого реквизита.',
  },
  token_day_spent: {
    status: 403,
    message: 'This token moves {max} {currency} a day; this would be more.',
    advice: 'Wait for the next day, UTC; or sign in and do it.',
    ru: 'Дневная сумма токена исчерпана. Сделайте это в консоли или подождите до завтра (UTC).',
  },
} as const satisfies Record<string, Refusal>;
