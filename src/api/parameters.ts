import { type TSchema, Type } from 'typebox';
import { readNotificationId } from '../domain/notifications/notification-id.ts';
import { isZone } from '../domain/text/time-zone.ts';
import { parseInstant } from '../domain/text/timestamp.ts';
import { isUuid } from '../domain/text/uuid.ts';
import { AppError, type ErrorCode } from '../errors/app-error.ts';

/**
 * One parameter of a path or a query: what the reference says about it, and how its text becomes a value. In a path, a value
 * that cannot be right is not found; in a query it is refused. An empty query parameter counts as absent.
 */
export interface Parameter<Value> {
  readonly description: string;
  readonly schema: TSchema;
  readonly isRequired: boolean;
  /** A value that works in an example request. */
  readonly example?: string;
  /** What reading it may refuse with. */
  readonly refusals: readonly ErrorCode[];
  read(text: unknown, field: string): Value;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type ValuesOf<Given extends Parameters> = {
  readonly [Name in keyof Given]: Given[Name] extends Parameter<infer Value> ? Value : never;
};

/** The largest ID of a row whose IDs are 32-bit numbers. */
export const idMax = 2_147_483_647;

/** Any text; what cannot be stored has not come through the door. */
export function textInPath(description: string, example: string): Parameter<string> {
  return inPath({ description, example }, (text) => text);
}

export function uuidInPath(description: string, example: string): Parameter<string> {
  return inPath({ description, example }, (text) => (isUuid(text) ? text.toLowerCase() : null));
}

/** Of an invoice, which may lie in a file of the archive. */
export function ofInvoice<Value>(parameter: Parameter<Value>): Parameter<Value> {
  return { ...parameter, refusals: [...parameter.refusals, 'invoice_detached'] };
}

/** The number of a row. */
export function idInPath(description: string, example = '1'): Parameter<number> {
  return inPath({ description, example }, (text) =>
    /^[1-9]\d{0,9}$/.test(text) && Number(text) <= idMax ? Number(text) : null,
  );
}

/** Rows known by a number that is larger than one of JSON. */
export function bigIdInPath(description: string, example = '1'): Parameter<bigint> {
  return inPath({ description, example }, (text) => (/^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : null));
}

/** The `webhook-id` of a notification: its invoice, and which of the invoice's notifications it is. */
export function notificationInPath(example: string): Parameter<NonNullable<ReturnType<typeof readNotificationId>>> {
  return inPath({ description: 'The `webhook-id` of the notification', example }, readNotificationId);
}

function inPath<Value>(
  about: { readonly description: string; readonly example: string },
  parse: (text: string) => Value | null,
): Parameter<Value> {
  return {
    ...about,
    schema: Type.String(),
    isRequired: true,
    refusals: ['not_found'],
    read(text) {
      const value = typeof text === 'string' ? parse(text) : null;
      if (value === null) throw new AppError('not_found');
      return value;
    },
  };
}

const charactersUsual = 255;

export function textQuery(description: string, charactersMax = charactersUsual): Parameter<string | null> {
  return inQuery<string>({
    description,
    schema: Type.String({ maxLength: charactersMax }),
    refusals: ['wrong_type', 'too_long'],
    parse(text, field) {
      if (text.length > charactersMax) throw new AppError('too_long', { field, limit: charactersMax });
      return text;
    },
    malformed: (field) => new AppError('wrong_type', { field, type: 'string' }),
  });
}

export function choiceQuery<Choice extends string>(
  choices: Readonly<Record<Choice, unknown>>,
  description: string = Object.keys(choices).join(', '),
): Parameter<Choice | null> {
  return inQuery<Choice>({
    description,
    schema: Type.String({ enum: Object.keys(choices) }),
    refusals: ['invalid_choice'],
    parse: (text) => (Object.hasOwn(choices, text) ? (text as Choice) : null),
    malformed: (field) => new AppError('invalid_choice', { field, choices: Object.keys(choices).join(', ') }),
  });
}

export function integerQuery(
  description: string,
  { minimum = 0, maximum = idMax }: { readonly minimum?: number; readonly maximum?: number } = {},
): Parameter<number | null> {
  return inQuery<number>({
    description,
    schema: Type.Integer({ minimum, maximum }),
    refusals: ['wrong_type', 'out_of_range'],
    parse(text, field) {
      if (!/^\d{1,16}$/.test(text)) return null;
      const value = Number(text);
      if (value >= minimum && value <= maximum) return value;
      throw new AppError('out_of_range', { field, minimum, maximum });
    },
    malformed: (field) => new AppError('wrong_type', { field, type: 'integer' }),
  });
}

export function uuidQuery(description: string): Parameter<string | null> {
  return inQuery<string>({
    description,
    schema: Type.String({ format: 'uuid' }),
    refusals: ['wrong_type'],
    parse: (text) => (isUuid(text) ? text.toLowerCase() : null),
    malformed: (field) => new AppError('wrong_type', { field, type: 'uuid' }),
  });
}

/** ISO 8601, with a zone or as UTC. */
export function instantQuery(description: string): Parameter<number | null> {
  return inQuery<number>({
    description,
    schema: Type.String({ format: 'date-time' }),
    refusals: ['wrong_type'],
    // A plus sign of the zone that was not percent-encoded arrives as a blank.
    parse: (text) => parseInstant(text.replace(' ', '+')),
    malformed: (field) => new AppError('wrong_type', { field, type: 'date-time' }),
  });
}

/** In which time zone the times of a file are written. */
export const zoneQuery: Parameter<string> = orElse(
  inQuery<string>({
    description: 'Time zone of the times, as in the IANA database (`Europe/Moscow`); `UTC` when absent',
    schema: Type.String(),
    refusals: ['invalid_time_zone'],
    parse: (text) => (isZone(text) ? text : null),
    malformed: (field) => new AppError('invalid_time_zone', { field }),
  }),
  'UTC',
);

/** The same parameter, refused when it is absent. The example is for requests of the reference. */
export function required<Value>(parameter: Parameter<Value | null>, example: string): Parameter<Value> {
  return {
    ...parameter,
    isRequired: true,
    example,
    refusals: ['blank', ...parameter.refusals],
    read(text, field) {
      const value = parameter.read(text, field);
      if (value === null) throw new AppError('blank', { field });
      return value;
    },
  };
}

/** The same parameter, for which nothing is not a value: `format=` is refused, like any other that is unknown. */
export function notEmpty<Value>(parameter: Parameter<Value | null>): Parameter<Value | null> {
  return { ...parameter, read: (text, field) => parameter.read(text === '' ? '\0' : text, field) };
}

/** The same parameter with a value for when it is absent. */
export function orElse<Value>(parameter: Parameter<Value | null>, absent: Value): Parameter<Value> {
  return { ...parameter, read: (text, field) => parameter.read(text, field) ?? absent };
}

/** What lists of rows say: where a page begins. The text is what an earlier answer gave as `next`. */
export function cursorQuery<Cursor>(type: string, parse: (text: string) => Cursor | null): Parameter<Cursor | null> {
  return inQuery<Cursor>({
    description: 'The `next` of the page before',
    schema: Type.String(),
    refusals: ['wrong_type'],
    parse,
    malformed: (field) => new AppError('wrong_type', { field, type }),
  });
}

interface QueryKind<Value> extends Pick<Parameter<Value>, 'description' | 'schema' | 'refusals'> {
  /** Null for what cannot be right. */
  parse(text: string, field: string): Value | null;
  malformed(field: string): AppError;
}

export function inQuery<Value>({ parse, malformed, ...kind }: QueryKind<Value>): Parameter<Value | null> {
  return {
    ...kind,
    isRequired: false,
    read(text, field) {
      if (text === undefined || text === '') return null;
      // A parameter that is given twice arrives as an array.
      const value = typeof text === 'string' ? parse(text, field) : null;
      if (value === null) throw malformed(field);
      return value;
    },
  };
}
