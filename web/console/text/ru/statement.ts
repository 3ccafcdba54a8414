import type { Dictionary } from '../en/dictionary.ts';

export const statement: Dictionary['statement'] = {
  title: 'Баланс и выписка',
  note: 'Все движения по порядку; за сегодня, если не выбраны другие дни',
  overTime: 'Баланс за 30 дней',
  empty: 'Движений нет',
  emptyHint: 'Их не было сегодня или в выбранные дни.',
  opening: 'В начале',
  closing: 'В конце',
  amountAndBalance: 'Сумма, баланс после',
};
