import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** The text of a CSV body. PostgreSQL cannot store NUL, so no file that has one can be kept. */
export function readCsvText(request: FastifyRequest): string {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'text/csv') throw new AppError('content_type', { expected: 'text/csv' });
  const text = request.rawBody?.toString('utf8') ?? '';
  if (text.includes('\0')) throw new AppError('invalid_characters');
  return text;
}
