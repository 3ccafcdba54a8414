import { Type } from 'typebox';
import {
  allEndpointKinds,
  type EndpointKind,
  endpointKinds,
  endpointUrlCharactersMax,
  type StoreEndpoint,
} from '../../../domain/merchants/store-endpoint.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError, type ErrorCode } from '../../../errors/app-error.ts';
import { deliveryStates, type StoredEvent } from '../../../storage/reads/merchants/endpoint-reads.ts';
import { at, exampleShop } from '../../examples.ts';
import { attemptDTO } from '../../notification-dto.ts';
import { exampleAttempt } from '../../notification-examples.ts';
import { DeliveryAttempt } from '../../notification-schemas.ts';
import { uuidInPath } from '../../parameters.ts';
import { httpUrl, oneOf, type ShapeOf } from '../../schemas.ts';
import type { OperatorCall } from '../endpoint.ts';
import { figure, nullable, timestampOrNull, words } from '../fields.ts';
import { storeInPath } from '../merchants/own-store.ts';

const exampleEndpointId = '01a1da31-5b20-7c44-9e02-3f7a1d6c8b90';

export const endpointInPath = { id: storeInPath, endpointId: uuidInPath('Endpoint ID', exampleEndpointId) };

export const EndpointUrl = Type.String({
  minLength: 1,
  maxLength: endpointUrlCharactersMax,
  ...httpUrl,
  description: 'Where events are sent, http or https',
  examples: [exampleShop.notificationUrl],
});

const Kind = Type.Unsafe<EndpointKind>({
  type: 'string',
  enum: allEndpointKinds,
  'x-error-code': 'invalid_choice',
  description: 'What it hears of',
});

export const Kinds = Type.Array(Kind, {
  maxItems: 20,
  description: `What it hears of: ${allEndpointKinds.map((kind) => `\`${kind}\``).join(', ')}`,
});

export const endpointRefusals: readonly ErrorCode[] = ['invalid_url', 'address_not_called', 'invalid_choice', 'blank'];

export const EndpointShape = Type.Object({
  id: words('Endpoint ID, a UUID'),
  url: words('Where events are sent'),
  kinds: Type.Array(Kind, { description: 'What it hears of' }),
  createdAt: words('When it was made'),
  formerSecretUntil: nullable(Type.String(), 'Until when the former secret signs as well; null: it does not'),
});

export const exampleEndpoint: ShapeOf<typeof EndpointShape> = {
  id: exampleEndpointId,
  url: exampleShop.notificationUrl,
  kinds: ['invoice', 'withdrawal'],
  createdAt: at('09:00:00'),
  formerSecretUntil: null,
};

export function endpointDTO(endpoint: StoreEndpoint): ShapeOf<typeof EndpointShape> {
  const { id, url, kinds, createdAt, formerUntil } = endpoint;
  return { id, url, kinds, createdAt: formatTimestamp(createdAt), formerSecretUntil: timestampOrNull(formerUntil) };
}

const { waiting, delivered, failed } = deliveryStates;

export const EventShape = Type.Object({
  id: words('The `webhook-id` it is sent with'),
  sequence: figure('Its place among the events of the endpoint, from 1'),
  kind: oneOf(endpointKinds, 'What it is about'),
  subject: words('Which one: the ID of an invoice or a withdrawal, the number of a page'),
  createdAt: words('When it happened'),
  state: oneOf({ waiting, delivered, failed }, 'Where it stands'),
  nextAttemptAt: nullable(Type.String(), 'Null when none is due, or when it is under way'),
  attempts: Type.Array(DeliveryAttempt, { description: 'Those that are still in the log, oldest first' }),
});

export const exampleEvent: ShapeOf<typeof EventShape> = {
  id: `${exampleEndpointId}_1`,
  sequence: 1,
  kind: 'withdrawal',
  subject: '01a1d9f6-ee70-71a9-b6c5-0e94d3a1672b',
  createdAt: at('12:20:00'),
  state: 'delivered',
  nextAttemptAt: null,
  attempts: [exampleAttempt],
};

export function eventDTO({ id, sequence, kind, subject, createdAt, state, ...event }: StoredEvent) {
  const nextAttemptAt = timestampOrNull(event.nextAttemptAt);
  const attempts = event.attempts.map(attemptDTO);
  return { id, sequence, kind, subject, createdAt: formatTimestamp(createdAt), state, nextAttemptAt, attempts };
}

/** Before a code is spent: what the service would not call in any case is no endpoint. */
export function requireCalled({ context }: OperatorCall, url: string, field = 'url'): void {
  const why = context.whyNotCalled(url);
  if (why !== null) throw new AppError('address_not_called', { field, why });
}

/** One of the store's; what was removed, or is another's, is not there. */
export function endpointOfStore({ context }: OperatorCall, storeId: number, id: string): StoreEndpoint {
  const found = context.catalogue().endpoints.get(id);
  if (found?.storeId !== storeId) throw new AppError('not_found');
  return found;
}
