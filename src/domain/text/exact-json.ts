/**
 * Reads JSON without losing a digit: a number becomes its text, as written. `JSON.parse` makes a float of it, which has no
 * place where a price is read.
 */
export function parseExactJson(text: string): unknown {
  // The first reading refuses what is not JSON; in what is left a number outside a string is a number, and nothing else.
  JSON.parse(text);
  return JSON.parse(text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : JSON.stringify(token))));
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
