import type { Dictionary } from '../en/dictionary.ts';

export const statement: Dictionary['statement'] = {
  title: 'Баланс и выписка',
  note: 'Все движения по порядку',
  account: 'Счёт',
  overTime: 'Баланс за 30 дней',
  empty: 'Движений нет',
  emptyHint: 'За этот период их не было.',
  opening: 'В начале',
  closing: 'В конце',
  balanceAfter: 'Баланс после',
};
