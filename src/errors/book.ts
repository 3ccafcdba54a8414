import type { Refusal } from './refusal.ts';

/** The sealed book, its proofs and the past. */
export const bookErrors = {
  instant_in_future: {
    message: 'This instant is still to come: it is {now} now.',
    advice: 'Ask for an instant up to now, by the clock of the service.',
    ru: 'Этот момент ещё не наступил.',
  },
  instant_before_invoice: {
    message: 'The invoice was made at {createdAt}: there is nothing before.',
    advice: 'Ask for an instant from the making of the invoice on.',
    ru: 'Счёта тогда ещё не было.',
  },
  page_not_sealed: {
    message: 'Page {page} is not in the book, which ends with page {last}.',
    advice:
      'Ask from a page that is there. If a header of this page was given to you before, the end of the book was lost or cut off: keep the header, and ask the operator.',
    ru: 'Такой страницы в книге нет.',
  },
  not_sealed_yet: {
    message: 'Nothing is sealed yet that could be proven.',
    advice: 'Ask again after a minute: what happens is sealed within seconds.',
    ru: 'Ещё ничего не запечатано: доказывать пока нечего. Повторите через минуту.',
  },
  more_was_lost: {
    message: 'More was found since you looked: {lost} things are lost now.',
    advice: 'Look at the stop again, put right what is new, then lift it with the new number.',
    ru: 'С тех пор нашлись новые потери. Посмотрите список ещё раз и исправьте их.',
  },
  proof_limit: {
    status: 429,
    message: 'There were many proofs of this store. Try again after {seconds} s.',
    advice: 'Wait as long as `Retry-After` says. Keep the proof you got, and ask with `page` only for what came since.',
    ru: 'Доказательства этого магазина запрашивают слишком часто. Подождите немного.',
  },
} as const satisfies Record<string, Refusal>;
