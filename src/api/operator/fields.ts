import { type Static, type TSchema, Type } from 'typebox';
import { passwordCharactersMax, passwordCharactersMin } from '../../domain/people/people.ts';
import { formatTimestamp, type Instant } from '../../domain/text/timestamp.ts';
import { idMax } from '../parameters.ts';
import { decimal, decimalCharactersMax } from '../schemas.ts';

/** The parts that shapes of this interface are made of. `x-error-code` names the refusal, as in schemas.ts. */
export function text(lengthMax: number, description: string, options: object = {}) {
  return Type.String({
    minLength: 1,
    maxLength: lengthMax,
    pattern: hasText,
    'x-error-code': 'blank',
    description,
    ...options,
  });
}

/**
 * Something that shows. Patterns are tried on values of any length, before their length is refused: each must take a time that
 * grows with the length alone, not with its square.
 */
export const hasText = '\\S';

export function optionalText(lengthMax: number, description: string, options: object = {}) {
  return Type.Optional(text(lengthMax, description, options));
}

export function integer(minimum: number, maximum: number, description: string) {
  return Type.Integer({ minimum, maximum, description });
}

/** The number of a row, in a request. */
export function rowId(description: string) {
  return integer(1, idMax, description);
}

/** The same, where a number that no row can have is one that is not there. */
export function foundRowId(description: string) {
  return Type.Integer({ minimum: 1, maximum: idMax, 'x-error-code': 'not_found', description });
}

/** Words in an answer. */
export function words(description: string, options: object = {}) {
  return Type.String({ description, ...options });
}

/** A whole number in an answer. */
export function figure(description: string) {
  return Type.Integer({ description });
}

export function flag(description: string) {
  return Type.Boolean({ description });
}

/** The sentence stands with the whole, or with what is there when it is not null. */
export function nullable<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Unsafe<Static<Schema> | null>({
    anyOf: [schema, { type: 'null' }],
    ...(description === undefined ? {} : { description }),
  });
}

export function optional<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Optional(nullable(schema, description));
}

/** Text that may be left out, as null or altogether. */
export function note(lengthMax: number, description: string, options: object = {}) {
  return Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: lengthMax, description, ...options }),
  );
}

export const Reason = text(500, 'Why; it is kept in the audit log');
export const ReasonBody = Type.Object({ reason: Reason });

export const Password = Type.String({
  minLength: passwordCharactersMin,
  maxLength: passwordCharactersMax,
  'x-error-code': 'password_too_short',
  description: 'At least 12 characters when it is set',
});

export function amount(description: string) {
  return Type.String({ minLength: 1, maxLength: decimalCharactersMax, ...decimal, description });
}

/** A decimal sum; null or absent for the sum asked for. */
export const OptionalAmount = note(decimalCharactersMax, 'A decimal sum as a string', decimal);

/** The file of a form. */
export const Attachment = Type.String({ format: 'binary', description: 'A file, at most 10 MB' });

/** That something was done, for acts that have nothing else to say. */
export const Done = Type.Object({ status: words('What was done') });

/** The answer of an act that has nothing else to say. */
export function done<const Status extends string>(status: Status) {
  return { response: Done, answer: () => ({ status }) };
}

export function timestampOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatTimestamp(instant);
}
