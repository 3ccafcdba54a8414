import type { Refusal } from './refusal.ts';

/** Phones of makers, the messages that come to them, and the templates that read those. */
export const phoneErrors = {
  phone_ticket_ended: {
    message: 'The code was used or has lapsed. Show a new one in the console.',
    advice: 'Show a new code on the page of the phones, and scan it within ten minutes.',
    ru: 'Код уже использован или устарел. Покажите новый в консоли.',
  },
  phone_revoked: {
    message: 'The phone was revoked. Pair it again as a new one.',
    advice: 'Add the phone anew: a revoked one stays revoked.',
    ru: 'Телефон отозван. Подключите его заново как новый.',
  },
  too_many_phones: {
    message: 'A maker has at most {limit} phones.',
    advice: 'Revoke phones that are not used any more.',
    ru: 'У мейкера слишком много телефонов. Отзовите лишние.',
  },
  requisite_of_another_phone: {
    message: 'Messages of this requisite come to another phone, {phone}. Take it off there first.',
    advice:
      'Each requisite belongs to one phone, so that one transfer is told of once. Take it off the other phone first.',
    ru: 'Сообщения этого реквизита приходят на другой телефон. Сначала уберите его там.',
  },
  requisite_twice: {
    message: 'This requisite is named twice.',
    advice: 'Name each requisite once.',
    ru: 'Этот реквизит указан дважды.',
  },
  invalid_digits: {
    message: 'Last digits are three to eight digits, as banks write them.',
    advice: 'Send the digits alone, as the bank writes them behind the name of the account.',
    ru: 'Последние цифры — от трёх до восьми цифр, как их пишет банк.',
  },
  too_many_messages: {
    message: 'A request has at most {limit} messages.',
    advice: 'Send the messages in several requests.',
    ru: 'Слишком много сообщений в одном запросе.',
  },
  message_decided: {
    message: 'This message is decided already.',
    advice: 'Read the message again: it says who has decided what.',
    ru: 'О сообщении уже принято решение.',
  },
  message_being_entered: {
    message: 'This message is being entered, as {amount} on requisite {requisiteId}. Enter the same to finish it.',
    advice: 'Enter the same sum on the same requisite; what is wrong with it is put right on its arrival.',
    ru: 'Кто-то уже начал проводить это сообщение: {1} на реквизит {2}. Введите то же самое, чтобы закончить.',
  },
  message_being_read: {
    message: 'The service is reading this message again. Try again in a moment.',
    advice: 'Look at the message again in a moment: a template that was switched on may have read it.',
    ru: 'Сервис сейчас читает это сообщение заново. Повторите через минуту.',
  },
  message_has_arrival: {
    message: 'This message has become an arrival. Decide about the arrival instead.',
    advice: 'Match or return the arrival of this message. Only that it is false can be said of the message itself.',
    ru: 'Из сообщения уже создано поступление. Решите о поступлении.',
  },
  template_malformed: {
    message: 'The template cannot be used: it {what}.',
    advice: 'Mend the template as the message says; docs/messages.md has the language of patterns.',
    ru: 'Шаблон составлен неверно.',
  },
  too_many_templates: {
    message: 'There are 500 templates of messages at most.',
    advice: 'Change a template that is no longer used instead of adding one.',
    ru: 'Шаблонов сообщений не больше 500.',
  },
  template_test_failed: {
    message: 'Message {test} of the test set of template {template} would be read wrongly: {wrong}.',
    advice:
      'Change the pattern, the senders or the stop words until every test set holds. Change the test only where it is wrong itself.',
    ru: 'Сообщение {1} из проверок шаблона {2} было бы прочитано неверно.',
  },
} as const satisfies Record<string, Refusal>;
