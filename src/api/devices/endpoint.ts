import type { FastifyRequest } from 'fastify';
import type { PairedPhone } from '../../domain/phones/phone.ts';
import type { PhoneInbox } from '../../engine/phone-inbox.ts';
import type { ErrorCode } from '../../errors/app-error.ts';
import type { ApiContext } from '../context.ts';
import type { Endpoint, EndpointMaker } from '../endpoint.ts';
import { kindRefusals } from '../refusals.ts';

/** What the interface for phones works with beside what every endpoint has. */
export interface DeviceContext extends ApiContext {
  readonly inbox: PhoneInbox;
  /** Of one phone; 0 means no limit. */
  readonly phoneRequestsPerMinute: number;
}

export interface DeviceCall {
  readonly context: DeviceContext;
  readonly request: FastifyRequest;
  readonly phone: PairedPhone;
}

interface OfPhones {
  readonly method: 'POST';
  readonly tag: 'Phones';
}

export type DeviceEndpoint = Endpoint<DeviceCall> & OfPhones;

export const endpoint: EndpointMaker<DeviceCall, OfPhones> = (described) => described;

/** Every code an operation refuses with: its own first, then those of its kind. */
export function deviceRefusals(described: DeviceEndpoint): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...kindRefusals(described),
      'unauthorized',
      'rate_limited',
      'internal',
      'database_unavailable',
    ]),
  ];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication of the interface for phones; null elsewhere. */
    phone: PairedPhone | null;
  }
}
