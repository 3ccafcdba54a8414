import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import { prettyJson } from './html.ts';
import { firstMedia, schemaFields } from './objects.ts';
import type { JsonSchema, OpenApiDocument, Parameter } from './openapi-document.ts';
import type { PlacedOperation } from './operations.ts';

/** What requests from the page are signed with: the keys of a sandbox's demo store. */
export interface TryKeys {
  readonly apiKey: string;
  readonly secret: string;
  readonly totpSeed: string;
}

/** The keys of the page, for requests that are signed; people may put in their own. */
export function tryKeys({ apiKey, secret, totpSeed }: TryKeys): Html {
  return html`<template id="try-keys" data-key="${escaped(apiKey)}" data-secret="${escaped(secret)}" data-seed="${escaped(totpSeed)}"></template>`;
}

/** A form that sends the operation, filled in with its example. It needs script, and is not shown without. */
export function tryForm(document: OpenApiDocument, { method, path, operation }: PlacedOperation): Html {
  const { type, media } = firstMedia(operation.requestBody?.content);
  const isSigned = operation.security?.length !== 0;
  const values = Object.values(media?.examples ?? {});
  const kind = type === 'multipart/form-data' ? 'form' : type === undefined ? 'none' : 'json';
  const inputs = (isHeader: boolean) =>
    operation.parameters
      .filter((parameter) => (parameter.in === 'header') === isHeader)
      .map((parameter) => parameterInput(operation.operationId, path, parameter));
  const fields = [
    ...inputs(false),
    ...(kind === 'json' ? [bodyInput(operation.operationId, values)] : []),
    ...(kind === 'form' ? formInputs(document, operation.operationId, media?.schema ?? {}, values[0]?.value) : []),
  ];
  const headers = [...(isSigned ? keyInputs(operation.operationId) : []), ...inputs(true)];
  const folded =
    headers.length === 0
      ? empty
      : html`<details class="keys"><summary>Keys and headers</summary>${headers}</details>\n`;
  const needsCode = JSON.stringify(values).includes('code2FA');
  const code = needsCode ? html` <button type="button" class="plain" data-code>Put in a current code</button>` : empty;
  const attributes = html`data-method="${escaped(method)}" data-path="${escaped(path)}" data-kind="${escaped(kind)}"${isSigned ? raw(' data-signed') : empty}`;
  return html`<details class="try"><summary>Try it</summary>
<form ${attributes} data-thing="${escaped(thingOf(path) ?? '')}" autocomplete="off">
${fields}${folded}<p class="buttons"><button type="submit">Send</button>${code}</p>
<div class="outcome" role="status"></div>
</form></details>
`;
}

/** What the last segment of a path is of, so that what was made on one page is filled in on another. */
function thingOf(path: string): string | null {
  const [, things = null] = /\/(invoices|withdrawals|notifications)(?:\/|$)/.exec(path) ?? [];
  return things;
}

function parameterInput(operationId: string, path: string, parameter: Parameter): Html {
  const { name, in: place, required, description, example = '' } = parameter;
  const id = `try-${operationId}-${name}`;
  const thing = place === 'path' ? (name === 'id' ? thingOf(path) : name) : null;
  const attributes = html`${required ? raw(' required') : empty}${thing === null ? empty : html` data-thing="${escaped(thing)}"`}`;
  return field(
    { id, label: name, about: description },
    html`<input id="${escaped(id)}" name="${escaped(`${place}:${name}`)}" value="${escaped(example)}" spellcheck="false"${attributes}>`,
  );
}

function bodyInput(
  operationId: string,
  examples: readonly { readonly summary?: string; readonly value: unknown }[],
): Html {
  const id = `try-${operationId}-body`;
  const texts = examples.map(({ value }) => prettyJson(value));
  const rows = Math.min(16, (texts[0] ?? '{}').split('\n').length + 1);
  const area = field(
    { id, label: 'Body', about: 'JSON' },
    html`<textarea id="${escaped(id)}" name="body" rows="${escaped(String(rows))}" spellcheck="false">${escaped(texts[0] ?? '{}')}</textarea>`,
  );
  if (examples.length < 2) return area;
  const options = examples.map(
    ({ summary }, index) => html`<option value="${escaped(texts[index] ?? '')}">${escaped(summary ?? '')}</option>`,
  );
  const select = field(
    { id: `${id}-example`, label: 'Example', about: '' },
    html`<select id="${escaped(`${id}-example`)}" data-fills="${escaped(id)}">${options}</select>`,
  );
  return html`${select}${area}`;
}

function formInputs(
  document: OpenApiDocument,
  operationId: string,
  schema: JsonSchema,
  example: unknown,
): readonly Html[] {
  const given = (example ?? {}) as Readonly<Record<string, string>>;
  return schemaFields(document, schema).map(({ name, schema: part, required }) => {
    const id = `try-${operationId}-${name.replaceAll(/\W+/g, '-')}`;
    const isFile = part['format'] === 'binary';
    const about =
      isFile && required === 'yes' ? 'Without a file of yours, a small text is sent.' : (part['description'] ?? '');
    const input = isFile
      ? html`<input type="file" id="${escaped(id)}" name="${escaped(`file:${name}`)}"${required === 'yes' ? raw(' data-needed') : empty}>`
      : html`<input id="${escaped(id)}" name="${escaped(`form:${name}`)}" value="${escaped(given[name] ?? '')}" spellcheck="false">`;
    return field({ id, label: name, about }, input);
  });
}

function keyInputs(operationId: string): readonly Html[] {
  const input = (name: 'key' | 'secret', label: string) =>
    field(
      { id: `try-${operationId}-${name}`, label, about: '' },
      html`<input id="${escaped(`try-${operationId}-${name}`)}" name="${escaped(name)}" required spellcheck="false">`,
    );
  return [input('key', 'API key'), input('secret', 'Secret')];
}

interface FieldText {
  readonly id: string;
  readonly label: string;
  readonly about: string;
}

function field({ id, label, about }: FieldText, input: Html): Html {
  // Marks of Markdown are for paragraphs.
  const words = about === '' ? empty : html` <small>${escaped(about.replaceAll('`', ''))}</small>`;
  return html`<p class="field"><label for="${escaped(id)}">${escaped(label)}${words}</label>${input}</p>\n`;
}

/**
 * Sends what is in the form to this very service, signed in the browser as a shop's program would sign it. What it creates is
 * remembered for the tab, so that the next page has its ID. Allowed by its hash alone, and only in a sandbox.
 */
export const tryScript = `
'use strict';
const root = location.href.split('/docs')[0];
const encoder = new TextEncoder();
const demo = document.querySelector('#try-keys').dataset;
const remembered = (name) => sessionStorage.getItem('quittance-try-' + name);
const remember = (name, value) => sessionStorage.setItem('quittance-try-' + name, value);
const hmac = async (hash, secret, bytes) => {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
};
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const signed = async (form, method, url, text) => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bytes = encoder.encode(method + url + text + timestamp);
  const secret = encoder.encode(form.elements.secret.value);
  return {
    'X-Identity': form.elements.key.value,
    'X-Timestamp': timestamp,
    'X-Signature': base64(await hmac('SHA-1', secret, bytes)),
    'X-Signature-256': base64(await hmac('SHA-256', secret, bytes)),
  };
};
const currentCode = async () => {
  const digits = [...demo.seed].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  const seed = Uint8Array.from(digits.join('').match(/.{8}/g), (bits) => parseInt(bits, 2));
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30000)));
  const mac = await hmac('SHA-1', seed, counter.buffer);
  const at = mac[19] & 15;
  const number = new DataView(mac.buffer).getUint32(at) & 0x7fffffff;
  return String(number % 1000000).padStart(6, '0');
};
const requestOf = (form) => {
  const { method, path, kind } = form.dataset;
  const headers = {};
  const query = new URLSearchParams();
  const parts = new FormData();
  let called = path;
  for (const input of form.elements) {
    const [place, name] = input.name.split(/:(.*)/s);
    if (place === 'path') called = called.replace('{' + name + '}', encodeURIComponent(input.value));
    if (place === 'query' && input.value !== '') query.set(name, input.value);
    if (place === 'header' && input.value !== '') headers[name] = input.value;
    if (place === 'form' && input.value !== '') parts.set(name, input.value);
    const file = place !== 'file' ? null : input.files[0] ?? ('needed' in input.dataset ? new File(['Receipt of ' + new Date().toISOString()], 'receipt.txt') : null);
    if (file) parts.set(name, file);
  }
  const text = kind === 'json' ? form.elements.body.value : '';
  if (text !== '') headers['Content-Type'] = 'application/json';
  const url = root + called + (query.size > 0 ? '?' + query : '');
  return { method, url, headers, text, body: kind === 'form' ? parts : text === '' ? undefined : text };
};
const element = (name, text, className = '') => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};
const block = (text) => {
  const pre = element('pre', '');
  pre.tabIndex = 0;
  pre.append(element('code', text));
  return pre;
};
const shownHeaders = ['content-type', 'retry-after', 'x-sandbox-hint', 'x-unknown-fields', 'date'];
const showAnswer = async (outcome, response, startedAt) => {
  const ms = Math.round(performance.now() - startedAt);
  const status = element('p', response.status + ' ' + response.statusText, 'status ' + (response.ok ? 'good' : 'bad'));
  status.append(element('small', ' ' + ms + ' ms'));
  const lines = shownHeaders.flatMap((name) => response.headers.has(name) ? [name + ': ' + response.headers.get(name)] : []);
  outcome.replaceChildren(status, block(lines.join('\\n')));
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return await showStream(outcome, response);
  if (type.startsWith('image/')) return await showImage(outcome, response);
  const text = await response.text();
  let value = null;
  try { value = JSON.parse(text); } catch {}
  outcome.append(block(value === null ? text : JSON.stringify(value, null, 2)));
  return value;
};
const showImage = async (outcome, response) => {
  const reader = new FileReader();
  const blob = await response.blob();
  await new Promise((done) => { reader.onload = done; reader.readAsDataURL(blob); });
  const image = element('img', '');
  image.src = reader.result;
  image.alt = 'The image that was answered';
  outcome.append(image);
  return null;
};
const showStream = async (outcome, response) => {
  const code = element('code', '');
  const pre = block('');
  pre.replaceChildren(code);
  outcome.append(pre);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) code.textContent += value;
  return null;
};
const keepIds = (form, sent, value) => {
  const { thing, path } = form.dataset;
  if (!value || typeof value.id !== 'string' || /\\{/.test(path)) return;
  remember(thing, value.id);
  if (thing === 'invoices') {
    remember('notifications', value.id + '_1');
    if (value.internalId) remember('internalId', value.internalId);
  }
};
const running = new Map();
const send = async (form) => {
  const outcome = form.querySelector('.outcome');
  const button = form.querySelector('[type=submit]');
  const controller = new AbortController();
  running.set(form, controller);
  button.textContent = 'Stop';
  outcome.replaceChildren(element('p', 'Sent …'));
  try {
    if (!crypto.subtle) throw new Error('Browsers sign on https and on localhost only: open this page there.');
    const request = requestOf(form);
    const { method, url, text, body } = request;
    const signature = 'signed' in form.dataset ? await signed(form, method, url, text) : {};
    const headers = { ...request.headers, ...signature };
    const startedAt = performance.now();
    const response = await fetch(url, { method, headers, body, redirect: 'manual', credentials: 'omit', signal: controller.signal });
    const value = await showAnswer(outcome, response, startedAt);
    keepIds(form, request, response.ok ? value : null);
    const details = element('details', '');
    const lines = [method + ' ' + url, ...Object.entries(headers).map(([name, one]) => name + ': ' + one)];
    details.append(element('summary', 'What was sent'), block(lines.join('\\n') + (text === '' ? '' : '\\n\\n' + text)));
    outcome.append(details);
  } catch (error) {
    const isStopped = controller.signal.aborted;
    const words = isStopped ? 'Stopped.' : 'Nothing came back: ' + error.message;
    outcome.append(element('p', words, isStopped ? '' : 'status bad'));
    if (!isStopped && outcome.firstChild.textContent === 'Sent …') outcome.firstChild.remove();
  } finally {
    running.delete(form);
    button.textContent = 'Send';
  }
};
for (const form of document.querySelectorAll('.try form')) {
  for (const input of form.querySelectorAll('[data-thing]')) input.value = remembered(input.dataset.thing) ?? input.value;
  for (const name of ['key', 'secret']) {
    const input = form.elements[name];
    if (!input) continue;
    input.value = remembered(name) ?? demo[name];
    input.addEventListener('change', () => remember(name, input.value));
  }
  for (const select of form.querySelectorAll('[data-fills]')) {
    select.addEventListener('change', () => { document.getElementById(select.dataset.fills).value = select.value; });
  }
  const code = form.querySelector('[data-code]');
  code?.addEventListener('click', async () => {
    const area = form.elements.body;
    area.value = area.value.replace(/("code2FA": ")[^"]*/, '$1' + await currentCode());
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const controller = running.get(form);
    if (controller) controller.abort();
    else void send(form);
  });
}
`;
