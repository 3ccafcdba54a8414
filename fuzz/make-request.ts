import type { SeededRandom } from '../src/world/seeded-random.ts';
import { hostileDates, hostileNumbers, hostileSums, hostileTexts, rawNumbers } from './hostile.ts';
import type { KnownThings } from './known-things.ts';
import type { Operation } from './operations.ts';
import { type FormPart, type FuzzBody, type FuzzRequest, rawJson, type Who } from './request.ts';
import { fieldsOf, type Path, pick, placesIn, type Schema, validValue, withoutValue, withValue } from './values.ts';

/** How a request is spoiled, and how often; `nothing` leaves it as good as it can be made. */
const kinds = {
  nothing: 34,
  text: 16,
  number: 10,
  date: 4,
  type: 8,
  size: 4,
  missing: 6,
  unknown: 4,
  contentType: 6,
  caller: 3,
  form: 5,
} as const;
export type Kind = keyof typeof kinds;

export interface Made {
  readonly kind: Kind;
  readonly request: FuzzRequest;
}

/** A request for an operation: first a good one, of what is known to be there, then spoiled by chance. */
export function makeRequest(random: SeededRandom, operation: Operation, known: KnownThings): Made {
  const kind = random.weighted(kinds);
  const good = goodRequest(random, operation, known);
  return { kind, request: spoilers[kind](random, good) };
}

export function goodRequest(random: SeededRandom, operation: Operation, known: KnownThings): FuzzRequest {
  const { params = {}, query = {}, roles, face } = operation;
  const who = callerOf(face, roles) ?? pick(random, roles);
  return {
    operation,
    who,
    params: Object.fromEntries(
      Object.entries(params).map(([name, { example = '1' }]) => [
        name,
        known.param(random, operation, name) ?? example,
      ]),
    ),
    query: Object.entries(query).flatMap(([name, { schema, isRequired, example }]) => {
      if (!isRequired && random.happens(0.6)) return [];
      const value = example ?? validValue(random, schema as Schema, name);
      return [[name, String(value)] as const];
    }),
    headers:
      operation.takesKey === true && random.happens(0.3) ? { 'idempotency-key': `k${random.between(1, 1e9)}` } : {},
    body: goodBody(random, operation, known),
  };
}

/** Null: one of the roles. */
function callerOf(face: Operation['face'], roles: Operation['roles']): Who | null {
  if (face === 'merchant') return 'shop';
  if (face === 'device') return 'phone';
  return face === 'public' || roles.length === 0 ? 'nobody' : null;
}

function goodBody(random: SeededRandom, { body }: Operation, known: KnownThings): FuzzBody {
  switch (body.kind) {
    case 'none':
      return { kind: 'none' };
    case 'csv':
      return { kind: 'text', text: body.examples[0] ?? 'a,b\r\n1,2\r\n', type: 'text/csv' };
    case 'bytes':
      return { kind: 'text', text: body.examples[0] ?? 'a', type: 'application/octet-stream' };
    case 'json':
      return { kind: 'json', value: goodValue(random, body, known) };
    case 'multipart':
      return { kind: 'form', parts: formParts(random, goodValue(random, body, known)) };
  }
}

function goodValue(
  random: SeededRandom,
  body: { readonly schema: object; readonly examples: readonly object[] },
  known: KnownThings,
): object {
  const isExample = body.examples.length > 0 && random.happens(0.7);
  const made = isExample ? pick(random, body.examples) : validValue(random, body.schema as Schema, '');
  return known.filled(random, made as object);
}

const fileField = 'attachment';

function formParts(random: SeededRandom, value: object): readonly FormPart[] {
  return Object.entries(value).map(([name, field]) =>
    name === fileField
      ? filePart(pick(random, goodReceipts), 'filename="receipt.png"')
      : { disposition: `name="${name}"`, type: null, content: Buffer.from(String(field)) },
  );
}

function filePart(content: Buffer, fileName: string, name = fileField): FormPart {
  return { disposition: `name="${name}"; ${fileName}`, type: 'image/png', content };
}

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
const goodReceipts = [
  png,
  Buffer.from('A receipt in words'),
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((end) => Buffer.concat([png, Buffer.from(end)])),
];

type Spoiler = (random: SeededRandom, request: FuzzRequest) => FuzzRequest;

const spoilers: Readonly<Record<Kind, Spoiler>> = {
  nothing: (_random, request) => request,
  text: (random, request) => spoilField(random, request, pick(random, hostileTexts)),
  number: (random, request) => spoilField(random, request, hostileNumber(random)),
  date: (random, request) => spoilField(random, request, pick(random, hostileDates)),
  type: (random, request) => spoilField(random, request, pick(random, otherTypes)),
  size: (random, request) => spoilField(random, request, hugeValue(random)),
  missing: spoilByMissing,
  unknown: spoilByUnknown,
  contentType: spoilContentType,
  caller: spoilCaller,
  form: spoilForm,
};

const otherTypes: readonly unknown[] = [null, true, false, 0, '', 'x', [], {}, [null], { a: { b: [] } }, [[[]]]];

function hostileNumber(random: SeededRandom): unknown {
  const chance = random.next();
  if (chance < 0.4) return pick(random, hostileNumbers);
  return chance < 0.55 ? rawJson(pick(random, rawNumbers)) : pick(random, hostileSums);
}

function hugeValue(random: SeededRandom): unknown {
  const makers: readonly (() => unknown)[] = [
    () => 'x'.repeat(random.between(200, 70_000)),
    () => '👍'.repeat(random.between(200, 10_000)),
    () => Array.from({ length: random.between(100, 5_000) }, () => 1),
    () => Object.fromEntries(Array.from({ length: random.between(10, 2_000) }, (_, index) => [`f${index}`, index])),
    // As text: to write it, our own serialiser would need a stack as deep.
    () => rawJson(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  ];
  return pick(random, makers)();
}

/** Puts the value where the request has, or could have, a field: in the body, the query, the path or a header. */
function spoilField(random: SeededRandom, request: FuzzRequest, value: unknown): FuzzRequest {
  const places = placesOf(request);
  if (places.length === 0) return request;
  return putAt(request, pick(random, places), value);
}

/** A place in a request that a value can be put into. */
export type Place =
  | { readonly in: 'params' | 'query' | 'header' | 'form'; readonly name: string }
  | { readonly in: 'body'; readonly path: Path };

/** Each field that the description names, and each that the request has. */
export function placesOf(request: FuzzRequest): readonly Place[] {
  const { operation, params, body } = request;
  const described = operation.body;
  const schema = described.kind === 'json' || described.kind === 'multipart' ? (described.schema as Schema) : {};
  const fields = fieldsOf(schema).map(({ path }) => path);
  return [
    ...Object.keys(params).map((name) => ({ in: 'params', name }) as const),
    ...Object.keys(operation.query ?? {}).map((name) => ({ in: 'query', name }) as const),
    ...(operation.takesKey === true ? [{ in: 'header', name: 'idempotency-key' } as const] : []),
    ...(described.kind === 'json' ? fields.map((path) => ({ in: 'body', path }) as const) : []),
    ...(described.kind === 'multipart' ? fields.map(([name]) => ({ in: 'form', name: String(name) }) as const) : []),
    ...(body.kind === 'json' ? placesIn(body.value).map((path) => ({ in: 'body', path }) as const) : []),
  ];
}

export function putAt(request: FuzzRequest, place: Place, value: unknown): FuzzRequest {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  switch (place.in) {
    case 'params':
      return { ...request, params: { ...request.params, [place.name]: text.slice(0, urlCharactersMax) } };
    case 'query': {
      const others = request.query.filter(([name]) => name !== place.name);
      return { ...request, query: [...others, [place.name, text.slice(0, urlCharactersMax)]] };
    }
    case 'header':
      return { ...request, headers: { ...request.headers, [place.name]: headerText(text) } };
    case 'body':
      return { ...request, body: { kind: 'json', value: withValue(jsonOf(request), place.path, value) } };
    case 'form':
      return { ...request, body: { kind: 'form', parts: partsWith(request, place.name, text) } };
  }
}

/** More would be refused by the parser of HTTP, before anything of ours. */
const urlCharactersMax = 1_500;

function headerText(text: string): string {
  return text.replaceAll(/[^\t\x20-\xff]/g, '?').slice(0, urlCharactersMax);
}

function jsonOf({ body }: FuzzRequest): unknown {
  return body.kind === 'json' ? body.value : {};
}

/** UTF-16 in a part of its own: in UTF-8 half a character cannot be spelled. */
function partsWith({ body }: FuzzRequest, name: string, text: string): readonly FormPart[] {
  const parts = body.kind === 'form' ? body.parts : [];
  const others = parts.filter(({ disposition }) => !disposition.startsWith(`name="${name}"`));
  if (name === fileField) return [...others, filePart(png, `filename*=utf-16le''${percentUtf16(text)}`)];
  const part = {
    disposition: `name="${name}"`,
    type: 'text/plain; charset=utf-16le',
    content: Buffer.from(text, 'utf16le'),
  };
  return [...others, part];
}

function percentUtf16(text: string): string {
  const bytes = Buffer.from(text.slice(0, 500), 'utf16le');
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function spoilByMissing(random: SeededRandom, request: FuzzRequest): FuzzRequest {
  const { body } = request;
  if (body.kind === 'json') {
    const places = placesIn(body.value);
    if (places.length === 0) return request;
    return { ...request, body: { kind: 'json', value: withoutValue(body.value, pick(random, places)) } };
  }
  if (body.kind === 'form') return { ...request, body: { kind: 'form', parts: body.parts.slice(1) } };
  return { ...request, query: request.query.slice(1) };
}

const strangeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  '',
  'a.b',
  'x\ud800',
  '\0',
  '$where',
  'id',
];

function spoilByUnknown(random: SeededRandom, request: FuzzRequest): FuzzRequest {
  const name = pick(random, strangeNames);
  const value = pick(random, [...otherTypes, ...hostileTexts]);
  if (request.body.kind === 'json') return putAt(request, { in: 'body', path: [name] }, value);
  if (request.body.kind === 'form') return putAt(request, { in: 'form', name: name.replaceAll('\0', '') }, value);
  return putAt(request, { in: 'query', name }, value);
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
  '',
];
const brokenBodies = [
  '',
  '{',
  'null',
  '[]',
  '""',
  '0',
  '{"a":}',
  '\ufeff{}',
  '--x\r\n',
  '--x\r\n\r\n\r\n--x--\r\n',
  'a=b&c=%00',
  '"\n',
];

function spoilContentType(random: SeededRandom, request: FuzzRequest): FuzzRequest {
  const text = pick(random, brokenBodies);
  return { ...request, body: { kind: 'text', text, type: pick(random, contentTypes) } };
}

const callers: readonly Who[] = ['nobody', 'shop', 'phone', 'operator', 'maker', 'merchant'];
const strangeHeaders: Readonly<Record<string, string>>[] = [
  { 'x-signature': 'x' },
  { 'x-signature-256': '\xff\xfe' },
  { 'x-timestamp': '99999999999999999999' },
  { 'x-timestamp': '-1' },
  { 'x-identity': '\xe9' },
  { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaa' },
  { cookie: 'quittance_session=%00; payer-language=\xe9' },
  { 'x-csrf-token': '' },
  { 'x-forwarded-for': '1.2.3.4:5, ::1', 'x-forwarded-host': 'a\xe9b', 'x-forwarded-proto': 'https' },
  { 'accept-language': `${'a'.repeat(1_000)};q=9` },
  { 'last-event-id': '\xff' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-' },
  { 'user-agent': '\xff'.repeat(900) },
  { 'content-encoding': 'gzip' },
  { expect: '100-continue' },
];

function spoilCaller(random: SeededRandom, request: FuzzRequest): FuzzRequest {
  if (random.happens(0.5)) return { ...request, who: pick(random, callers) };
  return { ...request, headers: { ...request.headers, ...pick(random, strangeHeaders) } };
}

const strangeParts: readonly FormPart[] = [
  filePart(png, `filename*=utf-16le''%00%d8`),
  filePart(png, `filename*=utf-8''%ed%a0%80`),
  filePart(png, 'filename="a\u0000b.png"'),
  filePart(png, `filename="${'x'.repeat(3_000)}"`),
  filePart(Buffer.alloc(0), 'filename="empty"'),
  filePart(Buffer.from('MZ\0\0'), 'filename="a.exe"'),
  filePart(Buffer.from('<svg onload=alert(1)>'), 'filename="a.svg"'),
  filePart(png, 'filename="other.png"', 'other'),
  { disposition: `name*=utf-16le''%00%d8`, type: null, content: Buffer.from('x') },
  { disposition: 'name="disputeReason"', type: 'text/plain; charset=nonsense', content: Buffer.from([0xff, 0xfe, 0]) },
  { disposition: 'name="text"', type: 'text/plain; charset=utf-16le', content: Buffer.from([0, 0xd8]) },
  { disposition: '', type: null, content: Buffer.from('no name') },
];

function spoilForm(random: SeededRandom, request: FuzzRequest): FuzzRequest {
  if (request.body.kind !== 'form') return spoilField(random, request, pick(random, hostileTexts));
  const kept = random.happens(0.5) ? request.body.parts : [];
  return { ...request, body: { kind: 'form', parts: [...kept, pick(random, strangeParts)] } };
}
