import type { TSchema } from 'typebox';
import { Faults } from '../api/schemas.ts';
import type { JsonSchema } from './openapi-document.ts';
import { fieldNotes } from './openapi-notes.ts';

/** Named shapes stand once, under components, and are referred to from everywhere else. */
export function reference(schema: TSchema): JsonSchema {
  return rewrite(schema, false) as JsonSchema;
}

function rewrite(schema: unknown, isRoot: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((part) => rewrite(part, false));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as Record<string, unknown>;
  if (typeof $id === 'string' && !isRoot) return { $ref: `#/components/schemas/${$id}` };
  const parts = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, rewrite(part, false)]));
  // Makers of client code want a type even where the values say it.
  return Array.isArray(parts['enum']) && parts['type'] === undefined ? { type: 'string', ...parts } : parts;
}

type Notes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every named shape within those given. */
export function components(schemas: readonly TSchema[], notes: Notes = fieldNotes): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { $id } = schema as Record<string, unknown>;
    if (typeof $id === 'string') found.set($id, withNotes(notes[$id], rewrite(schema, true) as JsonSchema));
    for (const part of Object.values(schema)) visit(part);
  };
  for (const schema of [...schemas, Faults]) visit(schema);
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** What is said here about a field says more than what its type says about itself. */
function withNotes(notes: Notes[string] | undefined, schema: JsonSchema): JsonSchema {
  if (notes === undefined) return schema;
  const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([name, part]) => {
    const note = notes[name];
    return [name, note === undefined ? part : { ...part, description: note }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
