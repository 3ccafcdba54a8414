import { type Static, type TSchema, Type } from 'typebox';
import {
  DirectionType,
  Money,
  orNull,
  PaymentMethodType,
  PaymentOptionType,
  PayoutRequisites,
  Timestamp,
} from '../schemas.ts';

/** What a payer sees on the wire. Fees, rates, the maker and the merchant's own figures are not in here. */
const invoiceStatus = Type.Enum(['new', 'paid', 'canceled', 'expired', 'dispute']);
const dealStatus = Type.Enum([
  'new',
  'transfer_waiting',
  'transfer_confirmed',
  'completed',
  'canceled',
  'expired',
  'dispute',
]);
const instant = (description: string) => Type.Integer({ description: `${description}; milliseconds since 1970` });
const said = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema>>({ ...schema, description });

export const PublicBank = Type.Object(
  { code: Type.String({ description: 'Bank code' }), name: Type.String({ description: 'Its name for people' }) },
  { $id: 'PublicBankDTO' },
);

const PublicDeal = Type.Object(
  {
    id: Type.String({ description: 'Deal ID' }),
    type: DirectionType,
    status: said(dealStatus, 'Where the deal is'),
    paymentMethodName: Type.String({ description: 'Name of the bank' }),
    paymentMethod: PaymentMethodType,
    paymentOption: PaymentOptionType,
    requisites: said(
      orNull(
        Type.Object({
          requisites: Type.String({ description: 'Card, phone or account' }),
          holder: Type.String({ description: 'Whose it is' }),
        }),
      ),
      'Where to pay to; once the money has arrived, only the last digits. Null for a payout',
    ),
    canceledAt: said(Timestamp, 'When the deal ends if nothing was paid'),
    isActive: Type.Boolean({ description: 'Whether it still runs' }),
    qrCodeLink: Type.String({ description: 'An image of a QR code that opens the payment page' }),
    attachmentCount: Type.Integer({ description: 'How many receipts there are' }),
  },
  { $id: 'PublicDealDTO' },
);

const PageDeal = Type.Object({
  id: Type.String({ description: 'Deal ID' }),
  status: said(dealStatus, 'Where the deal is'),
  option: PaymentOptionType,
  bank: PublicBank,
  requisites: said(
    orNull(
      Type.Object({
        number: Type.String({ description: 'Card, phone or account' }),
        holder: Type.String({ description: 'Whose it is' }),
      }),
    ),
    'Where to pay to; once the money has arrived, only the last digits. Null for a payout',
  ),
  deadlineAt: instant('When the requisites stop being good'),
  confirmedAt: said(orNull(Type.Integer()), 'When the first receipt came; milliseconds since 1970'),
  receipts: Type.Integer({ description: 'How many receipts there are' }),
});

const PageStore = Type.Object({
  name: Type.String({ description: 'What payers read' }),
  colour: said(orNull(Type.String()), "The store's colour, as in `#0a7cff`"),
  darkColour: said(orNull(Type.String()), 'The same for dark screens'),
  language: said(orNull(Type.String()), 'For readers whose browser asks for none that the page has'),
});

/** PaymentPage of payment-page.ts, as it travels. */
const PageFacts = Type.Object(
  {
    invoiceId: Type.String({ description: 'Invoice ID' }),
    type: DirectionType,
    status: said(invoiceStatus, 'Where the invoice is'),
    now: instant("The service's clock: countdowns follow it"),
    store: PageStore,
    sum: Money,
    isSumChanged: Type.Boolean({
      description: 'Whether a dispute ended with another sum than the one first asked for',
    }),
    createdAt: instant('When the invoice was made'),
    expireAt: instant('When it expires'),
    updatedAt: instant('When it last changed'),
    successUrl: said(orNull(Type.String()), 'Back to the shop after paying; null: the shop gave none'),
    cancelUrl: said(orNull(Type.String()), 'Back to the shop without paying; null: the shop gave none'),
    named: Type.Object(
      {
        option: said(orNull(PaymentOptionType), 'Way to pay; null: open'),
        bank: said(orNull(PublicBank), 'Bank; null: open'),
      },
      { description: 'The way to pay that the merchant or the payer named' },
    ),
    deal: said(orNull(PageDeal), 'The deal that matters now; null: there is none'),
    dealsStarted: Type.Integer({ description: 'How many deals were started so far' }),
    variants: Type.Array(Type.Object({ option: PaymentOptionType, bank: PublicBank }), {
      description: 'The ways to pay that are free now; empty when nothing can be started any more',
    }),
  },
  { $id: 'PaymentPageDTO' },
);

/** The shape that cancel has, and what the payer's page needs beside it. */
export const PublicInvoice = Type.Object(
  {
    id: Type.String({ description: 'Invoice ID' }),
    internalId: said(orNull(Type.String()), "ID in the merchant's system"),
    type: DirectionType,
    paymentMethod: said(orNull(PaymentMethodType), 'Bank; null until chosen'),
    paymentOption: said(orNull(PaymentOptionType), 'Way to pay; null until chosen'),
    paymentRequisites: said(
      orNull(PayoutRequisites),
      'Of a payout: the last digits of where it goes. Null for a payin',
    ),
    expiredAt: said(Timestamp, 'When the invoice expires'),
    sum: Money,
    status: said(invoiceStatus, 'Where the invoice is'),
    deals: Type.Array(PublicDeal, { description: 'The deal that matters now, or none' }),
    successUrl: Type.String({
      description: 'Where the payer goes after paying; the payment page where none was given',
    }),
    cancelUrl: Type.String({
      description: 'Where the payer goes after giving up; the payment page where none was given',
    }),
    isSumChanged: Type.Boolean({
      description: 'Whether a dispute ended with another sum than the one first asked for',
    }),
    flow: Type.Enum(['DEFAULT'], { description: 'Always `DEFAULT`' }),
    flowData: said(Type.Null(), 'Always null'),
    createdAt: said(Timestamp, 'When the invoice was made'),
    storeName: Type.String({ description: 'Name of the shop, as payers read it' }),
    paymentPage: PageFacts,
  },
  { $id: 'PublicInvoiceDTO' },
);
export type PublicInvoice = Static<typeof PublicInvoice>;
