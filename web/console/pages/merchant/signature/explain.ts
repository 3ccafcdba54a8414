/**
 * Finds out what a bad signature was made of. A signature says nothing about what it was made of, but the mistakes people
 * make are few: all of them are tried, alone and together, and the one that gives the very signature is the answer.
 *
 * Everything happens where it is called: the secret goes nowhere.
 */
export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly contentType: ContentType;
  readonly body: string;
  readonly signature: string;
  readonly secret: string;
  /** Names the store; people take it for the secret. */
  readonly key: string;
  /** Where the service is reached, without a slash at the end. */
  readonly serviceUrl: string;
}

export type ContentType = 'json' | 'multipart' | 'none';

/** What can be wrong, in the order in which it is looked for and told. */
const mistakes = [
  'methodCase',
  'pathOnly',
  'scheme',
  'host',
  'port',
  'slash',
  'noQuery',
  'fragment',
  'decodedUrl',
  'noBody',
  'bodyNotSigned',
  'reserialised',
  'spacedBody',
  'indentedBody',
  'escapedSlashes',
  'escapedUnicode',
  'newlineBody',
  'separator',
  'blankInSecret',
  'keyAsSecret',
  'decodedSecret',
  'hex',
  'hexInBase64',
  'urlSafe',
  'noPadding',
  'sha256',
  'sha512',
  'plainHash',
] as const;
export type Mistake = (typeof mistakes)[number];

export interface Explanation {
  readonly stringToSign: string;
  readonly expected: string;
  readonly isRight: boolean;
  /** What gives the signature; null when nothing that was tried does. */
  readonly found: { readonly mistakes: readonly Mistake[]; readonly signed: string } | null;
  /** What can be seen without the secret. */
  readonly shape: SignatureShape;
}

type SignatureShape = 'base64' | 'hex' | 'long' | 'other' | 'empty';

interface Variant<Value> {
  readonly value: Value;
  readonly mistakes: readonly Mistake[];
}

export async function explainSignature(request: SignedRequest): Promise<Explanation> {
  const given = request.signature.trim();
  const stringToSign = stringToSignOf(request);
  const expected = toBase64(await hmac('SHA-1', utf8(request.secret), stringToSign));
  const isRight = given === expected;
  return {
    stringToSign,
    expected,
    isRight,
    found: isRight || given === '' || request.secret === '' ? null : await findMistakes(request, given),
    shape: shapeOf(given),
  };
}

/** Method, URL and, for JSON, the body as it is sent; joined without anything between. */
export function stringToSignOf({ method, url, contentType, body }: SignedRequest): string {
  return `${method.toUpperCase()}${url}${isBodySigned(method, contentType) ? body : ''}`;
}

export function isBodySigned(method: string, contentType: ContentType): boolean {
  return contentType === 'json' && method.toUpperCase() !== 'GET';
}

/** Where two texts part; null when they are the same. */
export function firstDifference(one: string, other: string): number | null {
  if (one === other) return null;
  let index = 0;
  while (index < one.length && one[index] === other[index]) index++;
  return index;
}

function shapeOf(given: string): SignatureShape {
  if (given === '') return 'empty';
  if (/^[0-9a-f]{40}$/i.test(given)) return 'hex';
  if (/^[A-Za-z0-9+/]{27}=$/.test(given)) return 'base64';
  return /^([A-Za-z0-9+/_=-]{43,88}|[0-9a-f]{64,128})$/i.test(given) ? 'long' : 'other';
}

/** One mistake is likelier than two: the fewest win. */
async function findMistakes(request: SignedRequest, given: string): Promise<Explanation['found']> {
  const candidates = variantsOf(request).toSorted((left, right) => left.mistakes.length - right.mistakes.length);
  for (const candidate of candidates) {
    const { secret, signed } = candidate.value;
    const spelling = await spellingOf(given, secret, signed);
    if (spelling !== null) {
      const all = [...candidate.mistakes, ...spelling];
      return { mistakes: mistakes.filter((one) => all.includes(one)), signed };
    }
  }
  return null;
}

function variantsOf(request: SignedRequest): Variant<{ secret: Uint8Array<ArrayBuffer>; signed: string }>[] {
  const found: Variant<{ secret: Uint8Array<ArrayBuffer>; signed: string }>[] = [];
  const separators: Variant<string>[] = [
    { value: '', mistakes: [] },
    ...['\n', ' ', ':', '|', '&'].map((value) => ({ value, mistakes: ['separator'] as const })),
  ];
  for (const secret of secretsOf(request)) {
    for (const method of methodsOf(request)) {
      for (const url of urlsOf(request)) {
        for (const body of bodiesOf(request)) {
          for (const separator of separators) {
            const parts = [method.value, url.value, body.value].filter((part) => part !== '');
            const all = [secret, method, url, body, separator].flatMap((one) => one.mistakes);
            // More than two at once is no mistake but another program.
            if (all.length > 2) continue;
            found.push({ value: { secret: secret.value, signed: parts.join(separator.value) }, mistakes: all });
          }
        }
      }
    }
  }
  return found;
}

function methodsOf({ method }: SignedRequest): Variant<string>[] {
  return distinct([
    { value: method.toUpperCase(), mistakes: [] },
    { value: method.toLowerCase(), mistakes: ['methodCase'] },
  ]);
}

function urlsOf({ url, serviceUrl }: SignedRequest): Variant<string>[] {
  const variants: Variant<string>[] = [{ value: url, mistakes: [] }];
  const add = (mistake: Mistake, value: string) => variants.push({ value, mistakes: [mistake] });
  const parts = /^(https?):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(url);
  if (parts === null) return variants;
  const [, scheme = '', host = '', path = '', query = ''] = parts;
  add('pathOnly', `${path}${query}`);
  add('pathOnly', path);
  add('scheme', `${scheme === 'https' ? 'http' : 'https'}://${host}${path}${query}`);
  add('host', `${serviceUrl}${path}${query}`);
  add('port', `${scheme}://${host.replace(/:\d+$/, '')}${path}${query}`);
  add('port', `${scheme}://${host}:${scheme === 'https' ? 443 : 80}${path}${query}`);
  add('slash', `${scheme}://${host}${path.endsWith('/') ? path.slice(0, -1) : `${path}/`}${query}`);
  add('noQuery', `${scheme}://${host}${path}`);
  add('fragment', `${scheme}://${host}${path}${query}`);
  add('decodedUrl', decoded(url));
  return distinct(variants);
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function bodiesOf({ method, contentType, body }: SignedRequest): Variant<string>[] {
  if (!isBodySigned(method, contentType)) {
    return distinct([
      { value: '', mistakes: [] },
      { value: body, mistakes: ['bodyNotSigned'] },
    ]);
  }
  const variants: Variant<string>[] = [
    { value: body, mistakes: [] },
    { value: '', mistakes: ['noBody'] },
    { value: `${body}\n`, mistakes: ['newlineBody'] },
    { value: body.trim(), mistakes: ['newlineBody'] },
  ];
  const add = (mistake: Mistake, value: string) => variants.push({ value, mistakes: [mistake] });
  const parsed = parseJson(body);
  if (parsed === undefined) return distinct(variants);
  const plain = JSON.stringify(parsed);
  add('reserialised', plain);
  add('spacedBody', spaced(parsed));
  add('indentedBody', JSON.stringify(parsed, null, 2));
  add('indentedBody', JSON.stringify(parsed, null, 4));
  add('escapedSlashes', plain.replaceAll('/', '\\/'));
  add('escapedUnicode', escapedUnicode(plain));
  add('escapedUnicode', escapedUnicode(spaced(parsed)));
  add('escapedUnicode', escapedUnicode(plain).replaceAll('/', '\\/'));
  return distinct(variants);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As Python writes it: a blank behind every comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`);
  return `{${parts.join(', ')}}`;
}

/** As PHP and Python write what is not ASCII. */
function escapedUnicode(text: string): string {
  return [...Array(text.length).keys()]
    .map((index) => {
      const unit = text.charCodeAt(index);
      return unit > 126 ? `\\u${unit.toString(16).padStart(4, '0')}` : text.charAt(index);
    })
    .join('');
}

function secretsOf({ secret, key }: SignedRequest): Variant<Uint8Array<ArrayBuffer>>[] {
  const variants: Variant<string>[] = [
    { value: secret, mistakes: [] },
    { value: secret.trim(), mistakes: ['blankInSecret'] },
    { value: `${secret}\n`, mistakes: ['blankInSecret'] },
    { value: `"${secret}"`, mistakes: ['blankInSecret'] },
    ...(key === '' ? [] : [{ value: key, mistakes: ['keyAsSecret'] as const }]),
  ];
  const texts = distinct(variants).map((one) => ({ ...one, value: utf8(one.value) }));
  const bytes = fromBase64(secret);
  return bytes === null ? texts : [...texts, { value: bytes, mistakes: ['decodedSecret'] }];
}

/** How the signature was written, where the string and the secret are these; null when they are not. */
async function spellingOf(
  given: string,
  secret: Uint8Array<ArrayBuffer>,
  signed: string,
): Promise<readonly Mistake[] | null> {
  const sha1 = await hmac('SHA-1', secret, signed);
  const tried: (readonly [Uint8Array<ArrayBuffer>, readonly Mistake[]])[] = [[sha1, []]];
  const shape = shapeOf(given);
  if (shape === 'long' || shape === 'other') {
    tried.push(
      [await hmac('SHA-256', secret, signed), ['sha256']],
      [await hmac('SHA-512', secret, signed), ['sha512']],
    );
  } else {
    const text = new TextDecoder().decode(secret);
    tried.push([await sha(`${signed}${text}`), ['plainHash']], [await sha(`${text}${signed}`), ['plainHash']]);
  }
  for (const [bytes, own] of tried) {
    const written = writtenAs(given, bytes);
    if (written !== null) return [...own, ...written];
  }
  return null;
}

function writtenAs(given: string, bytes: Uint8Array<ArrayBuffer>): readonly Mistake[] | null {
  const base64 = toBase64(bytes);
  const urlSafe = base64.replaceAll('+', '-').replaceAll('/', '_');
  if (given === base64) return [];
  if (given.toLowerCase() === toHex(bytes)) return ['hex'];
  if (given === toBase64(utf8(toHex(bytes)))) return ['hexInBase64'];
  if (given === base64.replace(/=+$/, '')) return ['noPadding'];
  if (given === urlSafe || given === urlSafe.replace(/=+$/, '')) return ['urlSafe'];
  return null;
}

/** The first of those that are the same. */
function distinct<Value>(variants: readonly Variant<Value>[]): Variant<Value>[] {
  return variants.filter(({ value }, index) => variants.findIndex((one) => one.value === value) === index);
}

async function hmac(hash: string, secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  // A key without any bytes is refused by browsers; nobody has one.
  const bytes = secret.length === 0 ? new Uint8Array(1) : secret;
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)));
}

async function sha(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-1', utf8(text)));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return plain === '' ? null : Uint8Array.from(plain, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
