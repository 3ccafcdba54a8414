import type { JsonSchema, OpenApiDocument, Operation } from '../src/reference/openapi-document.ts';

/**
 * What the console knows of the operator interface, as TypeScript: the shapes, and for each operation its method, path, what
 * goes in and what comes out. Made from the OpenAPI document, so that the compiler finds a page that asks for what is gone.
 *
 * Not taken from the endpoints as `import type`: the compiler would then check all of `src/` for the browser as well, which
 * takes five times as long and fails at types that Node has and a browser lacks.
 */
export function consoleSchema(document: OpenApiDocument): string {
  const { Faults: _, ...named } = document.components.schemas;
  // What phones post is nothing that the console does.
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/operator/'));
  const operations = paths
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .sort((left, right) => (left.operation.operationId < right.operation.operationId ? -1 : 1));
  const shared = sharedObjects(
    Object.entries(named).map(([name, schema]) => ({ name, schema })),
    operations.flatMap(({ operation }) => jsonPlaces(operation, Object.keys(named))),
  );
  const shapes = [...shared].map(([itself, { name, schema }]) => {
    const others = new Map([...shared].filter(([text]) => text !== itself));
    return `export interface ${name} ${wrapped(schema, others, `export interface ${name} `, '')}`;
  });
  const types = operations.map(({ operation }) => operationType(operation, shared));
  const routes = operations.map(
    ({ path, method, operation: { operationId } }) =>
      `  ${operationId}: ['${method.toUpperCase()}', '${path.replace('/api/operator', '')}'],`,
  );
  const choices = operations.flatMap(({ operation }) => choicesOf(operation));
  return `// Made by \`npm run docs\` from the operator interface; do not edit.

type Path<Name extends string> = { [Key in Name]: string | number };
type Query<Name extends string> = { [Key in Name]?: string | number | null | undefined };

${shapes.sort().join('\n')}

export interface Operations {
${types.join('\n')}
}

/** Parameters of lists that take one of some values. */
export interface Choices {
${choices.join('\n')}
}

/** Method and path below /api/operator of each operation. */
export const routes = {
${routes.join('\n')}
} as const satisfies Record<keyof Operations, readonly [string, string]>;
`;
}

function operationType(operation: Operation, shared: Shared): string {
  const { operationId, parameters, requestBody } = operation;
  const [body, answer] = jsonOf(operation);
  const keys = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => `'${name}'`);
  const [path, query] = [keys('path').join(' | '), keys('query').join(' | ')];
  const part = (name: string, schema: JsonSchema) => `${name}: ${wrapped(schema, shared, `    ${name}: `, '    ')}`;
  const parts = [
    ...(path === '' ? [] : [`path: Path<${path}>`]),
    ...(query === '' ? [] : [`query: Query<${query}>`]),
    ...(body !== undefined ? [part('body', body)] : requestBody === undefined ? [] : ['body: FormData | string']),
    answer === undefined ? 'answer: string' : part('answer', answer),
  ];
  const line = `  ${operationId}: { ${parts.join('; ')} };`;
  if (line.length <= lineWidth && !line.includes('\n')) return line;
  return `  ${operationId}: {\n${parts.map((text) => `    ${text};\n`).join('')}  };`;
}

/** What pages offer as filters; nothing where nothing can be chosen. */
function choicesOf({ operationId, parameters }: Operation): readonly string[] {
  const chosen = parameters.filter(({ in: place, schema }) => place === 'query' && schema['enum'] !== undefined);
  if (!operationId.startsWith('list') || chosen.length === 0) return [];
  return [`  ${operationId}: { ${chosen.map(({ name, schema }) => `${name}: ${flat(schema)}`).join('; ')} };`];
}

/** What goes in and what comes out, where it is JSON. */
function jsonOf({ requestBody, responses }: Operation): readonly [JsonSchema | undefined, JsonSchema | undefined] {
  const [body, answer] = [requestBody?.content, responses['200']?.content];
  return [body?.['application/json']?.schema, answer?.['application/json']?.schema];
}

/** A schema, and what it is called where it has no other name. */
interface Place {
  readonly name: string;
  readonly schema: JsonSchema;
}

function jsonPlaces(operation: Operation, taken: readonly string[]): readonly Place[] {
  const [body, answer] = jsonOf(operation);
  const act = capital(operation.operationId);
  const thing = act.replace(/^(Add|Begin|Change|Create|List|Lift|Read|Set)(?=[A-Z])/, '');
  const name = taken.includes(thing) ? act : thing;
  return [
    ...(body === undefined ? [] : [{ name: `${name}Body`, schema: body }]),
    ...(answer === undefined ? [] : [{ name, schema: answer }]),
  ];
}

/** Objects that are written once, by how they are written without names. */
type Shared = ReadonlyMap<string, Place>;

const lineWidth = 120;
/** Shorter objects are written out wherever they stand. */
const sharedCharactersMin = 60;

/** The document names some objects; any other that is met again is called after the first place it was met in. */
function sharedObjects(named: readonly Place[], places: readonly Place[]): Shared {
  const shared = new Map(named.map((place) => [flat(place.schema), place]));
  const met = new Map<string, Place>();
  const visit = (place: Place, root: string): void => {
    const text = flat(place.schema);
    const first = met.get(text);
    if (first === undefined) {
      met.set(text, place);
      for (const part of partsOf(place, root)) visit(part, root);
    } else if (isObject(place.schema) && text.length >= sharedCharactersMin && !shared.has(text))
      shared.set(text, first);
  };
  for (const place of [...named, ...places]) visit(place, place.name);
  const names = [...shared.values()].map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two shapes would be called ${twice}: one of them needs an $id`);
  return shared;
}

/** A field is called after what it is a field of, however deep; one of many in the singular. */
function partsOf({ name, schema }: Place, root: string): readonly Place[] {
  const { type, properties = {}, patternProperties = {}, items, anyOf = [], oneOf = [] } = schema;
  if (Array.isArray(type)) return type.map((one) => ({ name, schema: { ...schema, type: one } }));
  const choices = [...anyOf, ...oneOf, ...Object.values<JsonSchema>(patternProperties)];
  return [
    ...Object.entries<JsonSchema>(properties).map(([key, part]) => ({ name: `${root}${capital(key)}`, schema: part })),
    ...choices.map((part) => ({ name, schema: part })),
    ...(items === undefined ? [] : [{ name: name.replace(/s$/, ''), schema: items }]),
  ];
}

function flat(schema: JsonSchema): string {
  return typeOf(schema, (fields) => `{ ${fields.map(([key, part]) => `${key}: ${flat(part)}`).join('; ')} }`);
}

/** On one line where there is room, else with a line for each field. */
function wrapped(schema: JsonSchema, shared: Shared, before: string, indent: string): string {
  return typeOf(schema, (fields, itself) => {
    const name = shared.get(flat({ ...itself, type: 'object' }))?.name;
    if (name !== undefined) return name;
    const parts = fields.map(([key, part]) => `${key}: ${wrapped(part, shared, `${indent}  ${key}: `, `${indent}  `)}`);
    const line = `{ ${parts.join('; ')} }`;
    if (before.length + line.length < lineWidth && !line.includes('\n')) return line;
    return `{\n${parts.map((part) => `${indent}  ${part};\n`).join('')}${indent}}`;
  });
}

type Fields = readonly (readonly [key: string, schema: JsonSchema])[];

/** A schema as TypeScript; `object` writes the objects in it. */
function typeOf(schema: JsonSchema, object: (fields: Fields, itself: JsonSchema) => string): string {
  if (schema['$ref'] !== undefined) return String(schema['$ref']).split('/').at(-1) ?? '';
  if (schema['enum'] !== undefined) return schema['enum'].map(literal).join(' | ');
  if (schema['const'] !== undefined) return literal(schema['const']);
  const choices: readonly JsonSchema[] | undefined = schema['anyOf'] ?? schema['oneOf'];
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, object)).join(' | ');
  const names: readonly string[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? 'unknown'];
  return names.map((name) => namedType(name, schema, object)).join(' | ');
}

function namedType(name: string, schema: JsonSchema, object: Parameters<typeof typeOf>[1]): string {
  switch (name) {
    case 'object': {
      const [named] = Object.values<JsonSchema>(schema['patternProperties'] ?? {});
      if (named !== undefined) return `{ readonly [name: string]: ${typeOf(named, object)} }`;
      const required: readonly string[] = schema['required'] ?? [];
      const fields = Object.entries<JsonSchema>(schema['properties'] ?? {});
      if (fields.length === 0) return '{ readonly [name: string]: unknown }';
      const key = (text: string) => `${/^\w+$/.test(text) ? text : `'${text}'`}${required.includes(text) ? '' : '?'}`;
      return object(
        fields.map(([text, part]) => [key(text), part]),
        schema,
      );
    }
    case 'array': {
      const items: JsonSchema = schema['items'] ?? {};
      const item = typeOf(items, object);
      return isChoice(items) ? `(${item})[]` : `${item}[]`;
    }
    case 'integer':
      return 'number';
    default:
      return name;
  }
}

function isObject({ type, properties }: JsonSchema): boolean {
  return type === 'object' && properties !== undefined;
}

function isChoice(schema: JsonSchema): boolean {
  const { enum: values, anyOf, oneOf, type } = schema;
  return [values, anyOf, oneOf, type].some((choices) => Array.isArray(choices) && choices.length > 1);
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
