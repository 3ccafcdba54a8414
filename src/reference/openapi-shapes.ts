import type { TSchema } from 'typebox';
import { Faults } from '../api/schemas.ts';
import type { JsonSchema } from './openapi-document.ts';

/** Named shapes stand once, under components, and are referred to from everywhere else. */
export function reference(schema: TSchema): JsonSchema {
  return rewrite(schema, false) as JsonSchema;
}

function rewrite(schema: unknown, isRoot: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((part) => rewrite(part, false));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as Record<string, unknown>;
  if (typeof $id === 'string' && !isRoot) return { $ref: `#/components/schemas/${$id}` };
  const { allOf, ...parts } = Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [name, rewrite(part, false)]),
  );
  // A shape with what it means in one place: OpenAPI 3.1 lets words stand beside a reference.
  if (Array.isArray(allOf)) return { ...allOf[0], ...parts };
  // Makers of client code want a type even where the values say it.
  return Array.isArray(parts['enum']) && parts['type'] === undefined ? { type: 'string', ...parts } : parts;
}

/** Every named shape within those given. */
export function components(schemas: readonly TSchema[]): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { $id } = schema as Record<string, unknown>;
    if (typeof $id === 'string') found.set($id, rewrite(schema, true) as JsonSchema);
    for (const part of Object.values(schema)) visit(part);
  };
  for (const schema of [...schemas, Faults]) visit(schema);
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}
