/**
 * Messages come with no-break and narrow spaces, several kinds of dash, double spaces and line breaks, invisible characters,
 * and letters of the other alphabet that look the same. A template is written once, so both are made regular before they are
 * compared.
 */
export interface RegularText {
  /** As people read it, with the case it came in: names are taken from here. */
  readonly shown: string;
  /** What is compared: lower case, letters that look alike are one letter. Each character stands where it stands in `shown`. */
  readonly folded: string;
}

/** A bank's message is a few hundred characters long. What is longer is not from a bank, and nobody reads it. */
export const messageCharactersMax = 4000;

export function regularText(text: string): RegularText {
  const shown = spaced(text).trim();
  return { shown, folded: fold(shown) };
}

/** The same without the spaces at the ends taken away: for a piece of a template. */
export function regularPiece(text: string): RegularText {
  const shown = spaced(text);
  return { shown, folded: fold(shown) };
}

function spaced(text: string): string {
  return (
    text
      .normalize('NFC')
      // Soft hyphen, joiners, marks of direction, byte-order mark: seen by nobody.
      .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '')
      .replace(/[\s\u0085\u00a0\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+/g, ' ')
      .replace(/[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g, '-')
      .replace(/[«»“”„‟″]/g, '"')
      .replace(/[‘’‚‛′`´]/g, "'")
      .replace(/[•·∙●×]/g, '*')
  );
}

function fold(shown: string): string {
  const units = new Uint16Array(shown.length);
  for (let index = 0; index < shown.length; index += 1) units[index] = foldedUnit(shown.charCodeAt(index));
  return String.fromCharCode(...units);
}

/** Folded units that were asked for; 0: not yet. */
const folded = new Uint16Array(2 ** 16);

function foldedUnit(unit: number): number {
  if (folded[unit] === 0) folded[unit] = foldUnit(String.fromCharCode(unit)).charCodeAt(0);
  return folded[unit] ?? unit;
}

/** One for one: a character whose small form is longer stays as it is, so that places stay the same. */
function foldUnit(unit: string): string {
  const small = unit.toLowerCase();
  const one = small.length === 1 ? small : unit;
  return alike.get(one) ?? one;
}

/** Small letters of the Cyrillic alphabet and those of the Latin one that look like them, small or capital. */
const alike: ReadonlyMap<string, string> = new Map(
  'аa вb еe ёe кk мm нh оo рp сc тt уy хx іi јj ѕs'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Asked for with every character of every message, so each answer is kept. */
function unitClass(pattern: RegExp): (unit: number) => boolean {
  const known = new Uint8Array(2 ** 16);
  return (unit) => {
    if (!(unit >= 0)) return false;
    if (known[unit] === 0) known[unit] = pattern.test(String.fromCharCode(unit)) ? 2 : 1;
    return known[unit] === 2;
  };
}

export const isLetter = unitClass(/\p{L}/u);
/** Digits and other numbers, of any script. */
export const isNumeral = unitClass(/\p{N}/u);
export const isDigit = unitClass(/[0-9]/);

/** Whether the text at this place is within a word: a letter on both sides. */
export function isInsideWord(text: string, at: number): boolean {
  return isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at));
}
