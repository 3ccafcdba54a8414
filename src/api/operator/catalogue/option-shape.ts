import { type Static, Type } from 'typebox';
import {
  numberKinds,
  type OptionTraits,
  optionIcons,
  optionPageLimits,
  phonePrefixPattern,
  qrContents,
} from '../../../domain/catalogue/option-record.ts';
import { textInPath } from '../../parameters.ts';
import { oneOf } from '../../schemas.ts';
import { flag, nullable, text } from '../fields.ts';

/** What a way to pay is, beside its names: the fields of its record, as they travel. */
const words = (description: string) => text(optionPageLimits.characters, description);

const Page = Type.Record(
  Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$' }),
  Type.Object({
    title: words('What it is called on the page'),
    lead: words('One line under the title'),
    steps: Type.Array(words('One step'), {
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
  currencies: Type.Array(text(10, 'Currency code'), { maxItems: 100, description: 'The currencies it is for' }),
  numberKinds: Type.Array(oneOf(numberKinds), {
    minItems: 1,
    maxItems: Object.keys(numberKinds).length,
    description: 'What its numbers are; each number is checked as one of these',
  }),
  phonePrefix: nullable(
    Type.String({ maxLength: 7, pattern: phonePrefixPattern, description: 'What its phone numbers begin with' }),
    'What its phone numbers begin with, as in `+7`; null: any country',
  ),
  hasBank: flag('Its numbers belong to a bank; false: a requisite of it may be of any'),
  needsBank: flag('A payout by it names the bank'),
  hasLink: flag('A deal carries an https link that pays it: its number'),
  qrCarries: oneOf(qrContents, 'What the QR code of a deal carries'),
  icon: oneOf(optionIcons, "The drawing on the payer's page"),
  page: Page,
};

export const optionFields = {
  currencies: Type.Optional(optionShape.currencies),
  numberKinds: Type.Optional(optionShape.numberKinds),
  phonePrefix: Type.Optional(optionShape.phonePrefix),
  hasBank: Type.Optional(optionShape.hasBank),
  needsBank: Type.Optional(optionShape.needsBank),
  hasLink: Type.Optional(optionShape.hasLink),
  qrCarries: Type.Optional(optionShape.qrCarries),
  icon: Type.Optional(optionShape.icon),
  page: Type.Optional(optionShape.page),
};

const OptionFields = Type.Object(optionFields);

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
export function traitsIn(body: Static<typeof OptionFields>): Partial<OptionTraits> {
  const sent = traitNames.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  return Object.fromEntries(sent);
}

export const optionInPath = textInPath('Code of a way to pay', 'TO_CARD');
