import type { SettingActName } from '../../src/domain/authority/setting-acts.ts';

/**
 * What can be won or lost by each operation that changes something, said by hand: who adds one has to think about it. A test refuses
 * one that is in no list, and one in two.
 */
export const stakes = {
  'Money moves, or is asked for': [
    ...[
      'createInvoice',
      'startDeal',
      'cancelInvoice',
      'confirmTransfer',
      'createWithdrawal',
      'openDispute',
      'createRefund',
    ],
    ...['publicStartDeal', 'publicConfirmTransfer', 'publicDispute', 'publicCancel', 'fillPublicRefund'],
    'postMessages',
    ...['topUpStore', 'createPaymentLink', 'topUpMaker', 'payBackMaker'],
    ...[
      'openDisputeByPerson',
      'answerDispute',
      'acceptDispute',
      'rejectDispute',
      'askRefund',
      'cancelRefund',
      'keepExcess',
    ],
    ...['settleDeal', 'rejectTransfer', 'enterArrival', 'matchArrival', 'returnArrival'],
    ...['startStatementImport', 'continueStatementImport', 'linkBankLine', 'explainBankLine', 'explainUnbacked'],
    ...['judgeMessage', 'enterMessage'],
    ...['takePayout', 'giveBackPayout', 'provePayout', 'confirmPayout', 'payoutNotPaid'],
    ...['requestWithdrawal', 'approveWithdrawal', 'sendWithdrawal', 'rejectWithdrawal'],
    ...['approveRequest', 'rejectRequest', 'liftMoneyStop'],
  ],
  'Who may': [
    ...['signIn', 'signInWithPasskey', 'joinTeam', 'pairPhone'],
    ...['giveCode', 'giveProof', 'changeOwnPassword'],
    ...['signOut', 'endSession', 'endOtherSessions', 'signOutEverywhere'],
    ...['beginSecondFactor', 'confirmSecondFactor', 'beginPasskey', 'addPasskey', 'removePasskey', 'mailEnrolmentCode'],
    ...['changeAccessRules', 'createUser', 'changeUser', 'removeSecondFactor', 'createEnrolmentCode'],
    ...['createToken', 'revokeToken', 'addChannel', 'confirmChannel', 'removeChannel', 'setOwnWishes'],
    ...['inviteMember', 'revokeInvitation', 'changeMember', 'removeMember'],
    ...['createMerchant', 'rotateSecret', 'beginMerchantSecondFactor', 'confirmMerchantSecondFactor'],
    ...['createStoreKey', 'changeStoreKey', 'rotateStoreKey', 'revokeStoreKey', 'rotateWebhookSecret'],
    ...['createEndpoint', 'changeEndpoint', 'rotateEndpointSecret', 'removeEndpoint'],
    ...['createPhone', 'renewPhoneTicket', 'changePhone', 'revokePhone'],
    ...['addStoreAddress', 'removeStoreAddress'],
  ],
  'On which terms, and whose': [
    ...['changeMerchant', 'createStore', 'changeStore', 'changePaymentPolicy', 'changePayerRules', 'liftPayerBlock'],
    ...['createMaker', 'changeMaker', 'switchMaker', 'setRewards', 'setAutomation'],
    ...[
      'createRequisite',
      'importRequisites',
      'acceptRequisites',
      'changeRequisite',
      'pauseRequisite',
      'resumeRequisite',
    ],
    ...['setRates', 'createRateFeed', 'changeRateFeed', 'removeRateFeed', 'changeDisputeRules'],
    ...['loadMessageTemplates', 'switchMessageTemplates', 'addMessageTemplate', 'changeMessageTemplate'],
    ...['groupRequisites', 'ungroupRequisites', 'saveCsvMapping', 'stopStatementImport'],
    ...['loadCatalogue', 'addCurrency', 'changeCurrency', 'removeCurrency', 'addBank', 'changeBank', 'removeBank'],
    ...['addOption', 'changeOption', 'removeOption'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Operations that move no money and decide nothing, each with the reason. */
export const withoutStake: Readonly<Record<string, string>> = {
  resendNotification: 'repeats',
  resendFailedNotifications: 'repeats',
  tryNotification: 'tries',
  sendNotificationAgain: 'repeats',
  sendFailedNotificationsAgain: 'repeats',
  tryNotificationAddress: 'tries',
  resumeReceiver: 'repeats',
  resendEndpointEvent: 'repeats',
  heartbeat: 'breathes',
  beginProof: 'asks',
  beginPasskeySignIn: 'asks',
  readInvitation: 'shows',
  acknowledgeDevices: 'seen',
  renamePasskey: 'names',
  saveView: 'looks',
  removeView: 'looks',
  orderCatalogue: 'order',
  tryRateSource: 'tries',
  previewMessageTemplate: 'tries',
  claimCase: 'work',
  releaseCase: 'work',
  commentCase: 'words',
  seeMentions: 'seen',
  changeWorkLimit: 'work',
  addEvidence: 'words',
  createStatementImport: 'bytes',
  putStatementPiece: 'bytes',
  previewStatementImport: 'shows',
  removeCsvMapping: 'names',
  runAudit: 'counts',
  advanceSandboxClock: 'sandbox',
  switchSandboxWorld: 'sandbox',
};

/** The commands that those may do all the same: words, files and answers that are kept. */
export const harmlessCommands = ['add-evidence', 'keep-answer'];

/** When an act needs a second person: in words, of each that has a `danger`. */
export const secondPersonWhen: Readonly<Partial<Record<SettingActName, string>>> = {
  'create-store': 'rate, limit or demands looser than usual',
  'create-user': 'an operator; of a merchant or maker in use',
  'change-user': 'a way in for an operator, merchant or maker in use',
  'remove-second-factor': 'of an operator, merchant or maker in use',
  'create-enrolment-code': 'for an operator, merchant or maker in use',
  'rotate-secret': 'by an operator',
  'create-api-key': 'by an operator: one with a secret of its own',
  'change-api-key': 'by an operator: wider limits',
  'rotate-api-key': 'by an operator: one with a secret of its own',
  'rotate-webhook-secret': 'by an operator',
  'create-endpoint': 'by an operator',
  'change-endpoint': 'by an operator',
  'rotate-endpoint-secret': 'by an operator',
  'remove-endpoint': 'by an operator',
  'set-second-factor': 'of a business, by an operator',
  'change-store': 'fees, spreads, a higher limit, weaker demands',
  'change-payer-rules': 'by an operator: looser',
  'change-payment-policy': 'by an operator: more tolerance, or excess apart',
  'set-rewards': 'always',
  'allow-top-up': 'above `LARGE_TOP_UP_ABOVE` a day',
  'allow-pay-back': 'above `LARGE_TOP_UP_ABOVE` a day',
  'allow-rejection': 'of one that is being sent',
  'allow-refund': 'by an operator',
  'allow-loss': 'of what the service bears',
  'change-dispute-rules': 'a shorter time for payouts',
  'change-access-rules': 'looser',
  'lift-money-stop': 'always',
  'switch-message-templates': 'on',
  'set-rate': 'far from the last or a day ago, or crossed',
  'create-rate-feed': 'always',
  'change-rate-feed': 'another source, margin or age',
  'create-phone': 'by an operator',
  'create-phone-ticket': 'by an operator',
  'save-csv-mapping': 'always',
};

/** Where the second person is not one that a `danger` asks for. */
export const otherSecondPerson: Readonly<Record<string, string>> = {
  createRequisite: 'always, or its maker’s own yes; rests an hour',
  importRequisites: 'always, or its maker’s own yes; rests an hour',
  acceptRequisites: 'is the second person: another operator, or the maker',
  approveRequest: 'is the second person, an operator before it was asked',
  approveWithdrawal: 'above the store’s limit within a day, or to a new address',
  sendWithdrawal: 'after the approvals',
};

/** What a worker does behind the operation, in the name of who called it. */
export const doneLater: Readonly<Record<string, readonly string[]>> = {
  postMessages: ['record-arrival'],
  startStatementImport: ['record-arrival'],
  continueStatementImport: ['record-arrival'],
};
