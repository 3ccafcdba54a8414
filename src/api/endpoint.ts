import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../errors/app-error.ts';
import type { Act } from './act.ts';
import type { AnswerOfKind, KindOfAnswer } from './answers.ts';
import type { UnreadForm, WithoutFile } from './form.ts';
import type { Parameters, ValuesOf } from './parameters.ts';
import type { ShapeOf } from './schemas.ts';

/**
 * One operation of an interface, and everything there is to say about it. Requests are checked by it; the reference, the
 * OpenAPI documents, the types of the SDK and of the console, and the Postman collection are made from it. Each interface has its own `endpoint` function, whose `handle` gets what that interface knows about the caller.
 */
export interface Description {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the interface's prefix; parameters as `:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Under which heading of the reference it is listed. */
  readonly tag: string;
  /** Those of the path, by name. */
  readonly params?: Parameters;
  readonly query?: Parameters;
  readonly body?: Body;
  /** The schema of a JSON answer, or the kind of another one. */
  readonly response: TSchema | KindOfAnswer;
  /** Its own codes, in the order of the reference; those of its kind are added by the interface. */
  readonly refusals: readonly ErrorCode[];
  /** An `Idempotency-Key` gives the first answer again: `handle` returns an act, which is performed once. */
  readonly takesKey?: true;
  readonly example?: Example<unknown, unknown>;
  /** By name, where one example is not enough. */
  readonly examples?: Readonly<Record<string, Example<unknown, unknown>>>;
}

type Body =
  /** `nullIsEmpty`: where everything is optional, some clients send `null` for nothing. */
  | { readonly kind: 'json'; readonly schema: TSchema; readonly nullIsEmpty?: boolean }
  /** A form with a file. `handle` reads it when it knows that the caller may send one. */
  | { readonly kind: 'multipart'; readonly schema: TSchema; readonly withoutFile?: WithoutFile }
  | { readonly kind: 'csv'; readonly schema: TSchema; readonly bytesMax: number }
  /** A piece of a file as it is. */
  | { readonly kind: 'bytes'; readonly schema: TSchema; readonly bytesMax: number }
  /** The operation has no body; anything that comes is ignored. */
  | { readonly kind: 'ignored' };

/** What a request and its answer look like. A test checks both against the schemas, and against real answers. */
export interface Example<Asked, Answer> {
  /** What the request is about; the summary of the endpoint when absent. */
  readonly asks?: string;
  readonly body?: Asked;
  /** What the answer shows; the summary of the endpoint when absent. */
  readonly shows?: string;
  readonly answer: Answer;
}

export function json<Schema extends TSchema>(schema: Schema, { nullIsEmpty = false } = {}) {
  return { kind: 'json', schema, nullIsEmpty } as const;
}

export function multipart<Schema extends TSchema>(schema: Schema) {
  return { kind: 'multipart', schema } as const;
}

/** A form whose file is optional, for programs: where none is sent, the body need not be multipart. */
export function multipartOrPlain<Schema extends TSchema, Json extends TSchema>(
  schema: Schema,
  withoutFile: {
    readonly json: Json;
    readonly example: NoInfer<ShapeOf<Json>>;
    readonly fieldsOf: (said: Static<Json>) => Omit<Static<Schema>, 'attachment'>;
  },
) {
  return { kind: 'multipart', schema, withoutFile } as const;
}

export function csv<Schema extends TSchema>(schema: Schema, bytesMax: number) {
  return { kind: 'csv', schema, bytesMax } as const;
}

/** Of any content type but a form; null where the body is one. */
export function bytes<Schema extends TSchema>(schema: Schema, bytesMax: number) {
  return { kind: 'bytes', schema, bytesMax } as const;
}

export const ignored = { kind: 'ignored' } as const;

/** The body as `handle` gets it. */
type BodyOf<Kind> = Kind extends { readonly kind: 'json'; readonly schema: infer Schema extends TSchema }
  ? Static<Schema>
  : Kind extends { readonly kind: 'multipart'; readonly schema: infer Schema extends TSchema }
    ? UnreadForm<Static<Schema>>
    : Kind extends { readonly kind: 'csv' }
      ? string
      : Kind extends { readonly kind: 'bytes' }
        ? Buffer | null
        : undefined;

/** The body as an example shows it: a file is named, as in `@receipt.png`. */
type ExampleBodyOf<Kind> = Kind extends { readonly schema: infer Schema extends TSchema } ? ShapeOf<Schema> : undefined;

type AnswerOf<Response> = Response extends KindOfAnswer
  ? AnswerOfKind<Response>
  : Response extends TSchema
    ? ShapeOf<Response>
    : never;

/** What was asked for, checked and typed. */
export interface Input<Params = unknown, Query = unknown, Asked = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Asked;
}

/** An endpoint as lists hold it: what exactly goes in and out is known to its own file. */
export interface Endpoint<Call> extends Description {
  handle(call: Call & Input): Promise<unknown>;
}

/**
 * The `endpoint` function of an interface: `More` is what its endpoints say beside the rest. `Said` was said for all of them,
 * and need not be said again.
 */
export type EndpointMaker<Call, More, Said extends PropertyKey = never> = <
  const Params extends Parameters = Record<never, never>,
  const Query extends Parameters = Record<never, never>,
  const Asked extends Body = never,
  const Response extends TSchema | KindOfAnswer = never,
  const TakesKey extends true = never,
  const Answer extends [TakesKey] extends [never] ? AnswerOf<Response> : Act<AnswerOf<Response>> = [TakesKey] extends [
    never,
  ]
    ? AnswerOf<Response>
    : Act<AnswerOf<Response>>,
>(
  endpoint: Unless<
    Said,
    Omit<Description, 'params' | 'query' | 'body' | 'response' | 'takesKey' | 'example' | 'examples' | keyof More>
  > &
    Unless<Said, More> & {
      readonly params?: Params;
      readonly query?: Query;
      readonly body?: Asked;
      readonly response: Response;
      readonly takesKey?: TakesKey;
      readonly example?: ExampleOf<Asked, Response>;
      readonly examples?: Readonly<Record<string, ExampleOf<Asked, Response>>>;
      handle(call: Call & Input<ValuesOf<Params>, ValuesOf<Query>, BodyOf<Asked>>): Promise<Answer>;
    },
) => Endpoint<Call> & More;

type Unless<Said extends PropertyKey, Parts> = Omit<Parts, Said> & Partial<Pick<Parts, Extract<keyof Parts, Said>>>;

type ExampleOf<Asked, Response> = Example<NoInfer<ExampleBodyOf<Asked>>, NoInfer<ExampleAnswerOf<Response>>>;

/** Lines and events are shown as the text that is sent; a picture is not shown. */
type ExampleAnswerOf<Response> = Response extends KindOfAnswer<'csv' | 'events'> ? string : AnswerOf<Response>;
