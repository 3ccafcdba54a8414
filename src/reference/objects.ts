import { empty, escaped, type Html, html } from '../http/html.ts';
import { inline, table } from './html.ts';
import type { Content, JsonSchema, MediaType, OpenApiDocument, Operation } from './openapi-document.ts';

/** A field of a request or an answer, as a row of a table shows it. */
interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  /** `yes`, `no`, or the condition. */
  readonly required: string;
}

export function schemaFields(document: OpenApiDocument, schema: JsonSchema): readonly Field[] {
  const resolved = resolve(document, schema);
  const required: readonly string[] = resolved['required'] ?? [];
  return Object.entries((resolved['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, part]) => ({
    name,
    schema: part,
    required: required.includes(name) ? 'yes' : (condition(resolved, name) ?? 'no'),
  }));
}

/** The fields of an answer; of a list, those of its elements, and of a page also those of its rows. */
export function answerFields(document: OpenApiDocument, schema: JsonSchema): readonly Field[] {
  const fields = schemaFields(document, schema['type'] === 'array' ? schema['items'] : schema);
  return fields.flatMap((field) => {
    const row: JsonSchema | undefined = field.name === 'items' ? field.schema['items'] : undefined;
    const isUnnamed = row !== undefined && referredName(row) === null;
    const inner = isUnnamed ? schemaFields(document, row) : [];
    return [
      isUnnamed
        ? { ...field, schema: { type: 'array', items: { type: 'object' }, ...described(field.schema) } }
        : field,
      ...inner.map((one) => ({ ...one, name: `items[].${one.name}` })),
    ];
  });
}

function described(schema: JsonSchema): JsonSchema {
  return { description: schema['description'] };
}

export function firstMedia(content: Content | undefined): { readonly type?: string; readonly media?: MediaType } {
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  return type === undefined || media === undefined ? {} : { type, media };
}

export function answerMedia(operation: Operation): ReturnType<typeof firstMedia> {
  return firstMedia(operation.responses['200']?.content);
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = referredName(schema);
  return name === null ? schema : (document.components.schemas[name] ?? schema);
}

function referredName(schema: JsonSchema): string | null {
  const reference: string | undefined = schema['$ref'];
  return reference?.replace('#/components/schemas/', '') ?? null;
}

/** Our schemas have one kind of condition: another field has a certain value. */
function condition(schema: JsonSchema, name: string): string | null {
  const required: readonly string[] = schema['then']?.required ?? [];
  const [field, value] = Object.entries(schema['if']?.properties ?? {})[0] ?? [];
  if (!required.includes(name) || field === undefined) return null;
  return `if \`${field}\` is \`${(value as JsonSchema)['const']}\``;
}

export function fieldRow({ name, schema, required }: Field, place: string): readonly Html[] {
  return [
    html`<code>${escaped(name)}</code> <small>${escaped(place)}</small>`,
    html`${typeName(schema)}${lengthNote(schema)}`,
    inline(required),
    inline(schema['description'] ?? ''),
  ];
}

function lengthNote(schema: JsonSchema): Html {
  const limit: number | undefined = schema['maxLength'];
  return limit === undefined ? empty : html` <small>max length ${escaped(String(limit))}</small>`;
}

/** A type in words; named shapes are links. */
export function typeName(schema: JsonSchema): Html {
  const name = referredName(schema);
  if (name !== null) return html`<a href="#object-${escaped(name)}">${escaped(name)}</a>`;
  const choices: readonly JsonSchema[] | undefined = schema['anyOf'];
  if (choices !== undefined) return joined(choices.map(typeName));
  if (Array.isArray(schema['enum']))
    return joined(schema['enum'].map((value) => html`<code>${escaped(String(value))}</code>`));
  if (Array.isArray(schema['type'])) return joined(schema['type'].map(escaped));
  if (schema['type'] === 'array') return arrayName(schema);
  if (schema['format'] === 'binary') return escaped('file');
  if (String(schema['pattern']).startsWith('^\\d{4}-')) return html`<a href="#money">timestamp</a>`;
  return schema['type'] === 'object' ? objectName(schema) : escaped(String(schema['type']));
}

function arrayName(schema: JsonSchema): Html {
  return schema['items'] === undefined || schema['maxItems'] === 0
    ? escaped('empty array')
    : html`array of ${typeName(schema['items'])}`;
}

function objectName(schema: JsonSchema): Html {
  const names = Object.keys(schema['properties'] ?? {});
  if (names.length === 0) return escaped('object');
  return html`object: ${joined(
    names.map((name) => html`<code>${escaped(name)}</code>`),
    ', ',
  )}`;
}

function joined(parts: readonly Html[], separator = parts.length > 2 ? ', ' : ' or '): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${escaped(separator)}${part}`))}`;
}

/** The named shapes of answers, in the order in which a reader meets them. */
export function answerShapes(document: OpenApiDocument): readonly string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const name = referredName(part as JsonSchema);
    if (name !== null && !found.has(name)) {
      found.add(name);
      visit(document.components.schemas[name]);
    }
    for (const inner of Object.values(part)) visit(inner);
  };
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      visit(answerMedia(operation).media?.schema);
    }
  }
  return [...found];
}

export function objectSection(document: OpenApiDocument, name: string): Html {
  const fields = schemaFields(document, document.components.schemas[name] ?? {});
  const rows = fields.map(({ name: field, schema }) => [
    html`<code>${escaped(field)}</code>`,
    typeName(schema),
    inline(schema['description'] ?? ''),
  ]);
  const id = escaped(`object-${name}`);
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h1 id="${id}-title">${escaped(name)}</h1>
${table(['Field', 'Type', 'Notes'], rows)}</section>
`;
}
