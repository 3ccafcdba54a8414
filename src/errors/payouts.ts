import type { Refusal } from './refusal.ts';

/** Payouts: taking, proving and paying them. */
export const payoutErrors = {
  internal_id_needed: {
    message: 'This store demands an internalId for every payout.',
    advice: 'Send the ID of your order with each payout. Then a repeat can never pay twice.',
    ru: 'Магазин требует внутренний ID для каждой выплаты.',
  },
  internal_id_reused: {
    message: 'A payout with this internalId exists with other values. Use a new internalId for a new payout.',
    advice: 'Each payout needs an `internalId` of its own. Read the earlier one before paying again.',
    ru: 'Внутренний ID уже использован с другими значениями.',
  },
  payout_not_allowed: {
    message: 'This is only possible for a payin invoice.',
    advice: 'A payout has its deal from the start, and its maker confirms it. Read the invoice to follow it.',
    ru: 'Возможно только для приёма.',
  },
  payout_taken: {
    message:
      'The payout is being paid and cannot be canceled{until}. Once the maker has shown a proof, it cannot at all.',
    advice: 'Wait for the outcome, or cancel after that time if there is no proof.',
    ru: 'Выплату выполняет мейкер. Отменить можно, когда его время выйдет, если подтверждения так и не будет.',
  },
  payout_sum_fixed: {
    message: 'A payout is paid with the sum agreed, while its funds are frozen.',
    advice: 'Cancel the payout and create one for the right sum.',
    ru: 'Сумму выплаты менять нельзя.',
  },
  payout_not_open: {
    message: 'The payout is {status}; it cannot be taken or given back.',
    advice: 'Read the payout: another maker was quicker, or it has ended.',
    ru: 'Эту выплату уже взяли или отменили.',
  },
  payouts_open: {
    message:
      'Payouts brought {sum} of this balance that may still go back, until {until}. {free} can be paid back now.',
    advice: 'Ask for less, or wait.',
    ru: 'Часть баланса пришла за выплаты, которые ещё могут оспорить. Верните меньше или подождите.',
  },
  payout_failed_before: {
    message: 'This maker had the payout before and was found not to have paid it. Another maker has to.',
    advice: 'Choose another maker.',
    ru: 'Этот мейкер уже брал выплату и не оплатил её. Нужен другой мейкер.',
  },
  payout_given_back: {
    message: 'This maker has given the payout back. Until {until} it is for others.',
    advice: 'Take another one, or wait.',
    ru: 'Мейкер вернул эту выплату. До {4}:{5} UTC она для других.',
  },
  payout_taken_over: {
    message: 'The time to prove this payout is over, and another maker has it now. Show the proof to an operator.',
    advice: 'An operator settles it with both makers.',
    ru: 'Время на подтверждение вышло, и выплату взял другой мейкер. Покажите чек оператору.',
  },
  maker_takings_full: {
    message: 'The maker has {limit} payouts without a proof, which is the most allowed. Prove or give back one first.',
    advice: 'An operator can raise the number in the settings of the maker.',
    ru: 'Выплат без подтверждения уже {1}: больше нельзя. Подтвердите или верните одну из них.',
  },
  maker_takings_uncovered: {
    message: "The maker's balance does not cover this payout with those that have no proof yet.",
    advice: 'Prove some first, top up, or ask an operator.',
    ru: 'Баланса мейкера не хватает на эту выплату вместе с уже взятыми.',
  },
  payout_has_newer_deal: {
    message:
      'This deal of the payout is over, and another one has begun since; nothing was done. Reload, and look at that one first.',
    advice: 'Reload the payout. Decide about its newest deal, by what you see there.',
    ru: 'Эта сделка уже завершена, по выплате началась другая. Ничего не сделано. Обновите страницу и сначала посмотрите новую сделку.',
  },
  proof_missing: {
    message: 'Upload the proof of payment first.',
    advice: 'Upload the proof of payment, then confirm.',
    ru: 'Нет подтверждения выплаты.',
  },
} as const satisfies Record<string, Refusal>;
