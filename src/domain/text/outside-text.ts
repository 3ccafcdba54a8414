import { AppError } from '../../errors/app-error.ts';

/**
 * Text from outside as the database takes it. PostgreSQL stores UTF-8 without NUL: a lone surrogate (half of a character, which
 * JSON can spell as an escape and UTF-16 as two bytes) or a NUL would make a statement fail long after the door.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** For text that nobody can be asked to mend: what cannot be stored becomes the sign for an unknown character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * Names each text within a value of JSON that cannot be stored, as `holder` or `requisites.0.number`. A name that is itself
 * broken is made storable: it is sent back. The way is kept in a list and not on the stack, which a deep value would use up.
 */
export function unstorableFields(value: unknown): readonly string[] {
  const found: string[] = [];
  const waiting: Place[] = [{ name: '', value }];
  for (let place = waiting.pop(); place !== undefined && found.length < fieldsNamedMax; place = waiting.pop()) {
    if (typeof place.value === 'string') {
      if (!isStorable(place.value)) found.push(shortened(place.name));
    } else if (typeof place.value === 'object' && place.value !== null) {
      const within: Place[] = [];
      for (const [key, inner] of Object.entries(place.value)) {
        const name = place.name === '' ? storable(key) : `${place.name}.${storable(key)}`;
        if (isStorable(key)) within.push({ name, value: inner });
        else found.push(shortened(name));
        if (found.length === fieldsNamedMax) break;
      }
      // The last one is taken first.
      waiting.push(...within.reverse());
    }
  }
  return found;
}

function shortened(name: string): string {
  return name.length <= nameCharactersMax ? name : `${storable(name.slice(0, nameCharactersMax))}…`;
}

interface Place {
  readonly name: string;
  readonly value: unknown;
}

/** Enough to mend a request by; a body made of nothing else would fill the answer. */
const fieldsNamedMax = 20;
const nameCharactersMax = 200;

/**
 * Words that payers read beside a number hold none, and no address: to change words takes one person or a token, and payers would
 * send their money where the words say.
 */
export function requirePlainWords(words: string | null | undefined, field: string): void {
  if (words && numberInWords.test(words)) throw new AppError('number_in_words', { field });
}

/** Ten digits of any writing with no letter between them: no card, account or phone has fewer. */
const numberInWords = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){9}|:\/\//u;
