import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { isKindOfAnswer } from '../api/answers.ts';
import { deviceRefusals } from '../api/devices/endpoint.ts';
import { deviceEndpoints } from '../api/devices/endpoints.ts';
import type { Description } from '../api/endpoint.ts';
import { merchantRefusals } from '../api/merchant/endpoint.ts';
import { merchantEndpoints } from '../api/merchant/endpoints.ts';
import { operatorRefusals } from '../api/operator/endpoint.ts';
import { publicRefusals } from '../api/public/endpoint.ts';
import { publicEndpoints } from '../api/public/endpoints.ts';
import { webhooks } from '../api/webhooks.ts';
import { importFaults } from '../domain/statements/statement-import.ts';
import { errorCodes } from '../errors/catalogue.ts';
import { clientErrorCodes } from '../http/client-errors.ts';
import { openApiDocument } from './openapi.ts';
import type { JsonSchema, OpenApiDocument, Operation } from './openapi-document.ts';
import { examplesOf } from './openapi-examples.ts';
import { documentedEndpoints, operatorDocument } from './openapi-operator.ts';

const documents = [
  {
    name: 'merchant',
    document: openApiDocument('/'),
    ids: [...merchantEndpoints, ...publicEndpoints].map(({ operationId }) => operationId),
    statuses: ['200', '401', '429', '500', '503'],
  },
  {
    name: 'operator',
    document: operatorDocument('/'),
    ids: [...documentedEndpoints, ...deviceEndpoints].map(({ operationId }) => operationId),
    statuses: ['200', '401', '500', '503'],
  },
];

const answerTypes = [
  'application/json',
  'text/csv',
  'text/event-stream',
  'image/svg+xml',
  'image/png',
  'application/pdf',
  'application/vnd.quittance.proof',
];

function operationsOf(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

describe.each(documents)('the OpenAPI document of the $name interface', ({ document, ids, statuses }) => {
  const operations = operationsOf(document);

  it('has what OpenAPI 3.1 demands of a document', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).not.toBe('');
    expect(document.info.version).not.toBe('');
    expect(document.servers).toEqual([{ url: '/' }]);
    const requirements = [...document.security, ...operations.flatMap(({ operation }) => operation.security ?? [])];
    for (const requirement of requirements) {
      for (const scheme of Object.keys(requirement)) expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('is JSON: nothing in it is lost when it is written', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has no reference without a target, and no schema without a reference', () => {
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

  it('names each operation once, with a summary and a known tag', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.summary, operation.operationId).not.toBe('');
      expect(tags, operation.operationId).toContain(operation.tags[0]);
    }
  });

  it.each(operations)('declares each path parameter of $method $path, as required', ({ path, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name).sort()).toEqual(inPath.sort());
    for (const parameter of operation.parameters) expect(parameter.description, parameter.name).not.toBe('');
    expect(declared.every(({ required }) => required)).toBe(true);
    expect(declared.every(({ example }) => example !== '')).toBe(true);
  });

  it.each(operations)('gives $method $path its answers, each with content', ({ operation }) => {
    const isOpen = operation.security?.length === 0 && !['signIn', 'signInWithPasskey'].includes(operation.operationId);
    const expected = statuses.filter((status) => status !== '401' || !isOpen);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(expected));
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/);
      expect(response.description).not.toBe('');
      const types = status === '200' ? answerTypes : ['application/json'];
      for (const type of Object.keys(response.content)) expect(types).toContain(type);
      expect(Object.keys(response.content).length).toBeGreaterThan(0);
    }
  });

  it.each(operations)('fills every brace of the refusals of $method $path', ({ operation }) => {
    for (const message of refusalMessages(operation))
      expect(message).not.toMatch(/[{}]|\b(undefined|null)\b| {2}| \.$/);
  });

  it('says what every field means', () => {
    const silent = new Set<string>();
    const where = { ...document.components.schemas, ...document.paths };
    for (const [place, part] of Object.entries(where)) {
      // Parts without a type are conditions, and say nothing about a field by themselves.
      visit(part, ({ type, properties }) => {
        for (const [name, field] of Object.entries((properties ?? {}) as Record<string, JsonSchema>))
          if (type === 'object' && !field['description']) silent.add(`${place}: ${name}`);
      });
    }
    expect([...silent]).toEqual([]);
  });
});

describe('the refusals of operations', () => {
  it('name every code that a caller can meet', () => {
    const documented = new Set([
      ...merchantEndpoints.flatMap(merchantRefusals),
      ...documentedEndpoints.flatMap(operatorRefusals),
      ...deviceEndpoints.flatMap(deviceRefusals),
      ...publicEndpoints.flatMap(publicRefusals),
      ...clientErrorCodes,
      ...importFaults,
    ]);
    expect([...documented].sort()).toEqual([...errorCodes].sort());
  });
});

describe('the examples', () => {
  const endpoints: readonly Description[] = [...merchantEndpoints, ...publicEndpoints, ...documentedEndpoints];

  it.each(endpoints)('the examples of $operationId fit its schemas', (endpoint) => {
    const { request, response } = examplesOf(endpoint, '/');
    const { body } = endpoint;
    const takesBody = body !== undefined && body.kind !== 'ignored';
    if (isKindOfAnswer(endpoint.response)) {
      const texts = Object.values(response ?? {}).map(({ value }) => typeof value);
      // A picture and a file of bytes are not shown.
      expect(texts).toEqual(['file', 'parts'].includes(endpoint.response.answers) ? [] : ['string']);
    } else {
      expect(Object.keys(response ?? {}).length).toBeGreaterThan(0);
      for (const { value } of Object.values(response ?? {})) expect(faults(endpoint.response, value)).toEqual([]);
      if (takesBody) expect(Object.keys(request ?? {})).toEqual(Object.keys(response ?? {}));
    }
    expect(request !== undefined).toBe(takesBody);
    for (const { value } of Object.values(request ?? {})) expect(takesBody && faults(body.schema, value)).toEqual([]);
  });

  it.each(webhooks)('the examples of what is sent as `$name` fit its schema', ({ body, example }) => {
    expect(faults(body, example.body)).toEqual([]);
  });

  it('lead to the service that shows them', () => {
    const shown = JSON.stringify(openApiDocument('https://quittance.shop'));
    expect(shown).toContain('https://quittance.shop/pay/');
    expect(shown).not.toContain('https://pay.example.com');
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
