import type { FastifyRequest } from 'fastify';
import { isStorable } from '../domain/text/outside-text.ts';
import { AppError } from '../errors/app-error.ts';
import { mediaTypeOf } from './media-type.ts';

/** The text of a CSV body. No file with a NUL can be kept; bytes that are no UTF-8 become the sign for an unknown character. */
export function readCsvText(request: FastifyRequest): string {
  if (mediaTypeOf(request) !== 'text/csv') throw new AppError('content_type', { expected: 'text/csv' });
  const text = request.rawBody?.toString('utf8') ?? '';
  if (!isStorable(text)) throw new AppError('invalid_characters');
  return text;
}
