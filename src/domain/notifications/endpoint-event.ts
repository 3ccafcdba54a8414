import type { Notification } from '../invoices/notification.ts';
import { settlement } from '../money/money.ts';
import { settlementDTO } from '../money/money-dto.ts';
import type { Catalogue } from '../state/catalogue.ts';
import { formatTimestamp, type Instant } from '../text/timestamp.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { type BodyContext, notificationBody } from './notification-body.ts';

/** A withdrawal as it was when its status changed; sums as text, because JSON has no bigint. */
interface WithdrawalFacts {
  readonly id: string;
  readonly accountId: string;
  readonly status: WithdrawalStatus;
  readonly sum: string;
  readonly fee: string;
  readonly currency: string;
  readonly address: string;
  readonly txId: string | null;
  readonly rejectReason: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Available and frozen minor units of each account of the store, by account. */
export type BalanceFacts = Readonly<Record<string, readonly [available: string, frozen: string]>>;

interface BookFacts {
  readonly number: string;
  /** In hexadecimal. */
  readonly hash: string;
}

/** What an operator changed of what the merchant is believed by. */
export const accessChanges = {
  secret: 'secret',
  secondFactor: 'secondFactor',
  apiKey: 'apiKey',
  user: 'user',
} as const;
export type AccessChange = keyof typeof accessChanges;

interface AccessFacts {
  readonly what: AccessChange;
}

export type EventContent =
  | { readonly kind: 'invoice' | 'dispute'; readonly notification: Notification }
  | { readonly kind: 'withdrawal'; readonly facts: WithdrawalFacts }
  | { readonly kind: 'balance'; readonly facts: BalanceFacts }
  | { readonly kind: 'book'; readonly facts: BookFacts }
  | { readonly kind: 'access'; readonly facts: AccessFacts };

/** What an endpoint of a store is told: the next of its own events. */
export interface EndpointEvent {
  readonly endpointId: string;
  readonly storeId: number;
  /** Counts the events of the endpoint, from 1. */
  readonly sequence: number;
  readonly url: string;
  readonly createdAt: Instant;
  readonly content: EventContent;
}

export function isEndpointEvent(message: Notification | EndpointEvent): message is EndpointEvent {
  return 'endpointId' in message;
}

/** The same for every attempt: a receiver that has seen it drops the repeat. */
export function endpointEventId({ endpointId, sequence }: Pick<EndpointEvent, 'endpointId' | 'sequence'>): string {
  return `${endpointId}_${sequence}`;
}

export function eventBody(context: BodyContext, event: EndpointEvent) {
  const { endpointId, storeId, sequence, createdAt, content } = event;
  const endpoint = { id: endpointId, sequence };
  const head = { notificationDate: formatTimestamp(createdAt), endpoint, storeId };
  switch (content.kind) {
    case 'invoice':
    case 'dispute':
      return { ...notificationBody(context, content.notification), notificationType: content.kind, endpoint, storeId };
    case 'withdrawal':
      return { notificationType: content.kind, ...head, withdrawal: withdrawalShape(context.catalogue, content.facts) };
    case 'balance':
      return {
        notificationType: content.kind,
        ...head,
        accounts: accountShapes(context.catalogue, event, content.facts),
      };
    case 'book':
      return {
        notificationType: content.kind,
        ...head,
        head: { number: content.facts.number, hash: content.facts.hash },
      };
    case 'access':
      return { notificationType: content.kind, ...head, changed: content.facts.what };
  }
}

function withdrawalShape(catalogue: Catalogue, facts: WithdrawalFacts) {
  const written = (sum: string) =>
    settlementDTO(catalogue, settlement(BigInt(sum)), { settlementCurrency: facts.currency });
  return {
    id: facts.id,
    createdAt: formatTimestamp(facts.createdAt),
    updatedAt: formatTimestamp(facts.updatedAt),
    sum: written(facts.sum),
    fee: written(facts.fee),
    address: facts.address,
    txId: facts.txId,
    status: facts.status,
    accountId: facts.accountId,
    rejectReason: facts.rejectReason,
  };
}

function accountShapes(catalogue: Catalogue, { storeId }: EndpointEvent, facts: BalanceFacts) {
  const accounts = catalogue.stores.get(storeId)?.accounts ?? [];
  return accounts.flatMap(({ id, currency }) => {
    const told = facts[id];
    if (told === undefined) return [];
    const [available, frozen] = told;
    const written = (sum: string) =>
      settlementDTO(catalogue, settlement(BigInt(sum)), { settlementCurrency: currency });
    return [{ id, currency, sum: written(available), frozenSum: written(frozen) }];
  });
}
