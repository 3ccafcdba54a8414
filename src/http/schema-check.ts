import { AjvCompiler } from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

type Check = ReturnType<FastifySchemaCompiler<unknown>>;

/** Not Fastify's defaults: what came is judged as it came, and all that is wrong with it is told at once. */
const compile = AjvCompiler()(
  {},
  {
    customOptions: {
      allErrors: true,
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      verbose: true,
      strict: false,
    },
  },
);

/** Services of one process share what was compiled: the tests start hundreds of them. */
const checks = new WeakMap<object, Check>();

/** Checks what a request brings. To compile the schemas of all routes took half of a start, so each waits for its first request. */
export function schemaCheck(schema: object): Check {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  let compiled: ReturnType<typeof compile> | null = null;
  const check: Check = (data: unknown) => {
    compiled ??= compile({ schema });
    const isRight = compiled(data) === true;
    check.errors = compiled.errors ?? null;
    return isRight;
  };
  checks.set(schema, check);
  return check;
}
