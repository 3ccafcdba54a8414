import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, type Fault, fault } from '../errors/app-error.ts';
import { errorCatalogue } from '../errors/catalogue.ts';
import { safeHeaders } from './safe-headers.ts';

/** Writes a refusal to the reply, whose status is set already. */
type RefusalWriter = (
  refusal: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** How an error becomes an answer; the only place that turns a code into HTTP. Programs get the faults, people a page. */
export function createErrorHandler(refused: (code: ErrorCode) => void, write: RefusalWriter = writeFaults) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const refusal = asRefusal(error, request);
    refused(refusal.code);
    note(refusal, error, request, reply);
    return write(refusal, request, reply.code(refusal.status));
  };
}

/** The body is an array of faults. */
function writeFaults(refusal: AppError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (refusal.hint !== null) reply.header('x-sandbox-hint', refusal.hint);
  // Here too: what the router refuses by itself has been through no hook, and a refusal is not kept even where the answer is.
  return reply.headers(safeHeaders).type('application/json; charset=utf-8').send(JSON.stringify(refusal.faults));
}

function note(refusal: AppError, cause: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // A 503 comes in thousands while the database is away: one line each, without a stack.
  const at = { reqId: request.id, route: request.routeOptions.url };
  if (refusal.status === 500) request.log.error({ err: cause, ...at }, refusal.message);
  else if (refusal.status > 500) request.log.warn({ code: refusal.code, ...at }, refusal.message);
  if (refusal.status === 503) reply.header('retry-after', '1');
  if (refusal.status === 429) reply.header('retry-after', String(refusal.retryAfterSeconds ?? 1));
}

function asRefusal(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const fastifyError = error as Partial<FastifyError>;
  if (fastifyError.validation !== undefined) {
    const faults = validationFaults(fastifyError.validation as unknown as AjvError[]);
    return new AppError(faults);
  }
  switch (fastifyError.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_big', { limit: request.routeOptions.bodyLimit ?? jsonBytesMax });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('content_type', { expected: 'application/json' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('not_found');
    default:
      return new AppError('internal', { requestId: request.id });
  }
}

/** An invoice with every field at its longest has some 6 KB; nobody needs more. */
export const jsonBytesMax = 64 * 1024;

interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
}

/** One fault for each field that is wrong, in the order found. */
export function validationFaults(errors: readonly AjvError[]): [Fault, ...Fault[]] {
  const byField = new Map<string, Fault>();
  for (const error of errors) {
    const found = validationFault(error);
    if (found !== null && !byField.has(found.field ?? '')) byField.set(found.field ?? '', found);
  }
  const [first, ...rest] = byField.values();
  return first === undefined ? [fault('json_object_expected')] : [first, ...rest];
}

function validationFault(error: AjvError): Fault | null {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const missing = error.params['missingProperty'];
  const field = typeof missing === 'string' ? (path === '' ? missing : `${path}.${missing}`) : path;
  // "if" and "anyOf" only say that a branch failed, and null was never the branch meant: its other faults say what is wrong.
  if (error.keyword === 'if' || error.keyword === 'anyOf' || error.params['type'] === 'null') return null;
  if (field === '') return fault('json_object_expected');
  const isBlank = error.data === null || (error.data === '' && expectedType(error.params['type']) !== 'boolean');
  if (typeof missing === 'string' || isBlank) return fault('blank', { field });
  return fault(...describe(error, field));
}

function describe(error: AjvError, field: string): [ErrorCode, { field: string } & Record<string, string | number>] {
  const named = error.parentSchema?.['x-error-code'];
  switch (error.keyword) {
    case 'type':
      return ['wrong_type', { field, type: expectedType(error.params['type']) }];
    case 'minimum':
    case 'maximum':
      return ['out_of_range', { field, ...boundsOf(error.parentSchema) }];
    case 'maxLength':
      return ['too_long', { field, limit: Number(error.params['limit']) }];
    case 'enum':
      return [
        'invalid_choice',
        { field, choices: (error.params['allowedValues'] as unknown[]).filter(isText).join(', ') },
      ];
    default:
      if (typeof named === 'string' && Object.hasOwn(errorCatalogue, named)) {
        return [named as ErrorCode, { field }];
      }
      return ['invalid_characters', { field }];
  }
}

function boundsOf(schema: AjvError['parentSchema']): { minimum: number; maximum: number } {
  return { minimum: Number(schema?.['minimum'] ?? 0), maximum: Number(schema?.['maximum'] ?? 0) };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function expectedType(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(',');
  return types.find((name) => name !== 'null') ?? 'string';
}
