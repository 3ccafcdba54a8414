/** How messages of a bank about money that came in are written: one shape. What it says is never changed: a new version is added. */
export interface MessageTemplate {
  readonly id: number;
  readonly version: number;
  /** Code of the bank in the catalogue. */
  readonly bank: string;
  /** The amounts it reads are in this currency, and in no other. */
  readonly currency: string;
  /** Who sends such messages: numbers and names of SMS senders, packages of apps. From anybody else it reads nothing. */
  readonly senders: readonly string[];
  /** See `pattern.ts`. */
  readonly pattern: string;
  /** See `stop-words.ts`. They count for all messages of its senders. */
  readonly stopWords: readonly string[];
}

export interface PhoneMessage {
  /** The number or name an SMS came from, or the package of the app whose notification it is. */
  readonly sender: string;
  readonly title: string;
  readonly text: string;
}
