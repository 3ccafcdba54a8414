import { Type } from 'typebox';
import { plainPage } from '../../../domain/merchants/page-settings.ts';
import { nothingCounted, payerFields, suggestedFigures } from '../../../domain/merchants/payer-settings.ts';
import { operatorDecides, policyFields } from '../../../domain/merchants/payment-policy.ts';
import type { Limits, Store } from '../../../domain/merchants/store.ts';
import { logoBytesMax } from '../../../domain/merchants/store-logo.ts';
import { storeFields } from '../../../domain/merchants/store-settings.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { settlementDTO } from '../../../domain/money/money-dto.ts';
import type { Direction } from '../../../domain/money/payment.ts';
import { writeSettings } from '../../../domain/money/setting-fields.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { ErrorCode } from '../../../errors/app-error.ts';
import { exampleIds, tethers } from '../../examples.ts';
import { DirectionType, money, type ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { amount, figure, flag, nullable, text, words } from '../fields.ts';
import { settingAnswers, settingWishes, usualAnswer } from '../setting-shapes.ts';

export const needsUserId = flag('Whether a payin without a `userId` is refused');
/** What one payer may have; 0 is no limit. */
const groups = () => ({
  known: Type.Object(settingAnswers(payerFields), { description: 'Payers who have paid before' }),
  fresh: Type.Object(settingAnswers(payerFields), { description: 'Payers who have not' }),
  address: Type.Object(settingAnswers(payerFields), { description: "Addresses on the payer's page" }),
});
function colour(description: string) {
  return nullable(
    Type.String({
      maxLength: 7,
      pattern: '^#[0-9a-fA-F]{6}$',
      'x-error-code': 'invalid_colour',
      examples: ['#0a7cff'],
    }),
    description,
  );
}

/** As many characters as base64 takes for it. */
const logoCharactersMax = Math.ceil(logoBytesMax / 3) * 4;

/** The payer's page: name, colours, language, and the sites that may frame it. */
const Page = Type.Object(
  {
    name: Type.Optional(nullable(text(200, 'For people'), "The shop's name on the page; null: that of the store")),
    colour: Type.Optional(colour('Colour of buttons and the like; null: that of the house')),
    darkColour: Type.Optional(colour('The same for dark screens; null: made from the other')),
    language: Type.Optional(
      nullable(
        Type.String({
          maxLength: 12,
          pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$',
          'x-error-code': 'invalid_language',
          examples: ['ru'],
        }),
        'For payers whose browser asks for none that the page has; null: English',
      ),
    ),
    frameOrigins: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 10,
        description: 'Sites that may show the page in a frame, as in `https://shop.example`; nobody else may',
      }),
    ),
    description: Type.Optional(nullable(text(300, 'For people'), 'What is sold here; null: nothing is said')),
    supportUrl: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 500, examples: ['https://shop.example/help'] }),
        'Where payers can ask, with https, mailto or tel; null: nowhere but with the store',
      ),
    ),
    logo: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: logoCharactersMax }),
        `A PNG, JPEG or WebP picture of at most ${logoBytesMax} bytes, as base64; null: the first letters of the name`,
      ),
    ),
  },
  { description: "All that the payer's page shows of the store: what is missing is as on a page nobody has changed" },
);

const OptionsOff = Type.Array(text(50, 'Code of a way to pay'), {
  maxItems: 100,
  description: 'All ways to pay that the store does not offer, by code; what is not in it is offered',
});

/** What a request may set; an answer has all of it. */
export const storeSettings = {
  ...settingWishes(storeFields),
  withdrawalFee: Type.Optional(amount('Taken from each withdrawal')),
  limits: Type.Optional(
    Type.Array(
      Type.Object({
        currency: text(10, 'Currency code'),
        type: DirectionType,
        min: amount('The smallest sum'),
        max: amount('The largest sum'),
      }),
      {
        maxItems: 100,
        description: 'All of them: a currency and direction that is missing is not allowed',
      },
    ),
  ),
  page: Type.Optional(Page),
  optionsOff: Type.Optional(OptionsOff),
};

export const storeSettingRefusals: readonly ErrorCode[] = [
  'currency_not_allowed',
  'invalid_amount',
  'invalid_colour',
  'invalid_language',
  'invalid_logo',
  'invalid_origin',
  'invalid_support_url',
  'limit_order',
  'limit_twice',
  'payment_option_not_allowed',
];

export const StoreShape = Type.Object({
  id: figure('ID'),
  merchantId: figure('Which merchant'),
  name: words('For people'),
  currency: words('Currency code'),
  settlementCurrency: words('What merchants and makers are paid in'),
  ...settingAnswers(storeFields),
  ...settingAnswers(policyFields),
  payerRules: Type.Object({ ...groups(), needsUserId }, { description: 'How much one payer may have' }),
  payerRulesSuggested: Type.Object(groups(), { description: 'Figures to begin with' }),
  limits: Type.Array(
    Type.Object({
      currency: words('Currency code'),
      type: DirectionType,
      min: words('The smallest sum'),
      max: words('The largest sum'),
    }),
    { description: 'Smallest and largest sums, by currency and direction' },
  ),
  accounts: Type.Array(
    Type.Object({
      id: words('ID'),
      currency: words('Currency code'),
      network: words('Where withdrawals are sent'),
      withdrawalFee: money('Taken from each withdrawal'),
    }),
    { description: 'Where its money is' },
  ),
  hasWebhookSecret: flag("Whether its notifications are signed with a secret of its own, not with the merchant's"),
  formerWebhookUntil: nullable(
    Type.String(),
    'Until when they carry a signature with the former secret as well; null: they do not',
  ),
  page: Page,
  optionsOff: OptionsOff,
});

export function storeDTO(context: OperatorContext, store: Store): ShapeOf<typeof StoreShape> {
  const catalogue = context.catalogue();
  const currency = currencyOf(catalogue, store.settlementCurrency);
  const limitsOf = (type: Direction, limits: ReadonlyMap<string, Limits>) =>
    [...limits].map(([code, { min, max }]) => {
      const { subunit } = currencyOf(catalogue, code);
      return { currency: code, type, min: formatAmount(min, subunit), max: formatAmount(max, subunit) };
    });
  return {
    id: store.id,
    merchantId: store.merchantId,
    name: store.name,
    currency: store.currency,
    settlementCurrency: store.settlementCurrency,
    ...writeSettings(storeFields, store, currency.subunit),
    ...store.policy,
    payerRules: store.payerRules,
    payerRulesSuggested: suggestedFigures,
    ...webhookFacts(context, store.id),
    page: store.page,
    optionsOff: store.optionsOff,
    limits: [...limitsOf('in', store.limits.in), ...limitsOf('out', store.limits.out)],
    accounts: store.accounts.map(({ id, network, withdrawalFee, ...account }) => ({
      id,
      currency: account.currency,
      network,
      withdrawalFee: settlementDTO(catalogue, withdrawalFee, { settlementCurrency: account.currency }),
    })),
  };
}

function webhookFacts({ catalogue, clock }: OperatorContext, storeId: number) {
  const own = catalogue().webhookSecrets.get(storeId);
  const until = own?.formerUntil ?? null;
  return {
    hasWebhookSecret: own !== undefined,
    formerWebhookUntil: until !== null && clock() < until ? formatTimestamp(until) : null,
  };
}

export const exampleStore: ShapeOf<typeof StoreShape> = {
  id: 1,
  merchantId: 1,
  name: 'Example Shop',
  currency: 'RUB',
  settlementCurrency: 'USDT',
  ...usualAnswer(storeFields, 8),
  ...operatorDecides,
  payerRules: nothingCounted,
  payerRulesSuggested: suggestedFigures,
  hasWebhookSecret: true,
  formerWebhookUntil: null,
  page: plainPage,
  optionsOff: [],
  limits: [{ currency: 'RUB', type: 'in', min: '100.00', max: '100000.00' }],
  accounts: [{ id: exampleIds.account, currency: 'USDT', network: 'TRC20', withdrawalFee: tethers('2.00000000') }],
};
