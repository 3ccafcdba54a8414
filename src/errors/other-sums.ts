import type { Refusal } from './refusal.ts';

/** Money of another sum: parts of a payin, and what was sent too much. */
export const otherSumErrors = {
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
    message: 'Nothing was sent too much for this invoice, or nothing of it is kept apart.',
    advice: 'Read the invoice: `reason` is `over` and `sum` what was asked for where something is kept apart.',
    ru: 'По этому счёту нет отложенной переплаты.',
  },
  excess_not_held: {
    message: 'What was sent too much is {status}: nothing else can be decided about it now.',
    advice:
      'Read the invoice. A link that still waits for the payer can be canceled; what went back, or was kept, stays as it is.',
    ru: 'С этой переплатой уже что-то решено: её вернули, пообещали вернуть или оставили магазину.',
  },
  excess_not_paid: {
    message: 'What was sent too much can be decided about while the invoice is paid. This one is {status}.',
    advice: 'Wait until its dispute is decided.',
    ru: 'Решать о переплате можно, пока счёт оплачен.',
  },
  excess_returned_whole: {
    message: 'What was sent too much is returned as a whole: {limit}.',
    advice: 'Leave the amount out.',
    ru: 'Переплата возвращается целиком: не указывайте сумму.',
  },
} as const satisfies Record<string, Refusal>;
