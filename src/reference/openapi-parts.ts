import type { TSchema } from 'typebox';
import type { Content, Operation, Parameter } from './openapi-document.ts';
import type { NamedExample } from './openapi-examples.ts';
import { reference } from './openapi-shapes.ts';

/** The parts of an operation that both documents make in the same way from an endpoint. */
export function documentPath(prefix: string, path: string): string {
  return `${prefix}${path.replace(/:(\w+)/g, '{$1}')}`;
}

export function pathParameters(
  path: string,
  about: (name: string) => { readonly description: string; readonly example: string },
): readonly Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const { description, example } = about(name);
    return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
  });
}

/** What has an example among `required` has to be there. */
export function queryParameters(
  query: Readonly<Record<string, string>> = {},
  required: Readonly<Record<string, string>> = {},
): readonly Parameter[] {
  return Object.entries(query).map(([name, description]) => {
    const example = required[name];
    return {
      name,
      in: 'query',
      required: example !== undefined,
      description,
      schema: { type: 'string' },
      ...(example === undefined ? {} : { example }),
    };
  });
}

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same request gives the first answer again, for at least 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

type Examples = Readonly<Record<string, NamedExample>>;

export function requestBody(
  body: { readonly kind: 'json' | 'multipart' | 'csv'; readonly schema: TSchema },
  examples: Examples | undefined,
): Required<Pick<Operation, 'requestBody'>> {
  return { requestBody: { required: true, content: content(mediaTypes[body.kind], body.schema, examples) } };
}

export const mediaTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  csv: 'text/csv',
  events: 'text/event-stream',
} as const;

export function content(type: string, schema: TSchema, examples?: Examples): Content {
  return { [type]: { schema: reference(schema), ...(examples === undefined ? {} : { examples }) } };
}
