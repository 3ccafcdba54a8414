import { type TSchema, Type } from 'typebox';
import { Invoice } from '../api/invoice-schemas.ts';
import { DeliveryAttempt as AttemptShape } from '../api/notification-schemas.ts';
import { list, nullable } from '../api/operator/fields.ts';
import { WorkTotalShape } from '../api/operator/work.ts';
import { Money } from '../api/schemas.ts';
import { CreatedWithdrawal } from '../api/withdrawal-schemas.ts';
import { arrivalExceptions, arrivalStatuses } from '../domain/arrival.ts';
import { dealStatuses } from '../domain/deal.ts';
import { directions } from '../domain/payment.ts';
import { workKinds } from '../storage/reads/work-reads.ts';

/**
 * The shapes of answers that several operations share, for endpoints that say only that they answer with an object. A test
 * holds them against what the service answers.
 */
const text = (description: string) => Type.String({ description });
const id = (description: string) => Type.Integer({ description });
const orNull = (schema: TSchema, description: string) => ({ ...nullable(schema), description });

const FileShape = Type.Object(
  {
    link: text('Signed link that expires'),
    fileName: text('As it was uploaded'),
    mediaType: text('What the file is, found out from its content'),
    sizeBytes: id('Bytes'),
    addedAt: text('When it was uploaded'),
  },
  { $id: 'OperatorFile' },
);

const NotificationOfInvoice = Type.Object({
  sequence: Type.Integer(),
  status: Type.String(),
  at: Type.String(),
  attempts: Type.Array(AttemptShape),
});

const Dispute = Type.Object(
  {
    reason: text('Why, as the merchant interface names it'),
    amount: orNull(Type.String(), 'The sum claimed, for `invalid_sum`'),
    result: orNull(Type.String(), 'How it was decided; null while it is open'),
    from: text('Status of the deal before'),
    openedAt: text('When it was opened'),
    deadlineAt: text('When it should be decided'),
    isOverdue: Type.Boolean({ description: 'Still open after its deadline' }),
    attachment: orNull(FileShape, 'Proof given with it'),
  },
  { $id: 'OperatorDispute' },
);

const Deal = Type.Object(
  {
    id: text('Deal ID, a UUID'),
    invoiceId: text('Its invoice'),
    ordinal: id('Which attempt to pay the invoice it is, from 1'),
    type: Type.Enum(Object.keys(directions), { description: '`in` payin, `out` payout' }),
    status: Type.Enum(Object.keys(dealStatuses), { description: 'Where the deal stands' }),
    isActive: Type.Boolean({ description: 'False once it is `completed`, `canceled` or `expired`' }),
    paymentOption: text('Way to pay'),
    paymentMethod: text('Bank code'),
    makerId: orNull(Type.Integer(), 'Who takes or pays the money; not shown to merchants'),
    requisiteId: orNull(Type.Integer(), 'Where the money goes; not shown to merchants'),
    requisites: Type.Object(
      { requisites: Type.String(), holder: nullable(Type.String()) },
      { description: 'Where the payer, or for a payout the maker, transfers to' },
    ),
    sum: Money,
    receivedSum: orNull(Money, 'The fiat sum that came; null until it did'),
    rate: text('Fiat per unit of settlement currency, fixed when the deal started'),
    makerSum: Money,
    feeSum: Money,
    startedAt: text('When it began'),
    deadlineAt: text('When it expires if nothing is confirmed'),
    confirmedAt: orNull(Type.String(), 'When a transfer was confirmed'),
    endedAt: orNull(Type.String(), 'When it ended'),
    attachments: Type.Array(FileShape, { description: 'Receipts' }),
    dispute: orNull(Dispute, 'The last dispute over it'),
  },
  { $id: 'OperatorDeal' },
);

const Arrival = Type.Object(
  {
    id: text('Arrival ID, a UUID'),
    requisiteId: id('Where the money came to'),
    requisite: orNull(
      Type.Object({
        number: Type.String(),
        holder: Type.String(),
        bank: Type.String(),
        option: Type.String(),
        makerId: Type.Integer(),
        makerName: text('Whose it is'),
      }),
      'The same with its number, bank and maker',
    ),
    sum: Money,
    arrivedAt: text('When, by the bank'),
    reference: text("The bank's own number of the transfer"),
    status: Type.Enum(Object.keys(arrivalStatuses), { description: 'Received is matched, held or returned' }),
    exception: {
      ...nullable(Type.Enum(Object.keys(arrivalExceptions))),
      description: 'Why it did not match by itself; null when it did',
    },
    dealId: orNull(Type.String(), 'The deal it paid, or was most likely meant for'),
    enteredBy: text('Login of who entered it'),
    createdAt: text('When it was entered'),
    resolvedAt: orNull(Type.String(), 'When it was matched or returned'),
  },
  { $id: 'OperatorArrival' },
);

const Withdrawal = Type.Object(
  {
    ...CreatedWithdrawal.properties,
    storeId: id('Store that withdraws'),
    approvals: Type.Array(Type.Object({ userId: Type.Integer(), at: Type.String() }), {
      description: 'By whom and when',
    }),
    rejectReason: orNull(Type.String(), 'Why it was rejected; null when it was not'),
  },
  { $id: 'OperatorWithdrawal' },
);

const Address = Type.Object(
  {
    address: text('On the network of the store'),
    note: text('What it is'),
    addedAt: text('When it was added'),
    usableAt: text('From when on one approval is enough'),
  },
  { $id: 'StoreAddress' },
);

const AuditLine = Type.Object(
  {
    id: text('Number of the line'),
    at: text('When'),
    userId: orNull(Type.Integer(), 'Who; null for the command line and the service itself'),
    actor: text('Login, or `cli`, or `service`'),
    action: text('What was done'),
    subjectKind: text('What it was done to'),
    subjectId: text('Which one'),
    reason: text('Why'),
    details: orNull(Type.Object({}), 'What changed'),
  },
  { $id: 'AuditLine' },
);

const LedgerSide = Type.Object({ id: Type.Integer(), kind: Type.String(), ownerId: Type.Integer() });

const Transfer = Type.Object(
  {
    kind: text('What for'),
    subjectId: text('Which deal, withdrawal or decision'),
    at: text('When it was booked'),
    sum: Money,
    debit: { ...LedgerSide, description: 'The account it left' },
    credit: { ...LedgerSide, description: 'The account it went to' },
  },
  { $id: 'OperatorTransfer' },
);

const DisputeFact = Type.Object(
  {
    dealId: text('Which deal'),
    at: text('When'),
    actor: text('Who'),
    kind: Type.Enum(['opened', 'evidence', 'accepted', 'rejected'], { description: 'What was said' }),
    text: text('In words'),
    attachment: orNull(FileShape, 'Proof given with it'),
    decisionId: orNull(Type.String(), 'Subject of the correcting transfers of a decision'),
  },
  { $id: 'DisputeFact' },
);

const { deals: _deals, ...invoiceFacts } = Invoice.properties;
const InvoiceLife = Type.Object(
  {
    ...invoiceFacts,
    isSumChanged: Type.Boolean({ description: 'True when a dispute changed the sum' }),
    deals: Type.Array(Deal, { description: 'All of them, from the first' }),
    transfers: Type.Array(Transfer, { description: 'What was booked' }),
    notifications: Type.Array(NotificationOfInvoice, {
      description: 'What the merchant was told',
    }),
    disputeFacts: Type.Array(DisputeFact, { description: 'Claims, evidence and decisions' }),
    arrivals: Type.Optional(Type.Array(Arrival, { description: 'For operators only' })),
    audit: Type.Optional(Type.Array(AuditLine, { description: 'For operators only' })),
  },
  { $id: 'InvoiceLife' },
);

const WithdrawalToApprove = Type.Object(
  {
    ...Withdrawal.properties,
    addressIsKnown: Type.Boolean({ description: "On the store's list, and past its waiting time" }),
    approvalsNeeded: id('How many different people have to approve it'),
  },
  { $id: 'OperatorWithdrawalToApprove' },
);

const Work = Type.Object({
  items: Type.Array(
    Type.Object({
      kind: Type.Enum([...workKinds], { description: 'Why it waits' }),
      id: Type.String(),
      since: text('Since when it waits'),
      storeName: orNull(Type.String(), 'Whose shop; null for an arrival'),
      deal: orNull(Deal, 'For transfers, proofs, disputes and payouts'),
      arrival: orNull(Arrival, 'For an arrival'),
      withdrawal: orNull(Withdrawal, 'For a withdrawal'),
    }),
  ),
  next: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  totals: Type.Array(WorkTotalShape, { description: 'Of each kind, whichever was asked for' }),
});

const pageOf = (item: TSchema) => {
  const { items, next } = list(item).properties;
  return Type.Object({ items, next: { ...next, type: ['string', 'null'] } });
};

/** What cannot stand in the shapes themselves: what a field of a shape means that has a name of its own. */
export const answerNotes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  OperatorDeal: {
    sum: 'The fiat sum asked for',
    makerSum: 'What the maker pays or is paid, in the settlement currency',
    feeSum: 'Fee of the service, in the settlement currency',
  },
  OperatorArrival: { sum: 'How much came' },
  OperatorTransfer: { sum: 'How much, in the settlement currency' },
};

export const sharedAnswers: Readonly<Record<string, TSchema>> = {
  listInvoices: pageOf(Invoice),
  readInvoice: InvoiceLife,
  listDeals: pageOf(Deal),
  readDeal: Deal,
  settleDeal: Deal,
  rejectTransfer: Deal,
  addEvidence: Deal,
  enterArrival: Arrival,
  listArrivals: pageOf(Arrival),
  matchArrival: Arrival,
  returnArrival: Arrival,
  listPayouts: pageOf(Deal),
  takePayout: Deal,
  giveBackPayout: Deal,
  provePayout: Deal,
  requestWithdrawal: Withdrawal,
  listWithdrawals: pageOf(Withdrawal),
  readWithdrawal: WithdrawalToApprove,
  approveWithdrawal: Withdrawal,
  sendWithdrawal: Withdrawal,
  rejectWithdrawal: Withdrawal,
  listStoreAddresses: Type.Object({ items: Type.Array(Address) }),
  addStoreAddress: Address,
  listAuditLog: pageOf(AuditLine),
  listWork: Work,
};
