import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { merchantEndpoints } from './merchant/endpoints.ts';
import { Faults } from './schemas.ts';

/** The OpenAPI 3.1 document, made from the same schemas that validate requests. */
export function openApiDocument(serverUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of merchantEndpoints) {
    const path = `/api/merchant${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance merchant interface',
      version: '1',
      description:
        'Every request carries `X-Identity` (the API key of the store) and `X-Signature`: Base64 of the HMAC-SHA1, with the ' +
        "merchant's secret, over method, full URL and, for JSON, the body as sent.",
    },
    servers: [{ url: serverUrl }],
    security: [{ identity: [], signature: [] }],
    paths,
    components: {
      securitySchemes: {
        identity: { type: 'apiKey', in: 'header', name: 'X-Identity' },
        signature: { type: 'apiKey', in: 'header', name: 'X-Signature' },
      },
      schemas: components(),
    },
  };
}

function operation(endpoint: Endpoint): object {
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: {
      200: { description: 'Done', content: json(endpoint.response) },
      default: { description: 'Refused: one element per fault', content: json(Faults) },
    },
  };
}

function parameters(endpoint: Endpoint): object[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(endpoint.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } };
  return [...inPath, ...inQuery, ...(endpoint.method === 'POST' ? [key] : [])];
}

function requestBody(endpoint: Endpoint): object {
  if (endpoint.body === undefined || endpoint.body.kind === 'ignored') return {};
  const type = endpoint.body.kind === 'json' ? 'application/json' : 'multipart/form-data';
  return { requestBody: { required: true, content: { [type]: { schema: reference(endpoint.body.schema) } } } };
}

function json(schema: TSchema): object {
  return { 'application/json': { schema: reference(schema) } };
}

/** Named shapes stand once, under components, and are referred to from everywhere else. */
function reference(schema: unknown, isRoot = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => reference(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as Record<string, unknown>;
  if (typeof $id === 'string' && !isRoot) return { $ref: `#/components/schemas/${$id}` };
  return Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, reference(part)]));
}

function components(): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { $id } = schema as Record<string, unknown>;
    if (typeof $id === 'string') found.set($id, reference(schema, true));
    for (const part of Object.values(schema)) visit(part);
  };
  for (const endpoint of merchantEndpoints) {
    visit(endpoint.response);
    if (endpoint.body !== undefined && endpoint.body.kind !== 'ignored') visit(endpoint.body.schema);
  }
  visit(Faults);
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}
