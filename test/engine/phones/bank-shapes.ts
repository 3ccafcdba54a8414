/**
 * How banks write about a transfer that came, written down once more and by hand: what reads them shares nothing with this. All
 * numbers and names are invented.
 */
interface ToldTransfer {
  readonly amountMinor: bigint;
  /** After it. */
  readonly balanceMinor: bigint;
  readonly digits: string;
  readonly name: string;
  /** `14:07` and `03.02.26`, by clocks in Moscow. */
  readonly time: string;
  readonly date: string;
}

export interface Shape {
  readonly bank: string;
  readonly sender: string;
  readonly tells: { readonly digits: boolean; readonly balance: boolean; readonly time: boolean };
  readonly write: (told: ToldTransfer, sum: (minor: bigint) => string) => string;
}

const tellsAll = { digits: true, balance: true, time: true };

export const shapes: readonly Shape[] = [
  {
    bank: 'sberbank',
    sender: '900',
    tells: tellsAll,
    write: (told, sum) =>
      `СЧЁТ${told.digits} ${told.time} Перевод ${sum(told.amountMinor)}р от ${told.name} Баланс: ${sum(told.balanceMinor)}р`,
  },
  {
    bank: 'sberbank',
    sender: '900',
    tells: tellsAll,
    write: (told, sum) =>
      `MIR-${told.digits} ${told.time} Перевод из Т\u2011Банк +${sum(told.amountMinor)}р от ${told.name.toUpperCase()} Баланс: ${sum(told.balanceMinor)}р`,
  },
  {
    bank: 'sberbank',
    sender: '900',
    tells: { digits: true, balance: false, time: false },
    write: (told, sum) =>
      `СЧЁТ${told.digits} ${told.date} зачислен перевод по СБП ${sum(told.amountMinor)}р из ВТБ от ${told.name.toUpperCase()}`,
  },
  {
    bank: 'sberbank',
    sender: '900',
    tells: tellsAll,
    write: (told, sum) =>
      `MIR-${told.digits} ${told.time} зачисление ${sum(told.amountMinor)}р SHOP Баланс: ${sum(told.balanceMinor)}р`,
  },
  {
    bank: 'sberbank',
    sender: 'ru.sberbankmobile',
    tells: { digits: false, balance: true, time: false },
    write: (told, sum) => `+ ${sum(told.amountMinor)} ₽ — Баланс: ${sum(told.balanceMinor)} ₽`,
  },
  {
    bank: 'tinkoff',
    sender: 'TBank',
    tells: { digits: false, balance: true, time: false },
    write: (told, sum) =>
      `Пополнение, счет RUB. ${sum(told.amountMinor)} RUB. ${told.name} Доступно ${sum(told.balanceMinor)} RUB`,
  },
  {
    bank: 'vtb',
    sender: 'VTB',
    tells: tellsAll,
    write: (told, sum) =>
      `Поступление ${sum(told.amountMinor)}р Счет*${told.digits} от ${told.name.toUpperCase()} Баланс ${sum(told.balanceMinor)}р ${told.time}`,
  },
  {
    bank: 'alfabank',
    sender: 'Alfa-Bank',
    tells: { digits: false, balance: false, time: false },
    write: (told, sum) => `Перевод на сумму ${sum(told.amountMinor)} RUR из Сбербанк от ${told.name} по СБП`,
  },
  {
    bank: 'alfabank',
    sender: 'Alfa-Bank',
    tells: { digits: true, balance: true, time: false },
    write: (told, sum) =>
      `Popolnenie *${told.digits} na ${sum(told.amountMinor)} RUR Balans ${sum(told.balanceMinor)} RUR`,
  },
  {
    bank: 'raiffeisenbank',
    sender: 'Raiffeisen',
    tells: { digits: false, balance: true, time: false },
    write: (told, sum) => `+ ${sum(told.amountMinor)} ₽ от ${told.name} Теперь на счете ${sum(told.balanceMinor)} ₽`,
  },
  {
    bank: 'rosselhozbank',
    sender: 'RSHB',
    tells: { digits: false, balance: false, time: false },
    write: (told, sum) =>
      `Успешный перевод СБП. ${told.name.replace('.', '')} из Озон Банк Зачислено ${sum(told.amountMinor)} RUR`,
  },
  {
    bank: 'otp_bank',
    sender: 'OTP Bank',
    tells: { digits: true, balance: true, time: false },
    write: (told, sum) =>
      `Счет *${told.digits} зачисление ${sum(told.amountMinor)}р. Доступно ${sum(told.balanceMinor)}р.`,
  },
  {
    bank: 'bspb',
    sender: 'BSPB',
    tells: { digits: true, balance: false, time: true },
    write: (told, sum) =>
      `*${told.digits} Зачислен перевод по СБП ${sum(told.amountMinor)}RUB ${told.time} от ${told.name.replace('.', '')}`,
  },
  {
    bank: 'domrf',
    sender: 'DOM.RF',
    tells: { digits: true, balance: true, time: false },
    write: (told, sum) =>
      `Пополнение +${sum(told.amountMinor)} RUB на счет **${told.digits} по СБП от ${told.name.toUpperCase()} успешно. Доступно ${sum(told.balanceMinor)} RUB`,
  },
  {
    bank: 'mts',
    sender: 'MTS Bank',
    tells: { digits: false, balance: false, time: false },
    write: (told, sum) => `Поступление ${sum(told.amountMinor)}р. ${told.name.replace('.', '')} через СБП`,
  },
  {
    bank: 'uralsib',
    sender: 'URALSIB',
    tells: { digits: true, balance: true, time: false },
    write: (told, sum) =>
      `Пополнение *${told.digits} Сумма ${sum(told.amountMinor)} р Остаток ${sum(told.balanceMinor)} р`,
  },
  {
    bank: 'promsvyaz',
    sender: 'PSB',
    tells: { digits: true, balance: true, time: false },
    write: (told, sum) =>
      `*${told.digits} Пополнение ${sum(told.amountMinor)}p SHOP Доступно ${sum(told.balanceMinor)}p`,
  },
];

/** What comes to the same phones and is about no transfer that came; some of it quotes the very sum that somebody waits for. */
export const noise: readonly ((
  sum: string,
  balance: string,
  digits: string,
) => { readonly sender: string; readonly text: string })[] = [
  (sum) => ({ sender: '900', text: `Код 482915 для перевода ${sum}р. Никому не сообщайте код` }),
  (sum, balance, digits) => ({
    sender: '900',
    text: `СЧЁТ${digits} 14:12 Покупка ${sum}р MAGAZIN Баланс: ${balance}р`,
  }),
  (sum) => ({ sender: 'TBank', text: `Возврат, счет RUB. ${sum} RUB. Доступно 1 RUB` }),
  (sum) => ({ sender: 'VTB', text: `Перевод ${sum}р отклонен. Недостаточно средств` }),
  (sum) => ({ sender: 'Alfa-Bank', text: `Вам одобрен кредит на сумму ${sum} RUR` }),
  () => ({ sender: 'MTS Bank', text: 'Ваш кешбэк 120р. Поступление завтра' }),
  (sum) => ({ sender: '+79991112233', text: `Привет, я перевела ${sum}р, посмотри` }),
  () => ({ sender: 'Raiffeisen', text: 'Теперь приложение ещё удобнее' }),
];
