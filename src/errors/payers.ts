import type { Refusal } from './refusal.ts';

/** Payers who begin too much and pay too little. */
export const payerErrors = {
  user_id_needed: {
    message: 'This store takes no payin without a `userId`: send the ID that the payer has in your system.',
    advice: 'Send `userId`: the ID that the payer has in your system, the same for each of their payins.',
    ru: 'Магазин не принимает платежи без userId: пришлите ID плательщика в вашей системе.',
  },
  payer_pending: {
    message:
      'This payer has {limit} unfinished payins, which is the most that the store allows. The next one is possible when one of them ends{until}.',
    advice: 'Let the payer finish or cancel an earlier payin: show its `invoiceUrl` again.',
    ru: 'Незавершённых платежей у плательщика уже {1}: больше магазин не разрешает. Следующий можно начать, когда один из них завершится.',
  },
  payer_too_often: {
    message:
      'This payer has begun {limit} payins within {minutes} minutes, which is the most that the store allows. The next one is possible at {until}.',
    advice: 'Ask again at the time in the message.',
    ru: 'За {2} мин плательщик начал платежей: {1}, больше магазин не разрешает. Следующий можно начать {5}.{4}.{3} в {6}:{7} UTC.',
  },
  payer_blocked: {
    message:
      'This payer left {count} payins in a row unpaid and is blocked until {until}. An operator can lift the block.',
    advice: 'Ask again at the time in the message, or ask support to lift the block.',
    ru: 'Неоплаченных платежей подряд: {1}. Плательщик заблокирован до {4}.{3}.{2} {5}:{6} UTC. Снять блокировку может оператор.',
  },
  payer_not_blocked: {
    message: 'This payer is not blocked, or no longer.',
    advice: 'Reload the list: the block has ended or somebody has lifted it.',
    ru: 'Плательщик не заблокирован или уже не заблокирован.',
  },
} as const satisfies Record<string, Refusal>;
