import { kinds } from './header.ts';
import { bigOf, isInBook, momentOf, nowhereOf, numberOf, textOf, type Words } from './words.ts';

const kindNames: Readonly<Record<number, string>> = {
  [kinds.external]: 'outside',
  [kinds.fees]: 'fees',
  [kinds.storeAvailable]: 'available',
  [kinds.storeFrozen]: 'frozen',
  [kinds.storeExcess]: 'sent too much by payers',
  [kinds.makerAvailable]: 'maker’s available',
  [kinds.makerHeld]: 'maker’s held',
  [kinds.makerDebt]: 'owed to the service',
  [kinds.storeDebt]: 'owed to the service',
};

const ownerNames: Readonly<Record<number, string>> = {
  [kinds.storeAvailable]: 'Store',
  [kinds.storeFrozen]: 'Store',
  [kinds.storeExcess]: 'Store',
  [kinds.makerAvailable]: 'Maker',
  [kinds.makerHeld]: 'Maker',
  [kinds.makerDebt]: 'Maker',
  [kinds.storeDebt]: 'Store',
};

export const english: Words = {
  decimalSign: '.',
  isProven: 'Proven.',
  isNowhere: 'Nothing is wrong, and nothing is proven: no balance is in the book yet.',
  isBroken: 'NOT proven.',
  notReadable: 'The file cannot be read as a proof.',
  page: ({ page, at }) => `Page ${page} of the book, sealed on ${momentOf(at)}`,
  balance: ({ owner, account, kind, amount, isInBook: isThere }) =>
    `${ownerNames[kind] ?? ''} ${owner}, account ${account} (${kindNames[kind] ?? kind}): ${amount}${isThere ? '' : ', in no page'}`.trimStart(),
  points: {
    signed: ({ page }) => `Page ${page} is signed with the key of the book.`,
    unbroken: ({ pagesShown }) => `Nothing was rewritten: the ${pagesShown} pages shown are in the book that it ends.`,
    inBook: (facts) => {
      const nowhere = nowhereOf(facts);
      if (nowhere === '') return 'The balance is in the book.';
      return facts.balances.some(isInBook)
        ? `The balance is in the book, but for account ${nowhere}: the file says that no page has touched it.`
        : `Not checked: whether a balance is in the book. The file says that no page has touched account ${nowhere}, and nothing here proves that.`;
    },
    sums: ({ balances, owed }, { money }) => {
      // Nothing says then how many decimal places a currency has.
      if (balances.length === 0) return 'The sums of the page add up and none is below zero.';
      return `${balances.some(isInBook) ? 'All liabilities are in the sum and none is below zero' : 'The sums of the page add up and none is below zero'}: ${owed
        .map(
          ({ currency, stores, makers, fees, payers, debts }) =>
            `stores are owed ${money(stores, currency)}, makers have ${money(makers, currency)}, the service ${money(fees, currency)}${
              payers === 0n ? '' : `, and ${money(payers, currency)} is kept for payers who sent too much`
            }${debts === 0n ? '' : `, less ${money(debts, currency)} that makers and stores owe the service`}`,
        )
        .join('; ')}. That is exactly what came in from outside and did not leave again.`;
    },
    follows: ({ balances, transfers, since }) =>
      balances.length === 0
        ? 'Not checked: whether a balance follows from its transfers. The file has none.'
        : `The balance follows from ${transfers} transfers ${since === 0 ? 'since the first page' : `after page ${since}`}.`,
    extends: ({ kept }) =>
      kept.length === 0
        ? 'Not checked: whether the book goes on from an earlier one. Give an older proof or head that you kept.'
        : `The book goes on from what you kept: page ${kept.join(', ')}.`,
  },
  alone: (account, kind) =>
    `Account ${account} is shown without the other one of its owner (${kindNames[kind]}): what is owed there is not proven.`,
  openingNotProven: (page) =>
    `What the account held after page ${page} is taken as the file says. Give the proof of that page as well, or take one from the first page on.`,
  faults: {
    unreadable: (fault) => `The file is damaged or is no proof: ${textOf(fault, 'why')}.`,
    incomplete: ({ page }) =>
      `Page ${page} is only a piece of what was too much for one page: its balances prove nothing.`,
    signature: ({ page }) =>
      `The signature of page ${page} is wrong: somebody who does not have the key of the book has made or changed it.`,
    key: ({ page }) =>
      `Page ${page} names a key that the pages before it have not announced: somebody else goes on with the book.`,
    empty: () => 'The file has no balance: it proves nothing of what you are owed.',
    path: (fault) =>
      `The balance of account ${numberOf(fault, 'account')} is not in the book: it does not lead to the root of page ${fault.page}. It was changed, or left out.`,
    hidden: (fault) =>
      `Account ${numberOf(fault, 'account')} is said to be in no page, and has transfers or a balance: it was hidden.`,
    sums: (fault) =>
      `The sums that follow from your balance are not those of page ${fault.page}: it owes something else than it says.`,
    negative: (fault, { money }) =>
      `A part of the book owes less than nothing on page ${fault.page} (${kindNames[numberOf(fault, 'kind')]}: ${money(bigOf(fault, 'amount'), textOf(fault, 'currency'))}): liabilities were made smaller by it.`,
    balance: (fault, { money }) =>
      `All balances of page ${fault.page} add up to ${money(bigOf(fault, 'total'), textOf(fault, 'currency'))} and not to nothing: money was made up.`,
    transfers: ({ page }) =>
      `The transfers shown of page ${page} are not those that were sealed: one was changed, removed or exchanged.`,
    foreign: ({ page }) => `Page ${page} shows a transfer that is not yours, not in its order, or was not asked for.`,
    follows: (fault, { ofAccount }) => {
      const account = numberOf(fault, 'account');
      return `The balance of account ${account} should be ${ofAccount(account, bigOf(fault, 'expected'))} by its transfers, and is ${ofAccount(account, bigOf(fault, 'balance'))}: transfers were left out, or the balance was changed.`;
    },
    last: (fault) =>
      `Account ${numberOf(fault, 'account')} was changed last on page ${fault.page}, and the last transfer shown is on page ${numberOf(fault, 'shown')}: transfers were left out.`,
    below: (fault, { ofAccount }) =>
      `Account ${numberOf(fault, 'account')} was below zero after page ${fault.page}: ${ofAccount(numberOf(fault, 'account'), bigOf(fault, 'balance'))}.`,
    opening: (fault, { ofAccount }) =>
      `Account ${numberOf(fault, 'account')} begins with ${ofAccount(numberOf(fault, 'account'), bigOf(fault, 'opening'))} before the first page, where nothing can be.`,
    order: (fault) => `What is shown as page ${fault.page} is page ${numberOf(fault, 'named')}: pages were exchanged.`,
    history: ({ page }) =>
      `The pages before page ${page} are not those that it was sealed after: the book was rewritten.`,
    chain: (fault) =>
      `Page ${fault.page} names another page than ${numberOf(fault, 'before')} as the one before it: a page was exchanged.`,
    clock: (fault) =>
      `Page ${fault.page} is dated ${momentOf(numberOf(fault, 'at'))}, before page ${numberOf(fault, 'before')} (${momentOf(numberOf(fault, 'beforeAt'))}): the clock was put back, or the page was made later.`,
    count: ({ page }) => `Page ${page} counts other transfers, or a shorter audit log, than the pages before it allow.`,
    fork: ({ page }) =>
      `Page ${page} is another one than you kept: the book was rewritten, or you are shown another book.`,
    old: (fault) =>
      `The book shown ends with page ${numberOf(fault, 'ends')}, and you kept page ${fault.page}: its end was cut off, or you are shown an old one.`,
    unknown: ({ page }) =>
      `Page ${page}, which you kept, is not in this proof. Ask for a proof with page=${page} or known=${page}.`,
    before: (fault, { ofAccount }) => {
      const account = numberOf(fault, 'account');
      return `After page ${fault.page} account ${account} had ${ofAccount(account, bigOf(fault, 'balance'))} by what you kept, and ${ofAccount(account, bigOf(fault, 'follows'))} follows here.`;
    },
    missing: (fault) =>
      numberOf(fault, 'isShown') === 1
        ? `Account ${numberOf(fault, 'account')} is said to be in no page, and was in the book in the proof of page ${fault.page} that you kept: it was hidden.`
        : `Account ${numberOf(fault, 'account')} is in the proof of page ${fault.page} that you kept, and not in this one: it was left out, or this is the proof of another account.`,
  },
  more: 'What each means and how it is checked: docs/proof.md of the project.',
};
