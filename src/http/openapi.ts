import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { merchantEndpoints } from './merchant/endpoints.ts';
import type { Content, MediaType, OpenApiDocument, Operation, Parameter } from './openapi-document.ts';
import { exampleIds, type NamedExample, operationExamples } from './openapi-examples.ts';
import { detailsOf, tags } from './openapi-operations.ts';
import { refusals } from './openapi-refusals.ts';
import { components, reference } from './openapi-shapes.ts';

/** Where links of the examples lead when the document is not served by anybody: in the committed copy. */
const nobodysUrl = 'https://pay.example.com';

/** The OpenAPI 3.1 document, made from the same schemas that validate requests. */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const examples = operationExamples(serverUrl === '/' ? nobodysUrl : serverUrl);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of merchantEndpoints) {
    const path = `/api/merchant${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, examples) };
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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ identity: [], signature: [] }],
    paths,
    components: {
      securitySchemes: {
        identity: { type: 'apiKey', in: 'header', name: 'X-Identity', description: 'API key of the store' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description: "Base64 of the HMAC-SHA1, with the merchant's secret, over the string to sign",
        },
      },
      schemas: components(merchantEndpoints),
    },
  };
}

function operation(endpoint: Endpoint, examples: ReturnType<typeof operationExamples>): Operation {
  const details = detailsOf(endpoint);
  const { request, response } = examples[endpoint.operationId] ?? {};
  return {
    operationId: endpoint.operationId,
    tags: [details.tag],
    summary: endpoint.summary,
    description: [endpoint.description, details.notes].filter((text) => text !== undefined).join(' '),
    parameters: parameters(endpoint),
    ...requestBody(endpoint, request),
    responses: { 200: { description: 'Done', content: json(endpoint.response, response) }, ...refusals(endpoint) },
  };
}

function parameters(endpoint: Endpoint): Parameter[] {
  const notes = detailsOf(endpoint).path ?? {};
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    description: notes[name] ?? '',
    schema: { type: 'string' },
    example: exampleOf(endpoint, name),
  }));
  const inQuery = Object.entries(endpoint.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query' as const,
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery, ...(endpoint.method === 'POST' ? [idempotencyKey] : [])];
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same request gives the first answer again, for at least 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function exampleOf(endpoint: Endpoint, parameter: string): string {
  if (parameter === 'internalId') return exampleIds.internalId;
  return endpoint.path.startsWith('/withdrawals') ? exampleIds.withdrawal : exampleIds.invoice;
}

function requestBody(
  endpoint: Endpoint,
  examples: Readonly<Record<string, NamedExample>> | undefined,
): Pick<Operation, 'requestBody'> {
  if (endpoint.body === undefined || endpoint.body.kind === 'ignored') return {};
  const type = endpoint.body.kind === 'json' ? 'application/json' : 'multipart/form-data';
  return { requestBody: { required: true, content: { [type]: media(endpoint.body.schema, examples) } } };
}

function json(schema: TSchema, examples?: Readonly<Record<string, NamedExample>>): Content {
  return { 'application/json': media(schema, examples) };
}

function media(schema: TSchema, examples: Readonly<Record<string, NamedExample>> | undefined): MediaType {
  return { schema: reference(schema), ...(examples === undefined ? {} : { examples }) };
}
