import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Command } from '../../commands/command.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import type { OperatorCall } from './endpoint.ts';
import { Reason } from './fields.ts';

/**
 * Runs a person's act through the engine. An `Idempotency-Key` works as it does for merchants: the first answer again. Keys of
 * people are kept under the negative of their user ID, where no store's keys are.
 */
export async function performAct<Result, Hint>(
  { context, request, reply, signedIn }: OperatorCall,
  act: {
    readonly command: Command<Result, Hint>;
    readonly render: (result: Result) => object;
    /** What a multipart form says; a JSON body speaks for itself. */
    readonly fingerprint?: string;
  },
): Promise<unknown> {
  const render = (result: Result) => ({ status: 200, body: JSON.stringify(act.render(result)) });
  const key = readIdempotencyKey(request);
  const hash = createHash('sha256').update(`${request.method} ${request.raw.url}\n`);
  const answer = await context.engine.submitOnce(
    act.command,
    key === null
      ? null
      : {
          storeId: -signedIn.user.id,
          key,
          requestHash: hash.update(act.fingerprint ?? request.rawBody ?? '').digest('hex'),
          render: (outcome) =>
            'refusal' in outcome
              ? { status: outcome.refusal.status, body: JSON.stringify(outcome.refusal.faults) }
              : render(outcome.result as Result),
        },
  );
  const rendered = answer.kind === 'replay' ? answer.rendered : render(answer.result);
  return reply.code(rendered.status).type('application/json; charset=utf-8').send(rendered.body);
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key;
  throw new AppError('invalid_idempotency_key');
}

export const ReasonBody = Type.Object({ reason: Reason });

/** A decimal sum, or null for the sum asked for. */
export const OptionalAmount = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 61,
    pattern: '^[0-9]{1,20}(\\.[0-9]{1,40})?$',
    'x-error-code': 'invalid_amount',
  }),
);

/** A field of a form that has to say something. */
export function requiredField(fields: ReadonlyMap<string, string>, field: string, charactersMax: number): string {
  const value = fields.get(field) ?? '';
  if (value.trim() === '') throw new AppError('blank', { field });
  if (value.length > charactersMax) throw new AppError('too_long', { field, limit: charactersMax });
  if (value.includes('\0')) throw new AppError('invalid_characters', { field });
  return value;
}

/** The ID in the path as the database knows it. What is no UUID names nothing. */
export function pathUuid(request: FastifyRequest): string {
  const { id } = request.params as { readonly id: string };
  if (!isUuid(id)) throw new AppError('not_found');
  return id.toLowerCase();
}

export function bodyUuid(text: string, field: string): string {
  if (!isUuid(text)) throw new AppError('not_found', { field });
  return text.toLowerCase();
}
