import { Type } from 'typebox';
import { currencyOf, type Limits, type Store } from '../../../domain/catalogue.ts';
import {
  excessRules,
  nudgeMinorMax,
  operatorDecides,
  restBys,
  shortBpsMax,
  shortUnitsMax,
} from '../../../domain/mispayment.ts';
import { formatAmount } from '../../../domain/money.ts';
import { settlementDTO } from '../../../domain/money-dto.ts';
import { plainPage } from '../../../domain/page-settings.ts';
import { figureBounds, nothingCounted, suggestedFigures } from '../../../domain/payer-rules.ts';
import type { Direction } from '../../../domain/payment.ts';
import { repeatWindowMaxMs } from '../../../domain/signed-request.ts';
import { logoBytesMax } from '../../../domain/store-logo.ts';
import { proofTimeBounds } from '../../../domain/taking.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import type { ErrorCode } from '../../../errors.ts';
import { exampleIds, tethers } from '../../examples.ts';
import { DirectionType, money, oneOf, type ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { amount, figure, flag, integer, nullable, text, words } from '../fields.ts';

const lifetimeMs = (description: string) => integer(60_000, 2_000_000_000, description);
const payoutHold = lifetimeMs(
  "Milliseconds that a maker's proof of a payout waits for an objection before it credits the maker",
);
const payoutProof = integer(
  proofTimeBounds.least,
  proofTimeBounds.most,
  'Milliseconds that a maker who takes a payout has until there is a proof; after that the merchant may cancel it, and it stands at the top of the work queue',
);
const repeatWindow = integer(
  0,
  repeatWindowMaxMs,
  'Milliseconds over which identical signed bytes of a payout or withdrawal are one request; 0: each is a new one',
);
const confirmDeadline = lifetimeMs('Milliseconds that a confirmed transfer may wait before it is overdue');
const rateBound = integer(
  0,
  10_000,
  'Basis points that the rate may move before an overdue transfer is no longer settled at its own',
);
const demands = {
  payoutsNeedInternalId: flag('Whether a payout without an `internalId` is refused'),
  needsSha256: flag('Whether requests need `X-Signature-256`'),
  needsTimestamp: flag('Whether requests need `X-Timestamp`'),
};
/** What happens when another sum comes than was asked for. */
export const policyFields = {
  shortUnits: integer(
    0,
    shortUnitsMax,
    'A payin is paid when no more than so many whole units of its currency are missing',
  ),
  shortBps: integer(0, shortBpsMax, 'The same in basis points of the sum asked for; the larger of both counts'),
  nudgeMinor: integer(
    0,
    nudgeMinorMax,
    'When all requisites are busy with a sum, the payer may be asked for up to so many of the smallest units less; never for more than one per cent less, 0: never',
  ),
  excess: oneOf(
    excessRules,
    'What becomes of more than was asked for, once it is known to have come. `counts`: the invoice is paid with all of it; `apart`: with the sum asked for, and the excess is kept for the payer, to be returned',
  ),
  restBy: oneOf(restBys, 'Who deals with what is missing: an operator, or the payer, who may send the rest'),
};
/** What one payer may have; 0 is no limit. */
export const payerFigures = {
  pendingMax: integer(...figureBounds.pendingMax, 'How many unfinished payins; 0: any number'),
  countMax: integer(...figureBounds.countMax, 'How many payins within the minutes; 0: any number'),
  countMinutes: integer(...figureBounds.countMinutes, 'The minutes that `countMax` is for'),
  failuresMax: integer(...figureBounds.failuresMax, 'After how many in a row left unpaid a block follows; 0: never'),
  blockMinutes: integer(...figureBounds.blockMinutes, 'Minutes that a block lasts, from the end of the last one on'),
};
export const needsUserId = flag('Whether a payin without a `userId` is refused');
const groups = () => ({
  known: Type.Object(payerFigures, { description: 'Payers who have paid before' }),
  fresh: Type.Object(payerFigures, { description: 'Payers who have not' }),
  address: Type.Object(payerFigures, { description: "Addresses on the payer's page" }),
});
const bps = integer(0, 10_000, 'Basis points: 100 are one per cent');
const spread = integer(-5_000, 5_000, 'Basis points added to the common rate');

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
  payinEnabled: Type.Optional(flag('Whether new payins are taken')),
  payoutEnabled: Type.Optional(flag('Whether new payouts are taken')),
  payinFeeBps: Type.Optional(bps),
  payinFeeFixed: Type.Optional(amount('Added to the share, in the settlement currency')),
  payoutFeeBps: Type.Optional(bps),
  payoutFeeFixed: Type.Optional(amount('Added to the share, in the settlement currency')),
  payinSpreadBps: Type.Optional(spread),
  payoutSpreadBps: Type.Optional(spread),
  invoiceLifetimeMs: Type.Optional(lifetimeMs('How long a payin can be paid, in milliseconds')),
  payoutLifetimeMs: Type.Optional(lifetimeMs('How long a payout waits to be paid, in milliseconds')),
  dealLifetimeMs: Type.Optional(lifetimeMs('How long a deal waits for its transfer, in milliseconds')),
  payoutHoldMs: Type.Optional(payoutHold),
  payoutProofMs: Type.Optional(payoutProof),
  confirmDeadlineMs: Type.Optional(confirmDeadline),
  rateBoundBps: Type.Optional(rateBound),
  repeatWindowMs: Type.Optional(repeatWindow),
  payoutsNeedInternalId: Type.Optional(demands.payoutsNeedInternalId),
  needsSha256: Type.Optional(demands.needsSha256),
  needsTimestamp: Type.Optional(demands.needsTimestamp),
  twoApprovalsAbove: Type.Optional(amount('Withdrawals above this sum need two different people')),
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
  payinEnabled: flag('Whether new payins are taken'),
  payoutEnabled: flag('Whether new payouts are taken'),
  payinFeeBps: bps,
  payinFeeFixed: words('Added to the share, in the settlement currency'),
  payoutFeeBps: bps,
  payoutFeeFixed: words('Added to the share, in the settlement currency'),
  payinSpreadBps: spread,
  payoutSpreadBps: spread,
  invoiceLifetimeMs: lifetimeMs('How long a payin can be paid, in milliseconds'),
  payoutLifetimeMs: lifetimeMs('How long a payout waits to be paid, in milliseconds'),
  dealLifetimeMs: lifetimeMs('How long a deal waits for its transfer, in milliseconds'),
  payoutHoldMs: payoutHold,
  payoutProofMs: payoutProof,
  confirmDeadlineMs: confirmDeadline,
  rateBoundBps: rateBound,
  repeatWindowMs: repeatWindow,
  ...policyFields,
  payerRules: Type.Object({ ...groups(), needsUserId }, { description: 'How much one payer may have' }),
  payerRulesSuggested: Type.Object(groups(), { description: 'Figures to begin with' }),
  ...demands,
  twoApprovalsAbove: words('Withdrawals above this sum need two different people'),
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
    payinEnabled: store.enabled.in,
    payoutEnabled: store.enabled.out,
    payinFeeBps: store.fees.in.bps,
    payinFeeFixed: formatAmount(store.fees.in.fixed, currency.subunit),
    payoutFeeBps: store.fees.out.bps,
    payoutFeeFixed: formatAmount(store.fees.out.fixed, currency.subunit),
    payinSpreadBps: store.spreadBps.in,
    payoutSpreadBps: store.spreadBps.out,
    invoiceLifetimeMs: store.invoiceLifetimeMs,
    payoutLifetimeMs: store.payoutLifetimeMs,
    dealLifetimeMs: store.dealLifetimeMs,
    payoutHoldMs: store.payoutHoldMs,
    payoutProofMs: store.payoutProofMs,
    ...store.rateLock,
    ...store.policy,
    payerRules: store.payerRules,
    payerRulesSuggested: suggestedFigures,
    ...store.requests,
    twoApprovalsAbove: formatAmount(store.twoApprovalsAbove, currency.subunit),
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
  payinEnabled: true,
  payoutEnabled: true,
  payinFeeBps: 250,
  payinFeeFixed: '0.00000000',
  payoutFeeBps: 150,
  payoutFeeFixed: '0.00000000',
  payinSpreadBps: 0,
  payoutSpreadBps: 0,
  invoiceLifetimeMs: 3_600_000,
  payoutLifetimeMs: 86_400_000,
  dealLifetimeMs: 900_000,
  payoutHoldMs: 86_400_000,
  payoutProofMs: 3_600_000,
  confirmDeadlineMs: 86_400_000,
  rateBoundBps: 300,
  ...operatorDecides,
  payerRules: nothingCounted,
  payerRulesSuggested: suggestedFigures,
  repeatWindowMs: repeatWindowMaxMs,
  payoutsNeedInternalId: false,
  needsSha256: false,
  needsTimestamp: false,
  hasWebhookSecret: true,
  formerWebhookUntil: null,
  twoApprovalsAbove: '1000.00000000',
  page: plainPage,
  optionsOff: [],
  limits: [{ currency: 'RUB', type: 'in', min: '100.00', max: '100000.00' }],
  accounts: [{ id: exampleIds.account, currency: 'USDT', network: 'TRC20', withdrawalFee: tethers('2.00000000') }],
};
