import { openApiDocument } from './openapi.ts';
import type { Operation } from './openapi-document.ts';
import type { ExampleKeys } from './snippets.ts';

/**
 * The merchant interface as a collection for Postman and other programs that read its format (Bruno, Insomnia,
 * Hoppscotch). Made from the reference, with a script that signs each request, so that a person can try every operation
 * without writing a program.
 */
export function postmanCollection(serverUrl: string, keys: ExampleKeys): object {
  const { info, tags, paths } = openApiDocument(serverUrl);
  // The payer's operations are left out: they are not signed, and one is a stream that never ends.
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/merchant/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .sort((left, right) => rank(left) - rank(right));
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: operations.filter(({ operation }) => operation.tags.includes(name)).flatMap(items),
  }));
  return {
    info: {
      name: 'Quittance',
      description: `${info.description}\n\n${howTo}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables(serverUrl, keys)).map(([key, value]) => ({ key, value })),
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: signingScript } }],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

const howTo =
  'The variables of the collection hold the address of the service and the keys to sign with. Run in order, each request ' +
  'uses the IDs that earlier ones brought. A withdrawal needs a code of the second factor: write yours into its body.';

/**
 * The order in which a person can run them: an invoice is looked at before it is paid, and disputed at last; accounts are
 * listed before a withdrawal. Others follow as in the reference.
 */
const order = [
  'createInvoice',
  'getInvoice',
  'getInvoiceByInternalId',
  'availablePaymentVariants',
  'startDeal',
  'confirmTransfer',
  'openDispute',
  'cancelInvoice',
  'listAccounts',
  'createWithdrawal',
];

function rank({ operation }: Described): number {
  const place = order.indexOf(operation.operationId);
  return place === -1 ? order.length : place;
}

function variables(serverUrl: string, { apiKey, secret }: ExampleKeys): Readonly<Record<string, string>> {
  return {
    baseUrl: serverUrl,
    apiKey,
    secret,
    invoiceId: '',
    payoutId: '',
    internalId: 'order-1042',
    accountId: '',
    withdrawalId: '',
    webhookId: '',
  };
}

/** Method, URL as called and JSON as sent, without separators. Forms are signed without their body. */
const signingScript = [
  `const { method, url, body } = pm.request;`,
  `const json = body && body.mode === 'raw' ? pm.variables.replaceIn(body.raw) : '';`,
  `const text = method + pm.variables.replaceIn(url.toString()) + json;`,
  `const signature = CryptoJS.HmacSHA1(text, pm.variables.get('secret'));`,
  `pm.request.headers.upsert({ key: 'X-Identity', value: pm.variables.get('apiKey') });`,
  `pm.request.headers.upsert({ key: 'X-Signature', value: CryptoJS.enc.Base64.stringify(signature) });`,
];

/** What later requests need of an answer. A payout leaves the payin alone, which most requests are about. */
const keeps: Readonly<Record<string, string>> = {
  createInvoice:
    `const { type, id } = pm.response.json(); ` +
    `pm.collectionVariables.set(type === 'in' ? 'invoiceId' : 'payoutId', id);`,
  createWithdrawal: `pm.collectionVariables.set('withdrawalId', pm.response.json().id);`,
  listAccounts: `pm.collectionVariables.set('accountId', pm.response.json()[0].id);`,
  readNotificationFeed: `for (const { webhookId } of pm.response.json()) pm.collectionVariables.set('webhookId', webhookId);`,
};

interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** One request for each example of a body; one when there is none. */
function items({ path, method, operation }: Described): object[] {
  const [[contentType, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  const examples = Object.values(media?.examples ?? {});
  const keep = keeps[operation.operationId];
  const item = (name: string, body: object) => ({
    name,
    ...(keep === undefined ? {} : { event: [{ listen: 'test', script: { type: 'text/javascript', exec: [keep] } }] }),
    request: {
      method,
      header: contentType === 'application/json' ? [{ key: 'Content-Type', value: contentType }] : [],
      url: urlOf(path, operation),
      description: operation.description,
      ...body,
    },
  });
  if (contentType === undefined || examples.length === 0) return [item(operation.summary, {})];
  return examples.map(({ summary, value }) => {
    const name = examples.length === 1 ? operation.summary : `${operation.summary}: ${summary}`;
    return item(name, { body: bodyOf(contentType, value) });
  });
}

const idVariables: Readonly<Record<string, string>> = {
  invoices: 'invoiceId',
  withdrawals: 'withdrawalId',
  notifications: 'webhookId',
};
const queryExamples: Readonly<Record<string, string>> = { currency: 'RUB', after: '0', limit: '100' };

/** IDs in paths are variables of the collection. */
function urlOf(path: string, operation: Operation): object {
  const [, things = ''] = /([a-z]+)\/\{id\}/.exec(path) ?? [];
  // By then the payin has been paid and disputed; what can still be canceled is the payout.
  const id = operation.operationId === 'cancelInvoice' ? 'payoutId' : idVariables[things];
  const filled = path.replace('{id}', `{{${id}}}`).replace('{internalId}', '{{internalId}}');
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description }) => ({ key: name, value: queryExamples[name] ?? '', description, disabled: true }));
  return {
    raw: `{{baseUrl}}${filled}`,
    host: ['{{baseUrl}}'],
    path: filled.split('/').slice(1),
    ...(query.length === 0 ? {} : { query }),
  };
}

function bodyOf(contentType: string, example: unknown): object {
  const value = example as Readonly<Record<string, unknown>>;
  if (contentType === 'application/json') {
    const raw = JSON.stringify('accountId' in value ? { ...value, accountId: '{{accountId}}' } : value, null, 2);
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
