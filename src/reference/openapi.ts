import type { Endpoint } from '../api/endpoint.ts';
import { merchantEndpoints } from '../api/merchant/endpoints.ts';
import { publicEndpoints } from '../api/public/endpoints.ts';
import type { OpenApiDocument, Operation, Parameter } from './openapi-document.ts';
import { exampleIds, type OperationExamples, operationExamples } from './openapi-examples.ts';
import { notificationExamples } from './openapi-notification-examples.ts';
import { detailsOf, errorCodes, tags, takesIdempotencyKey } from './openapi-operations.ts';
import {
  content,
  documentPath,
  idempotencyKey,
  mediaTypes,
  pathParameters,
  queryParameters,
  requestBody,
} from './openapi-parts.ts';
import { publicOperation } from './openapi-public.ts';
import { publicExamples } from './openapi-public-examples.ts';
import { refusals } from './openapi-refusals.ts';
import { components } from './openapi-shapes.ts';

/** Where links of the examples lead when the document is not served by anybody: in the committed copy. */
const nobodysUrl = 'https://pay.example.com';

/** The OpenAPI 3.1 document, made from the same schemas that validate requests. */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const examples = allExamples(serverUrl === '/' ? nobodysUrl : serverUrl);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of merchantEndpoints) {
    const path = documentPath('/api/merchant', endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, examples) };
  }
  const payers = publicExamples(serverUrl === '/' ? nobodysUrl : serverUrl);
  for (const endpoint of publicEndpoints) {
    const path = documentPath('/api/public', endpoint.path);
    const shown = publicOperation(endpoint, payers[endpoint.operationId]);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: shown };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance merchant interface',
      version: '1',
      description:
        'Every request of a merchant carries `X-Identity` (the API key of the store) and `X-Signature`: Base64 of the HMAC-SHA1, with the ' +
        "merchant's secret, over method, full URL and, for JSON, the body as sent. `X-Timestamp` (seconds since 1970), where it is sent, is signed after the body and must be fresh; `X-Signature-256` is the same with HMAC-SHA256, and counts where it is sent. The operations of payers, under `/api/public`, need no headers.",
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
      schemas: components(
        [...merchantEndpoints, ...publicEndpoints].flatMap(({ body, response }) => [
          response,
          ...(hasSchema(body) ? [body.schema] : []),
        ]),
      ),
    },
  };
}

export function allExamples(serverUrl: string): Readonly<Record<string, OperationExamples>> {
  return { ...operationExamples(serverUrl), ...notificationExamples(serverUrl) };
}

function operation(endpoint: Endpoint, examples: ReturnType<typeof allExamples>): Operation {
  const details = detailsOf(endpoint);
  const { request, response } = examples[endpoint.operationId] ?? {};
  return {
    operationId: endpoint.operationId,
    tags: [details.tag],
    summary: endpoint.summary,
    description: [endpoint.description, details.notes].filter((text) => text !== undefined).join(' '),
    parameters: parameters(endpoint),
    ...(hasSchema(endpoint.body) ? requestBody(endpoint.body, request) : {}),
    responses: {
      200: { description: 'Done', content: content(mediaTypes.json, endpoint.response, response) },
      ...refusals(errorCodes(endpoint)),
    },
  };
}

type Body = NonNullable<Endpoint['body']>;

function hasSchema(body: Body | undefined): body is Exclude<Body, { readonly kind: 'ignored' }> {
  return body !== undefined && body.kind !== 'ignored';
}

function parameters(endpoint: Endpoint): readonly Parameter[] {
  const notes = detailsOf(endpoint).path ?? {};
  const about = (name: string) => ({ description: notes[name] ?? '', example: exampleOf(endpoint, name) });
  return [
    ...pathParameters(endpoint.path, about),
    ...queryParameters(endpoint.query),
    ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ];
}

function exampleOf(endpoint: Endpoint, parameter: string): string {
  if (parameter === 'internalId') return exampleIds.internalId;
  if (endpoint.path.startsWith('/notifications')) return exampleIds.notification;
  return endpoint.path.startsWith('/withdrawals') ? exampleIds.withdrawal : exampleIds.invoice;
}
