import type { TSchema } from 'typebox';
import { isKindOfAnswer } from '../api/answers.ts';
import type { Description } from '../api/endpoint.ts';
import { formParts, type WithoutFile } from '../api/form.ts';
import type { Parameters } from '../api/parameters.ts';
import type { ErrorCode } from '../errors/app-error.ts';
import type { Content, Operation, Parameter } from './openapi-document.ts';
import { examplesOf, type NamedExample } from './openapi-examples.ts';
import { refusals } from './openapi-refusals.ts';
import { reference } from './openapi-shapes.ts';

/** An operation as all interfaces describe it; `codes` are all that it refuses with. */
export function operationOf(endpoint: Description, { codes, serverUrl, statusNames }: OperationContext): Operation {
  const examples = examplesOf(endpoint, serverUrl);
  const { body, response } = endpoint;
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description ?? '',
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...(endpoint.takesKey === true ? [idempotencyKey] : []),
    ],
    ...(body === undefined || body.kind === 'ignored' ? {} : requestBody(body, examples.request)),
    responses: {
      200: {
        description: 'Done',
        content: isKindOfAnswer(response)
          ? Object.assign({}, ...response.mediaTypes.map((type) => content(type, response.schema, examples.response)))
          : content(mediaTypes.json, response, examples.response),
      },
      ...refusals(codes, statusNames),
    },
  };
}

interface OperationContext {
  readonly codes: readonly ErrorCode[];
  readonly serverUrl: string;
  /** Words for a status, where they are not the usual ones. */
  readonly statusNames?: Readonly<Record<number, string>>;
}

export function documentPath(prefix: string, path: string): string {
  return `${prefix}${path.replace(/:(\w+)/g, '{$1}')}`;
}

function parametersOf(place: 'path' | 'query', parameters: Parameters = {}): readonly Parameter[] {
  return Object.entries(parameters).map(([name, { description, schema, isRequired, example }]) => ({
    name,
    in: place,
    required: isRequired,
    description,
    schema: reference(schema),
    ...(example === undefined ? {} : { example }),
  }));
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same request gives the first answer again, for at least 24 hours; after that it is a new key',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

type Examples = Readonly<Record<string, NamedExample>>;

export function requestBody(
  body: Exclude<NonNullable<Description['body']>, { readonly kind: 'ignored' }>,
  examples: Examples | undefined,
): Required<Pick<Operation, 'requestBody'>> {
  const plain = body.kind === 'multipart' ? plainContent(body, examples) : {};
  // The first one is what the reference, the SDKs and the Postman collection show.
  const contents = { ...content(mediaTypes[body.kind], body.schema, examples), ...plain };
  return { requestBody: { required: true, content: contents } };
}

/** How a form may also come whose file was left out. */
function plainContent(form: { readonly schema: TSchema; readonly withoutFile?: WithoutFile }, examples: Examples = {}) {
  if (form.withoutFile === undefined) return {};
  const { json, example } = form.withoutFile;
  const inJson = Object.entries(examples).map(([name, { summary }]) => [name, { summary, value: example }]);
  return {
    ...content(mediaTypes.urlencoded, formParts(form).fields, examples),
    ...content(mediaTypes.json, json, Object.fromEntries(inJson)),
  };
}

const mediaTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
  csv: 'text/csv',
  bytes: 'application/octet-stream',
  events: 'text/event-stream',
} as const;

function content(type: string, schema: TSchema, examples?: Examples): Content {
  return { [type]: { schema: reference(schema), ...(examples === undefined ? {} : { examples }) } };
}

/** All schemas that an endpoint's document refers to. */
export function schemasOf({ body, response }: Description): readonly TSchema[] {
  return [
    isKindOfAnswer(response) ? response.schema : response,
    ...(body === undefined || body.kind === 'ignored' ? [] : [body.schema]),
  ];
}
