import { NotificationError } from './errors.ts';
import type { AccessEvent, BalanceEvent, BookEvent, Deal, Invoice, WithdrawalEvent } from './merchant-interface.ts';
import { isSameText, signNotificationBody } from './signature.ts';

/** The deal of a notification: as in an invoice, without what only a payer needs. */
export type NotifiedDeal = Omit<Deal, 'paymentMethodName' | 'rate' | 'isActive' | 'qrCodeLink'>;

/** The invoice of a notification: as it was at its change of status, with one deal or none. */
export interface NotifiedInvoice
  extends Omit<Invoice, 'paymentMethod' | 'paymentOption' | 'paymentRequisites' | 'invoiceUrl' | 'deals'> {
  /** Fiat per unit of settlement currency; null without a deal. */
  readonly rate: string | null;
  readonly deal: NotifiedDeal | null;
}

/** The status of an invoice has changed. */
export interface Notification {
  readonly notificationType: 'invoice';
  readonly notificationDate: string;
  /** 1, 2, … for each invoice: the greater one is the later one, whatever the order of arrival. */
  readonly sequence: number;
  /** What the shop asked for; `sum` of the invoice is what came, once it is paid. */
  readonly askedSum: Invoice['sum'];
  /** Whether it was paid with another sum than was asked for. */
  readonly isSumChanged: boolean;
  /** Why it was not simply paid as asked; null when it was, or is not paid. */
  readonly reason: 'short' | 'over' | 'late' | 'corrected' | 'nudged' | null;
  readonly invoice: NotifiedInvoice;
}

/** What `tryNotification` has the service send: signed like any other, about no invoice. */
export interface TrialNotification {
  readonly notificationType: 'test';
  readonly notificationDate: string;
  readonly sequence: 0;
  readonly invoice: null;
}

/** What an endpoint of a store is told; tell them apart by `notificationType`. */
export type EndpointEvent =
  | (Omit<Notification, 'notificationType'> & {
      readonly notificationType: 'invoice' | 'dispute';
      readonly endpoint: AccessEvent['endpoint'];
      readonly storeId: number;
    })
  | WithdrawalEvent
  | BalanceEvent
  | BookEvent
  | AccessEvent;

/** A request as any server has it: headers of Node, of the web or of a test; the body as it came, before it was parsed. */
export interface NotificationRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string | Uint8Array;
}

/**
 * Remembers which notifications were dealt with. It only spares work: two processes may both ask before either has added. With
 * several, insert the ID under a unique key in the transaction that stores what follows from the notification.
 */
export interface SeenStore {
  has(id: string): boolean | Promise<boolean>;
  add(id: string): void | Promise<void>;
}

export interface VerifyOptions {
  /** The merchant's. Several while it is being replaced. An empty one is refused: anybody could sign with it. */
  readonly secret: string | readonly string[];
  /**
   * The `notificationToken` of the invoice, or how to find it (empty for an invoice without one); absent: not looked at. The
   * signature is the proof.
   */
  readonly token?: string | ((notification: Notification) => string | Promise<string>) | undefined;
  /** How old, and how far in the future, the signature may be. 5 minutes when absent. */
  readonly ageMaxMs?: number | undefined;
  /** Absent: nothing counts as a repeat. */
  readonly seen?: SeenStore | undefined;
  readonly now?: (() => number) | undefined;
}

export interface VerifiedNotification {
  /** The same whenever the same notification is sent again. */
  readonly id: string;
  /** With `notificationType` `test` it is about no invoice, and there is nothing to do. */
  readonly notification: Notification | TrialNotification;
  /** Dealt with before: answer 200 and do nothing. */
  readonly isRepeat: boolean;
  /** Call it when you have stored what follows from the notification, not before: who fails in between is told again. */
  remember(): Promise<void>;
}

export interface VerifiedEvent {
  /** The same whenever the same event is sent again. */
  readonly id: string;
  readonly event: EndpointEvent;
  /** Dealt with before: answer 200 and do nothing. */
  readonly isRepeat: boolean;
  /** Call it when you have stored what follows from the event, not before. */
  remember(): Promise<void>;
}

const ageDefaultMs = 5 * 60_000;

/** Throws a `NotificationError` unless the service has sent this, unchanged and just now. */
export async function verifyNotification(
  request: NotificationRequest,
  options: VerifyOptions,
): Promise<VerifiedNotification> {
  requireUsable(options);
  const { id, text } = requireGenuine(request, options);
  const notification = parseNotification(text);
  await requireToken(request, notification, options.token);
  return { id, notification, ...(await seenBefore(id, options)) };
}

/** The same for an endpoint of a store: `secret` is the endpoint's own, and there is no token. */
export async function verifyEvent(
  request: NotificationRequest,
  options: Omit<VerifyOptions, 'token'>,
): Promise<VerifiedEvent> {
  requireUsable(options);
  const { id, text } = requireGenuine(request, options);
  return { id, event: parseEvent(text), ...(await seenBefore(id, options)) };
}

/** A setting that is not there must not become a secret that everybody knows. */
export function requireUsable({ secret, token }: Pick<VerifyOptions, 'secret' | 'token'>): void {
  const secrets: readonly unknown[] = secretsOf(secret);
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one === '')) {
    throw new TypeError('Notifications need a secret, and none that is empty.');
  }
  if (token === '') throw new TypeError('The token should not be empty: leave it out where none is expected.');
}

function secretsOf(secret: VerifyOptions['secret']): readonly string[] {
  return typeof secret === 'string' ? [secret] : (secret ?? []);
}

function requireGenuine(
  request: NotificationRequest,
  { secret, ageMaxMs = ageDefaultMs, now = Date.now }: Omit<VerifyOptions, 'token'>,
): { readonly id: string; readonly text: string } {
  const [id, timestamp] = [header(request, 'webhook-id'), header(request, 'webhook-timestamp')];
  const body = Buffer.from(request.body as string);
  requireSignature(header(request, 'webhook-signature'), { id, timestamp, body }, secret);
  const ageMs = now() - Number(timestamp) * 1000;
  // Written so that no number at all is refused, too.
  if (!(Math.abs(ageMs) <= ageMaxMs)) {
    throw new NotificationError('age_wrong', `The notification was signed ${Math.round(ageMs / 1000)} s ago.`);
  }
  return { id, text: body.toString('utf8') };
}

async function seenBefore(id: string, { seen }: Pick<VerifyOptions, 'seen'>) {
  return {
    isRepeat: seen === undefined ? false : await seen.has(id),
    remember: async () => {
      await seen?.add(id);
    },
  };
}

function header({ headers }: NotificationRequest, name: string): string {
  const value = findHeader(headers, name);
  if (value === null) throw new NotificationError('header_missing', `The header ${name} is missing.`);
  return value;
}

function findHeader(headers: NotificationRequest['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  // Node writes names small; a test or a framework may not.
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? null);
}

/** The header holds one signature, or several with blanks between them while a secret is being replaced. */
function requireSignature(
  given: string,
  signed: { readonly id: string; readonly timestamp: string; readonly body: Uint8Array },
  secret: VerifyOptions['secret'],
): void {
  const signatures = given.split(' ').filter((one) => one.startsWith('v1,'));
  const isSigned = secretsOf(secret).some((one) => {
    const expected = `v1,${signNotificationBody(one, signed)}`;
    return signatures.some((signature) => isSameText(signature, expected));
  });
  if (!isSigned) throw new NotificationError('signature_wrong', 'The notification is not signed with the secret.');
}

/** Text as a header carries it: the bytes of its UTF-8. */
export function asHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

async function requireToken(
  request: NotificationRequest,
  notification: Notification | TrialNotification,
  token: VerifyOptions['token'],
): Promise<void> {
  // A trial belongs to no invoice whose token could be looked up.
  if (token === undefined || (typeof token === 'function' && notification.invoice === null)) return;
  const expected = typeof token === 'string' ? token : await token(notification as Notification);
  const given = header(request, 'x-notification-token');
  // A token in another alphabet travels as its UTF-8 bytes, which Node reads as one character each.
  if (!isSameText(given, expected) && !isSameText(given, asHeader(expected))) {
    throw new NotificationError('token_wrong', 'X-Notification-Token is not the token of the invoice.');
  }
}

function parseEvent(text: string): EndpointEvent {
  try {
    const parsed = JSON.parse(text);
    if (typeof parsed?.notificationType === 'string' && typeof parsed.endpoint?.sequence === 'number') return parsed;
  } catch {
    // Refused below, as whatever else is no event.
  }
  throw new NotificationError('malformed', 'The body is no event of an endpoint.');
}

function parseNotification(text: string): Notification | TrialNotification {
  try {
    const parsed = JSON.parse(text);
    const isTrial = parsed?.notificationType === 'test' && parsed.invoice === null;
    const isChange = typeof parsed?.invoice?.id === 'string' && typeof parsed.sequence === 'number';
    if (isTrial || isChange) return parsed;
  } catch {
    // Refused below, as whatever else is no notification.
  }
  throw new NotificationError('malformed', 'The body is no notification.');
}
