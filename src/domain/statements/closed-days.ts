/** A statement of an operator's file, as it counts for the days it is about. */
export interface ToldPeriod {
  readonly importId: string;
  readonly ordinal: number;
  readonly family: string;
  readonly first: string;
  readonly last: string;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly isInterim: boolean;
}

/** What the stored lines of a day add up to, those of one family of files. */
export interface DaySums {
  readonly day: string;
  readonly family: string;
  readonly lines: number;
  readonly sumIn: bigint;
  readonly sumOut: bigint;
}

/** How many entries of a day's lists wait for a person. */
export interface DayLists {
  readonly day: string;
  readonly onlyBank: number;
  readonly onlyOurs: number;
}

/**
 * `closed`: its lists are empty, and the opening balance and the lines are the closing balance. `open`: entries wait for a person.
 * `unbalanced`: the lines that are stored do not add up to what the bank says, or nobody has told its balances. `untold`: no
 * operator's file is about this day.
 */
export const dayStates = { closed: 'closed', open: 'open', unbalanced: 'unbalanced', untold: 'untold' } as const;
type DayState = keyof typeof dayStates;

interface AccountDay extends DayLists {
  readonly state: DayState;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly lines: number;
  readonly sumIn: bigint;
  readonly sumOut: bigint;
}

/**
 * The state of each day. The newest file that tells balances of a day counts for it. Its pages over the same days are one chain: the
 * first opens and the last closes it. Within a period of several days, what a day opens with follows from the lines before it.
 */
export function accountDays(
  days: readonly string[],
  told: {
    readonly periods: readonly ToldPeriod[];
    readonly sums: readonly DaySums[];
    readonly lists: readonly DayLists[];
  },
): AccountDay[] {
  const lists = new Map(told.lists.map((one) => [one.day, one]));
  return days.map((day) => {
    const { onlyBank = 0, onlyOurs = 0 } = lists.get(day) ?? {};
    const chain = chainOf(day, told.periods);
    const family = chain?.family ?? told.periods.find((one) => one.first <= day && day <= one.last)?.family ?? null;
    const own = told.sums.find((one) => one.day === day && (family === null || one.family === family));
    const { lines = 0, sumIn = 0n, sumOut = 0n } = own ?? {};
    const counted = { day, onlyBank, onlyOurs, lines, sumIn, sumOut };
    if (chain === null) {
      const isTold = told.periods.some((one) => one.first <= day && day <= one.last);
      return { ...counted, opening: null, closing: null, state: isTold ? 'unbalanced' : 'untold' };
    }
    const before = movedWithin(told.sums, chain.family, chain.first, day);
    const opening = chain.opening + before;
    const whole = movedWithin(told.sums, chain.family, chain.first, nextDay(chain.last));
    const isBalanced = chain.isWhole && chain.opening + whole === chain.closing;
    const isEmpty = onlyBank === 0 && onlyOurs === 0;
    const state = isBalanced ? (isEmpty ? 'closed' : 'open') : 'unbalanced';
    return { ...counted, opening, closing: opening + sumIn - sumOut, state };
  });
}

interface Chain {
  readonly family: string;
  readonly first: string;
  readonly last: string;
  readonly opening: bigint;
  readonly closing: bigint;
  /** Each page opens with what the one before it closed with. */
  readonly isWhole: boolean;
}

function chainOf(day: string, periods: readonly ToldPeriod[]): Chain | null {
  const telling = periods.filter(
    (one) => !one.isInterim && one.opening !== null && one.closing !== null && one.first <= day && day <= one.last,
  );
  const newest = telling.reduce((id, one) => (one.importId > id ? one.importId : id), '');
  const pages = telling.filter(({ importId }) => importId === newest).sort((one, other) => one.ordinal - other.ordinal);
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    family: first.family,
    first: pages.reduce((least, one) => (one.first < least ? one.first : least), first.first),
    last: pages.reduce((most, one) => (one.last > most ? one.last : most), first.last),
    opening: first.opening ?? 0n,
    closing: last.closing ?? 0n,
    isWhole: pages.every((page, index) => index === 0 || page.opening === pages[index - 1]?.closing),
  };
}

/** From a day on, up to another one that is not included. */
function movedWithin(sums: readonly DaySums[], family: string, from: string, before: string): bigint {
  return sums
    .filter((one) => one.family === family && one.day >= from && one.day < before)
    .reduce((sum, one) => sum + one.sumIn - one.sumOut, 0n);
}

export function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
