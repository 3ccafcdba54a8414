import type { Refusal } from './refusal.ts';

/** Money that has come. */
export const arrivalErrors = {
  arrival_resolved: {
    message: 'The arrival is {status} already.',
    advice: 'Read the arrival: it is decided.',
    ru: 'Поступление уже разобрано.',
  },
  arrival_undecided: {
    message: 'Money that may be for this deal has arrived and is held: {arrivalId}. Match or return it first.',
    advice: 'Decide about that arrival; if it was not for this deal, try again.',
    ru: 'Для этой сделки есть поступление без решения. Сначала разберите его.',
  },
  arrival_matched: {
    message: 'Money is matched to this deal: {arrivalId}. Reject the claim, or say that this money is somebody else’s.',
    advice:
      'Reject the dispute, or open one about the sum. If the money was matched to this deal by mistake, send `isOthersMoney: true`.',
    ru: 'С этой сделкой сопоставлено поступление. Отклоните спор или отметьте, что это чужие деньги.',
  },
  arrival_pays_deal: {
    message:
      'The deal {dealId} was settled with this very sum, and no other money is linked with it. This may be its money: match it.',
    advice: 'Match the arrival with the deal. If this is a second transfer, send `isSecond: true`.',
    ru: 'Сделка рассчитана на эту же сумму, и других денег по ней не видно. Возможно, это её деньги: сопоставьте их с ней.',
  },
  arrival_in_doubt: {
    message:
      'Only a maker has told of this money, and the bank’s file has no line left for it, or its line may be another deal’s money.',
    advice: 'Read `doubt` of its case (`GET /work/{id}`). Match it to the deal named there; or send `isCertain: true`.',
    ru: 'Об этих деньгах сообщил только мейкер, а в выписке банка для них нет свободной строки, или её строка может быть деньгами другой сделки.',
  },
  arrival_not_matched: {
    message: 'Neither an arrival nor a line of the bank is this deal’s money.',
    advice: 'Leave `isOthersMoney` out. What the bank tells of is entered by `POST /arrivals`.',
    ru: 'С этой сделкой не связано ни поступления, ни строки выписки.',
  },
  arrival_without_deal: {
    message: 'Name the deal this money belongs to.',
    advice: 'Send `dealId` of the deal this money belongs to.',
    ru: 'Укажите сделку.',
  },
  arrival_of_another_maker: {
    message: 'The money came to another maker than the one of this deal. Return it, or enter it for that maker.',
    advice: 'Check the requisite: a deal is paid by money that came to its own maker.',
    ru: 'Деньги пришли другому мейкеру, а не тому, чья сделка. Верните их или внесите для того мейкера.',
  },
  arrival_reference_reused: {
    message: 'This bank reference was entered before with another amount. Each transfer has its own reference.',
    advice: 'Check the bank statement; enter each transfer under its own reference.',
    ru: 'Поступление с этим номером перевода уже внесено с другой суммой.',
  },
} as const satisfies Record<string, Refusal>;
