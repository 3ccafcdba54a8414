import { type Point, points } from './faults.ts';
import { kinds } from './header.ts';
import type { ShownBalance } from './proof-file.ts';
import type { Facts, Verdict } from './verify.ts';
import { isInBook, type Tools, type Words } from './words.ts';

interface Explained {
  readonly isProven: boolean;
  readonly title: string;
  /** What it is about: the page and the balances. Empty when the file cannot be read. */
  readonly about: readonly string[];
  readonly points: readonly {
    readonly point: Point;
    readonly state: Verdict['points'][Point];
    readonly text: string;
  }[];
  /** What is wrong, each in a sentence. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** A verdict in words. */
export function explain({ isProven, points: states, faults, facts }: Verdict, words: Words): Explained {
  const tools = toolsOf(facts, words);
  const title = facts?.balances.some(isInBook) ? words.isProven : words.isNowhere;
  return {
    isProven,
    title: isProven ? title : words.isBroken,
    about: facts === null ? [words.notReadable] : [words.page(facts), ...balancesOf(facts, words, tools)],
    points:
      facts === null
        ? []
        : points.map((point) => ({ point, state: states[point], text: words.points[point](facts, tools) })),
    faults: faults.map((fault) => words.faults[fault.code](fault, tools)),
    notes: facts === null ? [] : notesOf(facts, words),
  };
}

/** Money moves between these two of an owner, and only both say what is owed. */
const together: readonly (readonly [number, number])[] = [
  [kinds.storeAvailable, kinds.storeFrozen],
  [kinds.makerAvailable, kinds.makerHeld],
];

function notesOf({ balances, since, isOpeningProven }: Facts, words: Words): string[] {
  const alone = balances.flatMap(({ account, kind, owner, currency }) => {
    const other = together.find((pair) => pair.includes(kind))?.find((one) => one !== kind);
    const isOther = (one: ShownBalance) => one.kind === other && one.owner === owner && one.currency === currency;
    return other === undefined || balances.some(isOther) ? [] : [words.alone(account, other)];
  });
  return [...alone, ...(isOpeningProven ? [] : [words.openingNotProven(since)])];
}

function balancesOf({ balances }: Facts, words: Words, { ofAccount }: Tools): string[] {
  return balances.map((balance) => {
    const { owner, account, kind, leaf } = balance;
    const amount = ofAccount(account, leaf?.balance ?? 0n);
    return words.balance({ owner, account, kind, amount, isInBook: isInBook(balance) });
  });
}

function toolsOf(facts: Facts | null, { decimalSign }: Words): Tools {
  const balances = facts?.balances ?? [];
  const money = (amount: bigint, currency: string) => {
    const decimals = balances.find((one) => one.currency === currency)?.decimals ?? 0;
    return `${decimalText(amount, decimals, decimalSign)} ${currency}`.trim();
  };
  return {
    money,
    ofAccount: (account, amount) => money(amount, balances.find((one) => one.account === account)?.currency ?? ''),
  };
}

/** Minor units as people write them. */
export function decimalText(amount: bigint, decimals: number, sign = '.'): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const fraction = decimals === 0 ? '' : sign + digits.slice(-decimals);
  return `${amount < 0n ? '−' : ''}${whole}${fraction}`;
}
