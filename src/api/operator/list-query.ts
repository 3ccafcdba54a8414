import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import type { Page, PageRequest } from '../../storage/reads/listing.ts';

/** How lists are asked for: each filter is a query parameter, an absent or empty one is no filter. */
export class ListQuery {
  readonly #parameters: Readonly<Record<string, unknown>>;

  constructor(request: FastifyRequest) {
    this.#parameters = request.query as Readonly<Record<string, unknown>>;
  }

  text(name: string, charactersMax = 255): string | null {
    const value = this.#parameters[name];
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') throw new AppError('wrong_type', { field: name, type: 'string' });
    if (value.length > charactersMax) throw new AppError('too_long', { field: name, limit: charactersMax });
    if (value.includes('\0')) throw new AppError('invalid_characters', { field: name });
    return value;
  }

  choice<Choice extends string>(name: string, choices: Readonly<Record<Choice, unknown>>): Choice | null {
    const value = this.text(name);
    if (value === null || Object.hasOwn(choices, value)) return value as Choice | null;
    throw new AppError('invalid_choice', { field: name, choices: Object.keys(choices).join(', ') });
  }

  number(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!/^\d{1,9}$/.test(value)) throw new AppError('wrong_type', { field: name, type: 'integer' });
    return Number(value);
  }

  uuid(name: string): string | null {
    const value = this.text(name);
    if (value === null || isUuid(value)) return value?.toLowerCase() ?? null;
    throw new AppError('wrong_type', { field: name, type: 'uuid' });
  }

  /** ISO 8601, with a zone or as UTC. */
  instant(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    // A plus sign of the zone that was not percent-encoded arrives as a blank.
    const instant = Date.parse(value.replace(' ', '+'));
    if (Number.isNaN(instant)) throw new AppError('wrong_type', { field: name, type: 'date-time' });
    return instant;
  }

  /** How many rows a page holds. */
  limit(): number {
    const limit = this.number('limit') ?? limitDefault;
    if (limit >= 1 && limit <= limitMax) return limit;
    throw new AppError('out_of_range', { field: 'limit', minimum: 1, maximum: limitMax });
  }

  page(ids: 'uuid' | 'number' = 'uuid'): PageRequest {
    const limit = this.limit();
    if (ids === 'uuid') return { after: this.uuid('after'), limit };
    const value = this.text('after', 18);
    if (value !== null && !/^\d+$/.test(value)) throw new AppError('wrong_type', { field: 'after', type: 'integer' });
    return { after: value, limit };
  }
}

const limitDefault = 50;
const limitMax = 200;

export const pageQuery = {
  after: 'The `next` of the page before',
  limit: `How many, 1 to ${limitMax}; ${limitDefault} when absent`,
} as const;

export function pageDTO<Row>(page: Page<Row>, item: (row: Row) => object): object {
  return { items: page.items.map(item), next: page.next };
}

export const ListAnswer = Type.Object({
  items: Type.Array(Type.Object({})),
  next: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Send it as `after` for the next page' }),
});
