import { merchantRefusals, merchantTags } from '../api/merchant/endpoint.ts';
import { merchantEndpoints } from '../api/merchant/endpoints.ts';
import { publicRefusals } from '../api/public/endpoint.ts';
import { publicEndpoints } from '../api/public/endpoints.ts';
import { type Webhook, webhookAnswers, webhookHeaders, webhooks } from '../api/webhooks.ts';
import { possibleScopes } from '../domain/merchants/api-key.ts';
import type { OpenApiDocument, Operation, WebhookOperation } from './openapi-document.ts';
import { withLinks } from './openapi-examples.ts';
import { documentPath, operationOf, requestBody, schemasOf } from './openapi-parts.ts';
import { components } from './openapi-shapes.ts';

/** The OpenAPI 3.1 document of what shops and payers meet, made from the endpoints that serve it. */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance merchant interface',
      version: '1',
      description:
        'Every request of a merchant carries `X-Identity` (the API key of the store) and `X-Signature`: Base64 of the HMAC-SHA1, with the ' +
        "merchant's secret (or the key's own, where it has one), over method, full URL and, for JSON, the body as sent. `X-Timestamp` (seconds since 1970), where it is sent, is signed after the body and must be fresh; `X-Signature-256` is the same with HMAC-SHA256, and counts where it is sent. `x-key-scopes` names what the key must be allowed to do: one of them, where there are two the one that fits the type of the invoice. The operations of payers, under `/api/public`, need no headers.",
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(merchantTags).map(([name, description]) => ({ name, description })),
    security: [{ identity: [], signature: [] }],
    paths: paths(serverUrl),
    webhooks: Object.fromEntries(
      webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook, serverUrl) }]),
    ),
    components: {
      securitySchemes: {
        identity: { type: 'apiKey', in: 'header', name: 'X-Identity', description: 'API key of the store' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description:
            'Base64 of the HMAC-SHA1, with the secret of the key or of the merchant, over the string to sign',
        },
      },
      schemas: components([
        ...[...merchantEndpoints, ...publicEndpoints].flatMap(schemasOf),
        ...webhooks.map(({ body }) => body),
      ]),
    },
  };
}

function paths(serverUrl: string): Record<string, Record<string, Operation>> {
  const found: Record<string, Record<string, Operation>> = {};
  for (const endpoint of merchantEndpoints) {
    const path = documentPath('/api/merchant', endpoint.path);
    const described = operationOf(endpoint, { codes: merchantRefusals(endpoint), serverUrl });
    const operation = { ...described, 'x-key-scopes': possibleScopes(endpoint.scope) };
    found[path] = { ...found[path], [endpoint.method.toLowerCase()]: operation };
  }
  for (const endpoint of publicEndpoints) {
    const path = documentPath('/api/public', endpoint.path);
    const operation = operationOf(endpoint, { codes: publicRefusals(endpoint), serverUrl });
    found[path] = { ...found[path], [endpoint.method.toLowerCase()]: { ...operation, security: [] } };
  }
  return found;
}

/** What a shop's server is asked, and what it may answer. */
function webhookOperation(webhook: Webhook, serverUrl: string): WebhookOperation {
  const { operationId, summary, description, body, example } = webhook;
  const value = withLinks(example.body, serverUrl);
  return {
    operationId,
    tags: ['Notifications'],
    summary,
    description,
    parameters: Object.entries(webhookHeaders).map(([name, about]) => ({
      name,
      in: 'header',
      required: true,
      ...about,
      schema: { type: 'string' },
    })),
    ...requestBody({ kind: 'json', schema: body }, { example: { summary: example.asks ?? summary, value } }),
    responses: Object.fromEntries(
      Object.entries(webhookAnswers).map(([status, meaning]) => [status, { description: meaning }]),
    ),
    security: [],
  };
}
