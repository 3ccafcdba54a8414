import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { mediaTypeOf } from './media-type.ts';

/** Reads a JSON body from its raw bytes. An empty one is an empty object; `null` too, where everything is optional. */
export function readJson(request: FastifyRequest, nullIsEmpty = false): unknown {
  const raw = request.rawBody;
  if (raw === null || raw.length === 0) return {};
  // A body of another type is not covered by a signature, and a form of another site can send it: nothing in it counts.
  if (mediaTypeOf(request) !== 'application/json') throw new AppError('content_type', { expected: 'application/json' });
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    return value === null && nullIsEmpty ? {} : value;
  } catch (error) {
    throw new AppError('malformed_json', { reason: error instanceof Error ? error.message : 'unreadable' });
  }
}
