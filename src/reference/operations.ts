import type { ErrorCode } from '../errors/app-error.ts';
import { errorCatalogue, statusOf } from '../errors/catalogue.ts';
import { empty, escaped, type Html, html } from '../http/html.ts';
import { codeBlock, inline, jsonCode, paragraphs, prettyJson, table, tabs } from './html.ts';
import { answerFields, answerMedia, fieldRow, firstMedia, schemaFields, typeName } from './objects.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter, WebhookOperation } from './openapi-document.ts';
import type { NamedExample } from './openapi-examples.ts';
import { breakable } from './sections.ts';
import { type CurlCredentials, curlRequest, type ExampleRequest } from './snippets.ts';

/** An operation of the document with where it is called. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf(document: OpenApiDocument): readonly PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** What the examples say about who calls. */
export type Credentials = (operation: Operation) => CurlCredentials;

/** What is shown of an operation beside its description. */
interface Shown {
  readonly credentials: Credentials;
  /** To send it from the page; empty where that cannot be. */
  readonly form: Html;
}

export function operationSection(document: OpenApiDocument, placed: PlacedOperation, shown: Shown): Html {
  const { method, path, operation } = placed;
  const id = escaped(operation.operationId);
  const description = operation.description === '' ? empty : paragraphs(operation.description);
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="what">
<h1 id="${id}-title">${escaped(operation.summary)}</h1>
<p class="call">${badge(method)} <code>${callPath(path)}</code></p>
${description}${access(operation)}${parameterTable(document, operation)}${answer(document, operation)}${refusals(operation)}</div>
<div class="example">${shown.form}${examples(document, placed, shown.credentials(operation))}</div>
</section>
`;
}

/** What the service sends by itself. */
export function webhooksOf({ webhooks = {} }: OpenApiDocument, tag: string): readonly WebhookOperation[] {
  return Object.values(webhooks)
    .map(({ post }) => post)
    .filter(({ tags }) => tags.includes(tag));
}

export function webhookSection(document: OpenApiDocument, webhook: WebhookOperation): Html {
  const id = escaped(webhook.operationId);
  const { media } = firstMedia(webhook.requestBody?.content);
  const rows = [
    ...webhook.parameters.map((parameter) => fieldRow(parameterField(parameter), parameter.in)),
    ...schemaFields(document, media?.schema ?? {}).map((field) => fieldRow(field, 'body')),
  ];
  const answers = Object.entries(webhook.responses).map(([status, { description }]) => [
    escaped(status === 'default' ? 'any other' : status),
    inline(description),
  ]);
  const [example] = Object.values(media?.examples ?? {});
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="what">
<h1 id="${id}-title">${escaped(webhook.summary)}</h1>
<p class="call">${badge('sent')} <code>POST</code> to your server</p>
${paragraphs(webhook.description)}<h2>What is sent</h2>${table(['Name', 'Type', 'Always', 'Notes'], rows)}
<h2>What you answer</h2>${table(['Status', 'Meaning'], answers)}</div>
<div class="example">${codeBlock('Body', jsonCode(prettyJson(example?.value)))}</div>
</section>
`;
}

/** Who may call it, where people have roles. */
function access(operation: Operation): Html {
  const keyScopes = operation['x-key-scopes'];
  if (keyScopes !== undefined) {
    const needed = keyScopes.map((scope) => `\`${scope}\``).join(' or ');
    const byType = keyScopes.length > 1 ? ', by the type of the invoice' : '';
    return html`<dl class="facts"><div><dt>Scope of the API key</dt><dd>${inline(`${needed}${byType}`)}</dd></div></dl>
`;
  }
  const roles = operation['x-roles'];
  if (roles === undefined) return empty;
  const scope = operation['x-scope'] ?? null;
  const needed = scope === null ? 'none reaches it: sign in' : `\`${scope}\``;
  return html`<dl class="facts"><div><dt>Roles</dt><dd>${escaped(roles.join(', '))}</dd></div>
<div><dt>Scope of a token</dt><dd>${inline(needed)}</dd></div></dl>
`;
}

export function badge(method: string): Html {
  return html`<span class="badge ${escaped(method.toLowerCase())}">${escaped(method)}</span>`;
}

/** Breaks after slashes, and shows what is to be filled in. */
function callPath(path: string): Html {
  const parts = path.split(/(\{\w+\}|\/)/).map((part) => {
    if (part === '/') return html`/<wbr>`;
    return part.startsWith('{') ? html`<i>${escaped(part)}</i>` : escaped(part);
  });
  return html`${parts}`;
}

function parameterTable(document: OpenApiDocument, operation: Operation): Html {
  const { type, media } = firstMedia(operation.requestBody?.content);
  const place = type === 'multipart/form-data' ? 'form' : 'body';
  const body = media === undefined ? [] : schemaFields(document, media.schema);
  const row = (parameter: Parameter) => fieldRow(parameterField(parameter), parameter.in);
  const rows = [
    ...operation.parameters.filter((parameter) => parameter.in !== 'header').map(row),
    ...body.map((field) => fieldRow(field, place)),
    ...operation.parameters.filter((parameter) => parameter.in === 'header').map(row),
  ];
  return rows.length === 0 ? empty : html`<h2>Parameters</h2>${table(['Name', 'Type', 'Required', 'Notes'], rows)}`;
}

function parameterField({ name, required, description, schema }: Parameter) {
  return { name, schema: { ...schema, description } as JsonSchema, required: required ? 'yes' : 'no' };
}

function answer(document: OpenApiDocument, operation: Operation): Html {
  const { type, media } = answerMedia(operation);
  const schema = media?.schema ?? {};
  if (type === 'text/csv') return html`<h2>Answer</h2><p>CSV, with the names of the columns in the first line</p>`;
  if (type !== 'application/json') return html`<h2>Answer</h2><p>${inline(schema['description'] ?? '')}</p>`;
  const rows = answerFields(document, schema).map(({ name, schema: part }) => [
    html`<code>${escaped(name)}</code>`,
    typeName(part),
    inline(part['description'] ?? ''),
  ]);
  return html`<h2>Answer</h2><p>${typeName(schema)}</p><details><summary>Fields of the answer</summary>
${table(['Field', 'Type', 'Notes'], rows)}</details>
`;
}

/** Refusals that any request can meet are explained once, under Errors; those of this operation are listed. */
function refusals(operation: Operation): Html {
  const codes = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([, response]) => Object.keys(response.content['application/json']?.examples ?? {}) as ErrorCode[]);
  const rows = codes.map((code) => [
    escaped(String(statusOf(code))),
    html`<a href="#error-${escaped(code)}"><code>${breakable(code)}</code></a>`,
    escaped(errorCatalogue[code].message),
  ]);
  return html`<details><summary>Errors</summary>
${table(['Status', 'Code', 'Message'], rows)}</details>
`;
}

/** One for each named example; an operation without any still shows how it is called. */
function examples(document: OpenApiDocument, placed: PlacedOperation, credentials: CurlCredentials): Html {
  const { operation } = placed;
  const { type, media } = firstMedia(operation.requestBody?.content);
  const answers = answerMedia(operation).media?.examples ?? {};
  const named = { ...media?.examples, ...answers };
  const names = Object.keys(named).length === 0 ? ['example'] : Object.keys(named);
  const choices = names.map((name) => ({
    label: named[name]?.summary ?? name,
    content: html`${requestBlock(document, placed, { type, body: media?.examples?.[name]?.value }, credentials)}${answerBlock(answers[name])}`,
  }));
  return tabs(`${operation.operationId}-example`, choices);
}

function answerBlock(example: NamedExample | undefined): Html {
  if (example === undefined) return empty;
  // Lines and events are text already.
  const text =
    typeof example.value === 'string' ? html`${escaped(example.value)}` : jsonCode(prettyJson(example.value));
  return codeBlock('Answer', text);
}

function requestBlock(
  document: OpenApiDocument,
  { method, path, operation }: PlacedOperation,
  given: { readonly type: string | undefined; readonly body: unknown },
  credentials: CurlCredentials,
): Html {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return operation.parameters.find((parameter) => parameter.name === name)?.example ?? name;
  });
  const query = operation.parameters.flatMap(({ name, in: place, example }) =>
    place === 'query' && example !== undefined ? [`${name}=${encodeURIComponent(example)}`] : [],
  );
  const request: ExampleRequest = {
    method,
    url: `${document.servers[0]?.url ?? ''}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    ...(given.type === 'application/json' ? { json: prettyJson(given.body) } : {}),
    ...(given.type === 'multipart/form-data' ? { form: given.body as Record<string, string> } : {}),
    ...(given.type === 'text/csv' || given.type === 'application/octet-stream' ? { fileType: given.type } : {}),
  };
  const { head, tail } = curlRequest(request, credentials);
  return codeBlock('Request', html`${escaped(head)}${jsonCode(request.json ?? '')}${escaped(tail)}`);
}
