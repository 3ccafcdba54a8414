// Made by `npm run docs` from the schemas of the merchant interface; do not edit.

export interface AccessEvent {
  /** Always `access` */
  readonly notificationType: 'access';
  /** When it happened */
  readonly notificationDate: string;
  /** Which endpoint was told, and which of its events this is */
  readonly endpoint: { readonly id: string; readonly sequence: number };
  /** The store it is about */
  readonly storeId: number;
  /** What an operator changed */
  readonly changed: 'secret' | 'secondFactor' | 'apiKey' | 'user';
}

export interface Account {
  /** Account ID, a UUID */
  readonly id: string;
  /** Currency code */
  readonly currency: string;
  /** What can be spent now */
  readonly sum: Money;
  /** What is held for payouts and withdrawals */
  readonly frozenSum: Money;
  /** Fee for each withdrawal */
  readonly withdrawalFee: Money;
}

export interface BalanceEvent {
  /** Always `balance` */
  readonly notificationType: 'balance';
  /** When it happened */
  readonly notificationDate: string;
  /** Which endpoint was told, and which of its events this is */
  readonly endpoint: { readonly id: string; readonly sequence: number };
  /** The store it is about */
  readonly storeId: number;
  /** All accounts of the store */
  readonly accounts: readonly { readonly id: string; readonly currency: string; readonly sum: Money; readonly frozenSum: Money }[];
}

export interface BookEvent {
  /** Always `book` */
  readonly notificationType: 'book';
  /** When it happened */
  readonly notificationDate: string;
  /** Which endpoint was told, and which of its events this is */
  readonly endpoint: { readonly id: string; readonly sequence: number };
  /** The store it is about */
  readonly storeId: number;
  /** The sealed page */
  readonly head: { readonly number: string; readonly hash: string };
}

export interface CanceledInvoice {
  /** Invoice ID, a UUID */
  readonly id: string;
  /** The merchant's own ID, echoed back */
  readonly internalId: string | null;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Bank code; null until chosen */
  readonly paymentMethod: string | null;
  /** Way to pay; null until chosen */
  readonly paymentOption: string | null;
  /** Where a payout goes; null for a payin */
  readonly paymentRequisites: Requisites | null;
  /** The time that other answers call `expireAt`; here it is spelled so */
  readonly expiredAt: string;
  /** Amount and currency of the invoice */
  readonly sum: Money;
  /** `canceled` after cancel */
  readonly status: 'canceled';
  /** Empty after cancel */
  readonly deals: readonly Deal[];
  /** As given at creation, or the page where the payer pays */
  readonly successUrl: string;
  /** As given at creation, or the page where the payer pays */
  readonly cancelUrl: string;
  /** True when a dispute changed the sum */
  readonly isSumChanged: boolean;
  /** Always `DEFAULT` */
  readonly flow: 'DEFAULT';
  /** Always null */
  readonly flowData: null;
}

export interface ClaimPayment {
  /** To whose requisites the money went; absent: the newest ones that have ended */
  readonly dealId?: string | undefined;
  /** Receipt or other proof of the transfer, at most 10 MB */
  readonly attachment: string;
}

export interface CreateInvoice {
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Decimal amount as a string */
  readonly amount: string;
  /** Currency code */
  readonly currency: string;
  /** Where changes of status are sent. May be empty: then nothing is sent */
  readonly notificationUrl: string;
  /** Sent with each notification, to tell it from others. May be empty */
  readonly notificationToken: string;
  /** ID in the merchant's system */
  readonly internalId?: string | null | undefined;
  /** Client ID in the merchant's system */
  readonly userId?: string | null | undefined;
  /** Way to pay, a code of payment-methods; null or absent for any. Mandatory for type `out` */
  readonly paymentOption?: string | null | undefined;
  /** Bank, a code of payment-options; null or absent for any. Mandatory for type `out` */
  readonly paymentMethod?: string | null | undefined;
  /** Where a payout goes. Mandatory for type `out` */
  readonly paymentRequisites?: Requisites | null | undefined;
  /** Only for type `in`: create a deal at once */
  readonly startDeal?: boolean | null | undefined;
  /** Where the payer is sent after paying */
  readonly successUrl?: string | null | undefined;
  /** Where the payer is sent after giving up */
  readonly cancelUrl?: string | null | undefined;
}

export interface CreateRefund {
  /** Decimal amount as a string; null or absent for all that was not refunded yet */
  readonly amount?: string | null | undefined;
  /** True: return what the payer has sent too much, where the store keeps that apart. Its account pays, and all of it goes back */
  readonly isExcess?: boolean | null | undefined;
  /** Why, for your people; the payer does not see it */
  readonly reason?: string | null | undefined;
}

export interface CreateWithdrawal {
  /** Account to withdraw from */
  readonly accountId: string;
  /** Decimal amount as a string */
  readonly amount: string;
  /** Destination address on the network of the account */
  readonly address: string;
  /** Current two-factor code */
  readonly code2FA: string;
  /** True: the fee is taken from the amount (the name is spelled exactly so) */
  readonly substractFeeFromAmount?: boolean | null | undefined;
}

export interface CreatedDeal {
  /** Deal ID. The first deal carries the invoice's own ID */
  readonly id: string;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the deal stands */
  readonly status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  /** Name of the bank, for people */
  readonly paymentMethodName: string;
  /** A bank code of payment-options */
  readonly paymentMethod: string;
  /** A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR */
  readonly paymentOption: string;
  /** Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner */
  readonly requisites: { readonly requisites: string; readonly holder: string };
  /** When the deal ends if nothing was paid */
  readonly canceledAt: string;
  /** Signed link to the proof given with a dispute; it expires. Null without one */
  readonly disputeAttachment: string | null;
  /** Why the deal is disputed; null when it is not */
  readonly disputeReason: 'unknown' | 'has_payment' | 'no_payment' | 'invalid_sum' | 'invalid_requisites' | null;
  /** For `invalid_sum` an object with the `amount` as sent; otherwise an empty array */
  readonly disputeReasonData: readonly [] | { readonly amount: string };
  /** Filled once a transfer is confirmed */
  readonly payment: Payment | null;
  /** Fiat per unit of settlement currency, fixed when the deal starts */
  readonly rate: string;
  /** False once the deal is `completed`, `canceled` or `expired` */
  readonly isActive: boolean;
  /** Image of a QR code for the payment; of a way to pay with a link of its own (`SBP_QR`) that https link */
  readonly qrCodeLink: string;
}

export interface CreatedInvoice {
  /** Invoice ID, a UUID */
  readonly id: string;
  /** The merchant's own ID, echoed back */
  readonly internalId: string | null;
  /** Client ID in the merchant's system, echoed back */
  readonly userId: string | null;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the invoice stands */
  readonly status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  /** Bank code; null until chosen */
  readonly paymentMethod: string | null;
  /** Way to pay; null until chosen */
  readonly paymentOption: string | null;
  /** Where a payout goes; null for a payin */
  readonly paymentRequisites: Requisites | null;
  /** Amount and currency of the invoice */
  readonly sum: Money;
  /** Store ID */
  readonly storeId: number;
  /** Name of the store */
  readonly storeName: string;
  /** What the payer transferred, in fiat; null until a transfer is confirmed */
  readonly receivedSumFromTaker: Money | null;
  /** The same in the settlement currency; null until a transfer is confirmed */
  readonly receivedSumFromMaker: Money | null;
  /** Fee of the service, in the settlement currency; null until a transfer is confirmed */
  readonly serviceFeeSum: Money | null;
  /** What the merchant is owed, in the settlement currency; null until a transfer is confirmed */
  readonly payoutSum: Money | null;
  /** When the invoice was created */
  readonly createdAt: string;
  /** When the invoice expires if no transfer is confirmed */
  readonly expireAt: string;
  /** When the invoice last changed */
  readonly updatedAt: string;
  /** Page where the payer pays */
  readonly invoiceUrl: string;
  /** The deal that matters now: active, completed or disputed. Empty when there is none */
  readonly deals: readonly CreatedDeal[];
}

export interface CreatedWithdrawal {
  /** Withdrawal ID, a UUID */
  readonly id: string;
  /** When the withdrawal was created */
  readonly createdAt: string;
  /** When the withdrawal last changed */
  readonly updatedAt: string;
  /** What the address gets */
  readonly sum: Money;
  /** What the service takes; the account pays `sum` and `fee` */
  readonly fee: Money;
  /** Destination address */
  readonly address: string;
  /** Transaction ID on the network; null until sent */
  readonly txId: string | null;
  /** 2 created, 3 being sent, 4 sent, 5 rejected */
  readonly status: number;
  /** Account the withdrawal is paid from */
  readonly accountId: string;
}

export interface CurrentRates {
  /** Rate of payins */
  readonly in: { readonly pair: string; readonly rate: string };
  /** Rate of payouts */
  readonly out: { readonly pair: string; readonly rate: string };
}

export interface Deal {
  /** Deal ID. The first deal carries the invoice's own ID */
  readonly id: string;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the deal stands */
  readonly status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  /** Name of the bank, for people */
  readonly paymentMethodName: string;
  /** A bank code of payment-options */
  readonly paymentMethod: string;
  /** A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR */
  readonly paymentOption: string;
  /** Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner */
  readonly requisites: { readonly requisites: string; readonly holder: string };
  /** When the deal ends if nothing was paid */
  readonly canceledAt: string;
  /** Signed link to the proof given with a dispute; it expires. Null without one */
  readonly disputeAttachment: string | null;
  /** Why the deal is disputed; null when it is not */
  readonly disputeReason: 'unknown' | 'has_payment' | 'no_payment' | 'invalid_sum' | 'invalid_requisites' | null;
  /** For `invalid_sum` an object with the `amount` as sent; otherwise an empty array */
  readonly disputeReasonData: readonly [] | { readonly amount: string };
  /** Filled once a transfer is confirmed */
  readonly payment: Payment | null;
  /** Fiat per unit of settlement currency, fixed when the deal starts */
  readonly rate: string;
  /** False once the deal is `completed`, `canceled` or `expired` */
  readonly isActive: boolean;
  /** Image of a QR code for the payment; of a way to pay with a link of its own (`SBP_QR`) that https link */
  readonly qrCodeLink: string;
  /** How a dispute ended; null while it is open and when there was none */
  readonly disputeResult: string | null;
  /** Signed links to the receipts; they expire */
  readonly attachments: readonly string[];
}

export interface DeliveryAttempt {
  /** Of the notification */
  readonly sequence: number;
  /** Which attempt it was, from 1 */
  readonly ordinal: number;
  /** When it began */
  readonly at: string;
  /** How long it took */
  readonly durationMs: number;
  /** What came of it */
  readonly outcome: 'delivered' | 'refused' | 'gone' | 'timeout' | 'unreachable' | 'forbidden' | 'unsendable';
  /** Of HTTP; null when no answer came */
  readonly status: number | null;
  /** The first 2048 bytes of the answer, or why there was none */
  readonly answer: string;
}

export interface DisputeEvent {
  /** Always `dispute` */
  readonly notificationType: 'dispute';
  /** When the status changed */
  readonly notificationDate: string;
  /** Which endpoint was told, and which of its events this is */
  readonly endpoint: { readonly id: string; readonly sequence: number };
  /** The store it is about */
  readonly storeId: number;
  /** Counts the changes of the invoice, from 1 */
  readonly sequence: number;
  /** What the shop asked for; `sum` of the invoice is what came, once that is known */
  readonly askedSum: Money;
  /** True when the invoice was paid with another sum than was asked for */
  readonly isSumChanged: boolean;
  /** Why it was not simply paid as asked: less or more came (`short`, `over`), it came after the deal had ended (`late`), a dispute changed the sum (`corrected`), the payer was asked for a little less because all requisites were busy with the sum (`nudged`); null otherwise */
  readonly reason: 'short' | 'over' | 'late' | 'corrected' | 'nudged' | null;
  /** The invoice as it was then */
  readonly invoice: NotifiedInvoice;
}

export interface Fault {
  /** Which refusal it is; stable, for programs */
  readonly code: string;
  /** What is wrong, for people */
  readonly message: string;
  /** The parameter at fault, where there is one */
  readonly field?: string | undefined;
}

export interface FeedItem {
  /** Its place in the store's feed: send the last one you have as `after` */
  readonly feedSequence: number;
  /** The `webhook-id` it is sent with */
  readonly webhookId: string;
  /** Always `invoice`; a trial says `test` */
  readonly notificationType: 'invoice';
  /** When the status changed */
  readonly notificationDate: string;
  /** Counts the changes of the invoice, from 1 */
  readonly sequence: number;
  /** What the shop asked for; `sum` of the invoice is what came, once that is known */
  readonly askedSum: Money;
  /** True when the invoice was paid with another sum than was asked for */
  readonly isSumChanged: boolean;
  /** Why it was not simply paid as asked: less or more came (`short`, `over`), it came after the deal had ended (`late`), a dispute changed the sum (`corrected`), the payer was asked for a little less because all requisites were busy with the sum (`nudged`); null otherwise */
  readonly reason: 'short' | 'over' | 'late' | 'corrected' | 'nudged' | null;
  /** The invoice as it was then */
  readonly invoice: NotifiedInvoice;
}

export interface FillRefund {
  /** One of `paymentOptions` */
  readonly paymentOption: string;
  /** One of `paymentMethods` */
  readonly paymentMethod: string;
  /** Card, phone or account number; its check digits are looked at */
  readonly requisites: string;
  /** Whose it is */
  readonly holder: string;
}

export interface Invoice {
  /** Invoice ID, a UUID */
  readonly id: string;
  /** The merchant's own ID, echoed back */
  readonly internalId: string | null;
  /** Client ID in the merchant's system, echoed back */
  readonly userId: string | null;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the invoice stands */
  readonly status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  /** Bank code; null until chosen */
  readonly paymentMethod: string | null;
  /** Way to pay; null until chosen */
  readonly paymentOption: string | null;
  /** Where a payout goes; null for a payin */
  readonly paymentRequisites: Requisites | null;
  /** Amount and currency of the invoice */
  readonly sum: Money;
  /** Store ID */
  readonly storeId: number;
  /** Name of the store */
  readonly storeName: string;
  /** What the payer transferred, in fiat; null until a transfer is confirmed */
  readonly receivedSumFromTaker: Money | null;
  /** The same in the settlement currency; null until a transfer is confirmed */
  readonly receivedSumFromMaker: Money | null;
  /** Fee of the service, in the settlement currency; null until a transfer is confirmed */
  readonly serviceFeeSum: Money | null;
  /** What the merchant is owed, in the settlement currency; null until a transfer is confirmed */
  readonly payoutSum: Money | null;
  /** When the invoice was created */
  readonly createdAt: string;
  /** When the invoice expires if no transfer is confirmed */
  readonly expireAt: string;
  /** When the invoice last changed */
  readonly updatedAt: string;
  /** Page where the payer pays */
  readonly invoiceUrl: string;
  /** The deal that matters now: active, completed or disputed. Empty when there is none */
  readonly deals: readonly Deal[];
}

export interface Money {
  /** Decimal number with exactly `subunit` fraction digits */
  readonly amount: string;
  /** Currency code */
  readonly currency: string;
  /** Number of fraction digits of the currency */
  readonly subunit: number;
}

export interface Notification {
  /** Always `invoice`; a trial says `test` */
  readonly notificationType: 'invoice';
  /** When the status changed */
  readonly notificationDate: string;
  /** Counts the changes of the invoice, from 1 */
  readonly sequence: number;
  /** What the shop asked for; `sum` of the invoice is what came, once that is known */
  readonly askedSum: Money;
  /** True when the invoice was paid with another sum than was asked for */
  readonly isSumChanged: boolean;
  /** Why it was not simply paid as asked: less or more came (`short`, `over`), it came after the deal had ended (`late`), a dispute changed the sum (`corrected`), the payer was asked for a little less because all requisites were busy with the sum (`nudged`); null otherwise */
  readonly reason: 'short' | 'over' | 'late' | 'corrected' | 'nudged' | null;
  /** The invoice as it was then */
  readonly invoice: NotifiedInvoice;
}

export interface NotificationDetails {
  /** The `webhook-id` it is sent with */
  readonly id: string;
  /** Its place in the store's feed */
  readonly feedSequence: number;
  /** Whose status changed */
  readonly invoiceId: string;
  /** Of the invoice, from 1 */
  readonly sequence: number;
  /** Store of the invoice */
  readonly storeId: number;
  /** The status the invoice got */
  readonly status: string;
  /** When the status changed */
  readonly createdAt: string;
  /** Where it is sent */
  readonly notificationUrl: string;
  /** Where it stands */
  readonly delivery: { readonly state: 'waiting' | 'delivered' | 'failed' | 'unsent'; readonly nextAttemptAt: string | null };
  /** What is sent */
  readonly body: Notification;
  /** Those that are still in the log, oldest first */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface NotificationLine {
  /** The `webhook-id` it is sent with */
  readonly id: string;
  /** Its place in the store's feed */
  readonly feedSequence: number;
  /** Whose status changed */
  readonly invoiceId: string;
  /** Of the invoice, from 1 */
  readonly sequence: number;
  /** Store of the invoice */
  readonly storeId: number;
  /** The status the invoice got */
  readonly status: string;
  /** When the status changed */
  readonly createdAt: string;
  /** Where it is sent */
  readonly notificationUrl: string;
  /** Where it stands */
  readonly delivery: { readonly state: 'waiting' | 'delivered' | 'failed' | 'unsent'; readonly nextAttemptAt: string | null };
}

export interface NotifiedDeal {
  /** Deal ID. The first deal carries the invoice's own ID */
  readonly id: string;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the deal stands */
  readonly status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  /** A bank code of payment-options */
  readonly paymentMethod: string;
  /** A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR */
  readonly paymentOption: string;
  /** Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner */
  readonly requisites: { readonly requisites: string; readonly holder: string };
  /** When the deal ends if nothing was paid */
  readonly canceledAt: string;
  /** Signed link to the proof given with a dispute; it expires. Null without one */
  readonly disputeAttachment: string | null;
  /** Why the deal is disputed; null when it is not */
  readonly disputeReason: 'unknown' | 'has_payment' | 'no_payment' | 'invalid_sum' | 'invalid_requisites' | null;
  /** For `invalid_sum` an object with the `amount` as sent; otherwise an empty array */
  readonly disputeReasonData: readonly [] | { readonly amount: string };
  /** Filled once a transfer is confirmed */
  readonly payment: Payment | null;
  /** Signed links to the receipts; they expire */
  readonly attachments: readonly string[];
  /** How a dispute ended; null while it is open and when there was none */
  readonly disputeResult: string | null;
}

export interface NotifiedInvoice {
  /** Invoice ID, a UUID */
  readonly id: string;
  /** The merchant's own ID, echoed back */
  readonly internalId: string | null;
  /** Client ID in the merchant's system, echoed back */
  readonly userId: string | null;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the invoice stands */
  readonly status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  /** Amount and currency of the invoice */
  readonly sum: Money;
  /** Store ID */
  readonly storeId: number;
  /** Name of the store */
  readonly storeName: string;
  /** What the payer transferred, in fiat; null until a transfer is confirmed */
  readonly receivedSumFromTaker: Money | null;
  /** The same in the settlement currency; null until a transfer is confirmed */
  readonly receivedSumFromMaker: Money | null;
  /** Fee of the service, in the settlement currency; null until a transfer is confirmed */
  readonly serviceFeeSum: Money | null;
  /** What the merchant is owed, in the settlement currency; null until a transfer is confirmed */
  readonly payoutSum: Money | null;
  /** When the invoice was created */
  readonly createdAt: string;
  /** When the invoice expires if no transfer is confirmed */
  readonly expireAt: string;
  /** When the invoice last changed */
  readonly updatedAt: string;
  /** Rate of the deal; null without one */
  readonly rate: string | null;
  /** The deal that mattered then: active, completed or disputed; null when there was none */
  readonly deal: NotifiedDeal | null;
}

export interface PageOfBook {
  /** Number of the page; the first is 1 */
  readonly number: number;
  /** When it was sealed */
  readonly at: string;
  /** Whether its balances are those of one moment */
  readonly isComplete: boolean;
  /** Transfers of this page */
  readonly transfers: number;
  /** SHA-256 of the header, in hexadecimal digits */
  readonly hash: string;
  /** The bytes of the header, in Base64 */
  readonly header: string;
  /** Ed25519 signature over these bytes, in Base64 */
  readonly signature: string;
}

export interface Payment {
  /** The payer's fiat amount */
  readonly takerSum: Money;
  /** The same in the settlement currency, cut off at its last digit */
  readonly makerSum: Money;
  /** Fee of the service, rounded up */
  readonly feeSum: Money;
  /** When the transfer was confirmed */
  readonly date: string;
}

export interface PaymentPageBank {
  /** Bank code */
  readonly code: string;
  /** Name for people */
  readonly name: string;
  /** The same in Russian; null where there is none */
  readonly nameRu: string | null;
}

export interface PaymentPage {
  /** Invoice ID */
  readonly invoiceId: string;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the invoice stands */
  readonly status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  /** The service's clock, which countdowns follow, in milliseconds since 1970 */
  readonly now: number;
  /** What is to be paid */
  readonly sum: Money;
  /** True when a dispute changed the sum */
  readonly isSumChanged: boolean;
  /** The payer is asked for a little less than the invoice says, in an amount that nobody else has */
  readonly nudged: { readonly sum: Money; readonly asked: Money; readonly difference: Money; readonly isLess: boolean } | null;
  /** A part of the sum has come, and `sum` is what is missing, while it can be sent; null otherwise */
  readonly part: { readonly sum: Money; readonly asked: Money; readonly difference: Money; readonly isLess: boolean } | null;
  /** Money came in another sum and an operator has yet to decide: nothing more should be sent; null otherwise */
  readonly held: { readonly sum: Money; readonly asked: Money; readonly difference: Money; readonly isLess: boolean } | null;
  /** What a payer tells the shop's support */
  readonly caseNumber: string;
  /** When the invoice was created, in milliseconds since 1970 */
  readonly createdAt: number;
  /** When the invoice expires if no transfer is confirmed, in milliseconds since 1970 */
  readonly expireAt: number;
  /** When the invoice last changed, in milliseconds since 1970 */
  readonly updatedAt: number;
  /** Back to the shop after paying; null: the shop gave none */
  readonly successUrl: string | null;
  /** Back to the shop without paying; null: the shop gave none */
  readonly cancelUrl: string | null;
  /** Option and bank that the merchant or the payer named; null: open */
  readonly named: { readonly option: string | null; readonly bank: PaymentPageBank | null };
  /** The deal that matters now; null: there is none */
  readonly deal: PaymentPageDeal | null;
  /** How many deals were started so far */
  readonly dealsStarted: number;
  /** Ways to pay that can be chosen now; empty when nothing can be started any more */
  readonly variants: readonly { readonly option: string; readonly bank: PaymentPageBank; readonly isTroubled: boolean }[];
  /** How the shop looks */
  readonly store: PaymentPageStore;
}

export interface PaymentPageDeal {
  /** Deal ID */
  readonly id: string;
  /** Where the deal stands */
  readonly status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  /** A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR */
  readonly option: string;
  /** Bank of the requisites */
  readonly bank: PaymentPageBank;
  /** Where to pay to; once the money has arrived, only what the number is recognised by. Null for a payout */
  readonly requisites: { readonly number: string; readonly holder: string } | null;
  /** An https link that pays the deal, of a way to pay that has one; null: none */
  readonly link: string | null;
  /** What its QR code carries: the payment page, or the number itself */
  readonly qrCarries: 'page' | 'number';
  /** When the requisites stop being good, in milliseconds since 1970 */
  readonly deadlineAt: number;
  /** When the first receipt came, in milliseconds since 1970; null: none has */
  readonly confirmedAt: number | null;
  /** How many receipts there are */
  readonly receipts: number;
}

export interface PaymentPageStore {
  /** Name of the shop, as payers read it */
  readonly name: string;
  /** What is sold there; null: nothing is said */
  readonly description: string | null;
  /** Where a payer can ask: https, mailto or tel; null: nowhere but with the shop */
  readonly supportUrl: string | null;
  /** Path of its logo below the service's address; null: it has none */
  readonly logo: string | null;
  /** As in `#0a7cff`; null: that of the house */
  readonly colour: string | null;
  /** The same for dark screens; null: made from the other */
  readonly darkColour: string | null;
  /** For readers whose browser asks for none that the page has; null: English */
  readonly language: string | null;
}

export interface PaymentVariant {
  /** A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR */
  readonly option: string;
  /** A bank code of payment-options */
  readonly method: string;
}

export interface PublicBank {
  /** Bank code */
  readonly code: string;
  /** Name for people */
  readonly name: string;
}

export interface PublicDeal {
  /** Deal ID. The first deal carries the invoice's own ID */
  readonly id: string;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Where the deal stands */
  readonly status: 'new' | 'transfer_waiting' | 'transfer_confirmed' | 'completed' | 'canceled' | 'expired' | 'dispute';
  /** Name of the bank, for people */
  readonly paymentMethodName: string;
  /** A bank code of payment-options */
  readonly paymentMethod: string;
  /** A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR */
  readonly paymentOption: string;
  /** Where to pay to; once the money has arrived, only what the number is recognised by. Null for a payout */
  readonly requisites: { readonly requisites: string; readonly holder: string } | null;
  /** When the deal ends if nothing was paid */
  readonly canceledAt: string;
  /** False once the deal is `completed`, `canceled` or `expired` */
  readonly isActive: boolean;
  /** Image of a QR code, or the https link of a way to pay that has one */
  readonly qrCodeLink: string;
  /** How many receipts there are */
  readonly attachmentCount: number;
}

export interface PublicInvoice {
  /** Invoice ID, a UUID */
  readonly id: string;
  /** The merchant's own ID */
  readonly internalId: string | null;
  /** `in` payin, `out` payout */
  readonly type: 'in' | 'out';
  /** Bank code; null until chosen */
  readonly paymentMethod: string | null;
  /** Way to pay; null until chosen */
  readonly paymentOption: string | null;
  /** Where a payout goes, by its last digits; null for a payin */
  readonly paymentRequisites: Requisites | null;
  /** The time that answers to merchants call `expireAt`; here it is spelled so */
  readonly expiredAt: string;
  /** What is to be paid */
  readonly sum: Money;
  /** Where the invoice stands */
  readonly status: 'new' | 'paid' | 'canceled' | 'expired' | 'dispute';
  /** The deal that matters now: active, completed or disputed. Empty when there is none */
  readonly deals: readonly PublicDeal[];
  /** Where the payer goes after paying: as given at creation, or the payment page */
  readonly successUrl: string;
  /** Where the payer goes after giving up: as given at creation, or the payment page */
  readonly cancelUrl: string;
  /** True when a dispute changed the sum */
  readonly isSumChanged: boolean;
  /** Always `DEFAULT` */
  readonly flow: 'DEFAULT';
  /** Always null */
  readonly flowData: null;
  /** When the invoice was created */
  readonly createdAt: string;
  /** Name of the shop, as payers read it */
  readonly storeName: string;
  /** What the payment page shows */
  readonly paymentPage: PaymentPage;
}

export interface PublicRefund {
  /** `waiting` until the payer has said where the money goes */
  readonly status: 'waiting' | 'lapsed' | 'canceled' | 'paying' | 'paid' | 'dispute' | 'failed';
  /** What goes back to the payer */
  readonly sum: Money;
  /** Who gives it back */
  readonly storeName: string;
  /** Until when the payer may answer */
  readonly expireAt: string;
  /** Ways the money can go; none once the answer is given */
  readonly paymentOptions: readonly string[];
  /** Codes of banks it can go to */
  readonly paymentMethods: readonly string[];
}

export interface ReferenceItem {
  /** Code used in requests and answers */
  readonly code: string;
  /** Name for people */
  readonly name: string;
  /** Currency code */
  readonly currency: string;
}

export interface Refund {
  /** Refund ID, a UUID */
  readonly id: string;
  /** The payin that is refunded */
  readonly invoiceId: string;
  /** `waiting` for the payer to say where the money goes, `paying`, `paid`, `dispute`; `lapsed`, `canceled` and `failed` (its payout came to nothing) free the sum for another refund */
  readonly status: 'waiting' | 'lapsed' | 'canceled' | 'paying' | 'paid' | 'dispute' | 'failed';
  /** What goes back to the payer */
  readonly sum: Money;
  /** It returns what the payer had sent too much, from where that is kept, and not from the account of the store */
  readonly isExcess: boolean;
  /** Why */
  readonly reason: string;
  /** Who asked for it: a login of the merchant, `merchant` for its program, `operator` */
  readonly askedBy: string;
  /** The page on which the payer says where the money goes: send it to them, and to nobody else. Null once it is of no use, for operators, and for who may not ask for refunds: who has it says where the money goes */
  readonly refundUrl: string | null;
  /** The payout that pays it; null until the payer has said where to */
  readonly payoutId: string | null;
  /** When it was asked for */
  readonly createdAt: string;
  /** Until when the link works */
  readonly expireAt: string;
}

export interface Requisites {
  /** Card number, phone or account the payout goes to */
  readonly requisites: string;
  /** Name of the holder */
  readonly holder?: string | null | undefined;
}

export interface StartDeal {
  /** Way to pay; null or absent for any */
  readonly paymentOption?: string | null | undefined;
  /** Bank code; null or absent for any */
  readonly paymentMethod?: string | null | undefined;
}

export interface TrialNotification {
  /** Always `test` */
  readonly notificationType: 'test';
  /** When it was sent */
  readonly notificationDate: string;
  /** Always 0: nothing has changed */
  readonly sequence: number;
  /** Always null: it is about no invoice */
  readonly invoice: null;
}

export interface Withdrawal {
  /** Withdrawal ID, a UUID */
  readonly id: string;
  /** When the withdrawal was created */
  readonly createdAt: string;
  /** When the withdrawal last changed */
  readonly updatedAt: string;
  /** What the address gets */
  readonly sum: Money;
  /** What the service takes; the account pays `sum` and `fee` */
  readonly fee: Money;
  /** Destination address */
  readonly address: string;
  /** Transaction ID on the network; null until sent */
  readonly txId: string | null;
}

export interface WithdrawalEvent {
  /** Always `withdrawal` */
  readonly notificationType: 'withdrawal';
  /** When it happened */
  readonly notificationDate: string;
  /** Which endpoint was told, and which of its events this is */
  readonly endpoint: { readonly id: string; readonly sequence: number };
  /** The store it is about */
  readonly storeId: number;
  /** The withdrawal as it was then */
  readonly withdrawal: { readonly id: string; readonly createdAt: string; readonly updatedAt: string; readonly sum: Money; readonly fee: Money; readonly address: string; readonly txId: string | null; readonly status: number; readonly accountId: string; readonly rejectReason: string | null };
}

/** Why a deal is disputed. */
export type DisputeReason = 'unknown' | 'has_payment' | 'no_payment' | 'invalid_sum' | 'invalid_requisites' | 'other';

/** Every refusal of the merchant interface; what to do about each stands in docs/errors.md of the service. */
export type ErrorCode =
  | 'amount_below_fee'
  | 'amount_too_big'
  | 'amount_too_small'
  | 'attachment_empty'
  | 'attachment_missing'
  | 'attachment_too_big'
  | 'attachment_type'
  | 'blank'
  | 'body_too_big'
  | 'claims_of_store_full'
  | 'content_type'
  | 'currency_not_allowed'
  | 'database_unavailable'
  | 'deal_not_active'
  | 'dispute_without_deal'
  | 'excess_not_held'
  | 'excess_not_paid'
  | 'excess_returned_whole'
  | 'idempotency_key_reused'
  | 'insufficient_funds'
  | 'internal'
  | 'internal_id_needed'
  | 'internal_id_reused'
  | 'invalid_address'
  | 'invalid_amount'
  | 'invalid_characters'
  | 'invalid_choice'
  | 'invalid_idempotency_key'
  | 'invalid_url'
  | 'invoice_detached'
  | 'invoice_not_active'
  | 'json_object_expected'
  | 'key_address_refused'
  | 'key_scope_missing'
  | 'malformed_json'
  | 'malformed_multipart'
  | 'money_out_stopped'
  | 'no_excess'
  | 'not_found'
  | 'not_sealed_yet'
  | 'notification_without_url'
  | 'out_of_range'
  | 'outcome_unknown'
  | 'overloaded'
  | 'page_not_sealed'
  | 'part_paid'
  | 'pay_in_disabled'
  | 'pay_out_disabled'
  | 'payer_blocked'
  | 'payer_pending'
  | 'payer_too_often'
  | 'payment_method_not_allowed'
  | 'payment_option_not_allowed'
  | 'payout_not_allowed'
  | 'payout_taken'
  | 'proof_limit'
  | 'rate_limited'
  | 'rate_outdated'
  | 'rate_unavailable'
  | 'receipts_of_invoice_full'
  | 'receipts_of_store_full'
  | 'refund_not_paid'
  | 'refund_too_much'
  | 'refunds_too_many'
  | 'signature_256_needed'
  | 'storage_unavailable'
  | 'timestamp_needed'
  | 'timestamp_stale'
  | 'too_long'
  | 'too_many_attachments'
  | 'too_many_deals'
  | 'transfer_already_confirmed'
  | 'two_factor_disabled'
  | 'two_factor_locked'
  | 'two_factor_wrong'
  | 'unauthorized'
  | 'user_id_needed'
  | 'wrong_type';
