import type { Dictionary } from '../en/dictionary.ts';
import { plural } from './plural.ts';

export const queue: Dictionary['operator']['queue'] = {
  title: 'Очередь работы',
  note: 'Требуют решения, сначала старые',
  empty: 'Задач нет',
  emptyHint: 'Новые задачи появятся здесь сами.',
  age: 'Ждёт',
  kind: 'Вид',
  details: 'Подробности',
  kinds: {
    escalated: 'Спор без ответа',
    overdue: 'Просроченный перевод',
    unproved: 'Выплата без подтверждения',
    confirmed: 'Подтвердить поступление',
    objected: 'Решить оспоренную выплату',
    dispute: 'Решить спор',
    arrival: 'Сопоставить поступление',
    payout: 'Назначить выплату',
    withdrawal: 'Провести вывод',
    message: 'Разобрать сообщение',
    line: 'Разнести строку банка',
  },
  proof: 'Проверить подтверждение выплаты',
  approveWithdrawal: 'Одобрить вывод',
  sendWithdrawal: 'Отправить вывод',
  orMore: 'или больше',
  receipts: (count) => plural(count, 'чек', 'чека', 'чеков'),
};
