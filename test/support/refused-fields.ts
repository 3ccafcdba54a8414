import { type Operation, operations } from '../../fuzz/operations.ts';
import { AppError, type Fault } from '../../src/errors/app-error.ts';
import { validationFaults } from '../../src/http/error-answers.ts';
import { schemaCheck } from '../../src/http/schema-check.ts';

/** What the door says of a JSON body before anybody decides on it, as `code field`; nothing where its shape is right. */
export function refusalsOfBody({ operationId, body: described }: Operation, body: unknown): readonly string[] {
  if (described.kind !== 'json') throw new Error(`${operationId} takes no JSON`);
  const check = schemaCheck(described.schema);
  if (check(body) === true) return [];
  return validationFaults((check.errors ?? []) as Parameters<typeof validationFaults>[0]).map(spoken);
}

/** The same of the parameters of a query. */
export function refusalsOfQuery(
  { query = {} }: Operation,
  given: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(query).flatMap(([name, parameter]) => {
    try {
      parameter.read(given[name], name);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.faults.map(spoken);
    }
  });
}

export function spoken({ code, field }: Pick<Fault, 'code' | 'field'>): string {
  return `${code} ${field ?? ''}`.trim();
}

export function operationNamed(operationId: string): Operation {
  const found = operations.find((one) => one.operationId === operationId);
  if (found === undefined) throw new Error(`there is no operation ${operationId}`);
  return found;
}
