import type { Refusal } from './refusal.ts';

/** People who sign in: logins, passwords, second factors, passkeys, teams, and what needs a second person. */
export const peopleErrors = {
  invalid_login: {
    message: 'A login has 2 to 100 small letters, digits or . _ @ + - and begins with a letter or digit.',
    advice: 'Choose another login, such as `anna` or `anna@example.com`.',
    ru: 'Логин: от 2 до 100 строчных латинских букв, цифр и знаков . _ @ + -; начинается с буквы или цифры.',
  },
  login_reserved: {
    message: 'This login is reserved: the audit log uses it for another party.',
    advice: "Choose another login, such as the person's name: the words for roles and programs are reserved.",
    ru: 'Этот логин занят самим сервисом: так в журнале называют других. Выберите другой.',
  },
  login_taken: {
    message: 'There is a user with this login already.',
    advice: 'Choose another login.',
    ru: 'Такой логин уже есть.',
  },
  password_too_short: {
    message: 'The password should have at least 12 characters.',
    advice: 'Choose a longer password: a few words are better than many signs.',
    ru: 'Пароль короче 12 символов.',
  },
  password_wrong: {
    message: 'The current password is wrong.',
    advice: 'Send the password you signed in with as `currentPassword`.',
    ru: 'Неверный пароль.',
  },
  user_owner: {
    message: 'A maker has a makerId, a merchant a merchantId, an operator neither.',
    advice: 'Send `makerId` with the role `maker`, `merchantId` with `merchant`, neither with `operator`.',
    ru: 'Для роли «Мейкер» выберите мейкера, для роли «Мерчант» — мерчанта; оператору не нужно ни то ни другое.',
  },
  not_on_oneself: {
    message: 'You cannot do this to yourself; ask another operator.',
    advice: 'Ask another operator.',
    ru: 'С собственной учётной записью этого сделать нельзя.',
  },
  second_factor_present: {
    message: 'There is an authenticator app already. An operator can remove it.',
    advice: 'Nothing to do; or ask an operator to remove the old one, when the phone is lost.',
    ru: 'Приложение-аутентификатор уже настроено. Удалить его может оператор.',
  },
  last_second_factor: {
    message: 'This is your last second factor, and you need one. Add another first.',
    advice: 'Add a passkey or an authenticator app, then remove this one.',
    ru: 'Это ваш последний второй фактор, а он вам нужен. Сначала добавьте другой.',
  },
  enrolment_code_needed: {
    status: 403,
    message: 'Setting up a second factor needs an enrolment code. This one is missing, wrong, used or too old.',
    advice: 'Send `enrolmentCode`: the operator who made your account has it, or `mailEnrolmentCode` mails one.',
    ru: 'Чтобы настроить второй фактор, нужен код подключения. Кода нет, он неверен, уже использован или устарел.',
  },
  enrolment_mail_unavailable: {
    message: 'No enrolment code can be sent to you by mail now.',
    advice: 'Ask the operator for a code.',
    ru: 'Сейчас отправить вам код подключения почтой нельзя. Попросите код у оператора.',
  },
  enrolment_failed: {
    message:
      'The code is wrong, or the set-up took more than 15 minutes. Try the next code; if that fails too, begin again.',
    advice: 'Send the next code the app shows; if that fails too, begin again and scan the new code.',
    ru: 'Код не подошёл, или настройка заняла больше 15 минут. Попробуйте следующий код; если не подойдёт и он, начните заново.',
  },
  two_factor_disabled: {
    message: '2FA should be enabled for this operation', // kept
    advice: 'Ask the operator to set up a second factor for the merchant.',
    ru: 'Сначала настройте второй фактор.',
  },
  two_factor_wrong: {
    message: 'The two-factor code is wrong or was used before. Wait for the next one.',
    advice:
      'Wait for the next code and send that one, with a new `Idempotency-Key` if you use one. Check the clock of the machine that makes the codes.',
    ru: 'Неверный код.',
  },
  two_factor_locked: {
    message: 'Too many wrong two-factor codes. Withdrawals, keys and the secret are locked until {until}.',
    advice: 'Wait until the time in the message. Until then not even a right code works.',
    ru: 'Слишком много неверных кодов. Попробуйте через 15 минут.',
  },
  passkey_known: {
    message: 'This passkey has been added already.',
    advice: 'Nothing to do; or use another device.',
    ru: 'Этот ключ доступа уже добавлен.',
  },
  passkey_refused: {
    message: 'The passkey is not yours, too late, used before, or may have been copied.',
    advice:
      'Begin again with a new challenge. A passkey that may have been copied is marked in your list: remove it and add a new one.',
    ru: 'Ключ доступа не подошёл: он не ваш, прошло слишком много времени, он уже использован или, возможно, скопирован.',
  },
  passkeys_unavailable: {
    message: 'Passkeys work only with https or on localhost. Here that is: {sites}.',
    advice:
      'Open the console at one of the addresses in the message. The person who runs the service sets `PUBLIC_URL` to an https address with a name.',
    ru: 'Ключи доступа работают только на странице с https или на этом же компьютере.',
  },
  too_many_passkeys: {
    message: 'A person has at most {limit} passkeys.',
    advice: 'Remove those that you do not use any more.',
    ru: 'Ключей доступа может быть не больше {1}.',
  },
  too_many_views: {
    message: 'A person has at most {limit} saved views.',
    advice: 'Remove those that you do not use any more.',
    ru: 'Сохранённых видов может быть не больше {1}.',
  },
  invitation_ended: {
    message: 'The invitation was used, taken back or has lapsed. Ask for a new one.',
    advice: 'Ask the person who invited you for a new link.',
    ru: 'Приглашение уже использовано, отозвано или истекло. Попросите новое.',
  },
  right_not_yours: {
    message: 'You cannot give or take rights that you do not have: {rights}.',
    advice: 'Leave these rights out, or ask somebody who has them.',
    ru: 'Нельзя дать или отобрать право, которого нет у вас.',
  },
  owner_is_fixed: {
    message: 'An owner can do everything, and is changed by operators alone.',
    advice: 'Ask an operator.',
    ru: 'Владелец может всё; его меняют только операторы.',
  },
  team_full: {
    message: 'A team has at most {limit} of these.',
    advice: 'Remove somebody, or take an invitation back.',
    ru: 'В команде больше нет места.',
  },
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
    message: 'You got your access after this was asked for. An operator from before has to approve it.',
    advice: 'Ask an operator who was there before.',
    ru: 'Вас впустили позже, чем появилась заявка. Одобрить должен тот, кто был раньше.',
  },
  let_in_by_author: {
    message: 'The operator who added it has also given you access. Another operator has to accept it.',
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
    advice: 'Nothing to do: another operator was quicker.',
    ru: 'Заявка уже решена.',
  },
  request_expired: {
    message: 'The request is too old, or its author is disabled. It has to be made anew.',
    advice: 'Ask for it again.',
    ru: 'Заявка устарела, или её автор отключён. Нужна новая.',
  },
} as const satisfies Record<string, Refusal>;
