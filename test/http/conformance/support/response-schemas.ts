import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { merchantEndpoints } from '../../../../src/api/merchant/endpoints.ts';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly schema: TSchema;
}

const prefix = '/api/merchant';

/** Literal paths before those with parameters, as the service's own router has it. */
const routes: readonly Route[] = [...merchantEndpoints]
  .sort((left, right) => Number(right.path.includes('internal-id')) - Number(left.path.includes('internal-id')))
  .map(({ method, path, response }) => ({
    method,
    pattern: new RegExp(`^${prefix}${path.replaceAll(/:\w+/g, '[^/]+')}$`),
    schema: closed(response) as TSchema,
  }));

/** What an answer says beside or against the schema of its operation. */
export function responseFaults(method: string, path: string, body: unknown): string[] {
  const [bare = ''] = path.split('?', 1);
  const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(bare));
  if (route === undefined) return [`there is no operation ${method} ${bare}`];
  return [...Errors(route.schema, body)].map((error) => `${error.instancePath} ${error.message}`);
}

/** The same schema, with every object closed: a key that the schema does not name is a fault. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy;
}
