import { UsageError } from './command-line.ts';

/** The words by which a rate is named on the command line. */
export function readPair(pair: string): { readonly settlementCurrency: string; readonly fiatCurrency: string } {
  const [, settlementCurrency, fiatCurrency] = /^([A-Z0-9]{2,10})\/([A-Z0-9]{2,10})$/.exec(pair) ?? [];
  if (settlementCurrency === undefined || fiatCurrency === undefined) {
    throw new UsageError(`<pair> is "${pair}"; write it as USDT/RUB.`);
  }
  return { settlementCurrency, fiatCurrency };
}

export function readType(type: string): 'in' | 'out' {
  if (type !== 'in' && type !== 'out') throw new UsageError(`<direction> is "${type}"; give in or out.`);
  return type;
}
