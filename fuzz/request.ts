import type { Operation } from './operations.ts';
import { type Path, placesIn, withoutValue, withValue } from './values.ts';

/** A request before it is signed, in parts, so that it can be told, repeated and made smaller. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly who: Who;
  /** Of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FuzzBody;
}

/** `shop` signs, `phone` has its token, `nobody` says nothing, the others are signed in. */
export type Who = 'shop' | 'phone' | 'operator' | 'maker' | 'merchant' | 'nobody';

export type FuzzBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] };

export interface FormPart {
  /** What follows `form-data; ` in the header. */
  readonly disposition: string;
  readonly type: string | null;
  readonly content: Buffer;
}

/** Marks what is written into JSON as it stands, such as a number that no program would write so. */
const rawMark = '\u{f0000}raw ';

export function rawJson(text: string): string {
  return `${rawMark}${text}`;
}

export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(new RegExp(`"${rawMark}([^"]*)"`, 'gu'), '$1');
}

export function pathOf({ operation, params, query }: FuzzRequest): string {
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(params[name] ?? ''));
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return search === '' ? path : `${path}?${search}`;
}

/** Like encodeURIComponent, which throws for half a character: that travels as the three bytes that are no UTF-8. */
function encoded(text: string): string {
  return [...text]
    .map((letter) => {
      if (letter.isWellFormed()) return encodeURIComponent(letter);
      const code = letter.charCodeAt(0);
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
        .map((byte) => `%${byte.toString(16)}`)
        .join('');
    })
    .join('');
}

/** What is sent: the bytes of the body and their type; null for none. */
export function bytesOf({ body }: FuzzRequest): { readonly type: string | null; readonly bytes: Buffer } {
  switch (body.kind) {
    case 'none':
      return { type: null, bytes: Buffer.alloc(0) };
    case 'json':
      return { type: 'application/json', bytes: Buffer.from(jsonText(body.value)) };
    case 'text':
      return { type: body.type, bytes: Buffer.from(body.text) };
    case 'form':
      return { type: `multipart/form-data; boundary=${boundary}`, bytes: formBytes(body.parts) };
  }
}

const boundary = 'fuzz-boundary-7d1';

function formBytes(parts: readonly FormPart[]): Buffer {
  const written = parts.flatMap(({ disposition, type, content }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from(type === null ? '\r\n' : `Content-Type: ${type}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

/** In a form that can be read and sent again by hand. */
export function told(request: FuzzRequest): string {
  const { operation, who, headers } = request;
  const { type, bytes } = bytesOf(request);
  const lines = [
    `${operation.operationId}, as ${who}`,
    `${operation.method} ${pathOf(request)}`,
    ...Object.entries({ ...(type === null ? {} : { 'content-type': type }), ...headers }).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    ),
    ...(bytes.length === 0 ? [] : [JSON.stringify(bytes.toString('latin1').slice(0, toldCharactersMax))]),
  ];
  return lines.join('\n  ');
}

const toldCharactersMax = 2_000;

/** Every request that is a little smaller than this one. */
export function smaller(request: FuzzRequest): readonly FuzzRequest[] {
  const { query, headers, body } = request;
  return [
    ...query.map((_, index) => ({ ...request, query: query.filter((_one, other) => other !== index) })),
    ...Object.keys(headers).map((name) => ({
      ...request,
      headers: Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)),
    })),
    ...smallerBodies(body).map((less) => ({ ...request, body: less })),
  ];
}

function smallerBodies(body: FuzzBody): readonly FuzzBody[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'text':
      return halves(body.text).map((text) => ({ ...body, text }));
    case 'form':
      return body.parts.map((_, index) => ({ ...body, parts: body.parts.filter((_one, other) => other !== index) }));
    case 'json':
      return placesIn(body.value).flatMap((place) => [
        { kind: 'json', value: withoutValue(body.value, place) },
        ...smallerTexts(body.value, place).map((value) => ({ kind: 'json', value }) as const),
      ]);
  }
}

function smallerTexts(value: unknown, place: Path): readonly unknown[] {
  const text = place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
  return typeof text === 'string' ? halves(text).map((half) => withValue(value, place, half)) : [];
}

function halves(text: string): readonly string[] {
  if (text.length < 2) return [];
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
