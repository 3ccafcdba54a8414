import type { JsonSchema, OpenApiDocument, Operation } from '../src/reference/openapi-document.ts';

/**
 * What the console knows of the operator interface, as TypeScript: the shapes, and for each operation its method, path, what
 * goes in and what comes out. Made from the OpenAPI document, so that the compiler finds a page that asks for what is gone.
 */
export function consoleSchema(document: OpenApiDocument): string {
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export interface ${name} ${objectType(schema, '')}\n`,
  );
  // What phones post is nothing that the console does.
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/operator/'));
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const inOrder = operations.sort((left, right) => (left.operation.operationId < right.operation.operationId ? -1 : 1));
  const routes = inOrder.map(({ path, method, operation }) => {
    const { operationId } = operation;
    return `  ${operationId}: ['${method}', '${path.replace('/api/operator', '')}'],`;
  });
  const types = inOrder.map(({ operation }) => operationType(operation));
  return `// Made by \`npm run docs\` from the operator interface; do not edit.

${shapes.filter((text) => !text.startsWith('export interface Faults')).join('\n')}
export interface Operations {
${types.join('\n')}
}

/** Method and path below /api/operator of each operation. */
export const routes = {
${routes.join('\n')}
} as const satisfies Record<keyof Operations, readonly [string, string]>;
`;
}

function operationType({ operationId, parameters, requestBody, responses }: Operation): string {
  const named = (place: string) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) return '{}';
    const fields = found.map(({ name, required }) => `${key(name)}${required === true ? '' : '?'}: string | number`);
    return `{ ${fields.join('; ')} }`;
  };
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const [answerType, answer] = Object.entries(responses['200']?.content ?? {})[0] ?? [];
  return `  ${operationId}: {
    path: ${named('path')};
    query: ${named('query')};
    body: ${body === undefined ? 'undefined' : bodyType === 'application/json' ? typeOf(body.schema as JsonSchema, '    ') : 'FormData | string'};
    answer: ${answer === undefined || answerType !== 'application/json' ? 'string' : typeOf(answer.schema as JsonSchema, '    ')};
  };`;
}

function typeOf(schema: JsonSchema, indent: string): string {
  if (schema['$ref'] !== undefined) return String(schema['$ref']).split('/').at(-1) ?? '';
  if (schema['enum'] !== undefined) return schema['enum'].map((value: unknown) => literal(value)).join(' | ');
  if (schema['const'] !== undefined) return literal(schema['const']);
  const choices: readonly JsonSchema[] | undefined = schema['anyOf'] ?? schema['oneOf'];
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, indent)).join(' | ');
  const names: readonly string[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? 'unknown'];
  return names.map((name) => namedType(name, schema, indent)).join(' | ');
}

function namedType(name: string, schema: JsonSchema, indent: string): string {
  switch (name) {
    case 'object':
      return objectType(schema, indent);
    case 'array': {
      const item = typeOf(schema['items'] ?? {}, indent);
      return /[|]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'integer':
      return 'number';
    default:
      return name;
  }
}

function objectType(schema: JsonSchema, indent: string): string {
  const [named] = Object.values<JsonSchema>(schema['patternProperties'] ?? {});
  if (named !== undefined) return `{ readonly [name: string]: ${typeOf(named, indent)} }`;
  const properties: Readonly<Record<string, JsonSchema>> = schema['properties'] ?? {};
  const required: readonly string[] = schema['required'] ?? [];
  const fields = Object.entries(properties).map(
    ([name, part]) => `${indent}  ${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(part, `${indent}  `)};`,
  );
  return fields.length === 0 ? '{ readonly [name: string]: unknown }' : `{\n${fields.join('\n')}\n${indent}}`;
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
