import type { Refusal } from './refusal.ts';

/** Payins that are paid in parts or with too much, and payers who begin too many. */
export const payinErrors = {
  part_paid: {
    message:
      'A part of the sum has come. The payer may send the rest; what came can be refunded when the time is over.',
    advice: 'Wait for the rest, or for the end of the invoice; then refund what came.',
    ru: 'Часть суммы уже пришла. Плательщик может прислать остаток; когда срок выйдет, пришедшее можно вернуть.',
  },
  too_many_parts: {
    message: 'The sum has come in {limit} parts: no further one is counted.',
    advice: 'Match the arrival without `isPart`, or return it.',
    ru: 'Сумма пришла уже {1} частями: больше частей не принимаем.',
  },
  not_a_part: {
    message: 'The whole sum came, or more: there is no rest to send.',
    advice: 'Match the arrival without `isPart`.',
    ru: 'Пришла вся сумма или больше: присылать нечего.',
  },
  no_excess: {
    message: 'This invoice has no excess that is kept apart.',
    advice: 'Read the invoice: `reason` is `over` and `sum` what was asked for where something is kept apart.',
    ru: 'По этому счёту нет отложенной переплаты.',
  },
  excess_not_held: {
    message: 'The excess is already {status}.',
    advice:
      'Read the invoice. A link that still waits for the payer can be canceled; what went back, or was kept, stays as it is.',
    ru: 'С этой переплатой уже что-то решено: её вернули, пообещали вернуть или оставили магазину.',
  },
  excess_not_paid: {
    message: 'The excess can only be decided while the invoice is paid. This one is {status}.',
    advice: 'Wait until its dispute is decided.',
    ru: 'Решать о переплате можно, пока счёт оплачен.',
  },
  excess_returned_whole: {
    message: 'The excess is returned as a whole: {limit}.',
    advice: 'Leave the amount out.',
    ru: 'Переплата возвращается целиком: не указывайте сумму.',
  },
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
    advice: 'Reload the list: the block has ended or was lifted.',
    ru: 'Плательщик не заблокирован или уже не заблокирован.',
  },
} as const satisfies Record<string, Refusal>;
