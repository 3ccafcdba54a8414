import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../errors/app-error.ts';
import type { ApiContext } from '../context.ts';
import type { Endpoint, EndpointMaker } from '../endpoint.ts';
import { exampleIds } from '../examples.ts';
import { ofInvoice, uuidInPath } from '../parameters.ts';
import { kindRefusals } from '../refusals.ts';
import type { LiveInvoices } from './live-invoices.ts';
import type { PublicLimits } from './public-limits.ts';

/** What the public interface and the payer's page work with beside what every endpoint has. */
export interface PublicContext extends ApiContext {
  readonly limits: PublicLimits;
  readonly live: LiveInvoices;
}

/** The parts of a public call. It has no caller: the ID of an invoice is enough. */
export interface PublicCall {
  readonly context: PublicContext;
  readonly request: FastifyRequest;
}

interface OfPayers {
  readonly method: 'GET' | 'POST';
  readonly tag: 'Payers';
}

export type PublicEndpoint = Endpoint<PublicCall> & OfPayers;

export const endpoint: EndpointMaker<PublicCall, OfPayers> = (described) => described;

export const invoiceInPath = ofInvoice(uuidInPath('Invoice ID', exampleIds.invoice));

/** Every code an operation refuses with: its own first, then those of its kind. */
export function publicRefusals(described: PublicEndpoint): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...kindRefusals(described),
      ...(described.method === 'POST' ? (['overloaded', 'outcome_unknown'] as const) : []),
      'rate_limited',
      'internal',
      'database_unavailable',
    ]),
  ];
}
