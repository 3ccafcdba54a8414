import type { Refusal } from './refusal.ts';

/** Notifications of shops, and messages to people by mail, bot, browser and webhook. */
export const notificationErrors = {
  notification_without_url: {
    message: 'The invoice was created without a notificationUrl: there is nowhere to send to.',
    advice: 'Read the change from the feed instead, and give the next invoice a `notificationUrl`.',
    ru: 'У счёта нет адреса уведомлений.',
  },
  too_many_endpoints: {
    message: 'A store has at most {limit} endpoints. Remove one first.',
    advice: 'Remove an endpoint that is not used any more, or give an existing one more kinds.',
    ru: 'Слишком много адресов. Сначала удалите один.',
  },
  address_not_called: {
    message: 'The service does not call this address: {why}.',
    advice: 'Give an address on the internet, with http or https, on a port of a web server.',
    ru: 'На этот адрес сервис не обращается.',
  },
  too_many_channels: {
    message: 'A person has at most {limit} of these. Remove one first.',
    advice: 'Remove an address that you do not use any more.',
    ru: 'Слишком много адресов. Сначала удалите один.',
  },
  channels_of_day: {
    message: 'At most {limit} can be added in a day. Try again tomorrow.',
    advice: 'Each new address is sent a code, so their number is limited. Try again tomorrow.',
    ru: 'За день можно добавить не больше {1}. Попробуйте завтра.',
  },
  channel_not_offered: {
    message: 'This way is not set up here. Ask the operator of the service.',
    advice: 'The settings `SMTP_URL`, `TELEGRAM_BOT_TOKEN` and `WEB_PUSH_KEY` switch the ways on.',
    ru: 'Этот способ здесь не настроен. Спросите оператора сервиса.',
  },
  channel_not_confirmed: {
    message: 'Confirm it first: nothing is sent before that.',
    advice: 'Give the code that was sent to it, or open the link to the bot.',
    ru: 'Сначала подтвердите: до этого ничего не отправляется.',
  },
  channel_code_wrong: {
    message: 'The code is wrong or has lapsed. Add it again for a new one.',
    advice: 'Codes are good for an hour and for five attempts. Add the address again for a new one.',
    ru: 'Код неверный или устарел. Добавьте адрес ещё раз, придёт новый.',
  },
  invalid_email: {
    message: 'This value should be an e-mail address.',
    advice: 'Send one address, as in `name@example.com`.',
    ru: 'Это не адрес электронной почты.',
  },
  invalid_push: {
    message: 'These are no keys of a browser.',
    advice: 'Send `keys.p256dh` and `keys.auth` as the browser gave them.',
    ru: 'Это не ключи браузера.',
  },
  told_kind_not_yours: {
    message: 'People of your role are not told of "{kind}".',
    advice: 'Ask for the kinds that the answer of `readOwnWishes` lists.',
    ru: 'О таком в вашей роли не сообщают.',
  },
} as const satisfies Record<string, Refusal>;
