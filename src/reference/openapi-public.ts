import type { TSchema } from 'typebox';
import type { PublicEndpoint } from '../api/public/endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import type { Operation } from './openapi-document.ts';
import { exampleIds, type OperationExamples } from './openapi-examples.ts';
import { ofJson, ofUploads, type TagName } from './openapi-operations.ts';
import { content, mediaTypes, pathParameters, queryParameters, requestBody } from './openapi-parts.ts';
import { refusals } from './openapi-refusals.ts';

/** The public operations in the merchant's document: whoever integrates a shop meets them there. */
const publicTag: TagName = 'Payers';

const whoWrites: readonly ErrorCode[] = ['overloaded', 'outcome_unknown'];
const ofDeals: readonly ErrorCode[] = ['invoice_not_active', 'transfer_already_confirmed', 'payout_not_allowed'];

/** Codes of one operation alone; those of its kind are added by `publicCodes`. */
const ownPublicCodes: Readonly<Record<string, readonly ErrorCode[]>> = {
  getPublicInvoice: ['not_found'],
  publicPaymentVariants: ['not_found'],
  publicStartDeal: [
    'payment_option_not_allowed',
    'payment_method_not_allowed',
    'rate_unavailable',
    'rate_outdated',
    ...ofDeals,
    'too_many_deals',
    'not_found',
  ],
  publicConfirmTransfer: [
    'attachment_missing',
    'too_many_attachments',
    'invoice_not_active',
    'deal_not_active',
    'payout_not_allowed',
    'not_found',
  ],
  publicCancel: [...ofDeals, 'not_found'],
  publicEvents: ['not_found', 'overloaded'],
  qrCode: ['invalid_choice', 'not_found'],
  publicBanks: [],
  publicRates: ['currency_not_allowed', 'rate_unavailable', 'rate_outdated'],
};

/** Every code an operation refuses with: its own first, then those of its kind. */
export function publicCodes({ operationId, method, body }: PublicEndpoint): readonly ErrorCode[] {
  const own = ownPublicCodes[operationId];
  if (own === undefined) throw new Error(`the reference says nothing about ${operationId}`);
  return [
    ...new Set([
      ...own,
      ...(body?.kind === 'json' ? ofJson : []),
      ...(body?.kind === 'multipart' ? ofUploads : []),
      ...(method === 'POST' && body?.kind !== 'multipart' ? (['body_too_big'] as const) : []),
      ...(method === 'POST' ? whoWrites : []),
      ...(['rate_limited', 'internal', 'database_unavailable'] as const),
    ]),
  ];
}

export function publicOperation(endpoint: PublicEndpoint, examples: OperationExamples | undefined): Operation {
  const { operationId, summary, description = '', body, response } = endpoint;
  const types = endpoint.mediaTypes ?? [mediaTypes.json];
  return {
    operationId,
    tags: [publicTag],
    summary,
    description,
    parameters: [...pathParameters(endpoint.path, aboutParameter), ...queryParameters(endpoint.query)],
    ...(body === undefined || body.kind === 'ignored' ? {} : requestBody(body, examples?.request)),
    responses: {
      200: { description: 'Done', content: contents(types, response, examples) },
      ...refusals(publicCodes(endpoint)),
    },
    security: [],
  };
}

function contents(types: readonly string[], schema: TSchema, examples: OperationExamples | undefined) {
  return Object.assign({}, ...types.map((type) => content(type, schema, examples?.response)));
}

function aboutParameter(name: string): { description: string; example: string } {
  return name === 'currency'
    ? { description: 'Currency code', example: 'RUB' }
    : { description: 'Invoice ID', example: exampleIds.invoice };
}
