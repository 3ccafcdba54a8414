import { isSomebodyHere } from '../activity.ts';
import { noteAsOf } from './behind.ts';
import { type Operations, routes } from './schema.ts';

/** The operator interface as the console calls it: one function for every operation, typed by the interface's own document. */
export type Operation = keyof Operations;
export type Answer<Name extends Operation> = Operations[Name]['answer'];

export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(routes, name);
}

type Values = Readonly<Record<string, string | number | null | undefined>>;
type Part<Described, Key extends string> = Described extends { [One in Key]: infer Found } ? Found : undefined;
/** What goes in; undefined where the operation takes no such part. */
type Inputs = {
  [Name in Operation]: { [Key in 'path' | 'query' | 'body']: Part<Operations[Name], Key> };
};

export interface Input<Name extends Operation> {
  readonly path?: Inputs[Name]['path'];
  /** Empty, null and absent values are not sent. */
  readonly query?: Inputs[Name]['query'];
  readonly body?: Inputs[Name]['body'];
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** A refusal, or no answer at all (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, faults: readonly Fault[]) {
    super(faults[0]?.message ?? `status ${status}`);
    this.status = status;
    this.faults = faults;
  }

  /** Whether the service decided. Otherwise it is unknown whether the request was processed. */
  get isDecided(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

const rootElement = document.getElementById('root');
/** The path the service is served under; empty where no proxy adds one. */
export const basePath = rootElement?.dataset['base'] ?? '';

let csrfToken: string | null = null;
/** Changes have to come with it; other sites cannot read it. */
export function keepCsrfToken(token: string | null): void {
  csrfToken = token;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

export async function call<Name extends Operation>(
  name: Name,
  input: Input<Name> = {},
  options: CallOptions = {},
): Promise<Answer<Name>> {
  return (await readAnswer(await ask(name, input, options))) as Answer<Name>;
}

/** A file of bytes, for the page itself and not to be kept. */
export async function callForBytes<Name extends Operation>(
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<Uint8Array> {
  return new Uint8Array(await (await ask(name, input, options)).arrayBuffer());
}

async function ask<Name extends Operation>(name: Name, input: Input<Name>, options: CallOptions): Promise<Response> {
  const [method] = routes[name];
  const { headers, body } = encode(input.body);
  const response = await fetch(urlOf(name, input), {
    method,
    credentials: 'same-origin',
    headers: {
      ...headers,
      ...(method === 'GET' || csrfToken === null ? {} : { 'x-csrf-token': csrfToken }),
      ...(isSomebodyHere() ? {} : { 'x-background': '1' }),
      ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    },
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, [{ code: 'no_connection', message: 'The service does not answer.' }]);
  });
  if (method === 'GET') noteAsOf(name, response.headers.get('x-data-as-of'));
  if (response.ok) return response;
  throw new ApiError(response.status, await readFaults(response));
}

/** Where an operation is found: also for links that download. */
export function urlOf<Name extends Operation>(name: Name, input: Input<Name>): string {
  return `${basePath}${pathOf(name, input)}`;
}

/** What a passkey agrees to: the request as the service gets it, without what a proxy adds to its path. */
export function actOf<Name extends Operation>(name: Name, input: Input<Name>): string {
  const { body = '' } = encode(input.body);
  return `${routes[name][0]} ${pathOf(name, input)}\n${typeof body === 'string' ? body : ''}`;
}

function pathOf<Name extends Operation>(name: Name, { path, query }: Input<Name>): string {
  const [, pattern] = routes[name];
  const values = (path ?? {}) as Values;
  const filled = pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Values)) {
    if (value !== null && value !== undefined && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return `/api/operator${filled}${text === '' ? '' : `?${text}`}`;
}

/** Links of the service are absolute; here they are asked for on the origin the console is on, as its policy demands. */
export function localLink(link: string): string {
  const { pathname, search } = new URL(link, window.location.href);
  return `${pathname}${search}`;
}

function encode(body: unknown): { headers: Record<string, string>; body?: BodyInit } {
  if (body === undefined) return { headers: {} };
  // The browser writes the boundary of a form itself.
  if (body instanceof FormData) return { headers: {}, body };
  if (body instanceof Blob) return { headers: { 'content-type': 'application/octet-stream' }, body };
  if (typeof body === 'string') return { headers: { 'content-type': 'text/csv' }, body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function readAnswer(response: Response): Promise<unknown> {
  return (response.headers.get('content-type') ?? '').includes('json') ? await response.json() : await response.text();
}

async function readFaults(response: Response): Promise<readonly Fault[]> {
  const faults: unknown = await response.json().catch(() => null);
  if (Array.isArray(faults) && faults.length > 0) return faults;
  return [{ code: 'unexpected', message: `The service answered with status ${response.status}.` }];
}

/** Cannot be guessed or met twice. Not randomUUID, which browsers keep from pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
