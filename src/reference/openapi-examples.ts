import type { Description, Example } from '../api/endpoint.ts';
import { exampleUrl } from '../api/examples.ts';

/** An example as OpenAPI has it. */
export interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

type NamedExamples = Readonly<Record<string, NamedExample>>;

interface OperationExamples {
  /** By name; the answers carry the same names where there is more than one. */
  readonly request?: NamedExamples;
  readonly response?: NamedExamples;
}

type Exemplary = Pick<Description, 'summary' | 'example' | 'examples'>;

/** The examples of an endpoint, with links that lead to the service that shows them. */
export function examplesOf({ summary, example, examples }: Exemplary, serverUrl: string): OperationExamples {
  const named = Object.entries(examples ?? (example === undefined ? {} : { example }));
  if (named.length === 0) return {};
  const asked = named.filter(([, one]) => one.body !== undefined);
  const shown = (value: unknown) => withLinks(value, serverUrl);
  const request = (one: Example<unknown, unknown>) => ({ summary: one.asks ?? summary, value: shown(one.body) });
  const response = (one: Example<unknown, unknown>) => ({ summary: one.shows ?? summary, value: shown(one.answer) });
  return {
    ...(asked.length === 0 ? {} : { request: Object.fromEntries(asked.map(([name, one]) => [name, request(one)])) }),
    response: Object.fromEntries(named.map(([name, one]) => [name, response(one)])),
  };
}

/** The document in the repository is served by nobody: its links stay as they are written. */
export function withLinks(value: unknown, serverUrl: string): unknown {
  if (serverUrl === '/') return value;
  if (typeof value === 'string') return value.replaceAll(exampleUrl, serverUrl);
  if (Array.isArray(value)) return value.map((part) => withLinks(part, serverUrl));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withLinks(part, serverUrl)]));
}
