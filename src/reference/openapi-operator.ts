import type { TSchema } from 'typebox';
import { sessionCookie } from '../api/operator/authentication.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter } from './openapi-document.ts';
import { answerNotes, sharedAnswers } from './openapi-operator-answers.ts';
import { operatorExamples, pathExamples } from './openapi-operator-examples.ts';
import { operatorNotes } from './openapi-operator-notes.ts';
import {
  type DocumentedEndpoint,
  documentedEndpoints,
  operatorCodes,
  operatorTags,
  pathSubjects,
  requiredQuery,
  tagOf,
  takesIdempotencyKey,
} from './openapi-operator-operations.ts';
import { content, documentPath, idempotencyKey, mediaTypes, requestBody } from './openapi-parts.ts';
import { refusals } from './openapi-refusals.ts';
import { components } from './openapi-shapes.ts';

/** The OpenAPI 3.1 document of the interface for people, made from the endpoints that serve it. */
export function operatorDocument(serverUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of documentedEndpoints) {
    const path = documentPath('/api/operator', endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance operator interface',
      version: '1',
      description:
        'For operators, makers and merchants, and for their scripts. A person signs in and sends the session cookie, with ' +
        '`X-CSRF-Token` for changes; a script sends a bearer token. `x-roles` names who may call an operation, `x-scope` what ' +
        'a token needs.',
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(operatorTags).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }, { session: [], csrf: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: "A script's token, with the scope of the operation" },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token', description: 'Given by signing in; not for GET' },
      },
      schemas: schemas(),
    },
  };
}

function schemas(): Record<string, JsonSchema> {
  const found = components(
    documentedEndpoints.flatMap((endpoint) => [
      answerOf(endpoint),
      ...(endpoint.body === undefined ? [] : [endpoint.body.schema]),
    ]),
  );
  const noted = Object.entries(found).map(([id, schema]) => [id, withNotes(answerNotes[id], schema)]);
  return explained(Object.fromEntries(noted)) as Record<string, JsonSchema>;
}

function operation(endpoint: DocumentedEndpoint): Operation {
  const { body, isForPeople, isOpen, operationId, roles, scope, summary, description = '' } = endpoint;
  const value = operatorExamples[operationId];
  const example = value === undefined ? undefined : { example: { summary, value } };
  const answer = answerOf(endpoint);
  const textType = endpoint.isStream === true ? mediaTypes.events : mediaTypes.csv;
  const answerType = answer === endpoint.response && isText(answer) ? textType : mediaTypes.json;
  const documented: Operation = {
    operationId,
    tags: [tagOf(endpoint)],
    summary,
    description,
    parameters: parameters(endpoint),
    ...(body === undefined ? {} : requestBody(body, example)),
    responses: {
      200: { description: 'Done', content: content(answerType, answer) },
      ...refusals(operatorCodes(endpoint), { 401: 'Not signed in' }),
    },
    ...(isOpen === true ? { security: [] } : {}),
    ...(isForPeople === true ? { security: [{ session: [], csrf: [] }] } : {}),
    ...(isOpen === true ? {} : { 'x-roles': roles, 'x-scope': isForPeople === true ? null : scope }),
  };
  return explained(documented) as Operation;
}

export function answerOf({ operationId, response }: DocumentedEndpoint): TSchema {
  return sharedAnswers[operationId] ?? response;
}

function isText(schema: TSchema): boolean {
  return (schema as JsonSchema)['type'] === 'string';
}

function parameters(endpoint: DocumentedEndpoint): readonly Parameter[] {
  const word = endpoint.path.split('/')[1] ?? '';
  const about = (name: string) =>
    name === 'id'
      ? { description: pathSubjects[word] ?? '', example: pathExamples[word] ?? '1' }
      : { description: operatorNotes[name] ?? '', example: pathExamples[name] ?? '' };
  return [
    ...pathParameters(endpoint.path, about),
    ...queryParameters(endpoint.query, requiredQuery[endpoint.operationId]),
    ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ];
}

/** What is said here about a field says more than what its type says about itself. */
function withNotes(notes: Readonly<Record<string, string>> | undefined, schema: JsonSchema): JsonSchema {
  if (notes === undefined) return schema;
  const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([name, part]) => {
    const note = notes[name];
    return [name, note === undefined ? part : { ...part, description: note }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function pathParameters(
  path: string,
  about: (name: string) => { readonly description: string; readonly example: string },
): readonly Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const { description, example } = about(name);
    return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
  });
}

/** What has an example among `required` has to be there. */
function queryParameters(
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

/** Says what a field means where its schema does not. */
function explained(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(explained);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === 'properties' ? explainedFields(value) : name === 'examples' ? value : explained(value),
    ]),
  );
}

function explainedFields(properties: Readonly<Record<string, JsonSchema>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const note = schema['description'] === undefined ? operatorNotes[name] : undefined;
      const field = explained(schema) as JsonSchema;
      return [name, note === undefined ? field : { ...field, description: note }];
    }),
  );
}
