/**
 * The reader's form of numbers, dates and plurals. Making one of these takes longer than writing a page with it, so each is
 * made once: their keys are the languages we have and the currencies of the catalogue, of which there are few.
 */
export const pluralRules = once(
  // A language whose rules Node does not know has one and other here, not what the machine's own language has.
  (locale: string) => new Intl.PluralRules([locale, 'en']),
);

export const countFormat = once((locale: string) => new Intl.NumberFormat(locale));

export const secondsFormat = once(
  (locale: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'short' }),
);

/** A currency that Intl knows, with its sign; null for a number alone. */
export const amountFormat = once(
  (locale: string, currency: string | null, subunit: number) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: subunit,
      maximumFractionDigits: subunit,
      ...(currency === null ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    }),
);

/** The service does not know where the reader is: these are in UTC. */
export const clockFormat = once(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }),
);

export const dateFormat = once(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

function once<Keys extends readonly (string | number | null)[], Made>(make: (...keys: Keys) => Made) {
  const made = new Map<string, Made>();
  return (...keys: Keys): Made => {
    const key = keys.join(' ');
    const known = made.get(key) ?? make(...keys);
    made.set(key, known);
    return known;
  };
}
