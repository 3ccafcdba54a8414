import { exampleCode, exampleIds } from '../api/examples.ts';
import { openApiDocument } from './openapi.ts';
import type { Operation } from './openapi-document.ts';
import type { ExampleKeys } from './snippets.ts';

/**
 * The merchant interface as a collection for Postman and other programs that read its format (Bruno, Insomnia,
 * Hoppscotch). Made from the reference, with a script that signs each request, so that a person can try every operation
 * without writing a program.
 *
 * The IDs of the examples are variables. A request whose example answer shows an ID for the first time keeps the real one for
 * the requests that need it, and comes before them.
 */
export function postmanCollection(serverUrl: string, keys: ExampleKeys): object {
  const { info, tags, paths } = openApiDocument(serverUrl);
  // The payer's operations are left out: they are not signed, and one is a stream that never ends.
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/merchant/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
  const given = new Set<string>(['internalId', 'code2FA']);
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: inOrder(operations.filter(({ operation }) => operation.tags.includes(name)).flatMap(trials), given),
  }));
  return {
    info: {
      name: 'Quittance',
      description: `${info.description}\n\n${howTo}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables(serverUrl, keys)).map(([key, value]) => ({ key, value })),
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: prerequestScript } }],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

const howTo =
  'The variables of the collection hold the address of the service and the keys to sign with. Run the requests from the top: ' +
  'what an answer names, an invoice or an account, the requests below it use. Each two-factor code works once, so wait half a ' +
  'minute before a second withdrawal.';

/** Which variable stands for a value of the examples. */
const variableOf: ReadonlyMap<string, string> = new Map([
  [exampleIds.invoice, 'invoiceId'],
  [exampleIds.unpaid, 'unpaidId'],
  [exampleIds.payout, 'payoutId'],
  [exampleIds.internalId, 'internalId'],
  [exampleIds.account, 'accountId'],
  [exampleIds.withdrawal, 'withdrawalId'],
  [exampleIds.notification, 'webhookId'],
  [exampleCode, 'code2FA'],
]);

function variables(serverUrl: string, { apiKey, secret, totpSeed }: ExampleKeys): Readonly<Record<string, string>> {
  return {
    baseUrl: serverUrl,
    apiKey,
    secret,
    totpSeed,
    ...Object.fromEntries([...variableOf.values()].map((name) => [name, ''])),
    internalId: exampleIds.internalId,
  };
}

/** Method, URL as called and JSON as sent, without separators. Forms are signed without their body. */
const prerequestScript = [
  `const bits = [...pm.variables.get('totpSeed')].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0')).join('');`,
  `const hex = bits.match(/.{8}/g).map((byte) => parseInt(byte, 2).toString(16).padStart(2, '0')).join('');`,
  `const step = Math.floor(Date.now() / 30000).toString(16).padStart(16, '0');`,
  `const digest = CryptoJS.HmacSHA1(CryptoJS.enc.Hex.parse(step), CryptoJS.enc.Hex.parse(hex)).toString(CryptoJS.enc.Hex);`,
  `const start = parseInt(digest.slice(-1), 16) * 2;`,
  `const code = (parseInt(digest.slice(start, start + 8), 16) & 0x7fffffff) % 1000000;`,
  `pm.collectionVariables.set('code2FA', String(code).padStart(6, '0'));`,
  `const { method, url, body } = pm.request;`,
  `const json = body && body.mode === 'raw' ? pm.variables.replaceIn(body.raw) : '';`,
  `const text = method + pm.variables.replaceIn(url.toString()) + json;`,
  `const signature = CryptoJS.HmacSHA1(text, pm.variables.get('secret'));`,
  `pm.request.headers.upsert({ key: 'X-Identity', value: pm.variables.get('apiKey') });`,
  `pm.request.headers.upsert({ key: 'X-Signature', value: CryptoJS.enc.Base64.stringify(signature) });`,
];

interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** One request, with the variables it needs and those that its answer gives. */
interface Trial {
  readonly name: string;
  readonly request: object;
  readonly needs: ReadonlySet<string>;
  readonly gives: ReadonlyMap<string, string>;
}

/** One for each example of a body; one when there is none. */
function trials({ path, method, operation }: Described): readonly Trial[] {
  const [[contentType, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  const answers = operation.responses['200']?.content['application/json']?.examples ?? {};
  return Object.entries(answers).map(([name, { value: answer }]) => {
    const asked = media?.examples?.[name];
    const isOne = Object.keys(answers).length === 1;
    const request = {
      method,
      header: contentType === 'application/json' ? [{ key: 'Content-Type', value: contentType }] : [],
      url: urlOf(path, operation),
      description: operation.description,
      ...(asked === undefined || contentType === undefined ? {} : { body: bodyOf(contentType, asked.value) }),
    };
    return {
      name: isOne || asked === undefined ? operation.summary : `${operation.summary}: ${asked.summary}`,
      request,
      needs: new Set([...JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g)].map(([, variable = '']) => variable)),
      gives: namedIn(answer),
    };
  });
}

/** The variables whose values an example answer shows, each with the way to it. */
function namedIn(answer: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, way: string): void => {
    const variable = typeof value === 'string' ? variableOf.get(value) : undefined;
    if (variable !== undefined && !found.has(variable)) found.set(variable, way);
    // Of a list the last one: the newest notification is that of the invoice which was just disputed.
    if (Array.isArray(value)) visit(value[0], `${way}.at(-1)`);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) visit(part, `${way}.${name}`);
    }
  };
  visit(answer, 'pm.response.json()');
  return found;
}

/** The requests of a folder, each after those that give what it needs. `given` are the variables that have a value by then. */
function inOrder(all: readonly Trial[], given: Set<string>): readonly object[] {
  const items: object[] = [];
  const waiting = [...all];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => [...needs].every((name) => given.has(name) || name === 'baseUrl'));
    const [trial] = waiting.splice(next, 1);
    if (next === -1 || trial === undefined) throw new Error(`no answer gives what ${trial?.name} needs`);
    const kept = [...trial.gives].filter(([variable]) => !given.has(variable));
    for (const [variable] of kept) given.add(variable);
    const exec = kept.map(([variable, way]) => `pm.collectionVariables.set('${variable}', ${way});`);
    const event = [{ listen: 'test', script: { type: 'text/javascript', exec } }];
    items.push({ name: trial.name, ...(exec.length === 0 ? {} : { event }), request: trial.request });
  }
  return items;
}

/** IDs in paths are variables of the collection. */
function urlOf(path: string, { parameters }: Operation): object {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example ?? '';
    return asVariable(example);
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description, example = '' }) => ({ key: name, value: example, description, disabled: true }));
  return {
    raw: `{{baseUrl}}${filled}`,
    host: ['{{baseUrl}}'],
    path: filled.split('/').slice(1),
    ...(query.length === 0 ? {} : { query }),
  };
}

function asVariable(value: string): string {
  const variable = variableOf.get(value);
  return variable === undefined ? value : `{{${variable}}}`;
}

function bodyOf(contentType: string, example: unknown): object {
  const value = example as Readonly<Record<string, unknown>>;
  if (contentType === 'application/json') {
    const raw = JSON.stringify(value, (_key, part) => (typeof part === 'string' ? asVariable(part) : part), 2);
    return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
  }
  const { attachment, ...fields } = value;
  return {
    mode: 'formdata',
    formdata: [
      ...Object.entries(fields).map(([key, text]) => ({ key, value: text, type: 'text' })),
      { key: 'attachment', type: 'file', src: null, disabled: attachment === undefined },
    ],
  };
}
