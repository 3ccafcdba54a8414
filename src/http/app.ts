import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { createClientErrorHandler } from './client-errors.ts';
import { closeWithLastAnswer } from './closing.ts';
import { refuseBrokenText } from './door.ts';
import { closeConnectionsWhileDraining, type Drain } from './drain.ts';
import { createErrorHandler, jsonBytesMax } from './error-answers.ts';
import type { Metrics } from './metrics.ts';
import { safeHeaders } from './safe-headers.ts';
import { schemaCheck } from './schema-check.ts';

interface AppOptions {
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly requestTimeoutMs: number;
  /** Whether X-Forwarded-* of this peer is believed; null when nobody's is. */
  readonly isTrustedProxy: ((address: string) => boolean) | null;
  readonly drain: Drain;
}

/** An internal ID of 255 characters, each of up to four bytes, percent-encoded. */
const pathParameterCharactersMax = 255 * 12;

/** The server, without anything that it serves: interfaces and pages are registered where everything meets. */
export function createApp(options: AppOptions): FastifyInstance {
  const answerError = createErrorHandler((code) => options.metrics.countRefusal(code));
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request would be for nothing: the one line that a request may log names it.
    childLoggerFactory: (logger) => logger,
    requestTimeout: options.requestTimeoutMs,
    http: overdue(options.requestTimeoutMs),
    bodyLimit: jsonBytesMax,
    trustProxy: options.isTrustedProxy ?? false,
    // What the router refuses by itself, a malformed or overlong path, never reaches the error handler.
    frameworkErrors: answerError,
    clientErrorHandler: createClientErrorHandler((code) => options.metrics.countRefusal(code)),
    // A request that arrives while the server closes is served like those before it: everything it needs is still there.
    return503OnClosing: false,
    routerOptions: { maxParamLength: pathParameterCharactersMax },
  });
  app.setValidatorCompiler(({ schema }) => schemaCheck(schema as object));
  app.decorateRequest('caller', null);
  app.decorateRequest('rawBody', null);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(new AppError('not_found'), request, reply));
  // Answers are made with JSON.stringify: the shapes have many nullable parts, where generated serialisers are slower.
  app.setSerializerCompiler(() => JSON.stringify);
  closeWithLastAnswer(app);
  closeConnectionsWhileDraining(app, options.drain);
  readBodiesRaw(app);
  refuseBrokenText(app);
  sendSafeHeaders(app);
  options.metrics.observeRequests(app);
  return app;
}

/**
 * Node looks for overdue requests only twice a minute by itself. And when headers have more time than the whole request, it
 * takes the two the other way round: a body could then trickle in for as long as headers may.
 */
function overdue(requestTimeoutMs: number): { headersTimeout: number; connectionsCheckingInterval: number } {
  return {
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(overdueCheckMs, requestTimeoutMs),
  };
}

const headersTimeoutMs = 30_000;
const overdueCheckMs = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, before it was read as JSON. */
    rawBody: Buffer | null;
  }
}

/**
 * Whatever an answer says, no browser takes it for something else, and nobody keeps it for the next reader. What may be kept, such
 * as a picture, says so itself. Before everything else, so that refusals have them too.
 */
function sendSafeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(safeHeaders);
    done();
  });
}

/** Bodies are kept as bytes: a signature covers exactly what was sent. Multipart bodies stay on the connection, unread. */
function readBodiesRaw(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, undefined);
  });
}
