import type { Refusal } from './refusal.ts';

/** Claims, and how they are decided. */
export const disputeErrors = {
  dispute_without_deal: {
    message: 'The invoice has no deal to dispute.',
    advice: 'Nothing was ever to be paid here, so there is nothing to dispute.',
    ru: 'У счёта нет сделки.',
  },
  claim_decided: {
    message: 'An operator has looked into this receipt and decided. Ask the store if that cannot be right.',
    advice: 'Open a dispute as the merchant, with what the payer has sent you.',
    ru: 'По этому чеку уже принято решение.',
  },
  already_disputed: {
    message: 'The invoice is in dispute already.',
    advice: 'Add evidence to the dispute that is open, or wait for its outcome.',
    ru: 'Спор уже открыт.',
  },
  not_in_dispute: {
    message: 'The invoice is {status}, not in dispute.',
    advice: 'Read the invoice: the dispute is decided, or none was opened.',
    ru: 'Спора нет.',
  },
  claim_is_newer: {
    message: 'Another claim has been made since you looked; nothing was decided. Reload, and look at that one first.',
    advice: 'Reload the invoice. Decide about the claim that is open now, by what you see there.',
    ru: 'По сделке уже открыт другой спор. Ничего не решено. Обновите страницу и сначала посмотрите новое требование.',
  },
  claims_of_payer_full: {
    message:
      'This payer has {limit} claims open, which is the most allowed. The next one is possible when one is decided.',
    advice: 'Wait, or send the receipt to the shop.',
    ru: 'У плательщика уже открыто обращений: {1}, больше нельзя. Подождите решения.',
  },
  claims_of_store_full: {
    message:
      'The store has {limit} claims open, which is the most allowed. The next one is possible when one is decided.',
    advice: 'Ask operators to decide; they can raise the number. Rejected claims lower it for a month.',
    ru: 'У магазина уже открыто споров: {1}, больше нельзя. Подождите решения.',
  },
  decide_dispute: {
    message: 'The payout is in dispute. Accept or reject the dispute instead.',
    advice: 'Decide the dispute; for each decision the console says what becomes of the payout.',
    ru: 'По выплате открыт спор. Примите или отклоните его.',
  },
  claim_has_no_sum: {
    message: 'This decision does not say that it was paid, so it takes no sum. To give one, decide that it was paid.',
    advice:
      'Leave `amount` and `rate` out; or, if money came, give the other answer: `dispute.ifAccepted` and `dispute.ifRejected` of the deal say which one that is.',
    ru: 'Это решение не о том, что деньги пришли, поэтому суммы в нём нет. Если они пришли, решите иначе.',
  },
  verdict_not_open: {
    message: 'When this claim is rejected, the verdict about the money can be: {choices}.',
    advice:
      'Leave `verdict` out, or choose from `dispute.ifRejected` of the deal; for the other one, accept the claim. A result that asks for papers (`WAITING_…`) takes no verdict.',
    ru: 'При отклонении этого требования такое решение о деньгах невозможно. Выберите другое.',
  },
  statement_of_day_needed: {
    message: 'A refusal needs the statement of the day: attach it, or bring the bank statement of that day in first.',
    advice: 'Attach the statement as a file, or import it for the requisite.',
    ru: 'Для отказа нужна выписка за этот день: приложите файл или сначала загрузите выписку банка.',
  },
  maker_unanswered: {
    message: 'A dispute waits for your answer past its time. New deals come again when it is answered.',
    advice: 'Answer the dispute: agree, or refuse with the statement of the day.',
    ru: 'Спор ждёт вашего ответа дольше срока. Ответьте, и сделки пойдут снова.',
  },
  maker_too_many_disputes: {
    message: 'Too many of your disputes are open. New deals come again when fewer are.',
    advice: 'Answer them; operators decide them.',
    ru: 'У вас слишком много открытых споров. Сделки пойдут снова, когда их станет меньше.',
  },
  reminder_after_answer: {
    message: 'The reminder must come before the answer is due ({limit} minutes).',
    advice: 'Send a smaller `remindMinutes`, or 0 for no reminder.',
    ru: 'Напоминание должно приходить до срока ответа: не позже чем через {1} мин.',
  },
} as const satisfies Record<string, Refusal>;
