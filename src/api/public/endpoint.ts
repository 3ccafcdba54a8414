import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { HttpContext } from '../context.ts';
import type { LiveInvoices } from './live-invoices.ts';
import type { PublicLimits } from './public-limits.ts';

/** What the public interface and the payer's page work with beside what every endpoint has. */
export interface PublicContext extends HttpContext {
  readonly limits: PublicLimits;
  readonly live: LiveInvoices;
}

/** One operation that needs no headers: whoever knows an invoice's ID may call it. */
export interface PublicEndpoint {
  readonly method: 'GET' | 'POST';
  /** Below /api/public. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly body?:
    | { readonly kind: 'json' | 'multipart'; readonly schema: TSchema }
    /** The operation has no body; whatever comes is ignored. */
    | { readonly kind: 'ignored' };
  readonly query?: Readonly<Record<string, string>>;
  readonly response: TSchema;
  /** Where the answer is no JSON. */
  readonly mediaTypes?: readonly string[];
  handle(context: PublicContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export function idInPath(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id;
}
