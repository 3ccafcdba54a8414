import { merchantRefusals } from '../src/api/merchant/endpoint.ts';
import { merchantEndpoints } from '../src/api/merchant/endpoints.ts';
import { openApiDocument } from '../src/reference/openapi.ts';
import type { JsonSchema } from '../src/reference/openapi-document.ts';
import { shapeName } from './sdk-description.ts';

/**
 * The types of the SDK, written from the same schemas that check requests and make the reference: what the service says and
 * what the SDK promises cannot drift apart.
 */
export function sdkInterface(): string {
  const { schemas } = openApiDocument('/').components;
  const shapes = Object.entries(schemas).flatMap(([name, schema]) => (isWritten(name) ? [shape(name, schema)] : []));
  return `// Made by \`npm run docs\` from the schemas of the merchant interface; do not edit.

${shapes.join('\n\n')}

${disputeReasons(schemas)}

${codes()}
`;
}

/** Forms are sent piece by piece, so the SDK has its own shapes for them. */
const forms = ['ConfirmTransfer', 'OpenDispute'];

function isWritten(name: string): boolean {
  return !forms.includes(name);
}

function shape(name: string, schema: JsonSchema): string {
  const object = schema['type'] === 'array' ? schema['items'] : schema;
  const lines = Object.entries<JsonSchema>(object.properties).flatMap(([member, property]) => {
    const comment = property['description'] === undefined ? [] : [`  /** ${property['description']} */`];
    return [...comment, `  ${memberText(object, member)};`];
  });
  return `export interface ${shapeName(name)} {\n${lines.join('\n')}\n}`;
}

function memberText(object: JsonSchema, name: string): string {
  const type = typeText(object['properties'][name]);
  // A caller's undefined means the same as leaving the member out.
  return object['required']?.includes(name) ? `readonly ${name}: ${type}` : `readonly ${name}?: ${type} | undefined`;
}

function typeText(schema: JsonSchema): string {
  if (schema['$ref'] !== undefined) return shapeName(schema['$ref'].split('/').at(-1));
  if (schema['anyOf'] !== undefined) {
    return schema['anyOf'].map((one: JsonSchema) => typeText(one)).join(' | ');
  }
  if (schema['enum'] !== undefined) return schema['enum'].map((value: string) => `'${value}'`).join(' | ');
  if (Array.isArray(schema['type'])) return schema['type'].map((type: string) => typeText({ type })).join(' | ');
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'integer':
      return 'number';
    case 'array':
      return schema['items'] === undefined ? 'readonly []' : `readonly ${typeText(schema['items'])}[]`;
    case 'object':
      if (Object.keys(schema['properties']).length === 0) return 'object';
      return `{ ${Object.keys(schema['properties'])
        .map((name) => memberText(schema, name))
        .join('; ')} }`;
    default:
      throw new Error(`the SDK's types do not know how to write ${JSON.stringify(schema)}`);
  }
}

function disputeReasons(schemas: Readonly<Record<string, JsonSchema>>): string {
  const reasons = schemas['OpenDispute']?.['properties'].disputeReason;
  return `/** Why a deal is disputed. */\nexport type DisputeReason = ${typeText(reasons)};`;
}

/** Every code that an operation of the merchant interface refuses with. */
function codes(): string {
  const all = [...new Set(merchantEndpoints.flatMap(merchantRefusals))].sort();
  return `/** Every refusal of the merchant interface; what to do about each stands in docs/errors.md of the service. */
export type ErrorCode =
${all.map((code) => `  | '${code}'`).join('\n')};`;
}
