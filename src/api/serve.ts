import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Engine } from '../engine/engine.ts';
import type { Rendered } from '../engine/job.ts';
import { AppError } from '../errors/app-error.ts';
import { sendCsv } from '../http/csv.ts';
import { EventStream } from '../http/event-stream.ts';
import { readJson } from '../http/json-body.ts';
import { sendParts } from '../http/parts.ts';
import { readCsvText } from '../http/text-body.ts';
import { type FileSaver, settledAfter } from '../http/upload.ts';
import type { Act, Signed } from './act.ts';
import {
  type CsvAnswer,
  type EventsAnswer,
  type FileAnswer,
  isKindOfAnswer,
  type KindOfAnswer,
  type PartsAnswer,
  type SeeOther,
} from './answers.ts';
import type { Description, Endpoint, Input } from './endpoint.ts';
import { FormOfRequest, type FormParts, formParts } from './form.ts';
import { knownFields, unknownFields } from './known-fields.ts';
import type { Parameters } from './parameters.ts';

/** What an interface has of its own: where it is, who may come in, and what its handlers know about the caller. */
export interface Interface<Call, One extends Endpoint<Call>> {
  readonly prefix: string;
  readonly engine: Engine;
  readonly files: FileSaver;
  /** Refuses, or lets the request in, at once where it can. Before its body is looked at; before it is read where that is large. */
  admit(endpoint: One, request: FastifyRequest): Promise<void> | void;
  callOf(endpoint: One, request: FastifyRequest, reply: FastifyReply): Call;
  /** Under which number this caller's Idempotency-Keys are kept. */
  keyOwner(call: Call): number;
  /** By what the very same signed bytes are known when they come again; absent where nothing is signed. */
  signedOf?(call: Call): Signed | null;
  /** Whether an answer names what the body had too much: a sandbox does, where integrations are written. */
  readonly namesUnknownFields?: boolean;
  /** What happens around every call of `handle`. */
  around(endpoint: One, request: FastifyRequest, handle: () => Promise<unknown>): Promise<unknown>;
}

/** Makes a route of each endpoint. */
export function serve<Call, One extends Endpoint<Call>>(
  app: FastifyInstance,
  endpoints: readonly One[],
  served: Interface<Call, One>,
): void {
  for (const endpoint of endpoints) {
    const { body, response } = endpoint;
    const parts = body?.kind === 'multipart' ? formParts(body) : null;
    const parameters = { params: readerOf(endpoint.params), query: readerOf(endpoint.query) };
    const isStream = isKindOfAnswer(response) && response.answers !== 'file';
    const enter = (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
      const admitted = served.admit(endpoint, request);
      const read = () => {
        if (body?.kind === 'json') request.body = readJson(request, body.nullIsEmpty);
        done();
      };
      if (admitted === undefined) read();
      else admitted.then(read).catch(done);
    };
    app.route({
      method: endpoint.method,
      url: `${served.prefix}${endpoint.path}`,
      ...(body?.kind === 'json' ? { schema: { body: body.schema } } : {}),
      // A signature covers the body, so it is read first. Nothing covers a large one, which is not read for strangers.
      ...(body?.kind === 'csv' || body?.kind === 'bytes'
        ? { bodyLimit: body.bytesMax, onRequest: enter }
        : { preValidation: enter }),
      // Events without a body would stay open for nothing, and a list would be read to its end for nobody.
      ...(isStream ? { exposeHeadRoute: false } : {}),
      handler: (request, reply) =>
        served.around(endpoint, request, () => handleRequest(served, { endpoint, parts, parameters, request, reply })),
    });
  }
}

interface Handled<One> {
  readonly endpoint: One;
  readonly parts: FormParts | null;
  readonly parameters: { readonly params: Reader; readonly query: Reader };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Each `async` on the way of a look-up costs it a hundredth of its time: those that are not needed are left out. */
function handleRequest<Call, One extends Endpoint<Call>>(
  served: Interface<Call, One>,
  handled: Handled<One>,
): Promise<unknown> {
  const { endpoint, parts, reply } = handled;
  if (parts !== null) return handleForm(served, handled, parts);
  const answered = answerTo(served, handled, null);
  const isSentAsItIs = endpoint.takesKey !== true && !isKindOfAnswer(endpoint.response);
  return isSentAsItIs ? answered : answered.then((returned) => send(reply, endpoint.response, returned));
}

/** The answer is not sent before the file of the form is settled. */
async function handleForm<Call, One extends Endpoint<Call>>(
  served: Interface<Call, One>,
  handled: Handled<One>,
  parts: FormParts,
): Promise<unknown> {
  const { endpoint, request, reply } = handled;
  const form = new FormOfRequest(parts, served.files, request);
  const settled = await settledAfter(
    () => answerTo(served, handled, form),
    (error) => form.settle(error),
  );
  return send(reply, endpoint.response, settled);
}

/** Does what is asked for. An act has been performed, and its answer is ready to be sent as it is. */
async function answerTo<Call, One extends Endpoint<Call>>(
  served: Interface<Call, One>,
  { endpoint, parameters, request, reply }: Handled<One>,
  form: FormOfRequest | null,
): Promise<unknown> {
  const call = served.callOf(endpoint, request, reply);
  const body = form ?? bodyOf(endpoint.body, request);
  // Where nothing was cut, it is the very same.
  if (served.namesUnknownFields === true && endpoint.body?.kind === 'json' && body !== request.body) {
    nameUnknownFields(reply, unknownFields(endpoint.body.schema, request.body));
  }
  // Added to what is made anew for each request: a copy of it took longer than all the rest here.
  const asked = call as { -readonly [Part in keyof Input]: Input[Part] } & Call;
  asked.params = parameters.params(request.params);
  asked.query = parameters.query(request.query);
  asked.body = body;
  const returned = await endpoint.handle(asked);
  if (endpoint.takesKey !== true) return returned;
  const owner = served.keyOwner(call);
  const saidInBody = form?.fingerprint ?? (endpoint.body?.kind === 'ignored' ? '' : request.rawBody);
  const once = onceOf(request, owner, saidInBody ?? '');
  const act = returned as Act<unknown>;
  const signed = act.isSignedOnce ? (served.signedOf?.(call) ?? null) : null;
  return new Performed(await act.perform(served.engine, once, signed));
}

/** The answer to an act, rendered when it was done. */
class Performed {
  readonly rendered: Rendered;

  constructor(rendered: Rendered) {
    this.rendered = rendered;
  }
}

/** They are ignored, as the interface says; `startdeal` for `startDeal` would be ignored in silence. */
function nameUnknownFields(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.slice(0, unknownNamesMax).map((name) => encodeURIComponent(name.toWellFormed().slice(0, 50)));
  reply.header('x-unknown-fields', shown.join(', '));
}

const unknownNamesMax = 10;

function bodyOf(body: Description['body'], request: FastifyRequest): unknown {
  if (body?.kind === 'csv') return readCsvText(request);
  if (body?.kind === 'bytes') return request.rawBody;
  return body?.kind === 'json' ? knownFields(body.schema, request.body) : undefined;
}

const noParameters: Record<string, unknown> = Object.freeze({});

type Reader = (given: unknown) => Record<string, unknown>;

/** Made once for each endpoint. */
function readerOf(parameters: Parameters | undefined): Reader {
  if (parameters === undefined) return () => noParameters;
  const all = Object.entries(parameters);
  return (given) => {
    const values: Record<string, unknown> = {};
    for (const [name, parameter] of all) {
      values[name] = parameter.read((given as Readonly<Record<string, unknown>>)[name], name);
    }
    return values;
  };
}

function onceOf(request: FastifyRequest, storeId: number, saidInBody: string | Buffer) {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new AppError('invalid_idempotency_key');
  }
  const hash = createHash('sha256').update(`${request.method} ${request.raw.url}\n`);
  return { storeId, key, requestHash: hash.update(saidInBody).digest('hex') };
}

function send(reply: FastifyReply, response: Description['response'], returned: unknown): unknown {
  if (returned instanceof Performed) {
    const { status, body } = returned.rendered;
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  }
  return isKindOfAnswer(response) ? sendKind(reply, response, returned) : returned;
}

async function sendKind(reply: FastifyReply, response: KindOfAnswer, returned: unknown): Promise<unknown> {
  switch (response.answers) {
    case 'csv': {
      const { name, lines } = returned as CsvAnswer;
      return sendCsv(reply, name, lines);
    }
    case 'file': {
      const answer = returned as FileAnswer | SeeOther;
      reply.headers(answer.headers);
      return 'seeOther' in answer ? reply.redirect(answer.seeOther, 303) : reply.type(answer.type).send(answer.content);
    }
    case 'parts': {
      const { name, parts } = returned as PartsAnswer;
      return sendParts(reply, { name, type: response.mediaTypes[0] ?? '', parts });
    }
    case 'events':
      await (returned as EventsAnswer)(() => {
        reply.hijack();
        return new EventStream(reply.raw, reply.getHeaders() as Record<string, string>);
      });
      return reply;
  }
}
