import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStorable, unstorableFields } from '../domain/text/outside-text.ts';
import { AppError, fault } from '../errors/app-error.ts';

/**
 * The door: text that the database would refuse goes no further, on whichever route it comes. What somebody typed is refused with
 * the name of the field; a path that cannot be right leads nowhere. Forms with files are read later, straight from the
 * connection, and CSV and forms of pages are text of their own: their readers ask the same functions.
 */
export function refuseBrokenText(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    done(brokenText(request) ?? undefined);
  });
}

function brokenText(request: FastifyRequest): AppError | null {
  // In an address, nothing that is broken can be spelled without a percent sign.
  if (request.raw.url?.includes('%') === true) {
    if (!Object.values(request.params as object).every(isStorableText)) return new AppError('not_found');
    const inQuery = invalidCharacters(unstorableFields(request.query));
    if (inQuery !== null) return inQuery;
  }
  // Nor in JSON without an escape.
  if (request.rawBody?.includes('\\u') !== true) return null;
  return invalidCharacters(unstorableFields(request.body));
}

function isStorableText(value: unknown): boolean {
  return typeof value !== 'string' || isStorable(value);
}

function invalidCharacters(fields: readonly string[]): AppError | null {
  const [first, ...rest] = fields.map((field) => fault('invalid_characters', { field }));
  return first === undefined ? null : new AppError([first, ...rest]);
}
