import { kindOfNumber } from '../domain/makers/requisite-number.ts';

/** Numbers as people read them out and compare them: in groups. A link and a text stay as they are. */
export function numberGroups(number: string): readonly string[] {
  switch (kindOfNumber(number)) {
    case 'phone':
      return number.startsWith('+7') ? cut(number, [2, 3, 3, 2, 2]) : threesFromTheEnd(number);
    case 'card':
      return fours(number);
    case 'account':
      // A Russian account: the kind of account, the currency, the key, the branch, the number.
      return /^\d{20}$/.test(number) ? cut(number, [5, 3, 1, 4, 7]) : fours(number);
    case 'link':
    case 'text':
      return [number];
  }
}

function cut(number: string, sizes: readonly number[]): readonly string[] {
  let start = 0;
  const groups = sizes.map((size) => {
    start += size;
    return number.slice(start - size, start);
  });
  return [...groups, number.slice(start)].filter((group) => group !== '');
}

function fours(number: string): readonly string[] {
  return number.match(/.{1,4}/gu) ?? [];
}

/** Country codes differ in length, which nobody wants to look up to read a number. */
function threesFromTheEnd(number: string): readonly string[] {
  const digits = number.slice(1);
  const head = digits.length % 3;
  const [first = '', ...rest] = [digits.slice(0, head), ...(digits.slice(head).match(/.{1,3}/gu) ?? [])].filter(
    (one) => one !== '',
  );
  return [`+${first}`, ...rest];
}
