import { operatorEndpoints } from '../../../src/api/operator/endpoints.ts';
import type { Role } from '../../../src/domain/people/audit.ts';
import type { Scope } from '../../../src/domain/people/people.ts';
import { pngReceipt } from '../../support/merchant-client.ts';

/**
 * Who may do what, operation by operation. Roles and scope are said here once more, so that nobody widens them by accident.
 * The things named are maker 1's and merchant 1's; a user of another maker or merchant
 *
 * `hidden`: does not reach them, 404. `unlisted`: gets a list without them. `alike`: there is nothing to own.
 */
export interface Row {
  readonly roles: readonly Role[];
  readonly scope: Scope;
  readonly others: 'hidden' | 'unlisted' | 'alike';
  readonly path: (things: Things, role: Role) => string;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** What shows that a list has it. */
  readonly marker?: (things: Things, role: Role) => string;
  /**
   * Only a person who has signed in; no token. `code`: with a fresh code, where the person has a second factor. `proof`: so for
   * people, and a token is bound by itself.
   */
  readonly people?: 'alone' | 'code' | 'proof';
  /** It is taken away by the first who may: those who come later find nothing. */
  readonly goesOnce?: true;
}

/** One of each, all of maker 1 and of store 1, which is merchant 1's. */
export interface Things {
  readonly invoiceId: string;
  readonly internalId: string;
  readonly amount: string;
  readonly dealId: string;
  readonly disputedId: string;
  readonly paidId: string;
  /** Of people who have said something about what is the merchant's; the operator has also asked for a refund. */
  readonly makersLogin: string;
  readonly operatorsLogin: string;
  readonly merchantsLogin: string;
  readonly operatorsRefundId: string;
  readonly openPayoutId: string;
  /** The number the merchant gave for it. */
  readonly openPayoutNumber: string;
  readonly takenPayoutId: string;
  readonly arrivalId: string;
  readonly arrivalException: string;
  readonly endpointId: string;
  readonly phoneId: number;
  readonly phoneName: string;
  readonly messageId: string;
  readonly blockedPayerId: number;
  /** The `userId` at store 1 of somebody who is blocked. */
  readonly blockedPayer: string;
  readonly withdrawalId: string;
  readonly refundId: string;
  readonly memberId: number;
  readonly invitationId: string;
  readonly requisiteId: number;
  /** A file that maker 1 brought in, and the account it is about. */
  readonly importId: string;
  readonly bankAccountId: number;
  readonly requisiteNumber: string;
  readonly tokenIds: Readonly<Record<Role, number>>;
  readonly userIds: Readonly<Record<Role, number>>;
  /** One that nobody uses. */
  readonly sessionIds: Readonly<Record<Role, string>>;
  readonly passkeyIds: Readonly<Record<Role, number>>;
  readonly viewIds: Readonly<Record<Role, number>>;
  readonly channelIds: Readonly<Record<Role, number>>;
}

export const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const reason = 'a test';
const operator = ['operator'] as const;
const withMaker = ['operator', 'maker'] as const;
const withMerchant = ['operator', 'merchant'] as const;
const all = ['operator', 'maker', 'merchant'] as const;

const listed = (roles: readonly Role[], path: string, marker: NonNullable<Row['marker']>): Row => ({
  roles,
  scope: 'read',
  others: 'unlisted',
  path: () => path,
  marker,
});

/** Operators only: who else calls is refused before anything is looked at. */
const forOperators = (scope: Scope, path: (things: Things) => string, body?: object): Row => ({
  roles: operator,
  scope,
  others: 'alike',
  path,
  ...(body === undefined ? {} : { body }),
});

const withCode = (row: Row): Row => ({ ...row, people: 'code' });

const own = (path: string, body?: object, people: 'alone' | 'code' = 'alone'): Row => ({
  roles: all,
  scope: 'access',
  others: 'alike',
  people,
  path: () => path,
  ...(body === undefined ? {} : { body }),
});

const nobody = '0193f1c2-0000-7000-8000-000000000000';

/** A maker's own file. */
const ofImport = (scope: Scope, part: string, body?: object): Row => ({
  roles: withMaker,
  scope,
  others: 'hidden',
  path: ({ importId }) => `/statement-imports/${importId}${part}`,
  ...(body === undefined ? {} : { body }),
});

const ofBankAccount = (part: string): Row => ({
  roles: withMaker,
  scope: 'read',
  others: 'hidden',
  path: ({ bankAccountId }) => `/bank-accounts/${bankAccountId}/${part}`,
});

const money: Readonly<Record<string, Row>> = {
  listWork: forOperators('read', () => '/work'),
  readCase: forOperators('read', ({ dealId }) => `/work/${dealId}`),
  claimCase: { ...forOperators('money', ({ dealId }) => `/work/${dealId}/claim`, {}), people: 'alone' },
  releaseCase: { ...forOperators('money', ({ dealId }) => `/work/${dealId}/release`), people: 'alone' },
  commentCase: { ...forOperators('money', ({ dealId }) => `/work/${dealId}/comments`, { text: 'x' }), people: 'alone' },
  seeMentions: { ...forOperators('read', ({ dealId }) => `/work/${dealId}/seen`), people: 'alone' },
  changeWorkLimit: forOperators('settings', () => '/work/limits', {
    kind: 'dispute',
    warnMinutes: 10,
    lateMinutes: 20,
    reason,
  }),
  readDisputeRules: { roles: withMaker, scope: 'read', others: 'alike', path: () => '/dispute-rules' },
  changeDisputeRules: forOperators('settings', () => '/dispute-rules', { reason }),
  search: forOperators('read', () => '/search?q=demo'),
  listInvoices: listed(withMerchant, '/invoices', ({ invoiceId }) => invoiceId),
  exportInvoices: listed(withMerchant, '/invoices.csv', ({ invoiceId }) => invoiceId),
  readInvoice: {
    roles: withMerchant,
    scope: 'read',
    others: 'hidden',
    path: ({ invoiceId }) => `/invoices/${invoiceId}`,
  },
  listRepeatedReceipts: forOperators('read', ({ invoiceId }) => `/invoices/${invoiceId}/repeated-receipts`),
  listDeals: listed(withMaker, '/deals', ({ dealId }) => dealId),
  readDeal: { roles: withMaker, scope: 'read', others: 'hidden', path: ({ dealId }) => `/deals/${dealId}` },
  settleDeal: {
    roles: withMaker,
    scope: 'money',
    others: 'hidden',
    path: ({ dealId }) => `/deals/${dealId}/settle`,
    body: { reason },
  },
  rejectTransfer: forOperators('money', ({ dealId }) => `/deals/${dealId}/reject-transfer`, { reason }),
  enterArrival: {
    roles: withMaker,
    scope: 'arrivals',
    others: 'hidden',
    path: () => '/arrivals',
    // The test puts the requisite in.
    body: { amount: '77.00', reference: 'bank-77' },
  },
  listArrivals: listed(withMaker, '/arrivals', ({ arrivalId }) => arrivalId),
  matchArrival: forOperators('money', ({ arrivalId }) => `/arrivals/${arrivalId}/match`, { reason }),
  returnArrival: forOperators('money', ({ arrivalId }) => `/arrivals/${arrivalId}/return`, { reason }),
  createStatementImport: {
    roles: withMaker,
    scope: 'arrivals',
    others: 'hidden',
    path: () => '/statement-imports',
    // The test puts the requisite in.
    body: { fileName: 'statement.txt', sizeBytes: 3 },
  },
  putStatementPiece: ofImport('arrivals', '/pieces?at=0', {}),
  previewStatementImport: ofImport('arrivals', '/preview', {}),
  startStatementImport: ofImport('arrivals', '/start', {}),
  stopStatementImport: ofImport('arrivals', '/stop'),
  continueStatementImport: ofImport('arrivals', '/continue'),
  getStatementImport: ofImport('read', ''),
  listStatementImports: listed(withMaker, '/statement-imports', ({ importId }) => importId),
  listBankAccounts: listed(withMaker, '/bank-accounts', ({ requisiteNumber }) => requisiteNumber),
  groupRequisites: forOperators('settings', () => '/bank-accounts', { requisiteIds: [1], reason }),
  ungroupRequisites: forOperators('settings', () => '/bank-accounts/1/ungroup', { requisiteIds: [1], reason }),
  readAccountDays: ofBankAccount('days'),
  listBankLines: ofBankAccount('lines'),
  listUnbacked: ofBankAccount('unbacked'),
  listLineCandidates: { ...forOperators('read', () => '/bank-lines/1/candidates'), goesOnce: true },
  linkBankLine: {
    ...forOperators('arrivals', () => '/bank-lines/1/link', { subjectId: nobody, reason }),
    goesOnce: true,
  },
  explainBankLine: { ...forOperators('arrivals', () => '/bank-lines/1/explain', { reason }), goesOnce: true },
  explainUnbacked: {
    ...forOperators('arrivals', ({ bankAccountId }) => `/bank-accounts/${bankAccountId}/unbacked/explain`, {
      subjectId: nobody,
      reason,
    }),
    goesOnce: true,
  },
  listCsvMappings: { roles: withMaker, scope: 'read', others: 'alike', path: () => '/csv-mappings' },
  saveCsvMapping: forOperators('settings', () => '/csv-mappings', {
    name: 'A bank',
    mapping: {
      separator: 'comma',
      headingLine: 1,
      dayOrder: 'dmy',
      decimalMark: '.',
      columns: { day: 'a', amount: 'b' },
    },
  }),
  removeCsvMapping: { ...forOperators('settings', () => '/csv-mappings/1', { reason }), goesOnce: true },
  listPhones: listed(withMaker, '/phones', ({ phoneName }) => phoneName),
  createPhone: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    people: 'code',
    path: () => '/phones',
    body: { name: 'x', makerId: 1 },
  },
  renewPhoneTicket: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    people: 'code',
    path: ({ phoneId }) => `/phones/${phoneId}/ticket`,
  },
  changePhone: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    path: ({ phoneId }) => `/phones/${phoneId}`,
    body: { silentAfterSeconds: 300 },
  },
  revokePhone: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    path: ({ phoneId }) => `/phones/${phoneId}/revoke`,
  },
  listMessages: listed(withMaker, '/messages', ({ phoneName }) => phoneName),
  judgeMessage: forOperators('money', ({ messageId }) => `/messages/${messageId}/verdict`, {
    verdict: 'dismissed',
    reason,
  }),
  enterMessage: forOperators('money', ({ messageId }) => `/messages/${messageId}/enter`, {
    requisiteId: 1,
    amount: '5.00',
    reason,
  }),
  readAutomation: { roles: withMaker, scope: 'read', others: 'hidden', path: () => '/makers/1/automation' },
  setAutomation: { ...forOperators('money', () => '/makers/1/automation', { isOn: true, reason }), people: 'alone' },
  openDisputeByPerson: {
    roles: withMerchant,
    scope: 'money',
    others: 'hidden',
    path: ({ invoiceId }) => `/invoices/${invoiceId}/dispute`,
    form: { disputeReason: 'has_payment', reason },
  },
  addEvidence: {
    roles: all,
    scope: 'money',
    others: 'hidden',
    path: ({ disputedId }) => `/invoices/${disputedId}/evidence`,
    form: { text: 'what I know' },
  },
  answerDispute: {
    roles: withMaker,
    scope: 'money',
    others: 'hidden',
    path: ({ disputedId }) => `/invoices/${disputedId}/dispute/answer`,
    form: { answer: 'agreed', text: 'it came' },
  },
  acceptDispute: forOperators('money', ({ invoiceId }) => `/invoices/${invoiceId}/dispute/accept`, { reason }),
  rejectDispute: forOperators('money', ({ invoiceId }) => `/invoices/${invoiceId}/dispute/reject`, { reason }),
  listPayouts: { roles: withMaker, scope: 'read', others: 'alike', path: () => '/payouts' },
  takePayout: {
    roles: withMaker,
    scope: 'money',
    others: 'alike',
    path: ({ openPayoutId }) => `/payouts/${openPayoutId}/take`,
    body: {},
  },
  provePayout: {
    roles: withMaker,
    scope: 'money',
    others: 'hidden',
    path: ({ takenPayoutId }) => `/payouts/${takenPayoutId}/proof`,
    form: {},
  },
  giveBackPayout: {
    roles: withMaker,
    scope: 'money',
    others: 'hidden',
    path: ({ takenPayoutId }) => `/payouts/${takenPayoutId}/give-back`,
    // Proven by the row before, it can no longer be given back; others do not learn even that.
    body: { reason },
  },
  payoutNotPaid: forOperators('money', ({ takenPayoutId }) => `/payouts/${takenPayoutId}/not-paid`, {
    next: 'pool',
    reason,
  }),
  confirmPayout: {
    roles: withMerchant,
    scope: 'money',
    others: 'hidden',
    path: ({ takenPayoutId }) => `/payouts/${takenPayoutId}/confirm`,
    body: { reason },
  },
  requestWithdrawal: {
    roles: ['merchant'],
    scope: 'money',
    others: 'hidden',
    people: 'alone',
    path: () => '/withdrawals',
    body: { accountId: '0193f000-0000-7000-8000-000000000001', amount: '10', address, code2FA: '000000' },
  },
  listWithdrawals: listed(withMerchant, '/withdrawals', ({ withdrawalId }) => withdrawalId),
  readWithdrawal: {
    roles: withMerchant,
    scope: 'read',
    others: 'hidden',
    path: ({ withdrawalId }) => `/withdrawals/${withdrawalId}`,
  },
  approveWithdrawal: withCode(
    forOperators('money', ({ withdrawalId }) => `/withdrawals/${withdrawalId}/approve`, { reason }),
  ),
  sendWithdrawal: {
    ...forOperators('money', ({ withdrawalId }) => `/withdrawals/${withdrawalId}/send`, {
      reason,
      txId: 'ab'.repeat(32),
    }),
    people: 'proof',
  },
  rejectWithdrawal: forOperators('money', ({ withdrawalId }) => `/withdrawals/${withdrawalId}/reject`, { reason }),
  listStoreAddresses: { roles: withMerchant, scope: 'read', others: 'hidden', path: () => '/stores/1/addresses' },
  addStoreAddress: {
    roles: withMerchant,
    scope: 'money',
    others: 'hidden',
    people: 'code',
    path: () => '/stores/1/addresses',
    body: { address, reason },
  },
  removeStoreAddress: {
    roles: withMerchant,
    scope: 'money',
    others: 'hidden',
    path: () => `/stores/1/addresses/${address}`,
    body: { reason },
    goesOnce: true,
  },
  listAuditLog: forOperators('read', () => '/audit-log'),
};

const notificationOf = ({ disputedId }: Things) => `/notifications/${disputedId}_1`;

const notifications: Readonly<Record<string, Row>> = {
  listNotifications: listed(withMerchant, '/notifications?storeId=1', ({ disputedId }) => disputedId),
  readNotification: { roles: withMerchant, scope: 'read', others: 'hidden', path: notificationOf },
  sendNotificationAgain: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: (things) => `${notificationOf(things)}/resend`,
    body: { reason },
  },
  sendFailedNotificationsAgain: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: () => '/notifications/resend-failed',
    body: { storeId: 1, since: '2026-11-14', reason },
  },
  tryNotificationAddress: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: () => '/notifications/test',
    body: { storeId: 1, notificationUrl: 'http://127.0.0.1:9/', notificationToken: '' },
  },
  listReceivers: listed(withMerchant, '/receivers', () => 'http://127.0.0.1:9'),
  resumeReceiver: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: () => '/receivers/1/resume',
    body: { reason },
  },
};

const ofPeople = { scope: 'access', people: 'alone' } as const;

const decidedByPeople = (what: string): Row => ({
  ...forOperators('access', () => `/approvals/0193f000-0000-7000-8000-00000000dead/${what}`, {}),
  people: 'code',
});

const settings: Readonly<Record<string, Row>> = {
  whoAmI: { roles: all, scope: 'read', others: 'alike', path: () => '/me' },
  followChanges: { roles: all, scope: 'read', others: 'alike', path: () => '/events' },
  readReference: { roles: all, scope: 'read', others: 'alike', path: () => '/reference' },
  giveCode: own('/me/code', {}),
  changeOwnPassword: own('/me/password', {}, 'code'),
  beginProof: own('/me/proof/begin', {}),
  giveProof: own('/me/proof', {}),
  listOwnSessions: own('/me/sessions'),
  endSession: {
    ...own('', undefined, 'code'),
    others: 'hidden',
    path: ({ sessionIds }, role) => `/me/sessions/${sessionIds[role]}`,
  },
  endOtherSessions: own('/me/sessions/end-others', undefined, 'code'),
  acknowledgeDevices: own('/me/new-devices/seen'),
  beginSecondFactor: own('/me/second-factor/begin', undefined, 'code'),
  confirmSecondFactor: own('/me/second-factor/confirm', {}),
  listOwnPasskeys: { ...listed(all, '/me/passkeys', (_, role) => `"name":"Key of the ${role}"`), ...ofPeople },
  beginPasskey: own('/me/passkeys/begin', undefined, 'code'),
  addPasskey: own('/me/passkeys', {}),
  renamePasskey: {
    ...own('', { name: 'Key' }),
    others: 'hidden',
    path: ({ passkeyIds }, role) => `/me/passkeys/${passkeyIds[role]}`,
  },
  removePasskey: {
    ...own('', undefined, 'code'),
    others: 'hidden',
    path: ({ passkeyIds }, role) => `/me/passkeys/${passkeyIds[role]}`,
  },
  listOwnViews: { ...listed(all, '/me/views', (_, role) => `"name":"View of the ${role}"`), ...ofPeople },
  saveView: own('/me/views', { page: '/invoices', name: 'Mine', query: '' }),
  removeView: { ...own(''), others: 'hidden', path: ({ viewIds }, role) => `/me/views/${viewIds[role]}` },
  readOwnWishes: { ...listed(all, '/me/wishes', (_, role) => `"address":"${role}@example.com"`), ...ofPeople },
  setOwnWishes: own('/me/wishes', { wishes: [] }, 'code'),
  addChannel: own('/me/channels', { kind: 'webhook', address: 'https://shop.example/told', language: 'en' }, 'code'),
  confirmChannel: {
    ...own('', { code: '000000' }),
    others: 'hidden',
    path: ({ channelIds }, role) => `/me/channels/${channelIds[role]}/confirm`,
  },
  removeChannel: {
    ...own('', undefined, 'code'),
    others: 'hidden',
    path: ({ channelIds }, role) => `/me/channels/${channelIds[role]}`,
  },
  liftMoneyStop: withCode(forOperators('money', () => '/money-stops/1/lift', {})),
  readAccessRules: forOperators('read', () => '/access-rules'),
  changeAccessRules: withCode(forOperators('access', () => '/access-rules', {})),
  createUser: withCode(forOperators('access', () => '/users', {})),
  listUsers: forOperators('read', () => '/users'),
  changeUser: withCode(forOperators('access', () => '/users/1', {})),
  removeSecondFactor: withCode(forOperators('access', () => '/users/1/second-factor', {})),
  createEnrolmentCode: withCode(forOperators('access', () => '/users/1/enrolment-code', {})),
  mailEnrolmentCode: own('/me/enrolment-code'),
  listApprovals: forOperators('read', () => '/approvals'),
  approveRequest: decidedByPeople('approve'),
  rejectRequest: decidedByPeople('reject'),
  createToken: own('/tokens', {}, 'code'),
  listTokens: listed(all, '/tokens?limit=200', ({ tokenIds }, role) => `"id":${tokenIds[role]},`),
  revokeToken: { ...own('', { reason }), others: 'hidden', path: ({ tokenIds }, role) => `/tokens/${tokenIds[role]}` },
  createMerchant: forOperators('access', () => '/merchants', {}),
  listMerchants: listed(withMerchant, '/merchants', () => 'Demo Merchant'),
  changeMerchant: forOperators('settings', () => '/merchants/1', {}),
  rotateSecret: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: () => '/merchants/1/rotate-secret',
    body: { overlapHours: 24, reason },
  },
  beginMerchantSecondFactor: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'alone',
    path: () => '/merchants/1/second-factor/begin',
  },
  confirmMerchantSecondFactor: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: () => '/merchants/1/second-factor/confirm',
    body: { ticket: 'x', code: '000000', reason },
  },
  createStore: forOperators('settings', () => '/stores', {}),
  listStores: listed(withMerchant, '/stores', () => 'Demo Shop'),
  getStore: { roles: withMerchant, scope: 'read', others: 'hidden', path: () => '/stores/1' },
  changeStore: forOperators('settings', () => '/stores/1', {}),
  listStoreKeys: { roles: withMerchant, scope: 'read', others: 'hidden', path: () => '/stores/1/keys' },
  createStoreKey: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: () => '/stores/1/keys',
    body: { reason },
  },
  changeStoreKey: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: () => '/stores/1/keys/demo-store-key',
    body: { name: 'Web shop', reason },
  },
  rotateStoreKey: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: () => '/stores/1/keys/demo-store-key/rotate',
    body: { overlapHours: 24, reason },
  },
  rotateWebhookSecret: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: () => '/stores/1/rotate-webhook-secret',
    body: { overlapHours: 24, reason },
  },
  listEndpoints: { roles: withMerchant, scope: 'read', others: 'hidden', path: () => '/stores/1/endpoints' },
  createEndpoint: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: () => '/stores/1/endpoints',
    body: { url: 'https://shop.example/events', kinds: ['balance'], reason },
  },
  changeEndpoint: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: ({ endpointId }) => `/stores/1/endpoints/${endpointId}`,
    body: { kinds: ['balance'], reason },
  },
  rotateEndpointSecret: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: ({ endpointId }) => `/stores/1/endpoints/${endpointId}/rotate-secret`,
    body: { overlapHours: 24, reason },
  },
  listEndpointEvents: {
    roles: withMerchant,
    scope: 'read',
    others: 'hidden',
    path: ({ endpointId }) => `/stores/1/endpoints/${endpointId}/events`,
  },
  resendEndpointEvent: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: ({ endpointId }) => `/stores/1/endpoints/${endpointId}/events/1/resend`,
    body: { reason },
  },
  removeEndpoint: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: ({ endpointId }) => `/stores/1/endpoints/${endpointId}`,
    body: { reason },
    goesOnce: true,
  },
  changePaymentPolicy: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: () => '/stores/1/payment-policy',
    body: { reason },
  },
  changePayerRules: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: () => '/stores/1/payer-rules',
    body: { reason },
  },
  listBlockedPayers: listed(withMerchant, '/blocked-payers', ({ blockedPayer }) => blockedPayer),
  liftPayerBlock: {
    ...forOperators('settings', ({ blockedPayerId }) => `/blocked-payers/${blockedPayerId}/lift`, { reason }),
    goesOnce: true,
  },
  revokeStoreKey: {
    roles: withMerchant,
    scope: 'access',
    others: 'hidden',
    path: () => '/stores/1/keys/demo-store-key',
    body: { reason },
  },
  createMaker: forOperators('settings', () => '/makers', {}),
  listMakers: listed(withMaker, '/makers', () => 'Demo Maker 1'),
  getMaker: { roles: withMaker, scope: 'read', others: 'hidden', path: () => '/makers/1' },
  changeMaker: forOperators('settings', () => '/makers/1', {}),
  switchMaker: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    path: () => '/makers/1/switch',
    body: { isOn: true },
  },
  setRewards: forOperators('settings', () => '/makers/1/rewards', {}),
  topUpMaker: forOperators('money', () => '/makers/1/top-ups', {}),
  payBackMaker: withCode(forOperators('money', () => '/makers/1/pay-backs', {})),
  topUpStore: forOperators('money', () => '/stores/1/top-ups', {}),
  listTeam: { roles: ['merchant'], scope: 'read', others: 'unlisted', path: () => '/team', marker: () => '"merchant"' },
  inviteMember: {
    roles: ['merchant'],
    scope: 'access',
    others: 'alike',
    people: 'code',
    path: () => '/team/invitations',
    body: { name: 'Vera', rights: [] },
  },
  revokeInvitation: {
    roles: ['merchant'],
    scope: 'access',
    others: 'hidden',
    people: 'alone',
    path: ({ invitationId }) => `/team/invitations/${invitationId}`,
  },
  changeMember: {
    roles: ['merchant'],
    scope: 'access',
    others: 'hidden',
    people: 'code',
    path: ({ memberId }) => `/team/members/${memberId}`,
    body: { rights: [], reason },
  },
  removeMember: {
    roles: ['merchant'],
    scope: 'access',
    others: 'hidden',
    people: 'alone',
    path: ({ memberId }) => `/team/members/${memberId}`,
    body: { reason },
  },
  askRefund: {
    roles: withMerchant,
    scope: 'money',
    others: 'hidden',
    people: 'code',
    path: ({ invoiceId }) => `/invoices/${invoiceId}/refunds`,
    body: { reason },
  },
  keepExcess: forOperators('money', ({ invoiceId }) => `/invoices/${invoiceId}/excess/keep`, { reason }),
  cancelRefund: {
    roles: withMerchant,
    scope: 'money',
    others: 'hidden',
    path: ({ refundId }) => `/refunds/${refundId}/cancel`,
    body: { reason },
  },
  createPaymentLink: {
    roles: withMerchant,
    scope: 'settings',
    others: 'hidden',
    path: () => '/stores/1/payment-links',
    body: { amount: '1000.00', currency: 'RUB' },
  },
  createRequisite: forOperators('settings', () => '/requisites', {}),
  acceptRequisites: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    people: 'code',
    path: () => '/requisites/accept',
    body: { ids: [1] },
  },
  listRequisites: listed(withMaker, '/requisites?limit=200', ({ requisiteNumber }) => requisiteNumber),
  changeRequisite: forOperators('settings', ({ requisiteId }) => `/requisites/${requisiteId}`, {}),
  pauseRequisite: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    path: ({ requisiteId }) => `/requisites/${requisiteId}/pause`,
  },
  resumeRequisite: {
    roles: withMaker,
    scope: 'settings',
    others: 'hidden',
    path: ({ requisiteId }) => `/requisites/${requisiteId}/resume`,
  },
  listAllocationMisses: forOperators('read', () => '/allocation-misses'),
  readCatalogue: forOperators('read', () => '/catalogue'),
  loadCatalogue: forOperators('settings', () => '/catalogue/load', {}),
  addCurrency: forOperators('settings', () => '/catalogue/currencies', {}),
  changeCurrency: forOperators('settings', () => '/catalogue/currencies/KZT', {}),
  removeCurrency: forOperators('settings', () => '/catalogue/currencies/KZT', {}),
  addBank: forOperators('settings', () => '/catalogue/banks', {}),
  changeBank: forOperators('settings', () => '/catalogue/banks/RUB/vtb', {}),
  removeBank: forOperators('settings', () => '/catalogue/banks/RUB/vtb', {}),
  addOption: forOperators('settings', () => '/catalogue/options', {}),
  changeOption: forOperators('settings', () => '/catalogue/options/SBP', {}),
  removeOption: forOperators('settings', () => '/catalogue/options/SBP', {}),
  orderCatalogue: forOperators('settings', () => '/catalogue/order', {}),
  listMessageTemplates: forOperators('read', () => '/message-templates'),
  readMessageTemplate: forOperators('read', () => '/message-templates/1'),
  previewMessageTemplate: forOperators('read', () => '/message-templates/preview', {}),
  loadMessageTemplates: forOperators('settings', () => '/message-templates/load', {}),
  addMessageTemplate: forOperators('settings', () => '/message-templates', {}),
  changeMessageTemplate: forOperators('settings', () => '/message-templates/1/versions', {}),
  switchMessageTemplates: { ...forOperators('settings', () => '/message-templates/switch', {}), people: 'alone' },
  listRates: forOperators('read', () => '/rates'),
  setRates: forOperators('settings', () => '/rates', {}),
  listRateHistory: forOperators('read', () => '/rates/history'),
  createRateFeed: forOperators('settings', () => '/rate-feeds', {}),
  listRateFeeds: forOperators('read', () => '/rate-feeds'),
  changeRateFeed: forOperators('settings', () => '/rate-feeds/1', {}),
  removeRateFeed: forOperators('settings', () => '/rate-feeds/1'),
  tryRateSource: forOperators('settings', () => '/rate-feeds/try', {}),
  importRequisites: forOperators('settings', () => '/makers/1/requisites/import'),
  readSandboxWorld: { roles: all, scope: 'read', others: 'alike', path: () => '/sandbox/world' },
  switchSandboxWorld: forOperators('settings', () => '/sandbox/world', { isOn: false }),
  readSandboxClock: { roles: all, scope: 'read', others: 'alike', path: () => '/sandbox/clock' },
  advanceSandboxClock: forOperators('settings', () => '/sandbox/clock', {}),
};

/** The accounts of maker 1 and of store 1 in the demo world. */
const accountOf = (role: Role) => (role === 'maker' ? 102 : 11);
const ofAccount = (part: string): Row => ({
  roles: all,
  scope: 'read',
  others: 'hidden',
  path: (_, role) => `/accounts/${accountOf(role)}/${part}`,
});
const ofStore = (part: string): Row => ({
  roles: withMerchant,
  scope: 'read',
  others: 'hidden',
  path: () => `/stores/1/${part}`,
});

const books: Readonly<Record<string, Row>> = {
  listLedgerAccounts: listed(all, '/accounts?limit=200', (_, role) => `"id":${accountOf(role)},`),
  readStatement: ofAccount('statement'),
  readBalanceHistory: ofAccount('history'),
  readSystem: forOperators('read', () => '/system'),
  readOverview: forOperators('read', () => '/overview'),
  readOpening: forOperators('read', () => '/opening'),
  exportStatement: ofAccount('statement.csv'),
  exportMonthStatement: ofAccount('month.csv'),
  printMonthStatement: ofAccount('month.pdf'),
  proveLedgerAccount: ofAccount('proof'),
  readIncome: forOperators('read', () => '/income'),
  readSettlementReport: ofStore('settlement'),
  readSales: ofStore('sales'),
  exportSettlement: ofStore('settlement.csv'),
  readAudit: forOperators('read', () => '/audit'),
  runAudit: forOperators('money', () => '/audit'),
};

/** The last row ends the sessions that all the others need. */
export const authorizationTable: Readonly<Record<string, Row>> = {
  ...money,
  ...notifications,
  ...books,
  ...settings,
  signOutEverywhere: own('/me/sessions'),
};

/** Each operation with its row: those of the table that there are. */
export const operationRows = Object.entries(authorizationTable).flatMap(([operationId, row]) => {
  const endpoint = operatorEndpoints.find((candidate) => candidate.operationId === operationId);
  return endpoint === undefined ? [] : [{ operationId, row, endpoint }];
});

export function ownersOf(row: Row): readonly ('maker' | 'merchant')[] {
  return (['maker', 'merchant'] as const).filter((role) => row.roles.includes(role));
}

export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('attachment', new Blob([pngReceipt]), 'proof.png');
  return form;
}
