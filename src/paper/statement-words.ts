import type { TransferKind } from '../domain/ledger/ledger.ts';

/** The languages that documents are written in. */
export const paperLanguages = { en: true, ru: true } as const;
export type PaperLanguage = keyof typeof paperLanguages;

interface StatementWords {
  readonly title: (month: string) => string;
  readonly store: string;
  readonly maker: string;
  readonly account: string;
  readonly accounts: Readonly<Record<string, string>>;
  readonly period: string;
  readonly until: string;
  readonly zone: string;
  readonly madeAt: string;
  readonly opening: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly closing: string;
  readonly movements: string;
  readonly columns: {
    readonly at: string;
    readonly what: string;
    readonly reference: string;
    readonly amount: string;
    readonly balance: string;
  };
  readonly none: string;
  readonly page: (page: number, pages: number) => string;
  /** The same words as in the console; a test compares. */
  readonly transfers: Readonly<Record<TransferKind, string>>;
}

/** What a statement on paper says. */
export const statementWords: Readonly<Record<PaperLanguage, StatementWords>> = {
  en: {
    title: (month) => `Statement for ${month}`,
    store: 'Store',
    maker: 'Maker',
    account: 'Account',
    accounts: {
      store_available: 'Available',
      store_frozen: 'Frozen',
      store_excess: 'Sent too much by payers',
      maker_available: 'Available',
      maker_held: 'Held',
      maker_debt: 'Owed to the service',
      store_debt: 'Owed to the service',
      fees: 'Fees',
      external: 'Outside',
    },
    period: 'Period',
    until: 'the month is not over: movements up to now',
    zone: 'Time zone',
    madeAt: 'Made on',
    opening: 'Opening balance',
    moneyIn: 'Money in',
    moneyOut: 'Money out',
    closing: 'Closing balance',
    movements: 'Movements',
    columns: { at: 'Date and time', what: 'What', reference: 'Your ID or ours', amount: 'Amount', balance: 'Balance' },
    none: 'No movements in this month.',
    page: (page, pages) => `Page ${page} of ${pages}`,
    transfers: {
      top_up: 'Top-up',
      pay_back: 'Paid back',
      payin_hold: 'Held for a payin',
      payin_rehold: 'Held again',
      payin_extend: 'Hold extended',
      payin_reduce: 'Hold reduced',
      payin_release: 'Hold released',
      payin_settle: 'Payin settled',
      payin_fee: 'Fee of a payin',
      payin_reward: 'Reward for a payin',
      payin_excess: 'Sent too much, kept apart',
      payout_freeze: 'Frozen for a payout',
      payout_release: 'Payout released',
      payout_pay: 'Payout paid',
      payout_fee: 'Fee of a payout',
      payout_reward: 'Reward for a payout',
      payout_reverse: 'Payout taken back',
      payout_fee_reverse: 'Fee of a payout taken back',
      payout_reward_reverse: 'Reward for a payout taken back',
      withdrawal_freeze: 'Frozen for a withdrawal',
      withdrawal_release: 'Withdrawal released',
      withdrawal_send: 'Withdrawal sent',
      withdrawal_fee: 'Fee of a withdrawal',
      correction_sum: 'Correction',
      correction_fee: 'Correction of the fee',
      correction_reward: 'Correction of the reward',
      correction_excess: 'Correction of what was sent too much',
      excess_return: 'Sent too much, to be returned',
      excess_back: 'Return came to nothing',
      excess_rest: 'Rest of a return',
      excess_rest_reverse: 'Rest of a return taken back',
      excess_keep: 'Sent too much, kept by the store',
      excess_fee: 'Fee of what the store keeps',
      excess_reward: 'Reward for what the store keeps',
      maker_loss: 'Lent by the service',
      store_loss: 'Lent by the service',
      debt_pay: 'Debt paid',
    },
  },
  ru: {
    title: (month) => `Выписка за ${month}`,
    store: 'Магазин',
    maker: 'Мейкер',
    account: 'Счёт',
    accounts: {
      store_available: 'Доступно',
      store_frozen: 'Заморожено',
      store_excess: 'Переплаты плательщиков',
      maker_available: 'Доступно',
      maker_held: 'Удержано',
      maker_debt: 'Долг перед сервисом',
      store_debt: 'Долг перед сервисом',
      fees: 'Комиссии',
      external: 'Внешний',
    },
    period: 'Период',
    until: 'месяц не закончился: движения до этой минуты',
    zone: 'Часовой пояс',
    madeAt: 'Составлена',
    opening: 'Входящий остаток',
    moneyIn: 'Поступило',
    moneyOut: 'Списано',
    closing: 'Исходящий остаток',
    movements: 'Движений',
    columns: { at: 'Дата и время', what: 'Операция', reference: 'Ваш или наш ID', amount: 'Сумма', balance: 'Остаток' },
    none: 'В этом месяце движений не было.',
    page: (page, pages) => `Страница ${page} из ${pages}`,
    transfers: {
      top_up: 'Пополнение',
      pay_back: 'Возврат мейкеру',
      payin_hold: 'Удержание под приём',
      payin_rehold: 'Удержано снова',
      payin_extend: 'Удержание увеличено',
      payin_reduce: 'Удержание уменьшено',
      payin_release: 'Удержание снято',
      payin_settle: 'Расчёт по приёму',
      payin_fee: 'Комиссия за приём',
      payin_reward: 'Вознаграждение за приём',
      payin_excess: 'Переплата, отложена',
      payout_freeze: 'Заморозка под выплату',
      payout_release: 'Выплата разморожена',
      payout_pay: 'Выплата сделана',
      payout_fee: 'Комиссия за выплату',
      payout_reward: 'Вознаграждение за выплату',
      payout_reverse: 'Выплата списана обратно',
      payout_fee_reverse: 'Комиссия выплаты возвращена',
      payout_reward_reverse: 'Вознаграждение за выплату списано обратно',
      withdrawal_freeze: 'Заморозка под вывод',
      withdrawal_release: 'Вывод разморожен',
      withdrawal_send: 'Вывод отправлен',
      withdrawal_fee: 'Комиссия за вывод',
      correction_sum: 'Исправление',
      correction_fee: 'Исправление комиссии',
      correction_reward: 'Исправление вознаграждения',
      correction_excess: 'Исправление переплаты',
      excess_return: 'Переплата, на возврат',
      excess_back: 'Возврат не состоялся',
      excess_rest: 'Остаток от возврата',
      excess_rest_reverse: 'Остаток от возврата списан',
      excess_keep: 'Переплата, оставлена магазину',
      excess_fee: 'Комиссия с оставленной переплаты',
      excess_reward: 'Вознаграждение с оставленной переплаты',
      maker_loss: 'Сервис покрыл в долг',
      store_loss: 'Сервис покрыл в долг',
      debt_pay: 'Погашение долга',
    },
  },
};
