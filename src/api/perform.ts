import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Command } from '../commands/command.ts';
import type { Idempotency, Rendered, SignedOnce } from '../engine/job.ts';
import { AppError } from '../errors.ts';
import type { Caller, HttpContext } from './context.ts';

/** Runs a command for a request and answers with what it gives, or with the first answer to the same Idempotency-Key. */
export async function perform<Result, Hint>(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  act: {
    readonly command: Command<Result, Hint>;
    readonly render: (result: Result) => object;
    /** The very same signed bytes again are one request: where money leaves, and nothing else tells a repeat. */
    readonly isSignedOnce?: boolean;
    /** What the request says, where that is not its raw body: of a multipart form, the fields and the file's hash. */
    readonly fingerprint?: string;
  },
): Promise<FastifyReply> {
  const idempotency = readIdempotency(request, act);
  const answer = await context.engine.submitOnce(act.command, idempotency, signedOnce(request, act));
  const rendered = answer.kind === 'replay' ? answer.rendered : renderResult(act.render, answer.result);
  return reply.code(rendered.status).type('application/json; charset=utf-8').send(rendered.body);
}

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.routeOptions.url} has no authentication`);
  return request.caller;
}

function readIdempotency<Result>(
  request: FastifyRequest,
  act: { readonly render: (result: Result) => object; readonly fingerprint?: string },
): Idempotency | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new AppError('invalid_idempotency_key');
  }
  const hash = createHash('sha256').update(`${request.method} ${request.raw.url}\n`);
  return {
    storeId: callerOf(request).store.id,
    key,
    requestHash: hash.update(act.fingerprint ?? request.rawBody ?? '').digest('hex'),
    render: (outcome) =>
      'refusal' in outcome
        ? { status: outcome.refusal.status, body: JSON.stringify(outcome.refusal.faults) }
        : renderResult(act.render, outcome.result as Result),
  };
}

function signedOnce<Result>(
  request: FastifyRequest,
  { isSignedOnce = false, render }: { readonly isSignedOnce?: boolean; readonly render: (result: Result) => object },
): SignedOnce | null {
  const { store, signedId } = callerOf(request);
  const { repeatWindowMs: windowMs } = store.requests;
  if (!isSignedOnce || windowMs === 0) return null;
  return { id: signedId(), windowMs, render: (result) => renderResult(render, result as Result) };
}

function renderResult<Result>(render: (result: Result) => object, result: Result): Rendered {
  return { status: 200, body: JSON.stringify(render(result)) };
}
