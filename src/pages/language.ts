import type { NumberKind } from '../domain/catalogue/option-record.ts';
/**
 * Every word the payer's page says. A language is one file that exports one of these; what it lacks does not compile.
 * Texts with something in them are functions, so that each language can put it where its grammar wants it.
 */
export interface Language {
  /** BCP 47; picks plural rules and the form of numbers and dates. */
  readonly code: string;
  /** In the language itself, as readers look for it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly page: {
    title(what: string, store: string): string;
    readonly skip: string;
    readonly language: string;
    readonly toPay: string;
    readonly invoice: string;
    /** A short number of the invoice, for the store's support. */
    readonly caseNumber: string;
    readonly support: string;
    readonly back: string;
    readonly copy: string;
    readonly copied: string;
    copyThe(what: string): string;
    hasBeenCopied(what: string): string;
    /** "until", in front of a time. */
    until(time: string): string;
    readonly offline: string;
    readonly online: string;
    readonly closeThis: string;
    returnTo(store: string): string;
    /** For readers without script, whose page does not renew itself. */
    readonly checkNow: string;
  };
  readonly steps: {
    readonly label: string;
    readonly choose: string;
    readonly transfer: string;
    readonly check: string;
  };
  /**
   * What a payer sends money to: what it is called, and, for ways to pay that have no words of their own in this language,
   * what the way is and how it is done.
   */
  readonly numberKinds: Readonly<Record<NumberKind, NumberWords>>;
  readonly choose: {
    readonly title: string;
    readonly lead: string;
    readonly find: string;
    readonly anyBank: string;
    readonly nothingFound: string;
    /** Where no bank is "any". */
    readonly nothingElse: string;
    /** Beside a bank through which hardly anything arrives. */
    readonly troubled: string;
    readonly banks: Plural;
  };
  readonly ready: { readonly title: string; readonly lead: string; readonly show: string; readonly other: string };
  readonly transfer: {
    title(amount: string): string;
    readonly exactly: string;
    readonly exactWhy: string;
    nudged(asked: string, less: string): string;
    readonly amount: string;
    readonly holder: string;
    readonly bank: string;
    readonly timeLeft: string;
    readonly whenOver: string;
    readonly minutesLeft: Plural;
    /** Over and under a code that opens the page on another device. */
    readonly qrCodeOfPage: string;
    readonly qrCodeLead: string;
    /** Over and under a code that the bank's app scans. */
    readonly qrCode: string;
    readonly qrCodeOfDeal: string;
    /** Copies amount, number, recipient and bank at once. */
    readonly copyAll: string;
    /** On the button that opens the link of a deal: the bank's app, on a phone. */
    readonly openLink: string;
    readonly howTo: string;
    readonly paid: string;
    readonly otherWay: string;
    readonly cancel: string;
  };
  readonly receipt: {
    readonly title: string;
    readonly lead: string;
    readonly choose: string;
    readonly drop: string;
    readonly photo: string;
    readonly formats: string;
    readonly send: string;
    readonly sending: string;
    readonly another: string;
  };
  readonly waiting: {
    readonly title: string;
    readonly lead: string;
    readonly mayClose: string;
    readonly receipts: Plural;
  };
  readonly paid: {
    readonly title: string;
    lead(store: string): string;
    readonly amount: string;
    readonly date: string;
    readonly to: string;
    readonly print: string;
    readonly share: string;
    /** How many seconds until the browser goes back to the shop by itself. */
    readonly returning: Plural;
    readonly stay: string;
  };
  /** Money that came in another sum than was asked for, and what happens next: while somebody decides, and after. */
  readonly arrived: {
    less(sum: string, asked: string, difference: string): string;
    more(sum: string, asked: string, difference: string): string;
    readonly underway: string;
    settled(store: string): string;
  };
  readonly canceled: { readonly title: string; lead(store: string): string };
  readonly expired: { readonly title: string; lead(store: string): string };
  /** A part of the sum has come, and the payer may send the rest. */
  readonly rest: {
    readonly title: string;
    /** Above the sum that is missing. */
    readonly missing: string;
    /** What came counts; only what is missing is asked for. */
    readonly only: string;
    readonly until: (time: string) => string;
    readonly send: string;
    /** What becomes of the money when the rest does not come. */
    readonly ifNot: (store: string) => string;
    /** The same once the time is over. */
    readonly over: (store: string) => string;
  };
  readonly lapsed: { readonly title: string; readonly lead: string; readonly fresh: string };
  readonly rejected: {
    readonly title: string;
    readonly lead: string;
    readonly sentTitle: string;
    readonly sent: string;
    readonly fresh: string;
  };
  readonly dispute: { readonly title: string; readonly lead: string; keep(store: string): string };
  readonly noneFree: {
    readonly title: string;
    lead(store: string): string;
    readonly again: string;
    readonly other: string;
  };
  /** What was asked for has run out, and something else is free. */
  readonly ranOut: { readonly title: string; readonly lead: string; instead(what: string): string };
  /** For a payer who has sent the money while the screen does not show it. */
  readonly alreadyPaid: {
    readonly title: string;
    readonly lead: string;
    readonly show: string;
    /** A receipt was looked into, and no money was found for it. */
    decided(store: string): string;
  };
  /** The receipt for details that have ended. */
  readonly claim: { readonly title: string; readonly lead: string; readonly which: string };
  readonly cancelAsk: {
    readonly title: string;
    readonly lead: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly payout: {
    readonly amount: string;
    readonly prepared: StatusText;
    readonly underway: StatusText;
    readonly paid: StatusText;
    readonly canceled: StatusText;
    readonly expired: StatusText;
    readonly dispute: StatusText;
  };
  /** The page on which a payer says where a refund shall go, and then sees what becomes of it. */
  readonly refund: {
    readonly title: string;
    lead(store: string): string;
    readonly amount: string;
    readonly ways: string;
    readonly chooseBank: string;
    readonly check: string;
    readonly send: string;
    /** In front of a date. */
    until(time: string): string;
    readonly lapsed: StatusText;
    readonly canceled: StatusText;
    readonly prepared: StatusText;
    readonly underway: StatusText;
    readonly paid: StatusText;
    /** Nothing was sent, after the payer has answered. */
    readonly failed: StatusText;
    readonly dispute: StatusText;
    readonly faults: Readonly<Record<RefundFault, string>>;
  };
  readonly refused: {
    readonly unknown: StatusText;
    readonly limited: StatusText;
    readonly away: StatusText;
    readonly failed: StatusText;
    readonly foreign: StatusText;
    readonly again: string;
    /** "in", in front of a time from now. */
    againIn(time: string): string;
    /** The same with the time of day. */
    againAfter(time: string): string;
  };
  readonly notices: Readonly<Record<Notice, string>>;
}

/** Why what the payer typed, or the moment, was refused. */
export type RefundFault = 'number' | 'bank' | 'holder' | 'way' | 'later';

interface NumberWords {
  readonly label: string;
  readonly lead: string;
  steps(bank: string, holder: string): readonly string[];
}

interface StatusText {
  readonly title: string;
  readonly lead: string;
}

/** The forms that `Intl.PluralRules` tells apart, with `{n}` where the number goes; those a language lacks are left out. */
export type Plural = { readonly [form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { readonly other: string };

/** What the page says after an act that was refused, or whose outcome is not plain to see. */
export const notices = {
  noneFree: 'noneFree',
  tooBig: 'tooBig',
  wrongType: 'wrongType',
  emptyFile: 'emptyFile',
  missingFile: 'missingFile',
  tooManyReceipts: 'tooManyReceipts',
  claimDecided: 'claimDecided',
  brokenUpload: 'brokenUpload',
  movedOn: 'movedOn',
  wayNotAllowed: 'wayNotAllowed',
  noRate: 'noRate',
  tooManyDeals: 'tooManyDeals',
  tooOften: 'tooOften',
  payerPending: 'payerPending',
  payerTooOften: 'payerTooOften',
  payerBlocked: 'payerBlocked',
  away: 'away',
  failed: 'failed',
} as const;
export type Notice = keyof typeof notices;
