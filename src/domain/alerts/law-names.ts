/**
 * The laws of the books in Russian, by their English names, which are `src/storage/ledger/law-texts.ts`. The console has the same words: a
 * test compares them.
 */
export const lawNamesRu: Readonly<Record<string, string>> = {
  'the sum of all balances of a currency is zero': 'Сумма всех остатков по валюте равна нулю',
  'a balance equals the sum of its transfers': 'Остаток равен сумме проводок',
  'the accounts of a maker or store are its own': 'Счета мейкера и магазина принадлежат им самим',
  'money moves between accounts of its maker, its store and the service':
    'Деньги движутся между счетами своего мейкера, своего магазина и сервиса',
  'money for a payin comes to a requisite of its maker': 'Деньги за сделку приёма приходят на реквизит её мейкера',
  'an invoice shows the sums of the deals that its money came by':
    'Счёт показывает суммы сделок, по которым пришли его деньги',
  'a transfer stays within one currency, between accounts that exist':
    'Проводка идёт в одной валюте между существующими счетами',
  'what a maker holds equals the open payin deals': 'Удержанное у мейкера равно сумме открытых сделок',
  'refunds that are paid or on their way never exceed what came': 'Возвращено не больше, чем пришло',
  'what a store has frozen equals its open payouts and withdrawals':
    'Замороженное у магазина равно сумме открытых выплат и выводов',
  'who owes the service has nothing to spend: each credit pays the debt first':
    'у должника сервиса нечего тратить: поступления сначала погашают долг',
  'a debt grows by what the service bears for its owner, and falls by credits of its owner alone':
    'долг растёт на то, что сервис покрыл за владельца, и уменьшается только его поступлениями',
  'what payers sent too much stands apart until it is returned or kept, and then nothing is left of it':
    'Переплата отложена, пока её не вернут или не оставят магазину; после этого от неё ничего не остаётся',
  'each payin deal has its whole set of transfers, once': 'У каждой сделки приёма полный набор проводок, один раз',
  'each payout deal has its whole set of transfers, once': 'У каждой выплаты полный набор проводок, один раз',
  'the fee of each deal is the reward of its maker and the income of the service':
    'Комиссия каждой сделки состоит из вознаграждения мейкера и дохода сервиса',
  'a deal that an arrival has paid is worth what came':
    'Сделка, которую оплатило поступление, стоит столько, сколько пришло',
  'a payin has received what its paid deals brought, each counted once':
    'По счёту получено столько, сколько принесли его оплаченные сделки, и каждая учтена один раз',
  'a matched arrival has paid its deal, and no other one has':
    'Сопоставленное поступление оплатило свою сделку, и только оно',
  'each withdrawal has its whole set of transfers, once': 'У каждого вывода полный набор проводок, один раз',
  'a requisite counts the deals that run on it': 'Счётчик реквизита равен числу его активных сделок',
  'an invoice has one active deal at most, and none when it has ended':
    'У счёта не больше одной активной сделки, у закрытого — ни одной',
  'every status change was notified, in order': 'О каждой смене статуса отправлено уведомление, по порядку',
  'the book is as it was sealed': 'Книга такая же, какой её запечатали',
  'what has happened can be sealed': 'Всё, что произошло, можно запечатать',
};
