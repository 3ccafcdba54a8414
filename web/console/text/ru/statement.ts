import type { Dictionary } from '../en/dictionary.ts';

export const statement: Dictionary['statement'] = {
  title: 'Баланс и выписка',
  note: 'Все движения по порядку. За сегодня, если не выбраны другие дни.',
  overTime: 'Баланс за 30 дней',
  empty: 'Движений нет',
  emptyHint: 'Их не было сегодня или в выбранные дни.',
  opening: 'Входящий остаток',
  closing: 'Исходящий остаток',
  amountAndBalance: 'Сумма, баланс после',
  month: 'Выписка за месяц',
  monthNote: (zone) => `Входящий остаток, все движения, исходящий остаток. Границы месяца по времени ${zone}.`,
  monthChoice: 'Месяц',
  monthPdf: 'PDF для печати',
  monthCsv: 'CSV за месяц',
};
