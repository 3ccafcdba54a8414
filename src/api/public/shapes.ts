import { Type } from 'typebox';
import { qrContents } from '../../domain/catalogue/option-record.ts';
import { dealStatuses } from '../../domain/invoices/deal.ts';
import { invoiceStatuses } from '../../domain/invoices/invoice.ts';
import { canceledFields, dealFields, GivenRequisites } from '../invoice-schemas.ts';
import {
  DirectionType,
  meaning,
  money,
  oneOf,
  orNull,
  PaymentMethodType,
  PaymentOptionType,
  PayoutRequisites,
  type ShapeOf,
  timestamp,
} from '../schemas.ts';

/** What a payer sees on the wire. Fees, rates, the maker and the merchant's own figures are not in here. */

const whereToPay =
  'Where to pay to; once the money has arrived, only what the number is recognised by. Null for a payout';

/** Milliseconds since 1970. */
function instant(description: string) {
  return Type.Integer({ description, examples: [1_794_657_600_000] });
}

export const PublicBank = Type.Object(
  { code: Type.String({ description: 'Bank code' }), name: Type.String({ description: 'Name for people' }) },
  { $id: 'PublicBankDTO' },
);

const PageBank = Type.Object(
  { ...PublicBank.properties, nameRu: orNull(Type.String(), 'The same in Russian; null where there is none') },
  { $id: 'PaymentPageBankDTO' },
);

const PageVariant = Type.Object({
  option: PaymentOptionType,
  bank: meaning(PageBank, 'Bank'),
  isTroubled: Type.Boolean({ description: 'Hardly anything arrives through the bank these hours' }),
});

const PublicDeal = Type.Object(
  {
    id: dealFields.id,
    type: DirectionType,
    status: dealFields.status,
    paymentMethodName: dealFields.paymentMethodName,
    paymentMethod: PaymentMethodType,
    paymentOption: PaymentOptionType,
    requisites: orNull(GivenRequisites, whereToPay),
    canceledAt: dealFields.canceledAt,
    isActive: dealFields.isActive,
    qrCodeLink: Type.String({ description: 'Image of a QR code, or the https link of a way to pay that has one' }),
    attachmentCount: Type.Integer({ description: 'How many receipts there are' }),
  },
  { $id: 'PublicDealDTO' },
);

const PageDeal = Type.Object(
  {
    id: Type.String({ description: 'Deal ID' }),
    status: oneOf(dealStatuses, 'Where the deal stands'),
    option: PaymentOptionType,
    bank: meaning(PageBank, 'Bank of the requisites'),
    requisites: orNull(
      Type.Object({
        number: GivenRequisites.properties.requisites,
        holder: GivenRequisites.properties.holder,
      }),
      whereToPay,
    ),
    link: orNull(Type.String(), 'An https link that pays the deal, of a way to pay that has one; null: none'),
    qrCarries: oneOf(qrContents, 'What its QR code carries: the payment page, or the number itself'),
    deadlineAt: instant('When the requisites stop being good, in milliseconds since 1970'),
    confirmedAt: orNull(
      Type.Integer({ examples: [1_794_657_600_000] }),
      'When the first receipt came, in milliseconds since 1970; null: none has',
    ),
    receipts: Type.Integer({ description: 'How many receipts there are' }),
  },
  { $id: 'PaymentPageDealDTO' },
);

const PageStore = Type.Object(
  {
    name: Type.String({ description: 'Name of the shop, as payers read it' }),
    description: orNull(Type.String(), 'What is sold there; null: nothing is said'),
    supportUrl: orNull(Type.String(), 'Where a payer can ask: https, mailto or tel; null: nowhere but with the shop'),
    logo: orNull(Type.String(), "Path of its logo below the service's address; null: it has none"),
    colour: orNull(Type.String(), 'As in `#0a7cff`; null: that of the house'),
    darkColour: orNull(Type.String(), 'The same for dark screens; null: made from the other'),
    language: orNull(Type.String(), 'For readers whose browser asks for none that the page has; null: English'),
  },
  { $id: 'PaymentPageStoreDTO' },
);

/** PaymentPage of payment-page.ts, as it travels. */
const Page = Type.Object(
  {
    invoiceId: Type.String({ description: 'Invoice ID' }),
    type: DirectionType,
    status: oneOf(invoiceStatuses, 'Where the invoice stands'),
    now: instant("The service's clock, which countdowns follow, in milliseconds since 1970"),
    sum: money('What is to be paid'),
    isSumChanged: canceledFields.isSumChanged,
    nudged: orNull(
      Type.Object({
        sum: money('What is asked of the payer'),
        asked: money('What the shop asked for'),
        difference: money('What is missing'),
        isLess: Type.Boolean({ description: 'Always true: less came than was asked for' }),
      }),
      'The payer is asked for a little less than the invoice says, in an amount that nobody else has',
    ),
    part: orNull(
      Type.Object({
        sum: money('What came'),
        asked: money('What the shop asked for'),
        difference: money('What is missing'),
        isLess: Type.Boolean({ description: 'Always true: less came than was asked for' }),
      }),
      'A part of the sum has come, and `sum` is what is missing, while it can be sent; null otherwise',
    ),
    held: orNull(
      Type.Object({
        sum: money('What came'),
        asked: money('What was asked for'),
        difference: money('By how much it differs'),
        isLess: Type.Boolean({ description: 'Less came than was asked for; false: more' }),
      }),
      'Money came in another sum and an operator has yet to decide: nothing more should be sent; null otherwise',
    ),
    caseNumber: Type.String({ description: "What a payer tells the shop's support", examples: ['69XRD-PG0ZZ'] }),
    createdAt: instant('When the invoice was created, in milliseconds since 1970'),
    expireAt: instant('When the invoice expires if no transfer is confirmed, in milliseconds since 1970'),
    updatedAt: instant('When the invoice last changed, in milliseconds since 1970'),
    successUrl: orNull(Type.String(), 'Back to the shop after paying; null: the shop gave none'),
    cancelUrl: orNull(Type.String(), 'Back to the shop without paying; null: the shop gave none'),
    named: Type.Object(
      { option: orNull(PaymentOptionType, 'Way to pay'), bank: orNull(PageBank, 'Bank') },
      { description: 'Option and bank that the merchant or the payer named; null: open' },
    ),
    deal: orNull(PageDeal, 'The deal that matters now; null: there is none'),
    dealsStarted: Type.Integer({ description: 'How many deals were started so far' }),
    variants: Type.Array(PageVariant, {
      description: 'Ways to pay that can be chosen now; empty when nothing can be started any more',
    }),
    store: meaning(PageStore, 'How the shop looks'),
  },
  { $id: 'PaymentPageDTO' },
);

/** The shape that cancel has, and what the payer's page needs beside it. */
export const PublicInvoice = Type.Object(
  {
    id: canceledFields.id,
    internalId: orNull(Type.String(), "The merchant's own ID"),
    type: DirectionType,
    paymentMethod: canceledFields.paymentMethod,
    paymentOption: canceledFields.paymentOption,
    paymentRequisites: orNull(PayoutRequisites, 'Where a payout goes, by its last digits; null for a payin'),
    expiredAt: timestamp('The time that answers to merchants call `expireAt`; here it is spelled so'),
    sum: money('What is to be paid'),
    status: oneOf(invoiceStatuses, 'Where the invoice stands'),
    deals: Type.Array(PublicDeal, {
      description: 'The deal that matters now: active, completed or disputed. Empty when there is none',
    }),
    successUrl: Type.String({
      description: 'Where the payer goes after paying: as given at creation, or the payment page',
    }),
    cancelUrl: Type.String({
      description: 'Where the payer goes after giving up: as given at creation, or the payment page',
    }),
    isSumChanged: canceledFields.isSumChanged,
    flow: canceledFields.flow,
    flowData: canceledFields.flowData,
    createdAt: timestamp('When the invoice was created'),
    storeName: Type.String({ description: 'Name of the shop, as payers read it' }),
    paymentPage: meaning(Page, 'What the payment page shows'),
  },
  { $id: 'PublicInvoiceDTO' },
);
export type PublicInvoice = ShapeOf<typeof PublicInvoice>;
