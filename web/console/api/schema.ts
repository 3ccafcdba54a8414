// Made by `npm run docs` from the operator interface; do not edit.

type Path<Name extends string> = { [Key in Name]: string | number };
type Query<Name extends string> = { [Key in Name]?: string | number | null | undefined };

export interface AccessRules {
  makersNeedFactor: boolean;
  merchantsNeedFactor: boolean;
  operatorIdleMinutes: number;
  makerIdleMinutes: number;
  merchantIdleMinutes: number;
}
export interface AddMessageTemplateBody {
  name: string;
  bank: string;
  currency: string;
  senders: string[];
  pattern: string;
  stopWords: string[];
  tests: {
    sender: string;
    title?: string;
    text: string;
    expect: { amount: string; name?: string; digits?: string; balance?: string; time?: string; date?: string } | null;
  }[];
  reason: string;
}
export interface Archive {
  afterDays: number;
  lookedAt: string | null;
  months: {
    month: string;
    invoices: number;
    bytes: number;
    detached: { at: string; fileName: string; sha256: string } | null;
  }[];
}
export interface Audit {
  moneyOut: 'open' | 'stopped';
  checkedAt: string | null;
  durationMs: number | null;
  laws: { law: string; isHeld: boolean; durationMs: number }[];
  violations: { law: string; subject: string; detail: string }[];
}
export interface AuditLine {
  id: string;
  at: string;
  userId: number | null;
  actor: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  reason: string;
  details: { readonly [name: string]: unknown } | null;
}
export interface BankAccount {
  id: number;
  makerId: number;
  makerName: string;
  currency: string;
  number: string | null;
  zone: string;
  requisites: { id: number; number: string; bank: string }[];
}
export interface BankAccountDay {
  day: string;
  state: 'closed' | 'open' | 'unbalanced' | 'untold';
  opening: MoneyDTO | null;
  closing: MoneyDTO | null;
  lines: number;
  sumIn: MoneyDTO;
  sumOut: MoneyDTO;
  onlyBank: number;
  onlyOurs: number;
}
export interface BankLine {
  id: string;
  accountId: number;
  direction: 'in' | 'out';
  sum: MoneyDTO;
  bookedOn: string;
  at: string | null;
  reference: string | null;
  party: string;
  purpose: string;
  state: 'new' | 'arrival' | 'deal' | 'payout' | 'counted' | 'open';
  held: 'several' | 'newer' | 'reversal' | 'told-otherwise' | 'reference' | 'refused' | 'taken-back' | 'many-alike' | null;
  isRecorded: boolean;
  isTrusted: boolean;
  arrival: {
    id: string;
    status: 'matched' | 'held' | 'returned';
    exception: 'short' | 'over' | 'late' | 'twice' | 'nobody' | 'before_deal' | 'automation_off' | 'deal_limit' | 'day_limit' | 'balance_break' | 'balance_unchecked' | null;
  } | null;
  dealId: string | null;
  makersEntry: string | null;
  explanation: string | null;
  explainedBy: string | null;
  explainedAt: string | null;
}
export interface CaseClaim { login: string; isOwn: boolean; at: string }
export interface CaseComment { id: number; login: string; at: string; text: string }
export interface CaseMention { id: number; login: string; at: string; text: string; caseId: string }
export interface CreatePhone { id: number; url: string; qrCode: string; expiresAt: string }
export interface CsvMapping {
  separator: 'comma' | 'semicolon' | 'tab' | 'bar';
  headingLine: number;
  dayOrder: 'dmy' | 'ymd' | 'mdy';
  decimalMark: ',' | '.';
  inWord?: string | null;
  columns: {
    day: string;
    amount?: string | null;
    credit?: string | null;
    debit?: string | null;
    direction?: string | null;
    balance?: string | null;
    currency?: string | null;
    reference?: string | null;
    number?: string | null;
    party?: string | null;
    purpose?: string | null;
    account?: string | null;
  };
}
export interface DealDTO {
  id: string;
  type: 'in' | 'out';
  status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  paymentMethodName: string;
  paymentMethod: string;
  paymentOption: string;
  requisites: { requisites: string; holder: string };
  canceledAt: string;
  disputeAttachment: string | null;
  disputeReason: 'unknown' | 'has_payment' | 'no_payment' | 'invalid_sum' | 'invalid_requisites' | null;
  disputeReasonData: unknown[] | { amount: string };
  payment: PaymentDTO | null;
  rate: string;
  isActive: boolean;
  qrCodeLink: string;
  disputeResult: string | null;
  attachments: string[];
}
export interface DeliveryAttempt {
  sequence: number;
  ordinal: number;
  at: string;
  durationMs: number;
  outcome: 'delivered' | 'refused' | 'gone' | 'timeout' | 'unreachable' | 'forbidden' | 'unsendable';
  status: number | null;
  answer: string;
}
export interface DisputeFact {
  dealId: string;
  at: string;
  actor: string;
  kind: 'opened' | 'evidence' | 'agreed' | 'refused' | 'reminded' | 'escalated' | 'accepted' | 'rejected';
  text: string;
  attachment: OperatorFile | null;
  decisionId: string | null;
}
export interface DisputeRules {
  remindMinutes: number;
  answerMinutes: number;
  openMax: number;
  payerClaimsMax: number;
  storeClaimsMax: number;
  payoutMinutes: number;
}
export interface Evidence {
  book: { page: number; hash: string | null; sealedAt: string | null; rereadPage: number; rereadAt: string | null };
  auditLog: {
    lines: number;
    hash: string | null;
    unlinked: number;
    checkedAt: string | null;
    checkedLines: number;
    faults: string[];
  };
}
export interface Excess {
  dealId: string;
  status: 'held' | 'promised' | 'returning' | 'returned' | 'kept' | 'none';
  came: MoneyDTO;
  sum: MoneyDTO;
  keptAt: string | null;
}
export interface GiveProofBody { passkey: GiveProofBodyPasskey }
export interface GiveProofBodyPasskey {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null };
}
export interface InvoiceDTO {
  id: string;
  internalId: string | null;
  userId: string | null;
  type: 'in' | 'out';
  status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  paymentMethod: string | null;
  paymentOption: string | null;
  paymentRequisites: RequisitesDTO | null;
  sum: MoneyDTO;
  storeId: number;
  storeName: string;
  receivedSumFromTaker: MoneyDTO | null;
  receivedSumFromMaker: MoneyDTO | null;
  serviceFeeSum: MoneyDTO | null;
  payoutSum: MoneyDTO | null;
  createdAt: string;
  expireAt: string;
  updatedAt: string;
  invoiceUrl: string;
  deals: DealDTO[];
}
export interface InvoiceLife {
  id: string;
  internalId: string | null;
  userId: string | null;
  type: 'in' | 'out';
  status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  paymentMethod: string | null;
  paymentOption: string | null;
  paymentRequisites: RequisitesDTO | null;
  sum: MoneyDTO;
  storeId: number;
  storeName: string;
  receivedSumFromTaker: MoneyDTO | null;
  receivedSumFromMaker: MoneyDTO | null;
  serviceFeeSum: MoneyDTO | null;
  payoutSum: MoneyDTO | null;
  createdAt: string;
  expireAt: string;
  updatedAt: string;
  invoiceUrl: string;
  isSumChanged: boolean;
  askedSum: MoneyDTO;
  partSum: MoneyDTO | null;
  reason: 'short' | 'over' | 'late' | 'corrected' | 'nudged' | null;
  deals: OperatorDeal[];
  transfers: OperatorTransfer[];
  notifications: { sequence: number; status: string; at: string; attempts: DeliveryAttempt[] }[];
  disputeFacts: DisputeFact[];
  excess: Excess | null;
  refunds: RefundDTO[];
  arrivals?: OperatorArrival[];
  audit?: AuditLine[];
  past?: InvoicePast;
}
export interface InvoicePast {
  at: string;
  ofToday: string[];
  balances: { id: number; kind: string; ownerId: number; balance: MoneyDTO }[];
}
export interface JoinTeamUser {
  id: number;
  login: string;
  name: string;
  role: 'operator' | 'maker' | 'merchant';
  makerId: number | null;
  merchantId: number | null;
  hasSecondFactor: boolean;
  hasAuthenticator: boolean;
  passkeys: number;
  isDisabled: boolean;
  rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[] | null;
}
export interface LedgerAccountsItem { id: number; kind: string; ownerId: number; currency: string; balance: MoneyDTO }
export interface LineCandidate {
  id: string;
  kind: 'arrival' | 'deal' | 'payout';
  invoiceId: string | null;
  requisite: string;
  sum: MoneyDTO;
  at: string;
  status: string;
  isSettled: boolean;
}
export interface Maker {
  id: number;
  name: string;
  settlementCurrency: string;
  available: MoneyDTO;
  held: MoneyDTO;
  isOn: boolean;
  isStopped: boolean;
  disputeBlock: 'unanswered' | 'too_many' | null;
  balanceMin: string;
  takingsMax: number;
  takingsCovered: boolean;
  storeIds: number[] | null;
  rewards: {
    direction: 'in' | 'out';
    option: string | null;
    storeId: number | null;
    currency: string | null;
    from: string | null;
    to: string | null;
    bps: number;
  }[];
  lastDay: { started: number; completed: number; expired: number; disputed: number; active: number };
  lastDayEarned: MoneyDTO;
}
export interface MakerAutomation {
  makerId: number;
  currency: string;
  isOn: boolean;
  dealMax: string | null;
  dayMax: string | null;
  breakMax: string;
  trust: {
    days: number;
    messages: number;
    settled: number;
    held: number;
    kept: number;
    breaks: number;
    forged: number;
    corrections: number;
    late: number;
  };
}
export interface Merchant { id: number; name: string; hasSecondFactor: boolean; accessChangedAt: string | null }
export interface MerchantSecondFactor { seed: string; url: string; qrCode: string; ticket: string; expiresAt: string }
export interface MessageTemplate {
  id: number;
  key: string | null;
  versionOn: number | null;
  latest: MessageTemplateLatest;
}
export interface MessageTemplateLatest {
  version: number;
  name: string;
  bank: string;
  currency: string;
  senders: string[];
  pattern: string;
  stopWords: string[];
  tests: {
    sender: string;
    title?: string;
    text: string;
    expect: { amount: string; name?: string; digits?: string; balance?: string; time?: string; date?: string } | null;
  }[];
  createdAt: string;
  createdBy: string;
}
export interface MoneyDTO { amount: string; currency: string; subunit: number }
export interface MoneyStop {
  id: number;
  stoppedAt: string;
  lostCount: number;
  lost: { subjectId: string; what: string }[];
}
export interface NotificationDTO {
  notificationType: 'invoice';
  notificationDate: string;
  sequence: number;
  askedSum: MoneyDTO;
  isSumChanged: boolean;
  reason: 'short' | 'over' | 'late' | 'corrected' | 'nudged' | null;
  invoice: NotifiedInvoiceDTO;
}
export interface NotificationDetails {
  id: string;
  feedSequence: number;
  invoiceId: string;
  sequence: number;
  storeId: number;
  status: string;
  createdAt: string;
  notificationUrl: string;
  delivery: NotificationDetailsDelivery;
  body: NotificationDTO;
  attempts: DeliveryAttempt[];
}
export interface NotificationDetailsDelivery {
  state: 'waiting' | 'delivered' | 'failed' | 'unsent';
  nextAttemptAt: string | null;
}
export interface NotificationLine {
  id: string;
  feedSequence: number;
  invoiceId: string;
  sequence: number;
  storeId: number;
  status: string;
  createdAt: string;
  notificationUrl: string;
  delivery: NotificationDetailsDelivery;
}
export interface NotifiedDealDTO {
  id: string;
  type: 'in' | 'out';
  status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  paymentMethod: string;
  paymentOption: string;
  requisites: { requisites: string; holder: string };
  canceledAt: string;
  disputeAttachment: string | null;
  disputeReason: 'unknown' | 'has_payment' | 'no_payment' | 'invalid_sum' | 'invalid_requisites' | null;
  disputeReasonData: unknown[] | { amount: string };
  payment: PaymentDTO | null;
  attachments: string[];
  disputeResult: string | null;
}
export interface NotifiedInvoiceDTO {
  id: string;
  internalId: string | null;
  userId: string | null;
  type: 'in' | 'out';
  status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  sum: MoneyDTO;
  storeId: number;
  storeName: string;
  receivedSumFromTaker: MoneyDTO | null;
  receivedSumFromMaker: MoneyDTO | null;
  serviceFeeSum: MoneyDTO | null;
  payoutSum: MoneyDTO | null;
  createdAt: string;
  expireAt: string;
  updatedAt: string;
  rate: string | null;
  deal: NotifiedDealDTO | null;
}
export interface OperatorArrival {
  id: string;
  requisiteId: number;
  requisite: { number: string; holder: string; bank: string; option: string; makerId: number; makerName: string } | null;
  sum: MoneyDTO;
  arrivedAt: string;
  reference: string;
  status: 'matched' | 'held' | 'returned';
  exception: 'short' | 'over' | 'late' | 'twice' | 'nobody' | 'before_deal' | 'automation_off' | 'deal_limit' | 'day_limit' | 'balance_break' | 'balance_unchecked' | null;
  dealId: string | null;
  enteredBy: string;
  toldBy: 'operator' | 'maker' | 'phone' | 'operators_file' | 'makers_file';
  createdAt: string;
  resolvedAt: string | null;
  message: { id: string; phoneName: string; text: string; chain: 'first' | 'kept' | 'broken' | null } | null;
}
export interface OperatorCatalogue {
  currencies: { code: string; name: string; nameRu: string | null; isEnabled: boolean; subunit: number }[];
  banks: {
    currency: string;
    code: string;
    name: string;
    nameRu: string | null;
    isEnabled: boolean;
    aliases: string[];
    isTroubled: boolean;
  }[];
  options: {
    code: string;
    name: string;
    nameRu: string | null;
    isEnabled: boolean;
    currencies: string[];
    numberKinds: ('phone' | 'card' | 'account' | 'link' | 'text')[];
    phonePrefix: string | null;
    hasBank: boolean;
    needsBank: boolean;
    hasLink: boolean;
    qrCarries: 'page' | 'number';
    icon: 'phone' | 'card' | 'account' | 'globe' | 'qr' | 'sim';
    page: { readonly [name: string]: { title: string; lead: string; steps: string[] } };
  }[];
}
export interface OperatorDeal {
  id: string;
  invoiceId: string;
  ordinal: number;
  type: 'in' | 'out';
  status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  isActive: boolean;
  paymentOption: string;
  paymentMethod: string;
  makerId?: number | null;
  requisiteId?: number | null;
  requisites: { requisites: string; holder: string | null };
  sum: MoneyDTO;
  receivedSum: MoneyDTO | null;
  rate: string;
  makerSum: MoneyDTO;
  feeSum: MoneyDTO;
  rewardSum?: MoneyDTO;
  startedAt: string;
  deadlineAt: string;
  confirmedAt: string | null;
  proofDueAt: string | null;
  creditAt: string | null;
  objectedAt: string | null;
  overdue: { since: string; newRate: { rate: string; makerSum: MoneyDTO; feeSum: MoneyDTO } | null } | null;
  endedAt: string | null;
  attachments: OperatorFile[];
  dispute: OperatorDispute | null;
}
export interface OperatorDispute {
  reason: string;
  amount: string | null;
  result: string | null;
  from: string;
  isPart: boolean;
  ifAccepted: 'paid' | 'not_paid';
  ifRejected: ('paid' | 'not_paid')[];
  openedAt: string;
  deadlineAt: string;
  isOverdue: boolean;
  answer: {
    kind: 'agreed' | 'refused';
    reason: 'not_received' | 'other_sum' | 'other_requisites' | 'sent_back' | 'counted_before' | null;
    at: string;
  } | null;
  answerDueAt: string | null;
  attachment: OperatorFile | null;
}
export interface OperatorFile { link: string; fileName: string; mediaType: string; sizeBytes: number; addedAt: string }
export interface OperatorTransfer {
  kind: 'top_up' | 'pay_back' | 'payin_hold' | 'payin_rehold' | 'payin_extend' | 'payin_reduce' | 'payin_release' | 'payin_settle' | 'payin_fee' | 'payin_reward' | 'payin_excess' | 'payout_freeze' | 'payout_release' | 'payout_pay' | 'payout_fee' | 'payout_reward' | 'payout_reverse' | 'payout_fee_reverse' | 'payout_reward_reverse' | 'withdrawal_freeze' | 'withdrawal_release' | 'withdrawal_send' | 'withdrawal_fee' | 'correction_sum' | 'correction_fee' | 'correction_reward' | 'correction_excess' | 'excess_return' | 'excess_back' | 'excess_rest' | 'excess_rest_reverse' | 'excess_keep' | 'excess_fee' | 'excess_reward' | 'maker_loss' | 'store_loss' | 'debt_pay';
  subjectId: string;
  at: string;
  sum: MoneyDTO;
  debit: { id: number; kind: string; ownerId: number };
  credit: { id: number; kind: string; ownerId: number };
}
export interface OperatorWithdrawal {
  id: string;
  createdAt: string;
  updatedAt: string;
  sum: MoneyDTO;
  fee: MoneyDTO;
  address: string;
  txId: string | null;
  status: number;
  accountId: string;
  storeId: number;
  approvals: { role: 'operator' | 'maker' | 'merchant'; userId?: number; at: string }[];
  rejectReason: string | null;
}
export interface OperatorWithdrawalToApprove {
  id: string;
  createdAt: string;
  updatedAt: string;
  sum: MoneyDTO;
  fee: MoneyDTO;
  address: string;
  txId: string | null;
  status: number;
  accountId: string;
  storeId: number;
  approvals: { role: 'operator' | 'maker' | 'merchant'; userId?: number; at: string }[];
  rejectReason: string | null;
  waitsUntil: string | null;
  addressIsKnown: boolean;
  approvalsNeeded: number;
}
export interface PasskeySignIn {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: string;
  allowCredentials: { type: string; id: string; transports: string[] }[];
}
export interface PayerHistory {
  isKnown: boolean;
  counts: { new: number; paid: number; canceled: number; expired: number; dispute: number };
  isMore: boolean;
  ofPayer: {
    id: string;
    internalId: string | null;
    status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
    sum: MoneyDTO;
    createdAt: string;
  }[];
  ofOrder: {
    id: string;
    internalId: string | null;
    status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
    sum: MoneyDTO;
    createdAt: string;
  }[];
}
export interface PayerRules {
  id: number;
  merchantId: number;
  name: string;
  currency: string;
  settlementCurrency: string;
  payinEnabled: boolean;
  payoutEnabled: boolean;
  payinFeeBps: number;
  payinFeeFixed: string;
  payoutFeeBps: number;
  payoutFeeFixed: string;
  payinSpreadBps: number;
  payoutSpreadBps: number;
  twoApprovalsAbove: string;
  invoiceLifetimeMs: number;
  payoutLifetimeMs: number;
  dealLifetimeMs: number;
  payoutHoldMs: number;
  payoutProofMs: number;
  confirmDeadlineMs: number;
  rateBoundBps: number;
  repeatWindowMs: number;
  payoutsNeedInternalId: boolean;
  needsSha256: boolean;
  needsTimestamp: boolean;
  shortUnits: number;
  shortBps: number;
  restBy: 'operator' | 'payer';
  nudgeMinor: number;
  excess: 'counts' | 'apart';
  payerRules: { known: PayerRulesKnown; fresh: PayerRulesKnown; address: PayerRulesKnown; needsUserId: boolean };
  payerRulesSuggested: { known: PayerRulesKnown; fresh: PayerRulesKnown; address: PayerRulesKnown };
  limits: { currency: string; type: 'in' | 'out'; min: string; max: string }[];
  accounts: { id: string; currency: string; network: string; withdrawalFee: MoneyDTO }[];
  hasWebhookSecret: boolean;
  formerWebhookUntil: string | null;
  page: PayerRulesPage;
  optionsOff: string[];
}
export interface PayerRulesBodyKnown {
  pendingMax?: number;
  countMax?: number;
  countMinutes?: number;
  failuresMax?: number;
  blockMinutes?: number;
}
export interface PayerRulesKnown {
  pendingMax: number;
  countMax: number;
  countMinutes: number;
  failuresMax: number;
  blockMinutes: number;
}
export interface PayerRulesPage {
  name?: string | null;
  colour?: string | null;
  darkColour?: string | null;
  language?: string | null;
  frameOrigins?: string[];
  description?: string | null;
  supportUrl?: string | null;
  logo?: string | null;
}
export interface PaymentDTO { takerSum: MoneyDTO; makerSum: MoneyDTO; feeSum: MoneyDTO; date: string }
export interface Phone {
  id: number;
  makerId: number;
  name: string;
  status: 'waiting' | 'heard' | 'silent' | 'revoked';
  fields: PhoneFields;
  timeZone: string;
  silentAfterSeconds: number;
  silentSince: string | null;
  lastSeenAt: string | null;
  pairedAt: string | null;
  createdAt: string;
  requisites: { requisiteId: number; digits: string[] }[];
}
export interface PhoneFields {
  list?: string | null;
  sender?: string | null;
  title?: string | null;
  text?: string | null;
  receivedAt?: string | null;
  sentAt?: string | null;
  id?: string | null;
}
export interface PhoneMessage {
  id: string;
  phoneId: number;
  phoneName: string;
  makerId: number;
  sender: string;
  title: string;
  text: string;
  receivedAt: string | null;
  cameAt: string;
  outcome: 'settled' | 'held' | 'replay' | 'stopped' | 'unread' | 'ambiguous' | null;
  reason: string | null;
  templateId: number | null;
  requisiteId: number | null;
  sum: MoneyDTO | null;
  balance: MoneyDTO | null;
  chain: 'first' | 'kept' | 'broken' | null;
  arrivalId: string | null;
  dealId: string | null;
  readLateAt: string | null;
  verdict: 'entered' | 'dismissed' | 'false' | null;
  decidedBy: string | null;
  decidedAt: string | null;
}
export interface PreviewMessageTemplateExample {
  kind: 'transfer' | 'stopped' | 'ambiguous' | 'unread';
  templates: number[];
  word: string | null;
  parts: { amount: string; name?: string; digits?: string; balance?: string; time?: string; date?: string } | null;
}
export interface RateFeed {
  id: number;
  settlementCurrency: string;
  fiatCurrency: string;
  type: 'in' | 'out';
  sources: {
    url: string;
    path: string;
    book: { from: number; to: number; price: string } | null;
    time: { path: string; ageMaxMs: number } | null;
    lastAskedAt: string | null;
    lastError: string | null;
    lastRate: string | null;
  }[];
  marginBps: number;
  intervalMs: number;
  ageMaxMs: number | null;
  isEnabled: boolean;
  usedPlace: number | null;
  fault: 'no_answer' | 'jump' | 'crossed' | null;
  lastError: string | null;
  lastRateAt: string | null;
}
export interface RateFeedBodySource {
  url: string;
  path?: string;
  book?: { from: number; to: number; price?: string } | null;
  time?: { path: string; ageMaxMs: number } | null;
}
export interface Rates {
  items: {
    settlementCurrency: string;
    fiatCurrency: string;
    type: 'in' | 'out';
    rate: string;
    setAt: string;
    ageMaxMs: number | null;
    isOutdated: boolean;
  }[];
}
export interface Receiver {
  key: string;
  storeId: number;
  origin: string;
  failingSince: string | null;
  pausedAt: string | null;
  lastFailure: string | null;
  lastFailureAt: string | null;
}
export interface RefundDTO {
  id: string;
  invoiceId: string;
  status: 'waiting' | 'lapsed' | 'canceled' | 'paying' | 'paid' | 'dispute' | 'failed';
  sum: MoneyDTO;
  isExcess: boolean;
  reason: string;
  askedBy: string;
  refundUrl: string | null;
  payoutId: string | null;
  createdAt: string;
  expireAt: string;
}
export interface Requisite {
  id: number;
  makerId: number;
  option: string;
  bank: string;
  currency: string;
  number: string;
  holder: string;
  isPaused: boolean;
  isPausedByOperator: boolean;
  isWaiting: boolean;
  usableFrom: string | null;
  addedBy: string | null;
  dealMin: string | null;
  dealMax: string | null;
  dayMax: string | null;
  monthMax: string | null;
  dayDealsMax: number | null;
  activeDealsMax: number | null;
  gapMs: number | null;
  restMs: number;
  hours: { zone: string; spans: { day: number; from: string; to: string }[] } | null;
  activeDeals: number;
  dayTurnover: string;
  dayDeals: number;
  monthTurnover: string;
  weight: number;
  recentEnded: number;
  recentPaid: number;
}
export interface RequisitesDTO { requisites: string; holder?: string | null }
export interface RotateEndpointSecretBody { overlapHours: number; reason: string; code?: string | null }
export interface SandboxWorld {
  isOn: boolean;
  pace: number;
  begun: number;
  inHand: number;
  failed: number;
  trouble: string | null;
}
export interface SavedCsvMapping { id: number; name: string; mapping: CsvMapping }
export interface SettlementReportPayins { count: number; gross: MoneyDTO; fee: MoneyDTO; net: MoneyDTO }
export interface SignIn { user: JoinTeamUser; csrfToken: string }
export interface StatementImport {
  id: string;
  accountId: number;
  fileName: string;
  sizeBytes: number;
  receivedBytes: number;
  format: 'camt.053' | 'camt.052' | 'mt940' | '1c' | 'csv' | null;
  state: 'receiving' | 'waiting' | 'reading' | 'done' | 'refused';
  isStopped: boolean;
  isTrusted: boolean;
  sameAs: string | null;
  checkedBytes: number;
  linesTotal: number | null;
  linesDone: number;
  counts: { known: number; linked: number; settled: number; held: number; open: number; out: number };
  fault: {
    code: 'bank_file_format' | 'bank_file_malformed' | 'bank_file_cut' | 'bank_file_amount' | 'bank_file_decimals' | 'bank_file_day' | 'bank_file_columns' | 'bank_file_mapping' | 'bank_file_currency' | 'bank_file_account' | 'bank_file_accounts' | 'bank_file_balance' | 'bank_file_empty' | 'bank_file_too_heavy' | 'bank_reading_spent' | 'import_abandoned';
    message: string;
  } | null;
  notes: { note: 'repeated' | 'overlap' | 'gap' | 'unbalanced' | 'others'; line: number; about: string }[];
  enteredBy: string;
  createdAt: string;
  endedAt: string | null;
}
export interface StatementPreview {
  format: 'camt.053' | 'camt.052' | 'mt940' | '1c' | 'csv';
  mapping: CsvMapping | null;
  rows: string[][];
  lines: {
    where: number;
    direction: 'in' | 'out';
    amount: string;
    currency: string | null;
    bookedOn: string;
    reference: string | null;
    party: string;
    purpose: string;
  }[];
  account: string | null;
  isWhole: boolean;
  fault: { code: string; message: string } | null;
}
export interface StoreAddress { address: string; note: string; addedAt: string; usableAt: string }
export interface TeamInvitation {
  id: string;
  name: string;
  rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[];
  createdAt: string;
  expiresAt: string;
}
export interface TeamMember {
  id: number;
  login: string;
  name: string;
  isOwner: boolean;
  rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[];
  hasSecondFactor: boolean;
  seenAt: string | null;
}
export interface UnbackedMoney {
  id: string;
  kind: 'deal' | 'arrival';
  invoiceId: string | null;
  requisiteId: number;
  requisite: string;
  sum: MoneyDTO;
  at: string;
  day: string;
  status: string;
  by: string;
}
export interface User {
  id: number;
  login: string;
  name: string;
  role: 'operator' | 'maker' | 'merchant';
  makerId: number | null;
  merchantId: number | null;
  hasSecondFactor: boolean;
  hasAuthenticator: boolean;
  passkeys: number;
  isDisabled: boolean;
  rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[] | null;
  enrolmentCode: string | null;
}
export interface WorkCase {
  id: string;
  kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line' | null;
  since: string;
  storeName: string | null;
  deal: OperatorDeal | null;
  arrival: OperatorArrival | null;
  withdrawal: OperatorWithdrawal | null;
  invoice: {
    id: string;
    internalId: string | null;
    userId: string | null;
    status: string;
    createdAt: string;
    expireAt: string;
  } | null;
  sums: { maker: MoneyDTO; store: MoneyDTO; fee: MoneyDTO; reward: MoneyDTO | null } | null;
  facts: DisputeFact[];
  arrivals: OperatorArrival[];
  makersArrivals: OperatorArrival[];
  doubt: { kind: 'same_money' | 'no_line' | 'unpaid_deal'; day: string; dealId: string | null } | null;
  candidates: OperatorDeal[];
  history: PayerHistory;
  claim: CaseClaim | null;
  comments: CaseComment[];
}
export interface WorkLimit {
  kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line';
  warnMinutes: number;
  lateMinutes: number;
}

export interface Operations {
  acceptDispute: {
    path: Path<'id'>;
    body: {
      amount?: string | null;
      next?: 'pool' | 'cancel' | null;
      rate?: 'now' | null;
      isOthersMoney?: boolean | null;
      isBorneByService?: boolean | null;
      openedAt?: string | null;
      reason: string;
    };
    answer: InvoiceDTO;
  };
  acceptRequisites: { body: { ids: number[]; reason?: string }; answer: { accepted: number } };
  acknowledgeDevices: { answer: { status: string } };
  addBank: {
    body: { currency: string; code: string; name: string; nameRu?: string | null; aliases?: string[]; reason: string };
    answer: OperatorCatalogue;
  };
  addChannel: {
    body: {
      kind: 'email' | 'telegram' | 'push' | 'webhook';
      address?: string | null;
      keys?: { p256dh: string; auth: string } | null;
      language: 'en' | 'ru';
    };
    answer: { id: number; secret: string | null; link: string | null };
  };
  addCurrency: {
    body: { code: string; name: string; nameRu?: string | null; subunit: number; reason: string };
    answer: OperatorCatalogue;
  };
  addEvidence: { path: Path<'id'>; body: FormData | string; answer: OperatorDeal };
  addMessageTemplate: { body: AddMessageTemplateBody; answer: MessageTemplate };
  addOption: {
    body: {
      code: string;
      name: string;
      nameRu?: string | null;
      currencies?: string[];
      numberKinds: ('phone' | 'card' | 'account' | 'link' | 'text')[];
      phonePrefix?: string | null;
      hasBank?: boolean;
      needsBank?: boolean;
      hasLink?: boolean;
      qrCarries?: 'page' | 'number';
      icon?: 'phone' | 'card' | 'account' | 'globe' | 'qr' | 'sim';
      page?: { readonly [name: string]: { title: string; lead: string; steps: string[] } };
      reason: string;
    };
    answer: OperatorCatalogue;
  };
  addPasskey: {
    body: {
      name: string;
      passkey: { id: string; response: { clientDataJSON: string; attestationObject: string; transports?: string[] } };
    };
    answer: { id: number; name: string };
  };
  addStoreAddress: {
    path: Path<'id'>;
    body: { address: string; note?: string | null; reason: string; code?: string | null };
    answer: StoreAddress;
  };
  advanceSandboxClock: { body: { advanceMs: number; reason: string }; answer: { now: string; aheadMs: number } };
  answerDispute: { path: Path<'id'>; body: FormData | string; answer: OperatorDeal };
  approveRequest: { path: Path<'id'>; body: { reason: string }; answer: { status: string; secret: string | null } };
  approveWithdrawal: { path: Path<'id'>; body: { reason: string }; answer: OperatorWithdrawal };
  askRefund: {
    path: Path<'id'>;
    body: { amount?: string | null; isExcess?: boolean; reason: string; code2FA?: string | null };
    answer: RefundDTO;
  };
  beginMerchantSecondFactor: { path: Path<'id'>; answer: MerchantSecondFactor };
  beginPasskey: {
    body: { enrolmentCode?: string | null };
    answer: {
      challenge: string;
      rp: { id: string; name: string };
      user: { id: string; name: string; displayName: string };
      pubKeyCredParams: { type: string; alg: number }[];
      timeout: number;
      attestation: string;
      excludeCredentials: { type: string; id: string; transports: string[] }[];
      authenticatorSelection: { residentKey: string; userVerification: string };
    };
  };
  beginPasskeySignIn: { body: { withPassword?: boolean }; answer: PasskeySignIn };
  beginProof: { body: { act: string }; answer: PasskeySignIn };
  beginSecondFactor: { body: { enrolmentCode?: string | null }; answer: MerchantSecondFactor };
  cancelRefund: { path: Path<'id'>; body: { reason: string }; answer: RefundDTO };
  changeAccessRules: {
    body: {
      makersNeedFactor?: boolean;
      merchantsNeedFactor?: boolean;
      operatorIdleMinutes?: number;
      makerIdleMinutes?: number;
      merchantIdleMinutes?: number;
      reason: string;
    };
    answer: AccessRules;
  };
  changeBank: {
    path: Path<'currency' | 'code'>;
    body: { name?: string; nameRu?: string | null; isEnabled?: boolean; aliases?: string[]; reason: string };
    answer: OperatorCatalogue;
  };
  changeCurrency: {
    path: Path<'code'>;
    body: { name?: string; nameRu?: string | null; isEnabled?: boolean; reason: string };
    answer: OperatorCatalogue;
  };
  changeDisputeRules: {
    body: {
      remindMinutes?: number;
      answerMinutes?: number;
      openMax?: number;
      payerClaimsMax?: number;
      storeClaimsMax?: number;
      payoutMinutes?: number;
      reason: string;
    };
    answer: DisputeRules;
  };
  changeEndpoint: {
    path: Path<'id' | 'endpointId'>;
    body: {
      url?: string;
      kinds?: ('invoice' | 'dispute' | 'withdrawal' | 'balance' | 'book' | 'access')[];
      reason: string;
      code?: string | null;
    };
    answer: { status: string };
  };
  changeMaker: {
    path: Path<'id'>;
    body: {
      name?: string;
      storeIds?: number[] | null;
      isStopped?: boolean;
      balanceMin?: string;
      takingsMax?: number;
      takingsCovered?: boolean;
      reason: string;
    };
    answer: Maker;
  };
  changeMember: {
    path: Path<'id'>;
    body: {
      name?: string;
      rights?: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[];
      reason: string;
      code?: string | null;
    };
    answer: TeamMember;
  };
  changeMerchant: { path: Path<'id'>; body: { name: string; reason: string }; answer: Merchant };
  changeMessageTemplate: { path: Path<'id'>; body: AddMessageTemplateBody; answer: MessageTemplate };
  changeOption: {
    path: Path<'code'>;
    body: {
      name?: string;
      nameRu?: string | null;
      isEnabled?: boolean;
      currencies?: string[];
      numberKinds?: ('phone' | 'card' | 'account' | 'link' | 'text')[];
      phonePrefix?: string | null;
      hasBank?: boolean;
      needsBank?: boolean;
      hasLink?: boolean;
      qrCarries?: 'page' | 'number';
      icon?: 'phone' | 'card' | 'account' | 'globe' | 'qr' | 'sim';
      page?: { readonly [name: string]: { title: string; lead: string; steps: string[] } };
      reason: string;
    };
    answer: OperatorCatalogue;
  };
  changeOwnPassword: {
    body: { currentPassword: string; password: string; keepsTokens?: boolean | null };
    answer: { status: string };
  };
  changePayerRules: {
    path: Path<'id'>;
    body: {
      known?: PayerRulesBodyKnown;
      fresh?: PayerRulesBodyKnown;
      address?: PayerRulesBodyKnown;
      needsUserId?: boolean;
      reason: string;
    };
    answer: PayerRules;
  };
  changePaymentPolicy: {
    path: Path<'id'>;
    body: {
      shortUnits?: number;
      shortBps?: number;
      restBy?: 'operator' | 'payer';
      nudgeMinor?: number;
      excess?: 'counts' | 'apart';
      reason: string;
    };
    answer: PayerRules;
  };
  changePhone: {
    path: Path<'id'>;
    body: {
      name?: string;
      fields?: PhoneFields;
      timeZone?: string;
      silentAfterSeconds?: number;
      requisites?: { requisiteId: number; digits: string[] }[];
    };
    answer: Phone;
  };
  changeRateFeed: {
    path: Path<'id'>;
    body: {
      sources?: RateFeedBodySource[];
      marginBps?: number;
      intervalMs?: number;
      ageMaxMs?: number | null;
      isEnabled?: boolean;
      reason: string;
    };
    answer: RateFeed;
  };
  changeRequisite: {
    path: Path<'id'>;
    body: {
      holder?: string;
      dealMin?: string | null;
      dealMax?: string | null;
      dayMax?: string | null;
      monthMax?: string | null;
      dayDealsMax?: number | null;
      activeDealsMax?: number | null;
      gapMs?: number | null;
      restMs?: number;
      hours?: { zone: string; spans: { day: number; from: string; to: string }[] } | null;
      isPaused?: boolean;
      reason: string;
    };
    answer: Requisite;
  };
  changeStore: {
    path: Path<'id'>;
    body: {
      name?: string;
      payinEnabled?: boolean;
      payoutEnabled?: boolean;
      payinFeeBps?: number;
      payinFeeFixed?: string;
      payoutFeeBps?: number;
      payoutFeeFixed?: string;
      payinSpreadBps?: number;
      payoutSpreadBps?: number;
      twoApprovalsAbove?: string;
      invoiceLifetimeMs?: number;
      payoutLifetimeMs?: number;
      dealLifetimeMs?: number;
      payoutHoldMs?: number;
      payoutProofMs?: number;
      confirmDeadlineMs?: number;
      rateBoundBps?: number;
      repeatWindowMs?: number;
      payoutsNeedInternalId?: boolean;
      needsSha256?: boolean;
      needsTimestamp?: boolean;
      withdrawalFee?: string;
      limits?: { currency: string; type: 'in' | 'out'; min: string; max: string }[];
      page?: PayerRulesPage;
      optionsOff?: string[];
      reason: string;
    };
    answer: PayerRules;
  };
  changeStoreKey: {
    path: Path<'id' | 'key'>;
    body: {
      name?: string | null;
      scopes?: ('read' | 'payin' | 'payout' | 'withdraw')[];
      addresses?: string[];
      reason: string;
      code?: string | null;
    };
    answer: { status: string };
  };
  changeUser: {
    path: Path<'id'>;
    body: { name?: string; isDisabled?: boolean; password?: string; reason: string };
    answer: User;
  };
  changeWorkLimit: {
    body: {
      kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line';
      warnMinutes: number;
      lateMinutes: number;
      reason: string;
    };
    answer: WorkLimit;
  };
  claimCase: { path: Path<'id'>; body: { takeOver?: boolean }; answer: CaseClaim };
  commentCase: { path: Path<'id'>; body: { text: string }; answer: { items: CaseComment[] } };
  confirmChannel: { path: Path<'id'>; body: { code: string }; answer: { status: string } };
  confirmMerchantSecondFactor: {
    path: Path<'id'>;
    body: { ticket: string; code: string; reason: string };
    answer: Merchant;
  };
  confirmPayout: { path: Path<'id'>; body: { dealId?: string | null; reason: string }; answer: OperatorDeal };
  confirmSecondFactor: { body: { ticket: string; code: string }; answer: { status: string } };
  continueStatementImport: { path: Path<'id'>; answer: StatementImport };
  createEndpoint: {
    path: Path<'id'>;
    body: {
      url: string;
      kinds: ('invoice' | 'dispute' | 'withdrawal' | 'balance' | 'book' | 'access')[];
      reason: string;
      code?: string | null;
    };
    answer: { id: string; secret: string };
  };
  createEnrolmentCode: { path: Path<'id'>; body: { reason: string }; answer: { enrolmentCode: string | null } };
  createMaker: { body: { name: string; settlementCurrency: string; reason: string }; answer: Maker };
  createMerchant: { body: { name: string; reason: string }; answer: { id: number; secret: string } };
  createPaymentLink: {
    path: Path<'id'>;
    body: { amount: string; currency: string; internalId?: string; userId?: string };
    answer: { id: string; url: string; expireAt: string };
  };
  createPhone: { body: { name: string; makerId?: number }; answer: CreatePhone };
  createRateFeed: {
    body: {
      settlementCurrency: string;
      fiatCurrency: string;
      type: 'in' | 'out';
      sources: RateFeedBodySource[];
      marginBps?: number;
      intervalMs: number;
      ageMaxMs?: number | null;
      isEnabled?: boolean;
      reason: string;
    };
    answer: RateFeed;
  };
  createRequisite: {
    body: {
      makerId: number;
      option: string;
      bank: string;
      currency: string;
      number: string;
      holder?: string;
      dealMin?: string | null;
      dealMax?: string | null;
      dayMax?: string | null;
      monthMax?: string | null;
      dayDealsMax?: number | null;
      activeDealsMax?: number | null;
      gapMs?: number | null;
      restMs?: number;
      hours?: { zone: string; spans: { day: number; from: string; to: string }[] } | null;
      reason: string;
    };
    answer: Requisite;
  };
  createStatementImport: {
    body: { requisiteId: number; fileName: string; sizeBytes: number; reason?: string | null };
    answer: StatementImport;
  };
  createStore: {
    body: {
      merchantId: number;
      name: string;
      currency: string;
      settlementCurrency: string;
      network: 'TRC20' | 'ERC20';
      payinEnabled?: boolean;
      payoutEnabled?: boolean;
      payinFeeBps?: number;
      payinFeeFixed?: string;
      payoutFeeBps?: number;
      payoutFeeFixed?: string;
      payinSpreadBps?: number;
      payoutSpreadBps?: number;
      twoApprovalsAbove?: string;
      invoiceLifetimeMs?: number;
      payoutLifetimeMs?: number;
      dealLifetimeMs?: number;
      payoutHoldMs?: number;
      payoutProofMs?: number;
      confirmDeadlineMs?: number;
      rateBoundBps?: number;
      repeatWindowMs?: number;
      payoutsNeedInternalId?: boolean;
      needsSha256?: boolean;
      needsTimestamp?: boolean;
      withdrawalFee?: string;
      limits?: { currency: string; type: 'in' | 'out'; min: string; max: string }[];
      page?: PayerRulesPage;
      optionsOff?: string[];
      reason: string;
    };
    answer: PayerRules;
  };
  createStoreKey: {
    path: Path<'id'>;
    body: {
      name?: string | null;
      scopes?: ('read' | 'payin' | 'payout' | 'withdraw')[];
      addresses?: string[];
      hasOwnSecret?: boolean;
      reason: string;
      code?: string | null;
    };
    answer: { key: string; secret: string | null };
  };
  createToken: {
    body: {
      name: string;
      scopes: ('read' | 'arrivals' | 'money' | 'settings' | 'access')[];
      lifetimeDays?: number | null;
      addresses?: string[] | null;
      dayMax?: string | null;
      dayCurrency?: string | null;
      requisiteIds?: number[] | null;
      reason: string;
    };
    answer: { id: number; token: string; expiresAt: string };
  };
  createUser: {
    body: {
      login: string;
      name?: string;
      role: 'operator' | 'maker' | 'merchant';
      makerId?: number | null;
      merchantId?: number | null;
      password: string;
      reason: string;
    };
    answer: User;
  };
  endOtherSessions: { answer: { sessions: number } };
  endSession: { path: Path<'id'>; answer: { status: string } };
  enterArrival: {
    body: { requisiteId: number; amount: string; reference: string; arrivedAt?: string | null; reason?: string | null };
    answer: OperatorArrival;
  };
  enterMessage: {
    path: Path<'id'>;
    body: { requisiteId: number; amount: string; reason: string };
    answer: PhoneMessage;
  };
  explainBankLine: { path: Path<'id'>; body: { reason: string }; answer: { status: string } };
  explainUnbacked: { path: Path<'id'>; body: { subjectId: string; reason: string }; answer: { status: string } };
  exportInvoices: {
    query: Query<'storeId' | 'status' | 'type' | 'from' | 'to' | 'internalId' | 'id' | 'requisite' | 'amount' | 'currency' | 'zone'>;
    answer: string;
  };
  exportMonthStatement: { path: Path<'id'>; query: Query<'month' | 'zone'>; answer: string };
  exportSettlement: { path: Path<'id'>; query: Query<'from' | 'to' | 'zone'>; answer: string };
  exportStatement: { path: Path<'id'>; query: Query<'from' | 'to' | 'zone'>; answer: string };
  followChanges: { answer: string };
  getMaker: { path: Path<'id'>; answer: Maker };
  getStatementImport: { path: Path<'id'>; answer: StatementImport };
  getStore: { path: Path<'id'>; answer: PayerRules };
  giveBackPayout: { path: Path<'id'>; body: { dealId?: string | null; reason: string }; answer: OperatorDeal };
  giveCode: { body: { code?: string | null; password?: string | null }; answer: { status: string } };
  giveProof: { body: GiveProofBody; answer: { status: string } };
  groupRequisites: {
    body: { requisiteIds: number[]; number?: string | null; zone?: string | null; reason: string };
    answer: BankAccount;
  };
  importRequisites: {
    path: Path<'id'>;
    query: Query<'reason' | 'partial' | 'trial'>;
    body: FormData | string;
    answer: { created: number; errors: { line: number; code: string; message: string }[] };
  };
  inviteMember: {
    body: { name: string; rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[]; code?: string | null };
    answer: {
      id: string;
      name: string;
      rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[];
      createdAt: string;
      expiresAt: string;
      url: string;
    };
  };
  joinTeam: {
    body: { ticket: string; login: string; name: string; password: string };
    answer: { user: JoinTeamUser; csrfToken: string; enrolmentCode: string | null };
  };
  judgeMessage: { path: Path<'id'>; body: { verdict: 'dismissed' | 'false'; reason: string }; answer: PhoneMessage };
  keepExcess: { path: Path<'id'>; body: { reason: string }; answer: InvoiceDTO };
  liftMoneyStop: { path: Path<'id'>; body: { lostCount: number; reason: string }; answer: MoneyStop };
  liftPayerBlock: { path: Path<'id'>; body: { reason: string }; answer: { name: string } };
  linkBankLine: { path: Path<'id'>; body: { subjectId: string; reason: string }; answer: { status: string } };
  listAllocationMisses: {
    query: Query<'after' | 'limit'>;
    answer: {
      items: {
        id: string;
        invoiceId: string;
        storeId: number;
        option: string | null;
        bank: string | null;
        sum: MoneyDTO;
        reason: 'no_requisite' | 'amount_out_of_bounds' | 'amount_busy' | 'limits' | 'hours' | 'maker_balance' | 'reward_above_fee' | 'phone_silent' | 'disputes' | 'new_requisite';
        at: string;
      }[];
      next: string | null;
    };
  };
  listApprovals: {
    query: Query<'status'>;
    answer: {
      items: {
        id: string;
        act: string;
        danger: 'operator-access' | 'merchant-access' | 'maker-access' | 'store-terms' | 'store-demands' | 'maker-terms' | 'large-top-up' | 'sent-withdrawal' | 'refund' | 'access-rules' | 'money-stop' | 'message-template' | 'rate' | 'loss';
        subjectKind: string;
        subjectId: string;
        details: { readonly [name: string]: unknown } | null;
        requestedBy: string;
        requestedAt: string;
        reason: string;
        approvableAt: string;
        expiresAt: string;
        status: 'waiting' | 'approved' | 'rejected';
        decidedBy: string | null;
        decidedAt: string | null;
      }[];
    };
  };
  listArrivals: {
    query: Query<'status' | 'exception' | 'requisiteId' | 'id' | 'after' | 'limit'>;
    answer: { items: OperatorArrival[]; next: string | null };
  };
  listAuditLog: {
    query: Query<'subjectKind' | 'subjectId' | 'userId' | 'after' | 'limit'>;
    answer: { items: AuditLine[]; next: string | null };
  };
  listBankAccounts: { query: Query<'after' | 'limit'>; answer: { items: BankAccount[]; next: number | null } };
  listBankLines: {
    path: Path<'id'>;
    query: Query<'list' | 'from' | 'to' | 'after' | 'limit'>;
    answer: { items: BankLine[]; next: string | null };
  };
  listBlockedPayers: {
    query: Query<'storeId'>;
    answer: {
      items: {
        id: number;
        storeId: number;
        storeName: string;
        kind: 'user' | 'address';
        name: string;
        failures: number;
        blockedAt: string;
        blockedUntil: string;
      }[];
    };
  };
  listCsvMappings: { answer: { items: SavedCsvMapping[] } };
  listDeals: {
    query: Query<'makerId' | 'status' | 'type' | 'after' | 'limit'>;
    answer: { items: OperatorDeal[]; next: string | null };
  };
  listEndpointEvents: {
    path: Path<'id' | 'endpointId'>;
    query: Query<'after' | 'limit'>;
    answer: {
      items: {
        id: string;
        sequence: number;
        kind: 'invoice' | 'dispute' | 'withdrawal' | 'balance' | 'book' | 'access';
        subject: string;
        createdAt: string;
        state: 'waiting' | 'delivered' | 'failed';
        nextAttemptAt: string | null;
        attempts: DeliveryAttempt[];
      }[];
      next: string | null;
    };
  };
  listEndpoints: {
    path: Path<'id'>;
    answer: {
      items: {
        id: string;
        url: string;
        kinds: ('invoice' | 'dispute' | 'withdrawal' | 'balance' | 'book' | 'access')[];
        createdAt: string;
        formerSecretUntil: string | null;
      }[];
    };
  };
  listInvoices: {
    query: Query<'storeId' | 'status' | 'type' | 'from' | 'to' | 'internalId' | 'id' | 'requisite' | 'amount' | 'currency' | 'after' | 'limit'>;
    answer: { items: InvoiceDTO[]; next: string | null };
  };
  listLedgerAccounts: {
    query: Query<'after' | 'limit' | 'kind' | 'ownerId'>;
    answer: { items: LedgerAccountsItem[]; next: number | null };
  };
  listLineCandidates: { path: Path<'id'>; answer: { items: LineCandidate[] } };
  listMakers: { query: Query<'after' | 'limit'>; answer: { items: Maker[]; next: number | null } };
  listMerchants: { query: Query<'after' | 'limit'>; answer: { items: Merchant[]; next: number | null } };
  listMessageTemplates: { answer: { items: MessageTemplate[] } };
  listMessages: {
    query: Query<'outcome' | 'waiting' | 'makerId' | 'phoneId' | 'after' | 'limit'>;
    answer: { items: PhoneMessage[]; next: string | null };
  };
  listNotifications: {
    query: Query<'storeId' | 'invoiceId' | 'state' | 'after' | 'limit'>;
    answer: { items: NotificationLine[]; next: string | null };
  };
  listOwnPasskeys: {
    answer: {
      items: { id: number; name: string; createdAt: string; lastUsedAt: string | null; isSuspected: boolean }[];
    };
  };
  listOwnSessions: {
    answer: {
      items: {
        id: string;
        address: string;
        userAgent: string;
        createdAt: string;
        lastSeenAt: string;
        expiresAt: string;
        isCurrent: boolean;
      }[];
    };
  };
  listOwnViews: { answer: { items: { id: number; page: string; name: string; query: string }[] } };
  listPayouts: { query: Query<'after' | 'limit'>; answer: { items: OperatorDeal[]; next: string | null } };
  listPhones: { query: Query<'makerId'>; answer: { items: Phone[] } };
  listRateFeeds: { query: Query<'after' | 'limit'>; answer: { items: RateFeed[]; next: number | null } };
  listRateHistory: {
    query: Query<'after' | 'limit' | 'settlementCurrency' | 'fiatCurrency' | 'type'>;
    answer: { items: { id: number; rate: string; setAt: string; setBy: string }[]; next: number | null };
  };
  listRates: { answer: Rates };
  listReceivers: { answer: { items: Receiver[] } };
  listRepeatedReceipts: {
    path: Path<'id'>;
    answer: {
      items: {
        invoiceId: string;
        caseNumber: string;
        storeName: string;
        status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
        givenAt: string;
        match: 'file' | 'picture';
      }[];
    };
  };
  listRequisites: {
    query: Query<'after' | 'limit' | 'makerId' | 'id' | 'bank' | 'waiting' | 'number'>;
    answer: { items: Requisite[]; next: number | null };
  };
  listStatementImports: {
    query: Query<'accountId' | 'after' | 'limit'>;
    answer: { items: StatementImport[]; next: string | null };
  };
  listStoreAddresses: { path: Path<'id'>; answer: { items: StoreAddress[] } };
  listStoreKeys: {
    path: Path<'id'>;
    answer: {
      items: {
        key: string;
        name: string;
        scopes: ('read' | 'payin' | 'payout' | 'withdraw')[];
        addresses: string[];
        hasOwnSecret: boolean;
        createdAt: string;
        lastUsedAt: string | null;
        lastUsedFrom: string | null;
        validUntil: string | null;
        revokedAt: string | null;
      }[];
    };
  };
  listStores: { query: Query<'after' | 'limit' | 'merchantId'>; answer: { items: PayerRules[]; next: number | null } };
  listTeam: { answer: { members: TeamMember[]; invitations: TeamInvitation[] } };
  listTokens: {
    query: Query<'after' | 'limit' | 'userId'>;
    answer: {
      items: {
        id: number;
        userId: number;
        name: string;
        scopes: string[];
        createdAt: string;
        expiresAt: string;
        addresses: string[];
        dayMax: string | null;
        dayCurrency: string | null;
        requisiteIds: number[] | null;
        isUnbound: boolean;
        endsSoon: boolean;
        revokedAt: string | null;
      }[];
      next: number | null;
    };
  };
  listUnbacked: { path: Path<'id'>; query: Query<'from' | 'to'>; answer: { items: UnbackedMoney[] } };
  listUsers: { query: Query<'after' | 'limit'>; answer: { items: JoinTeamUser[]; next: number | null } };
  listWithdrawals: {
    query: Query<'status' | 'storeId' | 'id' | 'after' | 'limit'>;
    answer: { items: OperatorWithdrawal[]; next: string | null };
  };
  listWork: {
    query: Query<'kind' | 'after' | 'limit'>;
    answer: {
      items: {
        kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line';
        id: string;
        since: string;
        storeName: string | null;
        deal: OperatorDeal | null;
        arrival: OperatorArrival | null;
        withdrawal: OperatorWithdrawal | null;
        message: PhoneMessage | null;
        line: BankLine | null;
        claim: CaseClaim | null;
      }[];
      next: string | null;
      totals: {
        kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line';
        count: number;
        isMore: boolean;
        oldestAt: string | null;
      }[];
      limits: WorkLimit[];
      mentions: CaseMention[];
    };
  };
  loadCatalogue: {
    body: { reason: string };
    answer: {
      added: { currencies: string[]; banks: string[]; options: string[] };
      present: { currencies: number; banks: number; options: number };
    };
  };
  loadMessageTemplates: {
    body: { reason: string };
    answer: { added: { id: number; key: string | null; name: string }[]; present: number; unknownBanks: string[] };
  };
  mailEnrolmentCode: { answer: { address: string } };
  matchArrival: {
    path: Path<'id'>;
    body: { dealId?: string | null; rate?: 'now' | null; isPart?: boolean | null; reason: string };
    answer: OperatorArrival;
  };
  openDisputeByPerson: { path: Path<'id'>; body: FormData | string; answer: InvoiceDTO };
  orderCatalogue: {
    body: { kind: 'currency' | 'bank' | 'option'; currency?: string | null; codes: string[]; reason: string };
    answer: OperatorCatalogue;
  };
  pairPhone: {
    body: { ticket: string };
    answer: { id: number; name: string; token: string; messagesUrl: string; heartbeatUrl: string };
  };
  pauseRequisite: { path: Path<'id'>; answer: Requisite };
  payBackMaker: {
    path: Path<'id'>;
    body: { id: string; amount: string; reason: string };
    answer: { available: MoneyDTO };
  };
  payoutNotPaid: {
    path: Path<'id'>;
    body: { dealId?: string | null; next: 'pool' | 'cancel'; isBorneByService?: boolean | null; reason: string };
    answer: OperatorDeal;
  };
  previewMessageTemplate: {
    body: {
      id?: number | null;
      currency: string;
      bank: string;
      senders: string[];
      stopWords: string[];
      pattern?: string | null;
      example?: {
        title?: string;
        text: string;
        isTitled?: boolean;
        marks: {
          begin: number;
          end: number;
          part: 'amount' | 'name' | 'digits' | 'balance' | 'time' | 'date' | 'any' | 'number';
        }[];
      } | null;
      tests?: {
        sender: string;
        title?: string;
        text: string;
        expect: { amount: string; name?: string; digits?: string; balance?: string; time?: string; date?: string } | null;
      }[];
    };
    answer: {
      pattern: string;
      fault: string | null;
      example: PreviewMessageTemplateExample | null;
      failedTests: { test: number; fault: 'read' | 'not-read' | 'read-otherwise' }[];
      looked: number;
      gained: number;
      otherwise: number;
      lost: number;
      changes: {
        message: { id: string; sender: string; title: string; text: string; cameAt: string; outcome: string | null };
        before: PreviewMessageTemplateExample;
        after: PreviewMessageTemplateExample;
      }[];
    };
  };
  previewStatementImport: { path: Path<'id'>; body: { mapping?: CsvMapping | null }; answer: StatementPreview };
  printMonthStatement: { path: Path<'id'>; query: Query<'month' | 'zone' | 'language'>; answer: string };
  proveLedgerAccount: { path: Path<'id'>; query: Query<'page' | 'known'>; answer: string };
  provePayout: { path: Path<'id'>; body: FormData | string; answer: OperatorDeal };
  putStatementPiece: {
    path: Path<'id'>;
    query: Query<'at'>;
    body: FormData | string;
    answer: { receivedBytes: number };
  };
  readAccessRules: { answer: AccessRules };
  readAccountDays: { path: Path<'id'>; query: Query<'from' | 'to'>; answer: { items: BankAccountDay[] } };
  readAudit: { answer: Audit };
  readAutomation: { path: Path<'id'>; answer: MakerAutomation };
  readBalanceHistory: {
    path: Path<'id'>;
    query: Query<'days'>;
    answer: { points: { at: string; balance: MoneyDTO }[]; cutAt: string | null };
  };
  readCase: { path: Path<'id'>; answer: WorkCase };
  readCatalogue: { answer: OperatorCatalogue };
  readDeal: { path: Path<'id'>; answer: OperatorDeal };
  readDisputeRules: { answer: DisputeRules };
  readIncome: {
    query: Query<'from' | 'to'>;
    answer: {
      from: string | null;
      to: string;
      items: {
        currency: string;
        payins: { fees: MoneyDTO; rewards: MoneyDTO; income: MoneyDTO };
        payouts: { fees: MoneyDTO; rewards: MoneyDTO; income: MoneyDTO };
        corrections: { fees: MoneyDTO; rewards: MoneyDTO; income: MoneyDTO };
        withdrawals: { fees: MoneyDTO; rewards: MoneyDTO; income: MoneyDTO };
        total: { fees: MoneyDTO; rewards: MoneyDTO; income: MoneyDTO };
      }[];
    };
  };
  readInvitation: {
    body: { ticket: string };
    answer: { merchantName: string; name: string; rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[] };
  };
  readInvoice: { path: Path<'id'>; query: Query<'at'>; answer: InvoiceLife };
  readMessageTemplate: {
    path: Path<'id'>;
    answer: {
      id: number;
      key: string | null;
      versionOn: number | null;
      latest: MessageTemplateLatest;
      versions: MessageTemplateLatest[];
    };
  };
  readNotification: { path: Path<'id'>; answer: NotificationDetails };
  readOpening: {
    answer: {
      isOpen: boolean;
      steps: {
        name: 'operators' | 'catalogue' | 'rates' | 'merchant' | 'store' | 'api-key' | 'maker' | 'payment' | 'backup';
        isDone: boolean;
        have: number;
        need: number;
      }[];
      lastBackupAt: string | null;
      usualFees: { payinFeeBps: number; payoutFeeBps: number };
      usualLimits: { currency: string; min: string; max: string }[];
    };
  };
  readOverview: {
    query: Query<'from' | 'step' | 'zone'>;
    answer: {
      from: string;
      trade: {
        type: 'in' | 'out';
        currency: string;
        created: number;
        paid: number;
        paidSum: MoneyDTO;
        successBps: number | null;
      }[];
      points: {
        key: string;
        type: 'in' | 'out';
        currency: string;
        created: number;
        paid: number;
        paidSum: MoneyDTO;
        successBps: number | null;
      }[];
      byHour: {
        key: string;
        type: 'in' | 'out';
        currency: string;
        created: number;
        paid: number;
        paidSum: MoneyDTO;
        successBps: number | null;
      }[];
      byStore: {
        key: string;
        type: 'in' | 'out';
        currency: string;
        created: number;
        paid: number;
        paidSum: MoneyDTO;
        successBps: number | null;
      }[];
      byMaker: {
        key: string;
        type: 'in' | 'out';
        currency: string;
        created: number;
        paid: number;
        paidSum: MoneyDTO;
        successBps: number | null;
      }[];
      byBank: {
        key: string;
        type: 'in' | 'out';
        currency: string;
        created: number;
        paid: number;
        paidSum: MoneyDTO;
        successBps: number | null;
      }[];
      waits: { type: 'in' | 'out'; count: number; halfWithinS: number | null; mostWithinS: number | null }[];
      misses: { reason: string; count: number }[];
      isCut: boolean;
      income: { currency: string; fees: MoneyDTO; rewards: MoneyDTO; income: MoneyDTO }[];
      makers: { currency: string; free: MoneyDTO; held: MoneyDTO; frozen: MoneyDTO; makers: number }[];
      low: { makerId: number; name: string; free: MoneyDTO; hoursLeft: number | null }[];
      books: { moneyOut: 'open' | 'stopped'; checkedAt: string | null; lawsHeld: number; lawsBroken: number };
      work: {
        kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line';
        count: number;
        isMore: boolean;
        oldestAt: string | null;
      }[];
      rates: {
        settlementCurrency: string;
        fiatCurrency: string;
        type: 'in' | 'out';
        rate: string;
        setAt: string;
        ageMaxMs: number | null;
        isOutdated: boolean;
      }[];
      alarms: {
        kind: 'money_out_stopped' | 'rates_outdated' | 'feeds_failing' | 'feeds_on_fallback' | 'transfers_overdue' | 'receivers_paused' | 'makers_empty' | 'backup_old';
        count: number;
      }[];
    };
  };
  readOwnWishes: {
    answer: {
      kinds: ('deal' | 'payout' | 'dispute' | 'device' | 'balance' | 'rate' | 'audit' | 'withdrawal' | 'requisite')[];
      offered: ('email' | 'telegram' | 'push' | 'webhook')[];
      pushKey: string | null;
      channels: {
        id: number;
        kind: 'email' | 'telegram' | 'push' | 'webhook';
        address: string;
        language: 'en' | 'ru';
        isConfirmed: boolean;
        createdAt: string;
      }[];
      wishes: {
        kind: 'deal' | 'payout' | 'dispute' | 'device' | 'balance' | 'rate' | 'audit' | 'withdrawal' | 'requisite';
        channelIds: number[];
      }[];
      lowBalanceBelow: number | null;
    };
  };
  readReference: {
    answer: {
      currencies: { code: string; name: string; nameRu: string | null; isEnabled: boolean; subunit: number }[];
      banks: { currency: string; code: string; name: string; nameRu: string | null; isEnabled: boolean }[];
      options: {
        code: string;
        name: string;
        nameRu: string | null;
        isEnabled: boolean;
        currencies: string[];
        numberKinds: ('phone' | 'card' | 'account' | 'link' | 'text')[];
        hasBank: boolean;
        hasLink: boolean;
      }[];
    };
  };
  readSales: {
    path: Path<'id'>;
    query: Query<'from' | 'to' | 'step'>;
    answer: {
      storeId: number;
      from: string;
      to: string;
      step: 'hour' | 'day';
      currencies: {
        currency: string;
        created: number;
        paid: number;
        paidSum: MoneyDTO;
        points: { at: string; created: number; paid: number; paidSum: MoneyDTO }[];
        banks: { bank: string | null; created: number; paid: number; paidSum: MoneyDTO }[];
      }[];
      cutAt: string | null;
    };
  };
  readSandboxClock: { answer: { now: string; aheadMs: number } };
  readSandboxWorld: { answer: SandboxWorld };
  readSettlementReport: {
    path: Path<'id'>;
    query: Query<'from' | 'to'>;
    answer: {
      storeId: number;
      from: string | null;
      to: string;
      opening: MoneyDTO;
      payins: SettlementReportPayins;
      corrections: SettlementReportPayins;
      payouts: SettlementReportPayins;
      withdrawals: SettlementReportPayins;
      topUps: SettlementReportPayins;
      excesses: SettlementReportPayins;
      closing: MoneyDTO;
    };
  };
  readStatement: {
    path: Path<'id'>;
    query: Query<'from' | 'to' | 'after' | 'limit'>;
    answer: {
      account: LedgerAccountsItem;
      opening: MoneyDTO;
      items: {
        id: string;
        at: string;
        kind: 'top_up' | 'pay_back' | 'payin_hold' | 'payin_rehold' | 'payin_extend' | 'payin_reduce' | 'payin_release' | 'payin_settle' | 'payin_fee' | 'payin_reward' | 'payin_excess' | 'payout_freeze' | 'payout_release' | 'payout_pay' | 'payout_fee' | 'payout_reward' | 'payout_reverse' | 'payout_fee_reverse' | 'payout_reward_reverse' | 'withdrawal_freeze' | 'withdrawal_release' | 'withdrawal_send' | 'withdrawal_fee' | 'correction_sum' | 'correction_fee' | 'correction_reward' | 'correction_excess' | 'excess_return' | 'excess_back' | 'excess_rest' | 'excess_rest_reverse' | 'excess_keep' | 'excess_fee' | 'excess_reward' | 'maker_loss' | 'store_loss' | 'debt_pay';
        subjectId: string;
        counterparty: { kind: string; accountId?: number; ownerId?: number };
        amount: MoneyDTO;
        balance: MoneyDTO;
      }[];
      closing: MoneyDTO;
      next: string | null;
    };
  };
  readSystem: {
    answer: {
      mode: 'sandbox' | 'production';
      startedAt: string;
      isAvailable: boolean;
      queueLength: number;
      connections: number;
      connectionsWaiting: number;
      expiryBehindMs: number;
      outdatedRates: number;
      moneyOut: 'open' | 'stopped';
      moneyStop: MoneyStop | null;
      settingWarnings: ('plain-http' | 'any-proxy' | 'guessable-key' | 'plain-backups')[];
      evidence: Evidence;
      archive: Archive;
      replication: 'none' | 'synchronous' | 'asynchronous';
      secondPerson: 'on' | 'off' | 'alone';
      work: {
        kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line';
        count: number;
        isMore: boolean;
        oldestAt: string | null;
      }[];
    };
  };
  readWithdrawal: { path: Path<'id'>; answer: OperatorWithdrawalToApprove };
  rejectDispute: {
    path: Path<'id'>;
    body: {
      result: 'REQUISITES_MISMATCH_IN_CONFIRM_DOCS' | 'INVALID_PAYMENT_METHOD' | 'TTL_EXPIRED' | 'FRAUD_CONFIRM_DOCS' | 'WAITING_CONFIRM_DOCS_FROM_MERCHANT' | 'WAITING_CONFIRM_DOCS_FROM_TRADER' | 'UNKNOWN';
      verdict?: 'paid' | 'not_paid' | null;
      amount?: string | null;
      next?: 'pool' | 'cancel' | null;
      rate?: 'now' | null;
      isOthersMoney?: boolean | null;
      isBorneByService?: boolean | null;
      openedAt?: string | null;
      reason: string;
    };
    answer: InvoiceDTO;
  };
  rejectRequest: { path: Path<'id'>; body: { reason: string }; answer: { status: string } };
  rejectTransfer: { path: Path<'id'>; body: { reason: string }; answer: OperatorDeal };
  rejectWithdrawal: { path: Path<'id'>; body: { reason: string }; answer: OperatorWithdrawal };
  releaseCase: { path: Path<'id'>; answer: { isReleased: boolean } };
  removeBank: { path: Path<'currency' | 'code'>; body: { reason: string }; answer: OperatorCatalogue };
  removeChannel: { path: Path<'id'>; answer: { status: string } };
  removeCsvMapping: { path: Path<'id'>; body: { reason: string }; answer: { status: string } };
  removeCurrency: { path: Path<'code'>; body: { reason: string }; answer: OperatorCatalogue };
  removeEndpoint: {
    path: Path<'id' | 'endpointId'>;
    body: { reason: string; code?: string | null };
    answer: { status: string };
  };
  removeMember: { path: Path<'id'>; body: { reason: string }; answer: { status: string } };
  removeOption: { path: Path<'code'>; body: { reason: string }; answer: OperatorCatalogue };
  removePasskey: { path: Path<'id'>; answer: { status: string } };
  removeRateFeed: { path: Path<'id'>; body: { reason: string }; answer: { status: string } };
  removeSecondFactor: { path: Path<'id'>; body: { reason: string }; answer: User };
  removeStoreAddress: { path: Path<'id' | 'address'>; body: { reason: string }; answer: { status: string } };
  removeView: { path: Path<'id'>; answer: { status: string } };
  renamePasskey: { path: Path<'id'>; body: { name: string }; answer: { status: string } };
  renewPhoneTicket: { path: Path<'id'>; answer: CreatePhone };
  requestWithdrawal: {
    body: {
      accountId: string;
      amount: string;
      address: string;
      code2FA: string;
      substractFeeFromAmount?: boolean | null;
    };
    answer: OperatorWithdrawal;
  };
  resendEndpointEvent: {
    path: Path<'id' | 'endpointId' | 'sequence'>;
    body: { reason: string };
    answer: { status: string };
  };
  resumeReceiver: { path: Path<'key'>; body: { reason: string }; answer: { status: string } };
  resumeRequisite: { path: Path<'id'>; answer: Requisite };
  returnArrival: {
    path: Path<'id'>;
    body: { isSecond?: boolean | null; isCertain?: boolean | null; reason: string };
    answer: OperatorArrival;
  };
  revokeInvitation: { path: Path<'id'>; answer: { status: string } };
  revokePhone: { path: Path<'id'>; answer: Phone };
  revokeStoreKey: {
    path: Path<'id' | 'key'>;
    body: { reason: string; code?: string | null };
    answer: { status: string };
  };
  revokeToken: { path: Path<'id'>; body: { reason: string }; answer: { status: string } };
  rotateEndpointSecret: {
    path: Path<'id' | 'endpointId'>;
    body: RotateEndpointSecretBody;
    answer: { secret: string; oldValidUntil: string };
  };
  rotateSecret: { path: Path<'id'>; body: RotateEndpointSecretBody; answer: { secret: string; oldValidUntil: string } };
  rotateStoreKey: {
    path: Path<'id' | 'key'>;
    body: RotateEndpointSecretBody;
    answer: { key: string; secret: string | null; oldValidUntil: string };
  };
  rotateWebhookSecret: {
    path: Path<'id'>;
    body: RotateEndpointSecretBody;
    answer: { secret: string; oldValidUntil: string };
  };
  runAudit: { answer: Audit };
  saveCsvMapping: { body: { name: string; mapping: CsvMapping }; answer: SavedCsvMapping };
  saveView: {
    body: { page: string; name: string; query: string };
    answer: { id: number; page: string; name: string; query: string };
  };
  search: {
    query: Query<'q'>;
    answer: {
      items: {
        kind: 'invoice' | 'arrival' | 'withdrawal' | 'requisite' | 'maker' | 'store' | 'merchant';
        id: string;
        title: string;
        foundBy: 'id' | 'internalId' | 'reference' | 'transaction' | 'requisite' | 'holder' | 'amount' | 'name' | 'case';
        status: string | null;
        sum: MoneyDTO | null;
      }[];
    };
  };
  seeMentions: { path: Path<'id'>; answer: { items: CaseMention[] } };
  sendFailedNotificationsAgain: { body: { storeId: number; since: string; reason: string }; answer: { count: number } };
  sendNotificationAgain: { path: Path<'id'>; body: { reason: string }; answer: NotificationLine };
  sendWithdrawal: { path: Path<'id'>; body: { txId: string; reason: string }; answer: OperatorWithdrawal };
  setAutomation: {
    path: Path<'id'>;
    body: { isOn?: boolean; dealMax?: string | null; dayMax?: string | null; breakMax?: string; reason: string };
    answer: MakerAutomation;
  };
  setOwnWishes: {
    body: {
      wishes: {
        kind: 'deal' | 'payout' | 'dispute' | 'device' | 'balance' | 'rate' | 'audit' | 'withdrawal' | 'requisite';
        channelIds: number[];
      }[];
      lowBalanceBelow?: number | null;
    };
    answer: { status: string };
  };
  setRates: {
    body: {
      settlementCurrency: string;
      fiatCurrency: string;
      in?: string;
      out?: string;
      ageMaxMs?: number | null;
      isConfirmed?: boolean;
      reason: string;
    };
    answer: Rates;
  };
  setRewards: {
    path: Path<'id'>;
    body: {
      rewards: {
        direction: 'in' | 'out';
        option?: string | null;
        storeId?: number | null;
        currency?: string | null;
        from?: string | null;
        to?: string | null;
        bps: number;
      }[];
      reason: string;
    };
    answer: Maker;
  };
  settleDeal: {
    path: Path<'id'>;
    body: { amount?: string | null; rate?: 'now' | null; reason: string };
    answer: OperatorDeal;
  };
  signIn: {
    body: { login: string; password: string; code?: string | null; passkey?: GiveProofBodyPasskey | null };
    answer: SignIn;
  };
  signInWithPasskey: { body: GiveProofBody; answer: SignIn };
  signOut: { answer: { status: string } };
  signOutEverywhere: { answer: { sessions: number } };
  startStatementImport: { path: Path<'id'>; body: { mapping?: CsvMapping | null }; answer: StatementImport };
  stopStatementImport: { path: Path<'id'>; answer: StatementImport };
  switchMaker: { path: Path<'id'>; body: { isOn: boolean }; answer: Maker };
  switchMessageTemplates: {
    body: { switches: { id: number; version: number | null }[]; reason: string };
    answer: { items: MessageTemplate[] };
  };
  switchSandboxWorld: { body: { isOn: boolean; pace?: number }; answer: SandboxWorld };
  takePayout: {
    path: Path<'id'>;
    body: { dealId?: string | null; makerId?: number | null; reason?: string | null };
    answer: OperatorDeal;
  };
  topUpMaker: {
    path: Path<'id'>;
    body: { id: string; amount: string; reason: string };
    answer: { available: MoneyDTO };
  };
  topUpStore: {
    path: Path<'id'>;
    body: { id: string; amount: string; reason: string };
    answer: { available: MoneyDTO };
  };
  tryNotificationAddress: {
    body: { storeId: number; notificationUrl: string; notificationToken: string };
    answer: {
      outcome: 'delivered' | 'refused' | 'gone' | 'timeout' | 'unreachable' | 'forbidden' | 'unsendable';
      status: number | null;
      durationMs: number;
      answer: string;
    };
  };
  tryRateSource: {
    body: {
      settlementCurrency: string;
      fiatCurrency: string;
      type: 'in' | 'out';
      source: RateFeedBodySource;
      marginBps?: number;
    };
    answer: {
      rate: string | null;
      sourceRate: string | null;
      prices: string[];
      error: string | null;
      currentRate: string | null;
      differenceBps: number | null;
      isJump: boolean;
      excerpt: string | null;
      tookMs: number;
      askedUrl: string;
    };
  };
  ungroupRequisites: { path: Path<'id'>; body: { requisiteIds: number[]; reason: string }; answer: BankAccount };
  whoAmI: {
    answer: {
      id: number;
      login: string;
      name: string;
      role: 'operator' | 'maker' | 'merchant';
      makerId: number | null;
      merchantId: number | null;
      hasSecondFactor: boolean;
      hasAuthenticator: boolean;
      passkeys: number;
      isDisabled: boolean;
      rights: ('payins' | 'payouts' | 'withdrawals' | 'keys' | 'team')[] | null;
      mode: 'sandbox' | 'production';
      mustSetUpSecondFactor: boolean;
      needsEnrolmentCode: boolean;
      enrolmentMail: string | null;
      accessNews: {
        what: 'password' | 'factor' | 'factorRemoved' | 'enrolmentCode' | 'device';
        by: string;
        at: string;
      }[];
      tokensEndSoon: number;
      newDevices: { address: string; userAgent: string; at: string }[];
      csrfToken: string | null;
    };
  };
}

/** Parameters of lists that take one of some values. */
export interface Choices {
  listApprovals: { status: 'waiting' | 'approved' | 'rejected' };
  listArrivals: { status: 'matched' | 'held' | 'returned'; exception: 'short' | 'over' | 'late' | 'twice' | 'nobody' | 'before_deal' | 'automation_off' | 'deal_limit' | 'day_limit' | 'balance_break' | 'balance_unchecked' };
  listBankLines: { list: 'matched' | 'bank' | 'explained' | 'out' };
  listDeals: { status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute' | 'running'; type: 'in' | 'out' };
  listInvoices: { status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute'; type: 'in' | 'out' };
  listLedgerAccounts: { kind: 'external' | 'fees' | 'store_available' | 'store_frozen' | 'store_excess' | 'maker_available' | 'maker_held' | 'maker_debt' | 'store_debt' };
  listMessages: { outcome: 'settled' | 'held' | 'replay' | 'stopped' | 'unread' | 'ambiguous'; waiting: 'open' };
  listNotifications: { state: 'failed' | 'waiting' };
  listRateHistory: { type: 'in' | 'out' };
  listRequisites: { waiting: 'true' | 'false' };
  listWithdrawals: { status: 'open' | 'created' | 'sending' | 'sent' | 'rejected' };
  listWork: { kind: 'escalated' | 'overdue' | 'unproved' | 'confirmed' | 'objected' | 'dispute' | 'arrival' | 'payout' | 'withdrawal' | 'message' | 'line' };
}

/** Method and path below /api/operator of each operation. */
export const routes = {
  acceptDispute: ['POST', '/invoices/{id}/dispute/accept'],
  acceptRequisites: ['POST', '/requisites/accept'],
  acknowledgeDevices: ['POST', '/me/new-devices/seen'],
  addBank: ['POST', '/catalogue/banks'],
  addChannel: ['POST', '/me/channels'],
  addCurrency: ['POST', '/catalogue/currencies'],
  addEvidence: ['POST', '/invoices/{id}/evidence'],
  addMessageTemplate: ['POST', '/message-templates'],
  addOption: ['POST', '/catalogue/options'],
  addPasskey: ['POST', '/me/passkeys'],
  addStoreAddress: ['POST', '/stores/{id}/addresses'],
  advanceSandboxClock: ['POST', '/sandbox/clock'],
  answerDispute: ['POST', '/invoices/{id}/dispute/answer'],
  approveRequest: ['POST', '/approvals/{id}/approve'],
  approveWithdrawal: ['POST', '/withdrawals/{id}/approve'],
  askRefund: ['POST', '/invoices/{id}/refunds'],
  beginMerchantSecondFactor: ['POST', '/merchants/{id}/second-factor/begin'],
  beginPasskey: ['POST', '/me/passkeys/begin'],
  beginPasskeySignIn: ['POST', '/session/challenge'],
  beginProof: ['POST', '/me/proof/begin'],
  beginSecondFactor: ['POST', '/me/second-factor/begin'],
  cancelRefund: ['POST', '/refunds/{id}/cancel'],
  changeAccessRules: ['PATCH', '/access-rules'],
  changeBank: ['PATCH', '/catalogue/banks/{currency}/{code}'],
  changeCurrency: ['PATCH', '/catalogue/currencies/{code}'],
  changeDisputeRules: ['PATCH', '/dispute-rules'],
  changeEndpoint: ['PATCH', '/stores/{id}/endpoints/{endpointId}'],
  changeMaker: ['PATCH', '/makers/{id}'],
  changeMember: ['PATCH', '/team/members/{id}'],
  changeMerchant: ['PATCH', '/merchants/{id}'],
  changeMessageTemplate: ['POST', '/message-templates/{id}/versions'],
  changeOption: ['PATCH', '/catalogue/options/{code}'],
  changeOwnPassword: ['POST', '/me/password'],
  changePayerRules: ['PATCH', '/stores/{id}/payer-rules'],
  changePaymentPolicy: ['PATCH', '/stores/{id}/payment-policy'],
  changePhone: ['PATCH', '/phones/{id}'],
  changeRateFeed: ['PATCH', '/rate-feeds/{id}'],
  changeRequisite: ['PATCH', '/requisites/{id}'],
  changeStore: ['PATCH', '/stores/{id}'],
  changeStoreKey: ['PATCH', '/stores/{id}/keys/{key}'],
  changeUser: ['PATCH', '/users/{id}'],
  changeWorkLimit: ['POST', '/work/limits'],
  claimCase: ['POST', '/work/{id}/claim'],
  commentCase: ['POST', '/work/{id}/comments'],
  confirmChannel: ['POST', '/me/channels/{id}/confirm'],
  confirmMerchantSecondFactor: ['POST', '/merchants/{id}/second-factor/confirm'],
  confirmPayout: ['POST', '/payouts/{id}/confirm'],
  confirmSecondFactor: ['POST', '/me/second-factor/confirm'],
  continueStatementImport: ['POST', '/statement-imports/{id}/continue'],
  createEndpoint: ['POST', '/stores/{id}/endpoints'],
  createEnrolmentCode: ['POST', '/users/{id}/enrolment-code'],
  createMaker: ['POST', '/makers'],
  createMerchant: ['POST', '/merchants'],
  createPaymentLink: ['POST', '/stores/{id}/payment-links'],
  createPhone: ['POST', '/phones'],
  createRateFeed: ['POST', '/rate-feeds'],
  createRequisite: ['POST', '/requisites'],
  createStatementImport: ['POST', '/statement-imports'],
  createStore: ['POST', '/stores'],
  createStoreKey: ['POST', '/stores/{id}/keys'],
  createToken: ['POST', '/tokens'],
  createUser: ['POST', '/users'],
  endOtherSessions: ['POST', '/me/sessions/end-others'],
  endSession: ['DELETE', '/me/sessions/{id}'],
  enterArrival: ['POST', '/arrivals'],
  enterMessage: ['POST', '/messages/{id}/enter'],
  explainBankLine: ['POST', '/bank-lines/{id}/explain'],
  explainUnbacked: ['POST', '/bank-accounts/{id}/unbacked/explain'],
  exportInvoices: ['GET', '/invoices.csv'],
  exportMonthStatement: ['GET', '/accounts/{id}/month.csv'],
  exportSettlement: ['GET', '/stores/{id}/settlement.csv'],
  exportStatement: ['GET', '/accounts/{id}/statement.csv'],
  followChanges: ['GET', '/events'],
  getMaker: ['GET', '/makers/{id}'],
  getStatementImport: ['GET', '/statement-imports/{id}'],
  getStore: ['GET', '/stores/{id}'],
  giveBackPayout: ['POST', '/payouts/{id}/give-back'],
  giveCode: ['POST', '/me/code'],
  giveProof: ['POST', '/me/proof'],
  groupRequisites: ['POST', '/bank-accounts'],
  importRequisites: ['POST', '/makers/{id}/requisites/import'],
  inviteMember: ['POST', '/team/invitations'],
  joinTeam: ['POST', '/invitations/join'],
  judgeMessage: ['POST', '/messages/{id}/verdict'],
  keepExcess: ['POST', '/invoices/{id}/excess/keep'],
  liftMoneyStop: ['POST', '/money-stops/{id}/lift'],
  liftPayerBlock: ['POST', '/blocked-payers/{id}/lift'],
  linkBankLine: ['POST', '/bank-lines/{id}/link'],
  listAllocationMisses: ['GET', '/allocation-misses'],
  listApprovals: ['GET', '/approvals'],
  listArrivals: ['GET', '/arrivals'],
  listAuditLog: ['GET', '/audit-log'],
  listBankAccounts: ['GET', '/bank-accounts'],
  listBankLines: ['GET', '/bank-accounts/{id}/lines'],
  listBlockedPayers: ['GET', '/blocked-payers'],
  listCsvMappings: ['GET', '/csv-mappings'],
  listDeals: ['GET', '/deals'],
  listEndpointEvents: ['GET', '/stores/{id}/endpoints/{endpointId}/events'],
  listEndpoints: ['GET', '/stores/{id}/endpoints'],
  listInvoices: ['GET', '/invoices'],
  listLedgerAccounts: ['GET', '/accounts'],
  listLineCandidates: ['GET', '/bank-lines/{id}/candidates'],
  listMakers: ['GET', '/makers'],
  listMerchants: ['GET', '/merchants'],
  listMessageTemplates: ['GET', '/message-templates'],
  listMessages: ['GET', '/messages'],
  listNotifications: ['GET', '/notifications'],
  listOwnPasskeys: ['GET', '/me/passkeys'],
  listOwnSessions: ['GET', '/me/sessions'],
  listOwnViews: ['GET', '/me/views'],
  listPayouts: ['GET', '/payouts'],
  listPhones: ['GET', '/phones'],
  listRateFeeds: ['GET', '/rate-feeds'],
  listRateHistory: ['GET', '/rates/history'],
  listRates: ['GET', '/rates'],
  listReceivers: ['GET', '/receivers'],
  listRepeatedReceipts: ['GET', '/invoices/{id}/repeated-receipts'],
  listRequisites: ['GET', '/requisites'],
  listStatementImports: ['GET', '/statement-imports'],
  listStoreAddresses: ['GET', '/stores/{id}/addresses'],
  listStoreKeys: ['GET', '/stores/{id}/keys'],
  listStores: ['GET', '/stores'],
  listTeam: ['GET', '/team'],
  listTokens: ['GET', '/tokens'],
  listUnbacked: ['GET', '/bank-accounts/{id}/unbacked'],
  listUsers: ['GET', '/users'],
  listWithdrawals: ['GET', '/withdrawals'],
  listWork: ['GET', '/work'],
  loadCatalogue: ['POST', '/catalogue/load'],
  loadMessageTemplates: ['POST', '/message-templates/load'],
  mailEnrolmentCode: ['POST', '/me/enrolment-code'],
  matchArrival: ['POST', '/arrivals/{id}/match'],
  openDisputeByPerson: ['POST', '/invoices/{id}/dispute'],
  orderCatalogue: ['POST', '/catalogue/order'],
  pairPhone: ['POST', '/phones/pair'],
  pauseRequisite: ['POST', '/requisites/{id}/pause'],
  payBackMaker: ['POST', '/makers/{id}/pay-backs'],
  payoutNotPaid: ['POST', '/payouts/{id}/not-paid'],
  previewMessageTemplate: ['POST', '/message-templates/preview'],
  previewStatementImport: ['POST', '/statement-imports/{id}/preview'],
  printMonthStatement: ['GET', '/accounts/{id}/month.pdf'],
  proveLedgerAccount: ['GET', '/accounts/{id}/proof'],
  provePayout: ['POST', '/payouts/{id}/proof'],
  putStatementPiece: ['POST', '/statement-imports/{id}/pieces'],
  readAccessRules: ['GET', '/access-rules'],
  readAccountDays: ['GET', '/bank-accounts/{id}/days'],
  readAudit: ['GET', '/audit'],
  readAutomation: ['GET', '/makers/{id}/automation'],
  readBalanceHistory: ['GET', '/accounts/{id}/history'],
  readCase: ['GET', '/work/{id}'],
  readCatalogue: ['GET', '/catalogue'],
  readDeal: ['GET', '/deals/{id}'],
  readDisputeRules: ['GET', '/dispute-rules'],
  readIncome: ['GET', '/income'],
  readInvitation: ['POST', '/invitations/read'],
  readInvoice: ['GET', '/invoices/{id}'],
  readMessageTemplate: ['GET', '/message-templates/{id}'],
  readNotification: ['GET', '/notifications/{id}'],
  readOpening: ['GET', '/opening'],
  readOverview: ['GET', '/overview'],
  readOwnWishes: ['GET', '/me/wishes'],
  readReference: ['GET', '/reference'],
  readSales: ['GET', '/stores/{id}/sales'],
  readSandboxClock: ['GET', '/sandbox/clock'],
  readSandboxWorld: ['GET', '/sandbox/world'],
  readSettlementReport: ['GET', '/stores/{id}/settlement'],
  readStatement: ['GET', '/accounts/{id}/statement'],
  readSystem: ['GET', '/system'],
  readWithdrawal: ['GET', '/withdrawals/{id}'],
  rejectDispute: ['POST', '/invoices/{id}/dispute/reject'],
  rejectRequest: ['POST', '/approvals/{id}/reject'],
  rejectTransfer: ['POST', '/deals/{id}/reject-transfer'],
  rejectWithdrawal: ['POST', '/withdrawals/{id}/reject'],
  releaseCase: ['POST', '/work/{id}/release'],
  removeBank: ['DELETE', '/catalogue/banks/{currency}/{code}'],
  removeChannel: ['DELETE', '/me/channels/{id}'],
  removeCsvMapping: ['DELETE', '/csv-mappings/{id}'],
  removeCurrency: ['DELETE', '/catalogue/currencies/{code}'],
  removeEndpoint: ['DELETE', '/stores/{id}/endpoints/{endpointId}'],
  removeMember: ['DELETE', '/team/members/{id}'],
  removeOption: ['DELETE', '/catalogue/options/{code}'],
  removePasskey: ['DELETE', '/me/passkeys/{id}'],
  removeRateFeed: ['DELETE', '/rate-feeds/{id}'],
  removeSecondFactor: ['DELETE', '/users/{id}/second-factor'],
  removeStoreAddress: ['DELETE', '/stores/{id}/addresses/{address}'],
  removeView: ['DELETE', '/me/views/{id}'],
  renamePasskey: ['PATCH', '/me/passkeys/{id}'],
  renewPhoneTicket: ['POST', '/phones/{id}/ticket'],
  requestWithdrawal: ['POST', '/withdrawals'],
  resendEndpointEvent: ['POST', '/stores/{id}/endpoints/{endpointId}/events/{sequence}/resend'],
  resumeReceiver: ['POST', '/receivers/{key}/resume'],
  resumeRequisite: ['POST', '/requisites/{id}/resume'],
  returnArrival: ['POST', '/arrivals/{id}/return'],
  revokeInvitation: ['DELETE', '/team/invitations/{id}'],
  revokePhone: ['POST', '/phones/{id}/revoke'],
  revokeStoreKey: ['DELETE', '/stores/{id}/keys/{key}'],
  revokeToken: ['DELETE', '/tokens/{id}'],
  rotateEndpointSecret: ['POST', '/stores/{id}/endpoints/{endpointId}/rotate-secret'],
  rotateSecret: ['POST', '/merchants/{id}/rotate-secret'],
  rotateStoreKey: ['POST', '/stores/{id}/keys/{key}/rotate'],
  rotateWebhookSecret: ['POST', '/stores/{id}/rotate-webhook-secret'],
  runAudit: ['POST', '/audit'],
  saveCsvMapping: ['POST', '/csv-mappings'],
  saveView: ['POST', '/me/views'],
  search: ['GET', '/search'],
  seeMentions: ['POST', '/work/{id}/seen'],
  sendFailedNotificationsAgain: ['POST', '/notifications/resend-failed'],
  sendNotificationAgain: ['POST', '/notifications/{id}/resend'],
  sendWithdrawal: ['POST', '/withdrawals/{id}/send'],
  setAutomation: ['PATCH', '/makers/{id}/automation'],
  setOwnWishes: ['POST', '/me/wishes'],
  setRates: ['POST', '/rates'],
  setRewards: ['POST', '/makers/{id}/rewards'],
  settleDeal: ['POST', '/deals/{id}/settle'],
  signIn: ['POST', '/session'],
  signInWithPasskey: ['POST', '/session/passkey'],
  signOut: ['DELETE', '/session'],
  signOutEverywhere: ['DELETE', '/me/sessions'],
  startStatementImport: ['POST', '/statement-imports/{id}/start'],
  stopStatementImport: ['POST', '/statement-imports/{id}/stop'],
  switchMaker: ['POST', '/makers/{id}/switch'],
  switchMessageTemplates: ['POST', '/message-templates/switch'],
  switchSandboxWorld: ['POST', '/sandbox/world'],
  takePayout: ['POST', '/payouts/{id}/take'],
  topUpMaker: ['POST', '/makers/{id}/top-ups'],
  topUpStore: ['POST', '/stores/{id}/top-ups'],
  tryNotificationAddress: ['POST', '/notifications/test'],
  tryRateSource: ['POST', '/rate-feeds/try'],
  ungroupRequisites: ['POST', '/bank-accounts/{id}/ungroup'],
  whoAmI: ['GET', '/me'],
} as const satisfies Record<keyof Operations, readonly [string, string]>;
