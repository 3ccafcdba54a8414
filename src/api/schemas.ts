import { type Static, type TSchema, Type } from 'typebox';
import { amountPattern } from '../domain/money/money.ts';
import { directions } from '../domain/money/payment.ts';

/**
 * What the shapes of all interfaces are made of. They validate requests, and the API reference is made from the same objects.
 * `x-error-code` names the refusal for a value that does not match a pattern.
 */

/** What fits a schema. Nobody changes it: what comes from the domain is read-only at every depth. */
export type ShapeOf<Schema extends TSchema> = ReadOnly<Static<Schema>>;

type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;

/** It travels as a header, where a line break would begin another one. */
const headerText = { pattern: '^[^\\u0000-\\u001f\\u007f]*$', 'x-error-code': 'invalid_characters' } as const;
/** The subunit of the currency is checked later; this is what no currency allows. */
export const decimal = { pattern: amountPattern, 'x-error-code': 'invalid_amount' } as const;
/** Digits before and after the point, and the point. */
export const decimalCharactersMax = 61;
export const httpUrl = { pattern: '^(https?://[^\\s\\u0000]+)?$', 'x-error-code': 'invalid_url' } as const;

export function requiredText(lengthMax: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength: lengthMax, ...options });
}

/** `null` equals absent for optional parameters. */
export function optionalText(lengthMax: number, options: object = {}) {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: lengthMax, ...options }));
}

/** `null` equals absent here too. */
export function optionalFlag(description: string) {
  return Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description }));
}

/** One of the keys of a closed set. */
export function oneOf<Set extends object>(set: Set, description?: string) {
  const keys = Object.keys(set) as (keyof Set & string)[];
  return Type.Enum(keys, description === undefined ? {} : { description });
}

export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Unsafe<Static<Schema> | null>({
    anyOf: [schema, { type: 'null' }],
    ...(description === undefined ? {} : { description }),
  });
}

/** A shape that has a name of its own, with what it means in this place. */
export function meaning<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Unsafe<Static<Schema>>({ allOf: [schema], description });
}

export const NotificationUrl = Type.String({
  ...httpUrl,
  maxLength: 2048,
  description: 'May be empty: then nothing is sent',
});
export const NotificationToken = Type.String({ ...headerText, maxLength: 1024, description: 'May be empty' });

const Money = Type.Object(
  {
    amount: Type.String({
      description: 'Decimal number with exactly `subunit` fraction digits',
      examples: ['1000.00'],
    }),
    currency: Type.String({ description: 'Currency code', examples: ['RUB'] }),
    subunit: Type.Integer({ description: 'Number of fraction digits of the currency', examples: [2] }),
  },
  { $id: 'MoneyDTO' },
);

export function money(description: string) {
  return meaning(Money, description);
}

export function moneyOrNull(description: string) {
  return orNull(Money, description);
}

/** ISO 8601 with numeric offset. */
export function timestamp(description: string) {
  return Type.String({
    description,
    examples: ['2026-11-14T12:00:00+00:00'],
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00$',
  });
}

export const DirectionType = oneOf(directions, '`in` payin, `out` payout');
export const PaymentOptionType = Type.String({
  description: 'A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR',
  examples: ['SBP'],
});
export const PaymentMethodType = Type.String({ description: 'A bank code of payment-options', examples: ['sberbank'] });

export const PayoutRequisites = Type.Object(
  {
    requisites: requiredText(255, { description: 'Card number, phone or account the payout goes to' }),
    holder: optionalText(255, { description: 'Name of the holder' }),
  },
  { $id: 'RequisitesDTO' },
);

/** The body of every refusal. */
export const Faults = Type.Array(
  Type.Object({
    code: Type.String({ description: 'Which refusal it is; stable, for programs', examples: ['blank'] }),
    message: Type.String({ description: 'What is wrong, for people' }),
    field: Type.Optional(Type.String({ description: 'The parameter at fault, where there is one' })),
  }),
  { $id: 'Faults' },
);
