import { type TSchema, Type } from 'typebox';
import type { OperatorEndpoint } from '../api/operator/endpoint.ts';
import { operatorEndpoints } from '../api/operator/endpoints.ts';
import { SignInBody } from '../api/operator/sign-in.ts';
import { User } from '../api/operator/users.ts';
import { ofActs, ofJson, ofUploads } from '../api/refusals.ts';
import type { ErrorCode } from '../errors.ts';

/** An operation as the reference sees it: what it is called and what goes in and out, not what it does. */
export type DocumentedEndpoint = Omit<OperatorEndpoint, 'handle' | 'bodyBytesMax' | 'body'> & {
  readonly body?: { readonly kind: 'json' | 'multipart' | 'csv'; readonly schema: TSchema };
  /** Nobody has to be signed in. */
  readonly isOpen?: true;
};

const everybody = { roles: ['operator', 'maker', 'merchant'], scope: 'read', worksWithoutSecondFactor: true } as const;

/** Signing in and out are routes of their own, because they come before the session that all others need. */
const sessionEndpoints: readonly DocumentedEndpoint[] = [
  {
    ...everybody,
    method: 'POST',
    path: '/session',
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Sets the session cookie. After too many wrong attempts the login is locked for 15 minutes.',
    isOpen: true,
    body: {
      kind: 'json',
      schema: SignInBody,
    },
    response: Type.Object({ user: User, csrfToken: Type.String() }),
  },
  {
    ...everybody,
    method: 'DELETE',
    path: '/session',
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'The session ends; the cookie is taken back.',
    isForPeople: true,
    response: Type.Object({ status: Type.String() }),
  },
];

const csvBody = {
  kind: 'csv',
  schema: Type.String({ description: 'A first line with the names of the columns' }),
} as const;

/** Everything below /api/operator. The import reads its CSV itself, so that its endpoint has no body. */
export const documentedEndpoints: readonly DocumentedEndpoint[] = [...sessionEndpoints, ...operatorEndpoints].map(
  (endpoint) => (endpoint.operationId === 'importRequisites' ? { ...endpoint, body: csvBody } : endpoint),
);

export const operatorTags = {
  'People and access': 'Sessions, users, second factors and tokens.',
  'Merchants and stores': 'Who sells, on which terms, and the keys their shops sign with.',
  'Makers and requisites': 'Who takes payments, and the cards, phones and accounts they take them on.',
  Catalogue: 'Currencies, banks and ways to pay: what there is, in which order, and what is switched on.',
  Rates: 'Set by hand, or read from a feed.',
  'Invoices and disputes': 'Every invoice with its whole life, and what somebody says went wrong.',
  Deals: 'One attempt to pay an invoice, through one maker.',
  Arrivals: 'Money that came to a requisite, matched with a deal or held for a person.',
  Payouts: 'Makers take them, pay them and prove it.',
  Withdrawals: 'Money that leaves the service for an address.',
  Notifications: 'What merchants were told, what became of it, and the servers it goes to.',
  Books: 'Statements and reports made from ledger transfers, the check of the books, and the audit log.',
  Sandbox: 'What only a sandbox has.',
} as const;
export type OperatorTag = keyof typeof operatorTags;

/** Where a path is listed: its longest beginning here decides. */
const tagOfPath: Readonly<Record<string, OperatorTag>> = {
  '/reference': 'Catalogue',
  '/catalogue': 'Catalogue',
  '/work': 'Invoices and disputes',
  '/search': 'Invoices and disputes',
  '/system': 'Books',
  '/allocation-misses': 'Makers and requisites',
  '/session': 'People and access',
  '/events': 'People and access',
  '/me': 'People and access',
  '/users': 'People and access',
  '/tokens': 'People and access',
  '/merchants': 'Merchants and stores',
  '/stores': 'Merchants and stores',
  '/stores/:id/addresses': 'Withdrawals',
  '/stores/:id/settlement': 'Books',
  '/stores/:id/sales': 'Books',
  '/makers': 'Makers and requisites',
  '/requisites': 'Makers and requisites',
  '/rates': 'Rates',
  '/rate-feeds': 'Rates',
  '/invoices': 'Invoices and disputes',
  '/deals': 'Deals',
  '/arrivals': 'Arrivals',
  '/payouts': 'Payouts',
  '/withdrawals': 'Withdrawals',
  '/notifications': 'Notifications',
  '/receivers': 'Notifications',
  '/accounts': 'Books',
  '/audit': 'Books',
  '/sandbox': 'Sandbox',
};

export function tagOf({ path }: DocumentedEndpoint): OperatorTag {
  const beginnings = Object.keys(tagOfPath).filter((beginning) => path.startsWith(beginning));
  const longest = beginnings.sort((left, right) => right.length - left.length)[0];
  const tag = longest === undefined ? undefined : tagOfPath[longest];
  if (tag === undefined) throw new Error(`the reference has no place for ${path}`);
  return tag;
}

/** What the `:id` of a path is, by the first word of the path. */
export const pathSubjects: Readonly<Record<string, string>> = {
  accounts: 'Account of the ledger',
  arrivals: 'Arrival ID, a UUID',
  deals: 'Deal ID, a UUID',
  invoices: 'Invoice ID, a UUID',
  makers: 'Maker ID',
  merchants: 'Merchant ID',
  notifications: 'The `webhook-id` of the notification',
  payouts: 'ID of the payout: of its invoice or its deal',
  'rate-feeds': 'Feed ID',
  receivers: 'The key of the receiver',
  requisites: 'Requisite ID',
  stores: 'Store ID',
  tokens: 'Token ID',
  users: 'User ID',
  withdrawals: 'Withdrawal ID, a UUID',
};

/** Query parameters that have to be there, with a value for the example. */
export const requiredQuery: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  importRequisites: { reason: 'new-cards-of-November' },
  search: { q: 'order-1042' },
  listRateHistory: { settlementCurrency: 'USDT', fiatCurrency: 'RUB', type: 'in' },
};

/** Acts on money are kept under an Idempotency-Key. These two change no balance: repeating them does no harm. */
const withoutKey: ReadonlySet<string> = new Set(['runAudit', 'addStoreAddress']);

export function takesIdempotencyKey({ method, scope, operationId }: DocumentedEndpoint): boolean {
  return method === 'POST' && (scope === 'money' || scope === 'arrivals') && !withoutKey.has(operationId);
}

const enrolment: readonly ErrorCode[] = ['enrolment_failed', 'second_factor_present'];
const secondFactor: readonly ErrorCode[] = ['two_factor_wrong', 'two_factor_locked'];
const storeSettings: readonly ErrorCode[] = [
  'currency_not_allowed',
  'invalid_amount',
  'invalid_colour',
  'invalid_language',
  'invalid_origin',
  'limit_order',
  'limit_twice',
];
const requisiteSettings: readonly ErrorCode[] = [
  'currency_not_allowed',
  'invalid_amount',
  'invalid_requisite',
  'payment_method_not_allowed',
  'payment_option_not_allowed',
];
const settlement: readonly ErrorCode[] = ['insufficient_funds', 'invalid_amount', 'maker_funds'];
const movement: readonly ErrorCode[] = ['currency_not_allowed', 'invalid_amount', 'wrong_type'];
const period: readonly ErrorCode[] = ['wrong_type', 'invalid_characters'];

/** Codes of one operation alone; those of its kind are added by `operatorCodes`. */
export const ownCodes: Readonly<Record<string, readonly ErrorCode[]>> = {
  signIn: ['sign_in_failed', 'sign_in_locked', 'rate_limited'],
  followChanges: ['overloaded', 'rate_limited'],
  changeOwnPassword: ['password_too_short', 'password_wrong', 'sign_in_locked'],
  beginSecondFactor: ['second_factor_present'],
  confirmSecondFactor: enrolment,
  createUser: ['invalid_choice', 'invalid_login', 'login_taken', 'password_too_short', 'user_owner'],
  changeUser: ['not_on_oneself', 'password_too_short'],
  removeSecondFactor: ['not_on_oneself'],
  createToken: ['invalid_choice'],
  beginMerchantSecondFactor: ['second_factor_present'],
  confirmMerchantSecondFactor: enrolment,
  rotateSecret: secondFactor,
  createStoreKey: secondFactor,
  revokeStoreKey: secondFactor,
  createStore: [...storeSettings, 'invalid_choice', 'not_found'],
  changeStore: storeSettings,
  createMaker: ['currency_not_allowed'],
  topUpMaker: movement,
  payBackMaker: [...movement, 'insufficient_funds', 'money_out_stopped'],
  topUpStore: movement,
  createRequisite: [...requisiteSettings, 'requisite_taken', 'not_found'],
  changeRequisite: requisiteSettings,
  importRequisites: ['blank', 'content_type', 'csv_columns', 'csv_malformed', 'csv_too_long', 'body_too_big'],
  loadCatalogue: ['catalogue_malformed'],
  addCurrency: ['code_taken', 'invalid_code'],
  removeCurrency: ['entry_in_use'],
  addBank: ['code_taken', 'currency_not_allowed', 'invalid_code'],
  changeBank: ['code_taken', 'invalid_code'],
  removeBank: ['entry_in_use'],
  orderCatalogue: ['invalid_choice', 'not_found'],
  setRates: ['currency_not_allowed', 'invalid_rate'],
  listRateHistory: ['blank', 'invalid_choice'],
  createRateFeed: ['currency_not_allowed', 'feed_taken', 'invalid_choice', 'invalid_feed_url'],
  changeRateFeed: ['feed_taken', 'invalid_feed_url'],
  listInvoices: ['blank', 'currency_not_allowed', 'invalid_amount', 'invalid_choice', 'wrong_type'],
  exportInvoices: [
    'blank',
    'currency_not_allowed',
    'export_too_large',
    'invalid_amount',
    'invalid_choice',
    'wrong_type',
  ],
  openDisputeByPerson: [
    'blank',
    'already_disputed',
    'dispute_without_deal',
    'invalid_amount',
    'invalid_choice',
    'invoice_not_active',
  ],
  addEvidence: ['blank', 'not_in_dispute'],
  acceptDispute: [...settlement, 'not_in_dispute'],
  rejectDispute: ['invalid_choice', 'not_in_dispute', 'same_invoice_open'],
  listDeals: ['invalid_choice', 'wrong_type'],
  settleDeal: [...settlement, 'deal_settled', 'own_word', 'payout_sum_fixed', 'proof_missing', 'sum_reported'],
  rejectTransfer: ['arrival_undecided', 'payout_not_allowed', 'transfer_not_confirmed'],
  enterArrival: ['arrival_reference_reused', 'invalid_amount', 'not_found'],
  listArrivals: ['invalid_choice', 'wrong_type'],
  matchArrival: [...settlement, 'arrival_of_another_maker', 'arrival_resolved', 'arrival_without_deal', 'deal_settled'],
  returnArrival: ['arrival_resolved'],
  takePayout: ['money_out_stopped', 'payout_not_open'],
  giveBackPayout: ['payout_not_open'],
  provePayout: ['attachment_missing', 'payout_not_open', 'too_many_attachments'],
  requestWithdrawal: [
    'amount_below_fee',
    'insufficient_funds',
    'invalid_address',
    'invalid_amount',
    'money_out_stopped',
    'not_found',
    ...secondFactor,
    'two_factor_disabled',
  ],
  listWithdrawals: ['invalid_choice', 'wrong_type'],
  approveWithdrawal: ['already_approved', 'money_out_stopped', 'withdrawal_not_open'],
  sendWithdrawal: ['approvals_missing', 'money_out_stopped', 'withdrawal_not_open'],
  rejectWithdrawal: ['withdrawal_not_open'],
  addStoreAddress: ['invalid_address'],
  listWork: ['invalid_choice', 'wrong_type'],
  search: ['blank', 'invalid_characters'],
  readBalanceHistory: period,
  listAllocationMisses: ['wrong_type'],
  readSales: [...period, 'invalid_choice', 'out_of_range'],
  listLedgerAccounts: ['invalid_choice', 'wrong_type'],
  listNotifications: ['blank', 'invalid_choice', 'wrong_type'],
  sendNotificationAgain: ['notification_without_url'],
  sendFailedNotificationsAgain: ['not_found'],
  tryNotificationAddress: ['not_found', 'invalid_url'],
  readStatement: period,
  exportStatement: [...period, 'export_too_large'],
  readSettlementReport: period,
  exportSettlement: [...period, 'export_too_large'],
  listAuditLog: ['blank', 'wrong_type'],
};

/** Every code an operation refuses with: its own first, then those of its kind. */
export function operatorCodes(endpoint: DocumentedEndpoint): readonly ErrorCode[] {
  const { body, isOpen, method, operationId, path, query, worksWithoutSecondFactor } = endpoint;
  return [
    ...new Set<ErrorCode>([
      ...(ownCodes[operationId] ?? []),
      ...(path.includes('/:') ? (['not_found'] as const) : []),
      ...(query !== undefined && 'limit' in query ? (['out_of_range'] as const) : []),
      ...(body?.kind === 'json' ? (['blank', 'out_of_range', ...ofJson, 'body_too_big'] as const) : []),
      ...(body?.kind === 'multipart' ? ofUploads : []),
      ...(takesIdempotencyKey(endpoint) ? ofActs : []),
      ...(isOpen === true ? [] : (['unauthorized', 'forbidden'] as const)),
      ...(isOpen === true || method === 'GET' ? [] : (['csrf_token_wrong'] as const)),
      ...(worksWithoutSecondFactor === true ? [] : (['second_factor_required'] as const)),
      'internal',
      'database_unavailable',
    ]),
  ];
}
