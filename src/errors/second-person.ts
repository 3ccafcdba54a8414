import type { Refusal } from './refusal.ts';

/** Requests that another person approves. */
export const secondPersonErrors = {
  second_person_needed: {
    status: 409,
    message: 'This needs a second person. It waits as a request that another operator can approve from {from} on.',
    advice: 'Tell another operator, who finds the request under Approvals.',
    ru: 'Нужен второй человек. Заявка записана, её может одобрить другой оператор.',
  },
  own_request: {
    message: 'You asked for this yourself; another operator has to approve it.',
    advice: 'Ask another operator.',
    ru: 'Вы сами об этом попросили; одобрить должен другой оператор.',
  },
  approver_too_new: {
    message: 'You were let in after this was asked for. Somebody who was there before has to approve it.',
    advice: 'Ask an operator who was there before.',
    ru: 'Вас впустили позже, чем появилась заявка. Одобрить должен тот, кто был раньше.',
  },
  let_in_by_author: {
    message: 'Who added it has also let you in. Another operator has to accept it.',
    advice: 'Ask another operator.',
    ru: 'Доступ вам дал тот же оператор, который добавил реквизит. Принять должен другой оператор.',
  },
  request_too_young: {
    message: 'This can be approved from {until} on, so that others can see it first.',
    advice: 'Wait until then.',
    ru: 'Одобрить ещё рано: сначала заявку должны увидеть другие.',
  },
  request_decided: {
    message: 'The request is {status} already.',
    advice: 'Nothing: somebody was quicker.',
    ru: 'Заявка уже решена.',
  },
  request_expired: {
    message: 'The request is too old, or its author is disabled. It has to be made anew.',
    advice: 'Ask for it again.',
    ru: 'Заявка устарела, или её автор отключён. Нужна новая.',
  },
} as const satisfies Record<string, Refusal>;
