import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../errors.ts';
import { merchantEndpoints } from './merchant/endpoints.ts';
import { openApiDocument } from './openapi.ts';
import type { JsonSchema, Operation } from './openapi-document.ts';
import { operationExamples } from './openapi-examples.ts';
import { fieldNotes } from './openapi-notes.ts';
import { errorCodes, operationDetails } from './openapi-operations.ts';

const document = openApiDocument('/');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  it('has what OpenAPI 3.1 demands of a document', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).not.toBe('');
    expect(document.info.version).not.toBe('');
    expect(document.servers).toEqual([{ url: '/' }]);
    for (const requirement of document.security) {
      for (const scheme of Object.keys(requirement)) expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('is JSON: nothing in it is lost when it is written', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('refers only to what is there, and names nothing that nobody refers to', () => {
    const referred = new Set<string>();
    visit(document, (part) => {
      if (part['$ref'] !== undefined) referred.add(String(part['$ref']));
    });
    const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...referred].sort()).toEqual(named.sort());
  });

  it('holds no schema identifier of our own: a reader resolves $ref against the document', () => {
    visit(document, (part) => expect(part).not.toHaveProperty('$id'));
  });

  it('names each operation once, with a summary, a description and a known tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.sort()).toEqual(merchantEndpoints.map(({ operationId }) => operationId).sort());
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.summary, operation.operationId).not.toBe('');
      expect(operation.description, operation.operationId).not.toBe('');
      expect(tags, operation.operationId).toContain(operation.tags[0]);
    }
  });

  it.each(operations)('declares each path parameter of $method $path, as required', ({ path, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    for (const parameter of operation.parameters) expect(parameter.description, parameter.name).not.toBe('');
    expect(declared.every(({ required }) => required)).toBe(true);
  });

  it.each(operations)('gives $method $path its answers, each with content', ({ operation }) => {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '401', '429', '500', '503']));
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/);
      expect(response.description).not.toBe('');
      expect(Object.keys(response.content)).toEqual(['application/json']);
    }
  });

  it('says what every field means, in one place only', () => {
    for (const [id, schema] of Object.entries(document.components.schemas)) {
      const properties: Record<string, JsonSchema> = schema['properties'] ?? {};
      for (const [name, part] of Object.entries(properties)) expect(part['description'], `${id}.${name}`).toBeTruthy();
      for (const name of Object.keys(fieldNotes[id] ?? {})) expect(properties, `note of ${id}`).toHaveProperty([name]);
    }
    for (const id of Object.keys(fieldNotes)) expect(document.components.schemas).toHaveProperty([id]);
  });
});

describe('the details of operations', () => {
  it('are there for each endpoint and for nothing else', () => {
    const ids = merchantEndpoints.map(({ operationId }) => operationId).sort();
    expect(Object.keys(operationDetails).sort()).toEqual(ids);
    expect(Object.keys(operationExamples('')).sort()).toEqual(ids);
  });

  it('name every code that a merchant can meet', () => {
    // Of the interface for people.
    const elsewhere: readonly ErrorCode[] = [
      'already_approved',
      'approvals_missing',
      'arrival_of_another_maker',
      'arrival_reference_reused',
      'arrival_resolved',
      'arrival_without_deal',
      'csrf_token_wrong',
      'csv_columns',
      'csv_malformed',
      'csv_too_long',
      'deal_settled',
      'enrolment_failed',
      'export_too_large',
      'feed_taken',
      'forbidden',
      'invalid_feed_url',
      'invalid_login',
      'invalid_rate',
      'invalid_requisite',
      'limit_order',
      'limit_twice',
      'login_taken',
      'maker_funds',
      'not_in_dispute',
      'not_on_oneself',
      'out_of_range',
      'password_too_short',
      'password_wrong',
      'payout_not_open',
      'payout_sum_fixed',
      'proof_missing',
      'requisite_taken',
      'second_factor_present',
      'second_factor_required',
      'sign_in_failed',
      'sign_in_locked',
      'user_owner',
      'withdrawal_not_open',
    ];
    const documented = new Set([...merchantEndpoints.flatMap(errorCodes), ...elsewhere]);
    expect([...documented].sort()).toEqual(Object.keys(errorCatalogue).sort());
  });
});

describe('the examples', () => {
  const examples = operationExamples('https://pay.example.com');

  it.each(merchantEndpoints)('of $operationId fit its schemas', (endpoint) => {
    const { request, response } = examples[endpoint.operationId] ?? { response: {} };
    for (const { value } of Object.values(response)) expect(faults(endpoint.response, value)).toEqual([]);
    if (endpoint.body === undefined || endpoint.body.kind === 'ignored') {
      expect(request).toBeUndefined();
      return;
    }
    for (const { value } of Object.values(request ?? {})) expect(faults(endpoint.body.schema, value)).toEqual([]);
    expect(Object.keys(request ?? {})).toEqual(Object.keys(response));
  });

  it.each(operations)('of refusals of $method $path have every brace filled', ({ operation }) => {
    for (const message of refusalMessages(operation))
      expect(message).not.toMatch(/[{}]|\b(undefined|null)\b| {2}| \.$/);
  });
});

function faults(schema: object, value: unknown): readonly object[] {
  return [...Value.Errors(schema, value)];
}

function refusalMessages(operation: Operation): readonly string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([, response]) => Object.values(response.content['application/json']?.examples ?? {}))
    .flatMap(({ value }) => (value as { message: string }[]).map(({ message }) => message));
}

function visit(part: unknown, look: (part: Record<string, unknown>) => void): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) look(part as Record<string, unknown>);
  for (const inner of Object.values(part)) visit(inner, look);
}
