import { AppError } from '../../errors/app-error.ts';
import { requirePlainWords } from '../text/outside-text.ts';

/** What every entry of the reference data has. One that is switched off keeps its name for what was done with it. */
export interface Entry {
  readonly name: string;
  /** Null: there is none, and the other name serves. */
  readonly nameRu: string | null;
  /** False: nothing new is begun with it; what runs goes on. */
  readonly isEnabled: boolean;
}

/** What a payer sends money to. Each kind has its own check, its own words and its own form on the page. */
export const numberKinds = { phone: 'phone', card: 'card', account: 'account', link: 'link', text: 'text' } as const;
export type NumberKind = keyof typeof numberKinds;

/** The drawings that the payer's page has. */
export const optionIcons = {
  phone: 'phone',
  card: 'card',
  account: 'account',
  globe: 'globe',
  qr: 'qr',
  sim: 'sim',
} as const;
export type OptionIcon = keyof typeof optionIcons;

/** What a QR code can carry. */
export const qrContents = { page: 'page', number: 'number' } as const;

/** What a way to pay says on the payer's page, in one language. Steps may name `{bank}` and `{holder}`. */
export interface OptionPage {
  readonly title: string;
  readonly lead: string;
  readonly steps: readonly string[];
}

/**
 * All that is known of a way to pay, in one record: nothing else in the service knows one by its code. Which numbers its
 * requisites have, what payouts by it need, what its deals carry, and what the payer's page says and draws.
 */
export interface OptionRecord extends Entry {
  readonly code: string;
  readonly currencies: readonly string[];
  readonly numberKinds: readonly NumberKind[];
  /** What its phone numbers begin with, as in `+7`; null: any country. */
  readonly phonePrefix: string | null;
  /** Its numbers belong to a bank, which payers have to know; false: any bank pays it, and a requisite need not name one. */
  readonly hasBank: boolean;
  /** A payout by it names the bank: a phone number alone does not say which of its owner's banks is meant. */
  readonly needsBank: boolean;
  /** A deal carries an https link of its own that pays it. */
  readonly hasLink: boolean;
  /** What the QR code of a deal carries: the payment page, or the number itself. */
  readonly qrCarries: keyof typeof qrContents;
  readonly icon: OptionIcon;
  /** By language code. Without one in the reader's language the page has words for the kind of number. */
  readonly page: Readonly<Record<string, OptionPage>>;
}

/** The parts that operators choose freely. Currencies, names and the switch have rules of their own. */
export type OptionTraits = Omit<OptionRecord, keyof Entry | 'code' | 'currencies'>;

/** What is absent is what a plain way to pay has. */
export type OptionWish = Partial<OptionTraits> & Pick<OptionTraits, 'numberKinds'>;

export const phonePrefixPattern = '^\\+[1-9]\\d{0,5}$';
export const optionPageLimits = { languages: 20, steps: 10, characters: 300 } as const;

export function readOptionTraits(wish: OptionWish): OptionTraits {
  const { phonePrefix = null, hasLink = false, qrCarries = hasLink ? 'number' : 'page' } = wish;
  const kinds = [...new Set(wish.numberKinds)];
  if (kinds.length === 0) throw new AppError('blank', { field: 'numberKinds' });
  // A link that pays a deal is what the requisite's number is.
  if (hasLink && !(kinds.length === 1 && kinds[0] === 'link')) throw new AppError('option_link', { field: 'hasLink' });
  const pages = Object.values(wish.page ?? {});
  for (const words of pages.flatMap(({ title, lead, steps }) => [title, lead, ...steps]))
    requirePlainWords(words, 'page');
  return {
    numberKinds: kinds,
    phonePrefix,
    hasBank: wish.hasBank ?? true,
    needsBank: wish.needsBank ?? false,
    hasLink,
    qrCarries,
    icon: wish.icon ?? iconOf(kinds[0] ?? 'text'),
    page: wish.page ?? {},
  };
}

function iconOf(kind: NumberKind): OptionIcon {
  switch (kind) {
    case 'phone':
    case 'card':
    case 'account':
      return kind;
    case 'link':
      return 'qr';
    case 'text':
      return 'account';
  }
}

/** A step with the names that belong in it. */
export function filledStep(step: string, names: { readonly bank: string; readonly holder: string }): string {
  return step.replaceAll('{bank}', names.bank).replaceAll('{holder}', names.holder);
}
