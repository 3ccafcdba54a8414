import { type Static, Type } from 'typebox';
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
const text = Type.String();
/** Milliseconds since 1970. */
const instant = Type.Integer({ examples: [1_794_657_600_000] });

export const PublicBank = Type.Object({ code: text, name: text }, { $id: 'PublicBankDTO' });

const PageBank = Type.Object({ code: text, name: text, nameRu: orNull(text) }, { $id: 'PaymentPageBankDTO' });

const PublicDeal = Type.Object(
  {
    id: text,
    type: DirectionType,
    status: dealStatus,
    paymentMethodName: text,
    paymentMethod: PaymentMethodType,
    paymentOption: PaymentOptionType,
    requisites: orNull(Type.Object({ requisites: text, holder: text })),
    canceledAt: Timestamp,
    isActive: Type.Boolean(),
    qrCodeLink: text,
    attachmentCount: Type.Integer(),
  },
  { $id: 'PublicDealDTO' },
);

const PageDeal = Type.Object(
  {
    id: text,
    status: dealStatus,
    option: PaymentOptionType,
    bank: PageBank,
    requisites: orNull(Type.Object({ number: text, holder: text })),
    link: orNull(text),
    qrCarries: Type.Enum(['page', 'number']),
    deadlineAt: instant,
    confirmedAt: orNull(instant),
    receipts: Type.Integer(),
  },
  { $id: 'PaymentPageDealDTO' },
);

const PageStore = Type.Object(
  { name: text, colour: orNull(text), darkColour: orNull(text), language: orNull(text) },
  { $id: 'PaymentPageStoreDTO' },
);

/** PaymentPage of payment-page.ts, as it travels. */
const Page = Type.Object(
  {
    invoiceId: text,
    type: DirectionType,
    status: invoiceStatus,
    now: instant,
    sum: Money,
    isSumChanged: Type.Boolean(),
    createdAt: instant,
    expireAt: instant,
    updatedAt: instant,
    successUrl: orNull(text),
    cancelUrl: orNull(text),
    named: Type.Object({ option: orNull(PaymentOptionType), bank: orNull(PageBank) }),
    deal: orNull(PageDeal),
    dealsStarted: Type.Integer(),
    variants: Type.Array(Type.Object({ option: PaymentOptionType, bank: PageBank })),
    store: PageStore,
  },
  { $id: 'PaymentPageDTO' },
);

/** The shape that cancel has, and what the payer's page needs beside it. */
export const PublicInvoice = Type.Object(
  {
    id: text,
    internalId: orNull(text),
    type: DirectionType,
    paymentMethod: orNull(PaymentMethodType),
    paymentOption: orNull(PaymentOptionType),
    paymentRequisites: orNull(PayoutRequisites),
    expiredAt: Timestamp,
    sum: Money,
    status: invoiceStatus,
    deals: Type.Array(PublicDeal),
    successUrl: text,
    cancelUrl: text,
    isSumChanged: Type.Boolean(),
    flow: Type.Enum(['DEFAULT']),
    flowData: Type.Null(),
    createdAt: Timestamp,
    storeName: text,
    paymentPage: Page,
  },
  { $id: 'PublicInvoiceDTO' },
);
export type PublicInvoice = Static<typeof PublicInvoice>;
