import type { Config } from '../config/config.ts';
import { settingWarnings, warningsOf } from '../domain/authority/setting-warnings.ts';
import { roleWarning } from '../domain/installation/database-role.ts';
import { demoSecrets } from '../domain/installation/demo-secrets.ts';
import { passkeySites } from '../domain/people/passkeys.ts';
import type { Service } from '../service.ts';

/** What a person sees when the service runs: the address and, in the sandbox, keys and commands to copy. */
export function startUpText(config: Config, service: Service): string {
  const head = `\nQuittance runs at ${service.url} (${placeText(config)}).\n`;
  if (config.mode === 'sandbox') return head + sandboxText(service.publicUrl);
  const role = roleWarning(service.role);
  const warnings = [...(role === null ? [] : [role]), ...warningsOf(config).map((name) => settingWarnings[name])];
  return [
    head,
    passkeyText(config, service),
    ...warnings.map((warning) => `\nWARNING: ${warning}\n`),
    ...(service.hasStores ? [] : [emptyText(service.publicUrl)]),
  ].join('');
}

/** Operators need a second factor: which they can have is better known before they sign in. */
function passkeyText({ otherPublicUrls }: Config, { publicUrl }: Service): string {
  if (passkeySites([publicUrl, ...otherPublicUrls]).length > 0) return '';
  return 'Passkeys do not work here: they need a PUBLIC_URL with https and a host name. Authenticator apps do.\n';
}

/** Which service it is: people have several. */
export function placeText({ mode, database, dataDir }: Config): string {
  const place = database.url === null ? `embedded PostgreSQL in ${dataDir}` : 'PostgreSQL by DATABASE_URL';
  return `${mode} mode, ${place}`;
}

function emptyText(url: string): string {
  return `
No store is set up yet. Run this in another terminal, in the same folder and with the same settings:

npx quittance setup

(In a container: quittance setup.) It asks for operators, rates, a store and a maker. Operators then sign in at ${url}/console
`;
}

function sandboxText(url: string): string {
  const [key1, key2] = demoSecrets.apiKeys;
  return `
  API reference    ${url}/docs
  API keys         ${key1} (store 1, "Demo Shop"), ${key2} (store 2)
  Merchant secret  ${demoSecrets.merchantSecret}
  TOTP seed        ${demoSecrets.totpSeed}
  Sign in as       ${demoSecrets.people.operator.login} / ${demoSecrets.people.operator.password}
                   ${demoSecrets.people.maker.login} / ${demoSecrets.people.maker.password} (maker 1)
                   ${demoSecrets.people.merchant.login} / ${demoSecrets.people.merchant.password} (merchant 1)

To see notifications arrive, run this in a terminal of its own and leave it open:

npx quittance listen

Then copy and paste into another terminal, one after the other:

1. Create an invoice; its kopecks, .01, make the sandbox's payer pay at once (docs/sandbox.md):

${createCommand(url, key1)}

2. Read it again by your own ID:

${readCommand(`${url}/api/merchant/invoices/internal-id/first`, key1)}

3. See the store's accounts:

${readCommand(`${url}/api/merchant/accounts`, key1)}

Stop with Ctrl-C. Everything is kept and is there at the next start.
`;
}

const firstInvoice = {
  type: 'in',
  amount: '1000.01',
  currency: 'RUB',
  startDeal: true,
  internalId: 'first',
  notificationUrl: 'http://127.0.0.1:4000/',
  notificationToken: '',
};

function createCommand(url: string, key: string): string {
  const target = `${url}/api/merchant/invoices`;
  return `BODY='${JSON.stringify(firstInvoice)}'
curl -s ${target} -H 'Content-Type: application/json' -H 'X-Identity: ${key}' \\
  -H "X-Signature: $(${signCommand(`"POST${target}$BODY"`)})" -d "$BODY"; echo`;
}

function readCommand(target: string, key: string): string {
  return `curl -s ${target} -H 'X-Identity: ${key}' \\
  -H "X-Signature: $(${signCommand(`'GET${target}'`)})"; echo`;
}

function signCommand(text: string): string {
  return `printf %s ${text} | openssl dgst -sha1 -hmac ${demoSecrets.merchantSecret} -binary | base64`;
}
