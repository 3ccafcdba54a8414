import type { Refusal } from './refusal.ts';

/** Refunds. */
export const refundErrors = {
  refund_not_paid: {
    message:
      'Only a payin that is paid, or that expired with a part of its sum, can be refunded. This one is {status}.',
    advice: 'Wait until it is paid, or until its dispute is decided.',
    ru: 'Вернуть можно только оплаченный платёж.',
  },
  refund_too_much: {
    message: 'At most {limit} of this invoice can still be refunded.',
    advice: 'Ask for less, or cancel a refund of the invoice that still waits for the payer.',
    ru: 'Столько вернуть нельзя: не больше {1}.',
  },
  refunds_too_many: {
    message: 'An invoice has at most {limit} refunds.',
    advice: 'Refund the rest by a payout of its own.',
    ru: 'По этому счёту уже слишком много возвратов.',
  },
  refund_link_used: {
    message: 'It was already said where this refund shall go.',
    advice: 'Open the link again: it shows how the refund stands.',
    ru: 'Реквизиты для этого возврата уже указаны.',
  },
  refund_link_lapsed: {
    message: 'The link has lapsed. Ask the shop for a new one.',
    advice: 'Ask for a new refund; its link is new as well.',
    ru: 'Срок ссылки истёк. Нужен новый возврат.',
  },
  refund_canceled: {
    message: 'The refund was canceled.',
    advice: 'Ask the shop, which has canceled it.',
    ru: 'Возврат отменён.',
  },
  refund_not_waiting: {
    message: 'The refund is {status}; only one that waits can be canceled.',
    advice: 'Read the refund. Once its payout is there, cancel the payout, as long as no maker has taken it.',
    ru: 'Возврат уже не ждёт плательщика, отменить его нельзя.',
  },
  refunded_above: {
    message: '{refunded} of this invoice is refunded or promised; less cannot have come.',
    advice:
      'Cancel refunds that still wait for the payer. What was paid back stays: decide that at least as much came.',
    ru: 'Плательщику уже возвращено или обещано больше. Сначала отмените возвраты, которые ещё ждут.',
  },
  part_refunded: {
    message: 'A part of this invoice is on its way back to the payer, or was given back: {refundId}.',
    advice:
      'Return the money that came late. Or cancel the payout of the refund first, as long as no maker has taken it.',
    ru: 'Часть по этому счёту уже возвращают или вернули. Верните поступление или сначала отмените выплату возврата.',
  },
} as const satisfies Record<string, Refusal>;
