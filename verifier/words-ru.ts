import { kinds } from './header.ts';
import { bigOf, isInBook, momentOf, nowhereOf, numberOf, textOf, type Words } from './words.ts';

const kindNames: Readonly<Record<number, string>> = {
  [kinds.external]: 'внешний мир',
  [kinds.fees]: 'комиссии',
  [kinds.storeAvailable]: 'доступно',
  [kinds.storeFrozen]: 'заморожено',
  [kinds.storeExcess]: 'переплаты плательщиков',
  [kinds.makerAvailable]: 'доступно мейкеру',
  [kinds.makerHeld]: 'удержано у мейкера',
  [kinds.makerDebt]: 'долг перед сервисом',
  [kinds.storeDebt]: 'долг перед сервисом',
};

const ownerNames: Readonly<Record<number, string>> = {
  [kinds.storeAvailable]: 'Магазин',
  [kinds.storeFrozen]: 'Магазин',
  [kinds.storeExcess]: 'Магазин',
  [kinds.makerAvailable]: 'Мейкер',
  [kinds.makerHeld]: 'Мейкер',
  [kinds.makerDebt]: 'Мейкер',
  [kinds.storeDebt]: 'Магазин',
};

/** «1 проводки», «5 проводок»: после «из». */
function transfersText(count: number): string {
  const isOne = count % 10 === 1 && count % 100 !== 11;
  return `${count} ${isOne ? 'проводки' : 'проводок'}`;
}

export const russian: Words = {
  decimalSign: ',',
  isProven: 'Доказано.',
  isNowhere: 'Ошибок нет, но ничего и не доказано: остатков в книге ещё нет.',
  isBroken: 'НЕ доказано.',
  notReadable: 'Этот файл не читается как доказательство.',
  page: ({ page, at }) => `Страница ${page} книги, запечатана ${momentOf(at)}`,
  balance: ({ owner, account, kind, amount, isInBook: isThere }) =>
    `${ownerNames[kind] ?? ''} ${owner}, счёт ${account} (${kindNames[kind] ?? kind}): ${amount}${isThere ? '' : ', ни на одной странице'}`.trimStart(),
  points: {
    signed: ({ page }) => `Страница ${page} подписана ключом книги.`,
    unbroken: ({ pagesShown }) => `Ничего не переписано: показанные страницы (${pagesShown}) — из той же книги.`,
    inBook: (facts) => {
      const nowhere = nowhereOf(facts);
      if (nowhere === '') return 'Остаток есть в книге.';
      return facts.balances.some(isInBook)
        ? `Остаток есть в книге, кроме счёта ${nowhere}: по словам файла, его не касалась ни одна страница.`
        : `Не проверено, есть ли остаток в книге. По словам файла, счёта ${nowhere} не касалась ни одна страница, и ничто здесь этого не доказывает.`;
    },
    sums: ({ balances, owed }, { money }) => {
      // Сколько в валюте знаков после запятой, тогда сказать некому.
      if (balances.length === 0) return 'Суммы страницы сходятся, и ни одна не меньше нуля.';
      return `${balances.some(isInBook) ? 'Все обязательства входят в сумму, и ни одно не меньше нуля' : 'Суммы страницы сходятся, и ни одна не меньше нуля'}: ${owed
        .map(
          ({ currency, stores, makers, fees, payers, debts }) =>
            `магазинам причитается ${money(stores, currency)}, у мейкеров ${money(makers, currency)}, у сервиса ${money(fees, currency)}${
              payers === 0n ? '' : `, отложено для плательщиков, приславших лишнее, ${money(payers, currency)}`
            }${debts === 0n ? '' : `, за вычетом долгов мейкеров и магазинов сервису: ${money(debts, currency)}`}`,
        )
        .join('; ')}. Ровно столько пришло извне и не ушло обратно.`;
    },
    follows: ({ balances, transfers, since }) =>
      balances.length === 0
        ? 'Не проверено, складывается ли остаток из проводок. В файле его нет.'
        : `Остаток складывается из ${transfersText(transfers)} ${since === 0 ? 'с первой страницы' : `после страницы ${since}`}.`,
    extends: ({ kept }) =>
      kept.length === 0
        ? 'Не проверено, продолжает ли книга прежнюю. Дайте старое доказательство или заголовок, если сохранили.'
        : `Книга продолжает то, что вы сохранили: страница ${kept.join(', ')}.`,
  },
  alone: (account, kind) =>
    `Счёт ${account} показан без другого счёта того же владельца (${kindNames[kind]}): что причитается там, не доказано.`,
  openingNotProven: (page) =>
    `Остаток после страницы ${page} взят из файла на веру. Дайте и доказательство той страницы или возьмите новое с первой страницы.`,
  faults: {
    unreadable: (fault) => `Файл повреждён или это не доказательство: ${textOf(fault, 'why')}.`,
    incomplete: ({ page }) =>
      `Страница ${page} — лишь часть того, что не вошло в одну: её остатки ничего не доказывают.`,
    signature: ({ page }) => `Подпись страницы ${page} неверна: её сделал или изменил тот, у кого нет ключа книги.`,
    key: ({ page }) =>
      `Страница ${page} называет ключ, о котором прежние страницы не объявляли: книгу ведёт кто-то другой.`,
    empty: () => 'В файле нет ни одного остатка: он не доказывает ничего о том, что вам причитается.',
    path: (fault) =>
      `Остатка счёта ${numberOf(fault, 'account')} в книге нет: он не ведёт к корню страницы ${fault.page}. Его изменили или пропустили.`,
    hidden: (fault) =>
      `Счёта ${numberOf(fault, 'account')} будто бы нет ни на одной странице, но у него есть проводки или остаток: его спрятали.`,
    sums: (fault) =>
      `Суммы, которые следуют из вашего остатка, не те, что на странице ${fault.page}: она должна не столько, сколько пишет.`,
    negative: (fault, { money }) =>
      `Часть книги на странице ${fault.page} должна меньше нуля (${kindNames[numberOf(fault, 'kind')]}: ${money(bigOf(fault, 'amount'), textOf(fault, 'currency'))}): так уменьшили обязательства.`,
    balance: (fault, { money }) =>
      `Все остатки страницы ${fault.page} в сумме дают ${money(bigOf(fault, 'total'), textOf(fault, 'currency'))}, а не ноль: деньги придуманы.`,
    transfers: ({ page }) =>
      `Показанные проводки страницы ${page} — не те, что запечатаны: какая-то изменена, убрана или подменена.`,
    foreign: ({ page }) =>
      `На странице ${page} показана проводка не ваша, не по порядку или та, о которой не спрашивали.`,
    follows: (fault, { ofAccount }) => {
      const account = numberOf(fault, 'account');
      return `По проводкам остаток счёта ${account} должен быть ${ofAccount(account, bigOf(fault, 'expected'))}, а он ${ofAccount(account, bigOf(fault, 'balance'))}: проводки пропущены или остаток изменён.`;
    },
    last: (fault) =>
      `Счёт ${numberOf(fault, 'account')} последний раз менялся на странице ${fault.page}, а последняя показанная проводка — на странице ${numberOf(fault, 'shown')}: проводки пропущены.`,
    below: (fault, { ofAccount }) =>
      `После страницы ${fault.page} счёт ${numberOf(fault, 'account')} был меньше нуля: ${ofAccount(numberOf(fault, 'account'), bigOf(fault, 'balance'))}.`,
    opening: (fault, { ofAccount }) =>
      `Счёт ${numberOf(fault, 'account')} ещё до первой страницы начинается с ${ofAccount(numberOf(fault, 'account'), bigOf(fault, 'opening'))}, а там ничего быть не может.`,
    order: (fault) =>
      `Под номером ${fault.page} показана страница ${numberOf(fault, 'named')}: страницы поменяли местами.`,
    history: ({ page }) => `Страницы до страницы ${page} — не те, после которых она запечатана: книгу переписали.`,
    chain: (fault) =>
      `Страница ${fault.page} называет предыдущей не страницу ${numberOf(fault, 'before')}: страницу подменили.`,
    clock: (fault) =>
      `Страница ${fault.page} датирована ${momentOf(numberOf(fault, 'at'))} — раньше страницы ${numberOf(fault, 'before')} (${momentOf(numberOf(fault, 'beforeAt'))}): часы перевели назад или страницу сделали позже.`,
    count: ({ page }) =>
      `На странице ${page} проводок или записей журнала не столько, сколько допускают прежние страницы.`,
    fork: ({ page }) => `Страница ${page} — не та, что вы сохранили: книгу переписали или показывают вам другую.`,
    old: (fault) =>
      `Показанная книга кончается страницей ${numberOf(fault, 'ends')}, а у вас сохранена страница ${fault.page}: конец отрезан или вам показали старую книгу.`,
    unknown: ({ page }) =>
      `Сохранённой вами страницы ${page} в этом доказательстве нет. Запросите его с page=${page} или known=${page}.`,
    before: (fault, { ofAccount }) => {
      const account = numberOf(fault, 'account');
      return `После страницы ${fault.page} на счёте ${account} по сохранённому было ${ofAccount(account, bigOf(fault, 'balance'))}, а здесь получается ${ofAccount(account, bigOf(fault, 'follows'))}.`;
    },
    missing: (fault) =>
      numberOf(fault, 'isShown') === 1
        ? `О счёте ${numberOf(fault, 'account')} сказано, что его нет ни на одной странице, а в сохранённом вами доказательстве страницы ${fault.page} он есть в книге: его скрыли.`
        : `Счёт ${numberOf(fault, 'account')} есть в сохранённом вами доказательстве страницы ${fault.page}, а здесь его нет: его пропустили, или это доказательство другого счёта.`,
  },
  more: 'Что это значит и как проверяется: docs/proof.md проекта.',
};
