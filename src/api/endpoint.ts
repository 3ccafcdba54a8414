import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { HttpContext } from './context.ts';

/** One operation: what it is called, what goes in and out, and what it does. The API reference is made from these. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below the interface's prefix; parameters as `:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly body?:
    | { readonly kind: 'json'; readonly schema: TSchema }
    | { readonly kind: 'multipart'; readonly schema: TSchema }
    /** The operation has no body; whatever comes is ignored. */
    | { readonly kind: 'ignored' };
  readonly query?: Readonly<Record<string, string>>;
  readonly response: TSchema;
  handle(context: HttpContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}
