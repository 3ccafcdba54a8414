import { groupedAmount } from '../money/money.ts';
import { lawNamesRu } from './law-names.ts';
import type { AccessNewsKind, SentKind, ToldLanguage } from './told-kinds.ts';

/** What is known of a fact, all as text and the same for every language: a sum is a decimal text with a point. */
export type ToldFacts = Readonly<Record<string, string>>;

interface ToldText {
  readonly title: string;
  readonly text: string;
  /** Below the console's address. */
  readonly path: string;
}

/** What somebody reads. No secret, and of a card no more than its last digits. */
export function toldText(kind: SentKind, facts: ToldFacts, language: ToldLanguage): ToldText {
  const { title, text } = words[language][facts['alarm'] === 'stop' ? 'stop' : kind];
  const said = inWords(facts, language);
  return { title: filled(title, said), text: filled(text, said), path: filled(paths[kind], facts) };
}

/** The facts as readers of the language write them: sums in groups of digits, banks and laws by their names. */
function inWords(facts: ToldFacts, language: ToldLanguage): ToldFacts {
  const said: Record<string, string> = { ...facts };
  const amount = facts['amount'];
  if (amount !== undefined) said['amount'] = groupedAmount(withCents(amount, facts['subunit'] ?? '0'), language);
  const below = facts['below'];
  if (below !== undefined) said['below'] = groupedAmount(below, language);
  const bank = facts[language === 'ru' ? 'bankNameRu' : 'bankName'];
  if (bank !== undefined) said['bank'] = bank;
  const law = facts['law'];
  if (law !== undefined) said['law'] = language === 'ru' ? (lawNamesRu[law] ?? law) : law;
  const what = facts['what'];
  if (what !== undefined) said['what'] = accessNews[language][what as AccessNewsKind] ?? what;
  return said;
}

const accessNews: Readonly<Record<ToldLanguage, Readonly<Record<AccessNewsKind, string>>>> = {
  en: {
    password: 'The password was changed',
    factor: 'A second factor was added',
    factorRemoved: 'The second factor was removed',
    enrolmentCode: 'A code for setting up a second factor was made',
    device: 'Somebody signed in on a new device',
  },
  ru: {
    password: 'Сменили пароль',
    factor: 'Добавили второй фактор',
    factorRemoved: 'Удалили второй фактор',
    enrolmentCode: 'Создали код подключения второго фактора',
    device: 'Вход с нового устройства',
  },
};

/** At least two fraction digits, where the currency has any: 1000.5 is 1000.50. */
function withCents(sum: string, subunit: string): string {
  if (subunit === '0') return sum;
  const [whole = '', fraction = ''] = sum.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function filled(template: string, facts: ToldFacts): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => facts[name] ?? '');
}

const paths: Readonly<Record<SentKind, string>> = {
  enrolment: '/console',
  access: '/console/account',
  code: '/console/account/notifications',
  deal: '/console',
  payout: '/console/payouts',
  dispute: '/console/invoices/{invoice}',
  device: '/console/{place}',
  balance: '/console',
  rate: '/console/rates',
  audit: '/console/system',
  withdrawal: '/console/withdrawals',
  requisite: '/console/requisites',
};

/** `stop` is the other alarm beside a law that does not hold: money is stopped. */
type Words = Readonly<Record<SentKind | 'stop', { readonly title: string; readonly text: string }>>;

const words: Readonly<Record<ToldLanguage, Words>> = {
  en: {
    code: {
      title: 'Your code: {code}',
      text: 'Enter {code} in the console under Notifications. If you did not ask for it, ignore this message.',
    },
    enrolment: {
      title: 'Your enrolment code: {code}',
      text:
        'Enter {code} in the console to set up your second factor. It works for an hour, once. If you did not ask for it, somebody ' +
        'knows your password: ask the operator for another one.',
    },
    access: {
      title: 'Your account: {what}',
      text: '{what}: {by}, {at} UTC. If you did not expect this, tell the operator.',
    },
    deal: { title: 'New deal: {amount} {currency}', text: '{bank}, {number}. Money is expected until {until} UTC.' },
    payout: { title: 'Payout to take: {amount} {currency}', text: '{bank}. The first maker to take it pays it.' },
    dispute: { title: 'Dispute over {amount} {currency}', text: 'Look at it before its time runs out.' },
    device: {
      title: 'Phone silent: {name}',
      text: 'Nothing is heard of it. Its requisites get no new deals until it is back.',
    },
    balance: { title: 'Low balance: {name}', text: '{amount} {currency} left, less than {below}.' },
    rate: { title: 'Rate stopped: {pair}', text: 'The rate is too old, and no new deals start with it.' },
    audit: { title: 'Audit alarm', text: '{law}: {subject}' },
    stop: { title: 'Audit alarm', text: 'Payouts and withdrawals are stopped until an operator has looked.' },
    withdrawal: { title: 'Withdrawal waits: {amount} {currency}', text: '{name}.' },
    requisite: {
      title: 'New requisite {number}',
      text: 'Operator {by} added it to your account; with it: {more} more. Not yours? Turn it off and tell another operator.',
    },
  },
  ru: {
    code: {
      title: 'Ваш код: {code}',
      text: 'Введите {code} в консоли, раздел «Уведомления». Если вы его не запрашивали, ничего не делайте.',
    },
    enrolment: {
      title: 'Ваш код подключения: {code}',
      text:
        'Введите {code} в консоли, чтобы настроить второй фактор. Код действует час и срабатывает один раз. Если вы его не ' +
        'запрашивали, кто-то знает ваш пароль: попросите у оператора новый.',
    },
    access: {
      title: 'Ваша учётная запись: {what}',
      text: '{what}: {by}, {at} UTC. Если вы этого не ждали, сообщите оператору.',
    },
    deal: { title: 'Новая сделка: {amount} {currency}', text: '{bank}, {number}. Ждём деньги до {until} UTC.' },
    payout: { title: 'Выплата ждёт: {amount} {currency}', text: '{bank}. Платит тот, кто взял первым.' },
    dispute: { title: 'Спор на {amount} {currency}', text: 'Посмотрите, пока не вышел срок.' },
    device: {
      title: 'Телефон молчит: {name}',
      text: 'От него ничего не приходит. Пока он не вернётся, новых сделок на его реквизиты не будет.',
    },
    balance: { title: 'Мало денег: {name}', text: 'Осталось {amount} {currency}, меньше {below}.' },
    rate: { title: 'Курс остановился: {pair}', text: 'Курс устарел, новые сделки по нему не начинаются.' },
    audit: { title: 'Тревога: учёт', text: '{law}: {subject}' },
    stop: { title: 'Тревога: учёт', text: 'Выплаты и выводы остановлены, пока оператор не разберётся.' },
    withdrawal: { title: 'Вывод ждёт решения: {amount} {currency}', text: '{name}.' },
    requisite: {
      title: 'Новый реквизит {number}',
      text: 'Его добавил вам оператор {by}; вместе с ним ещё: {more}. Не ваш? Выключите его и скажите другому оператору.',
    },
  },
};
