import { demoSecrets } from '../domain/installation/demo-secrets.ts';
import { sign } from '../http/signature.ts';

/** The keys that examples are signed with: the sandbox's own, which work, or stand-ins. */
export interface ExampleKeys {
  readonly apiKey: string;
  readonly secret: string;
  /** From which an authenticator app makes the codes of withdrawals. */
  readonly totpSeed: string;
  /** False: nobody has these keys, so a signature made with them would be of no use. */
  readonly areReal: boolean;
}

export function exampleKeys(mode: 'sandbox' | 'production'): ExampleKeys {
  return mode === 'sandbox'
    ? {
        apiKey: demoSecrets.apiKeys[0],
        secret: demoSecrets.merchantSecret,
        totpSeed: demoSecrets.totpSeed,
        areReal: true,
      }
    : { apiKey: 'your-api-key', secret: 'your-merchant-secret', totpSeed: 'YOURTOTPSEED', areReal: false };
}

interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

const path = '/api/merchant/invoices';

const firstInvoice = [
  ['type', 'in'],
  ['amount', '1000.00'],
  ['currency', 'RUB'],
  ['notificationUrl', ''],
  ['notificationToken', ''],
  ['internalId', 'order-1042'],
] as const;

const bodyText = JSON.stringify({ ...Object.fromEntries(firstInvoice), startDeal: true });

/** One request, signed by hand: what is signed and what comes out. */
export function workedExample(serverUrl: string, keys: ExampleKeys) {
  const url = serverUrl + path;
  return {
    url,
    body: bodyText,
    stringToSign: `POST${url}${bodyText}`,
    signature: sign(keys.secret, 'POST', url, bodyText),
  };
}

/** The same request in four languages, each complete: copy, paste, run. A test does just that. */
export function snippets(serverUrl: string, keys: ExampleKeys): readonly Snippet[] {
  return [
    { id: 'snippet-curl', label: 'curl', code: curl(serverUrl, keys) },
    { id: 'snippet-node', label: 'TypeScript', code: node(serverUrl, keys) },
    { id: 'snippet-python', label: 'Python', code: python(serverUrl, keys) },
    { id: 'snippet-php', label: 'PHP', code: php(serverUrl, keys) },
  ];
}

function curl(serverUrl: string, { apiKey, secret }: ExampleKeys): string {
  return `URL='${serverUrl}${path}'
BODY='${bodyText}'
SIGNATURE=$(printf '%s' "POST$URL$BODY" \\
  | openssl dgst -sha1 -hmac '${secret}' -binary | base64)

curl -s "$URL" \\
  -H 'Content-Type: application/json' \\
  -H 'X-Identity: ${apiKey}' \\
  -H "X-Signature: $SIGNATURE" \\
  -d "$BODY"`;
}

function node(serverUrl: string, { apiKey, secret }: ExampleKeys): string {
  const fields = firstInvoice.map(([name, value]) => `  ${name}: '${value}',`).join('\n');
  return `import { createHmac } from 'node:crypto';

const url = '${serverUrl}${path}';
const body = JSON.stringify({
${fields}
  startDeal: true,
});
const signature = createHmac('sha1', '${secret}')
  .update('POST' + url + body)
  .digest('base64');

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Identity': '${apiKey}',
    'X-Signature': signature,
  },
  body,
});
console.log(await response.text());`;
}

function python(serverUrl: string, { apiKey, secret }: ExampleKeys): string {
  const fields = firstInvoice.map(([name, value]) => `    "${name}": "${value}",`).join('\n');
  return `import base64, hashlib, hmac, json, urllib.request

url = "${serverUrl}${path}"
body = json.dumps({
${fields}
    "startDeal": True,
}).encode()
mac = hmac.new(b"${secret}", b"POST" + url.encode() + body, hashlib.sha1)

request = urllib.request.Request(url, body, {
    "Content-Type": "application/json",
    "X-Identity": "${apiKey}",
    "X-Signature": base64.b64encode(mac.digest()).decode(),
})
print(urllib.request.urlopen(request).read().decode())`;
}

function php(serverUrl: string, { apiKey, secret }: ExampleKeys): string {
  const fields = firstInvoice.map(([name, value]) => `    '${name}' => '${value}',`).join('\n');
  return `<?php
$url = '${serverUrl}${path}';
$body = json_encode([
${fields}
    'startDeal' => true,
]);
$mac = hash_hmac('sha1', 'POST' . $url . $body, '${secret}', true);

echo file_get_contents($url, false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Content-Type: application/json',
        'X-Identity: ${apiKey}',
        'X-Signature: ' . base64_encode($mac),
    ],
    'content' => $body,
    'ignore_errors' => true,
]]));`;
}

export interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  /** JSON, signed exactly as shown. */
  readonly json?: string;
  /** Form fields, which are not signed. `@name` is a file. */
  readonly form?: Readonly<Record<string, string>>;
  /** Type of a file that is the whole body. */
  readonly fileType?: string;
}

/** The options of curl that say who calls. */
export type CurlCredentials = (request: ExampleRequest) => readonly string[];

export function signedBy(keys: ExampleKeys): CurlCredentials {
  return ({ method, url, json }) => [
    `-H 'X-Identity: ${keys.apiKey}'`,
    keys.areReal ? `-H 'X-Signature: ${sign(keys.secret, method, url, json ?? '')}'` : '-H "X-Signature: $SIGNATURE"',
  ];
}

/** A call of an operation for the command line: the part before the JSON body, and the part after it. */
export function curlRequest(request: ExampleRequest, credentials: CurlCredentials): { head: string; tail: string } {
  const { method, url, json, form, fileType } = request;
  const impliedMethod = (json ?? form ?? fileType) ? 'POST' : 'GET';
  const lines = [
    `curl -s ${method === impliedMethod ? '' : `-X ${method} `}'${url}'`,
    ...credentials(request),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F '${name}=${value}'`),
    ...(fileType === undefined ? [] : [`-H 'Content-Type: ${fileType}'`, `--data-binary '@file.csv'`]),
  ];
  const head = lines.join(' \\\n  ');
  return json === undefined ? { head, tail: '' } : { head: `${head} \\\n  -d '`, tail: `'` };
}
