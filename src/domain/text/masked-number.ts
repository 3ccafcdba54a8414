const digitsShown = 4;
/** Enough for a card; a link would fill the line with dots. */
const dotsMax = 16;

/** The same where room is short: the end of it, behind two dots. */
export function lastDigits(number: string): string {
  return `••${number.slice(-digitsShown)}`;
}

/** A card, phone or account of which one should see which it is, and no more. */
export function maskedNumber(number: string): string {
  const hidden = Math.max(0, number.length - digitsShown);
  return '•'.repeat(Math.min(hidden, dotsMax)) + number.slice(hidden);
}
