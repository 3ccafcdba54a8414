import { type Static, type TSchema, Type } from 'typebox';
import {
  numberKinds,
  type OptionTraits,
  optionIcons,
  optionPageLimits,
  phonePrefixPattern,
  qrContents,
} from '../../domain/option-record.ts';
import { nullable, text } from './fields.ts';

/** What a way to pay is, beside its names: the fields of its record, as they travel. */
const words = text(optionPageLimits.characters);

const Page = Type.Record(
  Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$' }),
  Type.Object({
    title: words,
    lead: words,
    steps: Type.Array(words, {
      maxItems: optionPageLimits.steps,
      description: 'How it is paid; `{bank}` and `{holder}` are filled in',
    }),
  }),
  {
    maxProperties: optionPageLimits.languages,
    additionalProperties: false,
    description: "What the payer's page says of it, by language; without the reader's, words for the kind of number",
  },
);

export const optionShape = {
  currencies: Type.Array(text(10), { maxItems: 100, description: 'The currencies it is for' }),
  numberKinds: Type.Array(Type.Enum(Object.values(numberKinds)), {
    minItems: 1,
    maxItems: Object.keys(numberKinds).length,
    description: 'What its numbers are; each number is checked as one of these',
  }),
  phonePrefix: nullable(
    Type.String({ maxLength: 7, pattern: phonePrefixPattern, description: 'What its phone numbers begin with' }),
  ),
  hasBank: Type.Boolean({ description: 'Its numbers belong to a bank; false: a requisite of it may be of any' }),
  needsBank: Type.Boolean({ description: 'A payout by it names the bank' }),
  hasLink: Type.Boolean({ description: 'A deal carries an https link that pays it: its number' }),
  qrCarries: Type.Enum(Object.values(qrContents), { description: 'What the QR code of a deal carries' }),
  icon: Type.Enum(Object.values(optionIcons), { description: "The drawing on the payer's page" }),
  page: Page,
};

function optional<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema);
}

export const optionFields = {
  currencies: optional(optionShape.currencies),
  numberKinds: optional(optionShape.numberKinds),
  phonePrefix: optional(optionShape.phonePrefix),
  hasBank: optional(optionShape.hasBank),
  needsBank: optional(optionShape.needsBank),
  hasLink: optional(optionShape.hasLink),
  qrCarries: optional(optionShape.qrCarries),
  icon: optional(optionShape.icon),
  page: optional(optionShape.page),
};

const OptionFields = Type.Object(optionFields);
type OptionFields = Static<typeof OptionFields>;

const traitNames = [
  'numberKinds',
  'phonePrefix',
  'hasBank',
  'needsBank',
  'hasLink',
  'qrCarries',
  'icon',
  'page',
] as const;

/** Those that were sent. */
export function traitsIn(body: OptionFields): Partial<OptionTraits> {
  const sent = traitNames.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  return Object.fromEntries(sent);
}
