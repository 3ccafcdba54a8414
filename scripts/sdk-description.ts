import { merchantRefusals } from '../src/api/merchant/endpoint.ts';
import { merchantEndpoints } from '../src/api/merchant/endpoints.ts';
import type { ErrorCode } from '../src/errors/app-error.ts';
import { errorCatalogue, statusOf } from '../src/errors/catalogue.ts';
import { openApiDocument } from '../src/reference/openapi.ts';
import type { JsonSchema, OpenApiDocument, Operation } from '../src/reference/openapi-document.ts';

/**
 * What an SDK in any language is made from: the operations of the merchant interface, the shapes they take and give, and the
 * refusals. It is read from the same description that checks requests and makes the reference.
 */
interface SdkDescription {
  readonly operations: readonly SdkOperation[];
  /** Shapes of answers, and of bodies that are given as a whole, by the SDK's name for them. */
  readonly shapes: ReadonlyMap<string, JsonSchema>;
  readonly refusals: readonly SdkRefusal[];
  /** A whole notification about a payin that was paid, as the service sends it. */
  readonly notification: SentNotification;
}

export interface SdkOperation {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly method: 'GET' | 'POST';
  /** Below `/api/merchant`, with `{name}` for what is filled in. */
  readonly path: string;
  readonly pathArguments: readonly SdkArgument[];
  readonly queryArguments: readonly SdkArgument[];
  readonly body: SdkBody | null;
  readonly answer: JsonSchema;
}

type SdkBody =
  /** A shape of its own, given as a whole; all of it may be left out where nothing in it is needed. */
  | { readonly kind: 'shape'; readonly shape: string; readonly isOptional: boolean; readonly isNotified: boolean }
  /** A few fields, given as arguments. */
  | { readonly kind: 'fields'; readonly fields: readonly SdkArgument[]; readonly isNotified: boolean }
  | { readonly kind: 'form'; readonly fields: readonly SdkArgument[] };

export interface SdkArgument {
  /** As the interface calls it. */
  readonly name: string;
  /** As a caller of the SDK does, in camel case. */
  readonly argument: string;
  readonly schema: JsonSchema;
  readonly isNeeded: boolean;
  readonly description: string;
}

interface SentNotification {
  readonly notificationDate: string;
  readonly invoice: Readonly<Record<string, unknown>> & { readonly deal: Readonly<Record<string, unknown>> };
}

interface SdkRefusal {
  readonly code: ErrorCode;
  readonly status: number;
  readonly whatToDo: string;
}

/** Where an SDK has a better word. */
const sdkNames: Readonly<Record<string, string>> = { readNotificationFeed: 'readNotifications' };

/** The same for fields of forms. */
const argumentNames: Readonly<Record<string, string>> = {
  disputeReason: 'reason',
  'disputeReasonData[amount]': 'amount',
};

/** What a client is told once and fills in by itself. */
const notified = ['notificationUrl', 'notificationToken'];

export function sdkDescription(): SdkDescription {
  const document = openApiDocument('https://pay.example.com');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
    if (!path.startsWith(merchant)) return [];
    return Object.entries(methods).map(([method, operation]) => describe(document, { method, path, operation }));
  });
  const order = merchantEndpoints.map(({ operationId }) => sdkName(operationId));
  const sent = document.webhooks?.['invoice']?.post.requestBody?.content['application/json'];
  const codes = [...new Set(merchantEndpoints.flatMap(merchantRefusals))].sort();
  return {
    operations: operations.sort((left, right) => order.indexOf(left.name) - order.indexOf(right.name)),
    shapes: reachable(document, [...operations.flatMap(schemasIn(document)), sent?.schema ?? {}, faults]),
    refusals: codes.map((code) => ({
      code,
      status: statusOf(code),
      whatToDo: plain(errorCatalogue[code].advice),
    })),
    notification: paidNotification(document, Object.values(sent?.examples ?? {})[0]?.value as SentNotification),
  };
}

interface ShownInvoice {
  readonly status: string;
  readonly updatedAt: string;
  readonly deals: readonly { readonly status: string }[];
}

/** The reference shows a notification about a dispute: here it is about the invoice that the reference shows as paid. */
function paidNotification(document: OpenApiDocument, example: SentNotification): SentNotification {
  const read = document.paths[`${merchant}/invoices/{id}`]?.['get']?.responses['200']?.content['application/json'];
  const shown = Object.values(read?.examples ?? {}).map(({ value }) => value as ShownInvoice);
  const paid = shown.find(({ status, deals }) => status === 'paid' && deals[0]?.status === 'completed');
  if (paid === undefined) throw new Error('no example of an invoice is paid by a completed deal');
  const invoice = { ...alike(example.invoice, paid), deal: alike(example.invoice.deal, paid.deals[0] ?? {}) };
  return { ...example, notificationDate: paid.updatedAt, invoice };
}

/** With the members of the first, and what the second says of them. */
function alike<Shape extends object>(shape: Shape, said: object): Shape {
  const members = Object.entries(said).filter(([name]) => name in shape);
  return { ...shape, ...Object.fromEntries(members) };
}

const merchant = '/api/merchant';
/** What every refusal is made of; no operation answers with it. */
const faults = { $ref: '#/components/schemas/Faults' };

export function sdkName(operationId: string): string {
  return sdkNames[operationId] ?? operationId;
}

/** `InvoiceDTO` is the interface's word; a program speaks of an invoice. */
export function shapeName(schemaName: string): string {
  return schemaName === 'Faults' ? 'Fault' : schemaName.replace(/DTO$/, '');
}

export function referredShape(schema: JsonSchema): string | null {
  return schema['$ref'] === undefined ? null : shapeName(schema['$ref'].split('/').at(-1));
}

interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function describe(document: OpenApiDocument, { method, path, operation }: Placed): SdkOperation {
  const placed = (place: 'path' | 'query') =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required, description }) => ({
        name,
        argument: name === 'id' ? idArgument(path) : name,
        schema,
        isNeeded: required,
        description: ofCaller(plain(description)),
      }));
  return {
    name: sdkName(operation.operationId),
    summary: operation.summary,
    description: ofCaller(plain(operation.description)),
    method: method === 'get' ? 'GET' : 'POST',
    path: path.slice(merchant.length),
    pathArguments: placed('path'),
    queryArguments: placed('query'),
    body: bodyOf(document, operation),
    answer: Object.values(operation.responses['200']?.content ?? {})[0]?.schema ?? {},
  };
}

/** `/invoices/{id}`: `invoiceId`. */
function idArgument(path: string): string {
  const [, things = ''] = /\/(\w+)s\/\{id\}/.exec(path) ?? [];
  return `${things}Id`;
}

function bodyOf(document: OpenApiDocument, { requestBody }: Operation): SdkBody | null {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (media === undefined) return null;
  const resolved = resolve(document, media.schema);
  const required: readonly string[] = resolved['required'] ?? [];
  const names = Object.keys(resolved['properties']);
  const isNotified = notified.every((name) => names.includes(name));
  const needed = required.filter((name) => !notified.includes(name));
  const shape = referredShape(media.schema);
  if (type === 'application/json' && shape !== null) {
    return { kind: 'shape', shape, isOptional: needed.length === 0, isNotified };
  }
  const fields = names.map((name) => ({
    name,
    argument: argumentNames[name] ?? name,
    schema: resolved['properties'][name],
    isNeeded: needed.includes(name),
    description: plain(resolved['properties'][name].description ?? ''),
  }));
  // Languages want what is needed first.
  const sorted = [...fields.filter(({ isNeeded }) => isNeeded), ...fields.filter(({ isNeeded }) => !isNeeded)];
  return type === 'multipart/form-data'
    ? { kind: 'form', fields: sorted }
    : { kind: 'fields', fields: sorted, isNotified };
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name: string | undefined = schema['$ref']?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

function schemasIn(document: OpenApiDocument): (operation: SdkOperation) => readonly JsonSchema[] {
  return ({ answer, body }) => {
    if (body?.kind !== 'shape') return [answer];
    const [name] = Object.keys(document.components.schemas).filter((one) => shapeName(one) === body.shape);
    return [answer, { $ref: `#/components/schemas/${name}` }];
  };
}

/** The named shapes that these lead to, in the order of their names. */
function reachable(document: OpenApiDocument, roots: readonly JsonSchema[]): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const name = referredShape(part as JsonSchema);
    if (name !== null && !found.has(name)) {
      const schema = resolve(document, part as JsonSchema);
      found.set(name, mayLeaveOut(name, schema));
      visit(schema);
    }
    for (const inner of Object.values(part)) visit(inner);
  };
  for (const root of roots) visit(root);
  return new Map([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function mayLeaveOut(name: string, schema: JsonSchema): JsonSchema {
  if (name !== 'CreateInvoice') return schema;
  return { ...schema, required: schema['required'].filter((field: string) => !notified.includes(field)) };
}

/** Markdown's marks are for pages; links lead nowhere in a program. */
function plain(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('**', '');
}

/** An SDK encodes what it fills into a path: only who writes the URL has to know of it. */
function ofCaller(text: string): string {
  return text.replace(/ Percent-encode [^.]+\./g, '').replaceAll(', percent-encoded', '');
}

/** Text in lines of at most so many characters. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
