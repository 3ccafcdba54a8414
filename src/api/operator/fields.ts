import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { passwordCharactersMax, passwordCharactersMin } from '../../domain/people.ts';
import { AppError } from '../../errors.ts';
import type { Page } from '../../storage/reads/people-reads.ts';

/** The parts that requests of settings and people are made of. `x-error-code` names the refusal, as in schemas.ts. */
export function text(lengthMax: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength: lengthMax, pattern: hasText, 'x-error-code': 'blank', ...options });
}

/**
 * Something that shows, and no NUL, which PostgreSQL cannot store. Patterns are tried on values of any length, before their
 * length is refused: each must take a time that grows with the length alone, not with its square.
 */
const hasText = '^(?=\\s*\\S)[^\\u0000]*$';

export function optionalText(lengthMax: number, options: object = {}) {
  return Type.Optional(text(lengthMax, options));
}

export function integer(minimum: number, maximum: number, options: object = {}) {
  return Type.Integer({ minimum, maximum, ...options });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] });
}

export const Reason = text(500, { description: 'Why; it is kept in the audit log' });

export const Password = Type.String({
  minLength: passwordCharactersMin,
  maxLength: passwordCharactersMax,
  'x-error-code': 'password_too_short',
});

export const Amount = Type.String({
  minLength: 1,
  maxLength: 61,
  pattern: '^[0-9]{1,20}(\\.[0-9]{1,40})?$',
  'x-error-code': 'invalid_amount',
});

export function list<Schema extends TSchema>(schema: Schema) {
  return Type.Object({
    items: Type.Array(schema),
    next: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Send it as `after` for the next page',
    }),
  });
}

const pageSize = { usual: 50, most: 200 } as const;

export const pageQuery = {
  after: 'The `next` of the page before',
  limit: `How many, ${pageSize.most} at most; ${pageSize.usual} when absent`,
} as const;

export function pageOf(request: FastifyRequest): Page {
  const { after, limit } = request.query as { readonly after?: unknown; readonly limit?: unknown };
  return {
    after: after === undefined ? 0 : whole(after, 'after', { minimum: 0, maximum: idMax }),
    limit: limit === undefined ? pageSize.usual : whole(limit, 'limit', { minimum: 1, maximum: pageSize.most }),
  };
}

export function pageAnswer<Row extends { readonly id: number }>(
  rows: readonly Row[],
  page: Page,
  dto: (row: Row) => object,
): object {
  return { items: rows.map(dto), next: rows.length < page.limit ? null : (rows.at(-1)?.id ?? null) };
}

const idMax = 2_147_483_647;

/** A number of the path; what cannot be one names nothing. */
export function idOf(request: FastifyRequest, name = 'id'): number {
  const value = (request.params as Record<string, string>)[name] ?? '';
  if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > idMax) throw new AppError('not_found');
  return Number(value);
}

/** A number of the query; absent is null. */
export function idQuery(request: FastifyRequest, name: string): number | null {
  const value = (request.query as Record<string, unknown>)[name];
  return value === undefined ? null : whole(value, name, { minimum: 1, maximum: idMax });
}

function whole(value: unknown, field: string, bounds: { minimum: number; maximum: number }): number {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= bounds.minimum && number <= bounds.maximum)) throw new AppError('out_of_range', { field, ...bounds });
  return number;
}

/** A page of what is in memory, in the order of IDs. */
export function pageFrom<Row extends { readonly id: number }>(rows: Iterable<Row>, page: Page): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    if (row.id > page.after) found.push(row);
    if (found.length === page.limit) break;
  }
  return found;
}
